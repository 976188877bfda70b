import { ERROR_EXIT } from '../report/c-test.ts';

/** Name of the test of a run in a folder. */
export const TEST = 'test.c';

/** Exit status of a process that `abort` ended, as shells tell it. */
const ABORTED = 134;

/** A script that compiles the program with a test, and runs it. The test has the command in its second line. */
export function testScript(test: string): string {
  const [, line] = test.split('\n');
  const [, compile, run] = /^\/\/ {3}(.*) && (.*); echo \$\?$/.exec(line) ?? ['', 'false', 'false'];
  return `#!/usr/bin/env bash
# Repeats the run of a FALSE outside of Lemmata. Begin it in the folder in which lemmata ran.
# Exit code 0: the program reaches the error; 1: it does not; 2: it cannot be compiled.
folder=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
${compile.replace('-o test', '-o "$scratch/test"').replace(/test\.c$/, `"$folder/${TEST}"`)} || exit 2
${run.replace('./test', '"$scratch/test"')}
code=$?
if [ $code = ${ERROR_EXIT} ] || [ $code = ${ABORTED} ]; then echo "the error is reached"; exit 0; fi
echo "the program ends with $code"; exit 1
`;
}

/** A script that has BtorSim (Niemetz, Preiner, Wolf, Biere, CAV 2018) repeat a run of a hardware model. */
export function simulatorScript(model: string): string {
  return `#!/usr/bin/env bash
# Repeats the run of a FALSE by btorsim, which ends with 0 if the run is one. Begin it in the folder in which lemmata ran.
btorsim -c "$(dirname "$0")/run.witness" '${model.replaceAll("'", "'\\''")}'
`;
}
