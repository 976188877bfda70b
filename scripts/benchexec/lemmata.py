"""Tool-info module for BenchExec: how it runs Lemmata and reads its answers."""

import os
import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, ToolNotFoundException, UnsupportedFeatureException

VERDICT = re.compile(r"^Verification result: (TRUE|FALSE|UNKNOWN)(?: \((.*)\))?$")
MEGABYTE = 1024 * 1024
# Of the memory limit, what the verifying process may use; it holds it within 15 %, and another small process watches over it.
MEMORY_SHARE = 0.85
SUPERVISOR_BYTES = 60 * MEGABYTE


class Tool(BaseTool2):
    """
    Lemmata: a verifier for C programs, a race of model-checking engines in which the first certified verdict wins.
    The executable is `lemmata` in an archive (npm run archive), and dist/cli.js where it was built (npm ci).
    """

    # Everything that a run needs; an archive has its own node in bin.
    REQUIRED_PATHS = ["dist", "node_modules", "include", "package.json", "portfolio.json"]
    COMMAND = "verify"

    def name(self):
        return "Lemmata"

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("cli.js", subdir="dist")
        except ToolNotFoundException:
            return tool_locator.find_executable("lemmata")

    def program_files(self, executable):
        if os.path.basename(executable) == "lemmata":
            root = os.path.dirname(executable)
            return [executable] + [os.path.join(root, path) for path in ["bin"] + self.REQUIRED_PATHS]
        root = os.path.dirname(os.path.dirname(executable))
        return [os.path.join(root, path) for path in self.REQUIRED_PATHS]

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, self.COMMAND]
        if task.property_file:
            words += ["--property", task.property_file]
        data_model = self._data_model(task)
        if data_model and "--data-model" not in options:
            words += ["--data-model", data_model]
        # Lemmata holds limits of wall time and memory itself, and then says how far it came.
        if rlimits.walltime and "--timeout" not in options:
            words += ["--timeout", str(rlimits.walltime)]
        if rlimits.memory and "--memory" not in options:
            own = MEMORY_SHARE * (rlimits.memory - SUPERVISOR_BYTES)
            words += ["--memory", str(max(1, int(own / MEGABYTE)))]
        return words + list(options) + list(task.input_files_or_identifier)

    @staticmethod
    def _data_model(task):
        if not isinstance(task.options, dict):
            return None
        language = task.options.get("language", "C")
        if language != "C":
            raise UnsupportedFeatureException(f"the language {language}")
        return task.options.get("data_model")

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            match = VERDICT.match(line.strip())
            if match:
                return self._status(match.group(1), match.group(2) or "")
        return self._without_answer(run)

    @staticmethod
    def _without_answer(run):
        if run.exit_code.value in (1, 2, 6):
            kinds = {1: "usage", 2: "input", 6: "internal"}
            return f"{result.RESULT_ERROR} ({kinds[run.exit_code.value]})"
        return result.RESULT_ERROR

    @staticmethod
    def _status(verdict, detail):
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({detail})" if detail else result.RESULT_FALSE_PROP
        if detail.startswith("time limit"):
            return result.RESULT_TIMEOUT
        if detail.startswith(("memory limit", "out of memory")):
            return "OUT OF MEMORY"
        if detail.startswith("crashed"):
            return f"{result.RESULT_ERROR} (crashed)"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """The text of the first group of the first line that matches the regular expression `identifier`."""
        pattern = re.compile(identifier)
        for line in output:
            match = pattern.search(line)
            if match:
                return match.group(1) if match.groups() else match.group(0)
        return None
