import { spawnSync } from 'node:child_process';
import type { CheckKind } from '../../src/program/cfa/checks/kinds.ts';

/** First faults of compiled programs under UBSan. */

/** Kinds of faults that are compared. */
export const KINDS = ['overflow', 'division', 'shift', 'conversion'] as const satisfies readonly CheckKind[];
export type Kind = (typeof KINDS)[number];

/** Limit of a run in s of processor time. */
const NATIVE_SECONDS = 1;

/** Words of a report of UBSan by kind. */
const REPORTS: readonly (readonly [RegExp, Kind])[] = [
  [/^division by zero/, 'division'],
  [/^shift exponent/, 'shift'],
  [/^(signed integer overflow|negation of|left shift of|division of)/, 'overflow'],
  [/is outside the range of representable values/, 'conversion'],
];

/** A fault, its place, and the calls that lead to it. */
export interface Fault {
  readonly kind: Kind;
  /** Column from 1 of the operation. */
  readonly column: number;
  /** Functions and lines from the fault outwards to `main`. */
  readonly stack: readonly { readonly function: string; readonly line: number }[];
}

export interface NativeRun {
  readonly faults: readonly Fault[];
  readonly printed: string;
  /** Whether the processor's trap ended the run: a division by zero has no value to go on with. */
  readonly trapped: boolean;
}

/** Runs a binary up to its first report, or past reports. `why`: the reason that it cannot be compared. */
export function nativeRun(binary: string, halt: boolean): NativeRun | { readonly why: string } {
  const env = {
    ...process.env,
    UBSAN_OPTIONS: `print_stacktrace=1:halt_on_error=${halt ? 1 : 0}`,
    ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=1',
  };
  const limited = ['-c', `ulimit -t ${NATIVE_SECONDS}; exec "$0"`, binary];
  const { stdout, stderr, signal } = spawnSync('sh', limited, { encoding: 'latin1', env });
  if (signal === 'SIGKILL' || signal === 'SIGXCPU') return { why: 'no end in time' };
  const faults: Fault[] = [];
  for (const report of stderr.split(/^(?=\S+\.c:\d+:\d+: runtime error: )/m)) {
    const [, words] = /runtime error: (.*)/.exec(report) ?? [];
    if (words === undefined) continue;
    const [, kind] = REPORTS.find(([pattern]) => pattern.test(words)) ?? [];
    if (kind === undefined) return { why: 'other undefined behaviour' };
    const stack = [...report.matchAll(/^ +#\d+ \S+ in (\w+) .*program\.c:(\d+)/gm)];
    const column = Number(/^\S+\.c:\d+:(\d+):/.exec(report)![1]);
    faults.push({ kind, column, stack: stack.map(([, name, line]) => ({ function: name, line: Number(line) })) });
  }
  if (faults.length === 0 && /ERROR: AddressSanitizer/.test(stderr)) return { why: 'other undefined behaviour' };
  return { faults, printed: stdout, trapped: /SIGFPE|: FPE/.test(stderr) };
}
