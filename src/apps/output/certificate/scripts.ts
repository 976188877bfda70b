import { basename } from 'node:path';
import { unreachable } from '../../../base/errors.ts';
import { CHECKS, type CheckKind, isLeakKind } from '../../../program/cfa/checks/kinds.ts';
import { ERROR_EXIT } from '../report/c-test.ts';

/** Name of the test of a run in a folder. */
export const TEST = 'test.c';

/** Exit status of a process that `abort` ended, as shells tell it. */
const ABORTED = 134;
/** Most runs of a program with a race. */
const MOST_RUNS = 20;

/** The end of a run that a script expects. */
type ExpectedEnd =
  | { readonly kind: 'error' }
  /** A sanitiser reports a fault of the kind there. */
  | { readonly kind: 'report'; readonly check: CheckKind; readonly file: string; readonly line: number }
  | { readonly kind: 'no error' };

/**
 * A script that compiles the program with a test, and runs it in an environment without further variables. The test
 * has the command in its second line.
 */
export function testScript(test: string, end: ExpectedEnd): string {
  const [, line] = test.split('\n');
  const [, compile, run] = /^\/\/ {3}(.*) && (.*); echo \$\?$/.exec(line) ?? ['', 'false', 'false'];
  return `#!/usr/bin/env bash
# ${TITLES[end.kind]} Begin it in the folder in which lemmata ran.
${expectation(end)}# Exit code 0: the program ends as the certificate says; 1: it does not; 2: it cannot be compiled.
[ "\${1-}" = clean ] || exec env -i PATH="$PATH" LC_ALL=C bash "$0" clean
export ASAN_OPTIONS=detect_leaks=0
folder=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
${compile.startsWith('clang') ? NEEDS_CLANG : ''}${compile.replace('-o test', '-o "$scratch/test"').replace(/test\.c$/, `"$folder/${TEST}"`)} || exit 2
for ((i = 0; i < ${isRace(end) ? MOST_RUNS : 1}; i++)); do
  ${run.replace('./test', '"$scratch/test"')} 2> "$scratch/report"
  code=$?
  ${isRace(end) ? 'grep -q "ThreadSanitizer: data race" "$scratch/report" && break' : ''}
done
cat "$scratch/report" >&2
${judgement(end)}
`;
}

const NEEDS_CLANG =
  'command -v clang > /dev/null || { echo "GCC has no sanitiser for this, and clang is not there"; exit 2; }\n';

const isRace = (end: ExpectedEnd): boolean => end.kind === 'report' && end.check === 'data-race';

/** Lines that say which report is expected. */
function expectation(end: ExpectedEnd): string {
  if (end.kind !== 'report') return '';
  const { check, file, line } = end;
  const place = isLeakKind(check)
    ? 'a leak at the end of the program'
    : `${CHECKS[check].fault} in ${basename(file)}:${line}`;
  const runs = isRace(end)
    ? `# The order of threads is left to chance; there are up to ${MOST_RUNS} runs, and none without a report tells anything.\n`
    : '';
  return `# A sanitiser is to report ${place}.\n${runs}`;
}

const TITLES = {
  error: 'Repeats the run of a FALSE outside of Lemmata.',
  report: 'Repeats the run of a FALSE outside of Lemmata.',
  'no error': 'Runs the program outside of Lemmata. A program without inputs has only this run.',
} as const satisfies Record<ExpectedEnd['kind'], string>;

/** The lines of a script that judge the end of the run. */
function judgement(end: ExpectedEnd): string {
  const isError = `[ $code = ${ERROR_EXIT} ] || [ $code = ${ABORTED} ]`;
  const other = 'echo "the program ends with $code"; exit 1';
  switch (end.kind) {
    case 'error':
      return `if ${isError}; then echo "the error is reached"; exit 0; fi\n${other}`;
    case 'report': {
      const place = `${basename(end.file).replace(/[^\w-]/g, '.')}:${end.line}\\b`;
      const report = isLeakKind(end.check)
        ? 'LeakSanitizer: detected memory leaks'
        : `${place}[0-9:]*: runtime error|#[0-9]+ .*${place}`;
      return `if grep -qE '${report}' "$scratch/report"; then echo "the fault is reported"; exit 0; fi\n${other}`;
    }
    case 'no error':
      return `if ${isError} || grep -q AddressSanitizer "$scratch/report"; then ${other}; fi\necho "no error is reached"`;
    default:
      return unreachable(end);
  }
}

/** A script that has BtorSim (Niemetz, Preiner, Wolf, Biere, CAV 2018) repeat a run of a hardware model. */
export function simulatorScript(model: string): string {
  return `#!/usr/bin/env bash
# Repeats the run of a FALSE by btorsim, which ends with 0 if the run is one. Begin it in the folder in which lemmata ran.
btorsim -c "$(dirname "$0")/run.witness" '${model.replaceAll("'", "'\\''")}'
`;
}
