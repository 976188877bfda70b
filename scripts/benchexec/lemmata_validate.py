"""Tool-info module for BenchExec: how it runs Lemmata as a validator of witnesses and reads its answers."""

import re

import benchexec.result as result

from .lemmata import Tool as Verifier

ANSWER = re.compile(r"^Witness: (confirmed|refuted|open) \((.*)\)$")
VIOLATION = re.compile(r"entry_type:\s*['\"]?violation_sequence")


class Tool(Verifier):
    """
    Lemmata as a validator. The option --witness names the file; a confirmed witness has the result that it claims,
    and a refuted one the opposite.
    """

    COMMAND = "validate"

    def name(self):
        return "Lemmata (validator)"

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            match = ANSWER.match(line.strip())
            if match:
                return self._claim(run.cmdline, match.group(1), match.group(2))
        return self._without_answer(run)

    @staticmethod
    def _claim(cmdline, outcome, detail):
        if outcome == "open":
            return result.RESULT_TIMEOUT if detail.startswith("time limit") else result.RESULT_UNKNOWN
        words = list(cmdline)
        try:
            with open(words[words.index("--witness") + 1], encoding="utf-8") as witness:
                claims_violation = VIOLATION.search(witness.read()) is not None
        except (ValueError, IndexError, OSError):
            return f"{result.RESULT_ERROR} (witness)"
        violated = claims_violation == (outcome == "confirmed")
        return result.RESULT_FALSE_PROP if violated else result.RESULT_TRUE_PROP
