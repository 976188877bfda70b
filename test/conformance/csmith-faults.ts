import { spawnSync } from 'node:child_process';
import { type CheckKind, checkFunction, checkOf } from '../../src/cfa/checks/kinds.ts';
import { type RunResult, runProgram, scriptedInputs } from '../../src/interpreter/index.ts';
import { builtProgram, withCsmith } from './csmith.ts';

/**
 * Programs of csmith whose arithmetic is not guarded: the interpreter's first fault of arithmetic is the
 * first that UBSan reports. Where none occurs, both print the same checksum.
 */

/** Kinds of faults that are compared. */
const KINDS = ['overflow', 'division', 'shift', 'conversion'] as const satisfies readonly CheckKind[];
type Kind = (typeof KINDS)[number];

/** Options of csmith that keep programs small. */
const SMALL = [
  '--no-safe-math',
  ...['--max-funcs', '4'],
  ...['--max-block-depth', '3'],
  ...['--max-block-size', '3'],
  ...['--max-expr-complexity', '6'],
  ...['--max-struct-fields', '5'],
  ...['--max-array-len-per-dim', '5'],
];
/** Options of gcc. Packed structures make misaligned accesses, which are no fault here. */
const SANITISED = ['-g', '-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize=alignment'];
/** Without it, csmith's header has thousands of lines of guards that nothing calls. */
const DEFINES = ['USE_MATH_MACROS'];
/** Limits of a run of a compiled program in s of processor time, and of the interpreter in steps. */
const NATIVE_SECONDS = 1;
const MAX_STEPS = 20_000_000;

/** Words of a report of UBSan by kind. */
const REPORTS: readonly (readonly [RegExp, Kind])[] = [
  [/^division by zero/, 'division'],
  [/^shift exponent/, 'shift'],
  [/^(signed integer overflow|negation of|left shift of|division of)/, 'overflow'],
  [/is outside the range of representable values/, 'conversion'],
];

/** A fault, and the calls that lead to it. */
interface Fault {
  readonly kind: Kind;
  /** Functions and lines from the fault outwards to `main`. */
  readonly stack: readonly { readonly function: string; readonly line: number }[];
}

export type FaultComparison =
  /** `fault`: what both find; null: none, and the same checksum. */
  | { readonly kind: 'same'; readonly fault: Kind | null }
  /**
   * The faults are in operands of one full expression, whose order C leaves open. The sanitiser reports
   * both if runs go on after a report.
   */
  | { readonly kind: 'reordered' }
  | { readonly kind: 'different'; readonly native: string; readonly ours: string }
  | { readonly kind: 'skipped'; readonly why: string };

/** Compares the run of one program, which has floating variables if the seed is odd. */
export async function compareFaults(seed: number, headers: string): Promise<FaultComparison> {
  const options = {
    seed,
    headers,
    csmith: [...SMALL, ...(seed % 2 === 1 ? ['--float'] : [])],
    gcc: [...SANITISED, ...DEFINES.map((name) => `-D${name}`), '-fsanitize-recover=all'],
  };
  const compared = await withCsmith(options, async ({ file, binary }): Promise<FaultComparison> => {
    const native = nativeRun(binary, true);
    if ('why' in native) return { kind: 'skipped', ...native };
    const program = await builtProgram(file, headers, DEFINES, { checks: KINDS, contested: { overflow: 'strict' } });
    let printed = '';
    const { outcome } = runProgram(program, {
      inputs: scriptedInputs([]),
      errorFunctions: KINDS.map(checkFunction),
      maxSteps: MAX_STEPS,
      stdout: (bytes) => {
        printed += Buffer.from(bytes).toString('latin1');
      },
    });
    if (outcome.kind === 'limit') return { kind: 'skipped', why: 'many steps' };
    const ours = faultOf(outcome);
    const [first = null] = native.faults;
    if (ours === null || first === null) {
      const isSame = ours === null && first === null && outcome.kind === 'exit' && printed === native.printed;
      return isSame ? { kind: 'same', fault: null } : different(native, { outcome, printed });
    }
    if (ours.kind === first.kind && lineOf(ours) === lineOf(first)) return { kind: 'same', fault: ours.kind };
    return areOperands(ours, first) && isReported(binary, ours)
      ? { kind: 'reordered' }
      : different(native, { outcome, printed });
  });
  return compared ?? { kind: 'skipped', why: 'csmith or gcc gives up' };
}

interface NativeRun {
  readonly faults: readonly Fault[];
  readonly printed: string;
}

/** Runs a binary up to its first report, or past reports. `why`: the reason that it cannot be compared. */
function nativeRun(binary: string, halt: boolean): NativeRun | { readonly why: string } {
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
    faults.push({ kind, stack: stack.map(([, name, line]) => ({ function: name, line: Number(line) })) });
  }
  if (faults.length === 0 && /ERROR: AddressSanitizer/.test(stderr)) return { why: 'other undefined behaviour' };
  return { faults, printed: stdout };
}

/** The fault that ends a run; null for other ends. */
function faultOf(outcome: RunResult['outcome']): Fault | null {
  const kind = outcome.kind === 'error' ? checkOf(outcome.function) : null;
  if (outcome.kind !== 'error' || kind === null) return null;
  return {
    kind: KINDS.find((one) => one === kind)!,
    stack: outcome.stack.map(({ function: name, at }) => ({ function: name, line: at.line })),
  };
}

function lineOf({ stack }: Fault): number | undefined {
  return stack[0]?.line;
}

/**
 * Whether the two faults lie in operands of one full expression: in one line, or in functions that one
 * line calls. C leaves open which operand is evaluated first.
 */
function areOperands(a: Fault, b: Fault): boolean {
  const [ours, other] = [a.stack.toReversed(), b.stack.toReversed()];
  const at = ours.findIndex(({ line }, i) => line !== other[i]?.line);
  if (at < 0 || at >= other.length) return true;
  return at > 0 && ours[at].function !== other[at].function;
}

/** Whether the sanitiser reports the fault if runs go on after reports. */
function isReported(binary: string, ours: Fault): boolean {
  const native = nativeRun(binary, false);
  return 'faults' in native && native.faults.some((one) => one.kind === ours.kind && lineOf(one) === lineOf(ours));
}

function different(native: NativeRun, ours: unknown): FaultComparison {
  return { kind: 'different', native: JSON.stringify(native), ours: JSON.stringify(ours) };
}
