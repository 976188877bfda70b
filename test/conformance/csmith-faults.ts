import { readFileSync, writeFileSync } from 'node:fs';
import { type RunResult, runProgram, scriptedInputs } from '../../src/interpreter/index.ts';
import { checkFunction, checkOf } from '../../src/program/cfa/checks/kinds.ts';
import { builtProgram, type CsmithFiles, compiled, withCsmith } from './csmith.ts';
import { type Fault, KINDS, type Kind, type NativeRun, nativeRun } from './first-faults.ts';
import { withOpaque } from './opaque.ts';

/**
 * Programs of csmith whose arithmetic is not guarded: the interpreter's first fault of arithmetic is the
 * first that UBSan reports. Where none occurs, both print the same checksum.
 */

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
/** Without it, csmith's header has thousands of lines of guards that nothing calls. */
const DEFINES = ['USE_MATH_MACROS'];
/** Options of gcc. Packed structures make misaligned accesses, which are no fault here. */
const FLAGS = [
  ...['-g', '-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize=alignment', '-fsanitize-recover=all'],
  ...DEFINES.map((name) => `-D${name}`),
];
/** Limit of the interpreter. */
const MAX_STEPS = 20_000_000;

export type FaultComparison =
  /** `fault`: what both find; null: none, and the same checksum. */
  | { readonly kind: 'same'; readonly fault: Kind | null }
  /**
   * The faults are in operands of one full expression, whose order C leaves open. The sanitiser reports
   * both if runs go on after a report.
   */
  | { readonly kind: 'reordered' }
  /**
   * GCC drops or narrows the operation before the sanitiser sees it. The sanitiser reports the fault
   * first where GCC cannot.
   */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'different'; readonly native: string; readonly ours: string }
  | { readonly kind: 'skipped'; readonly why: string };

/** Compares the run of one program, which has floating variables if the seed is odd. */
export async function compareFaults(seed: number, headers: string): Promise<FaultComparison> {
  const options = {
    seed,
    headers,
    csmith: [...SMALL, ...(seed % 2 === 1 ? ['--float'] : [])],
    gcc: FLAGS,
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
    if (ours === null) {
      const isSame = first === null && outcome.kind === 'exit' && printed === native.printed;
      return isSame ? { kind: 'same', fault: null } : different(native, { outcome, printed });
    }
    if (first !== null && areSame(ours, first)) return { kind: 'same', fault: ours.kind };
    if (first !== null && areOperands(ours, first) && isReported(binary, ours)) return { kind: 'reordered' };
    return isFirstIfOpaque({ file, binary }, headers, ours)
      ? { kind: 'dropped' }
      : different(native, { outcome, printed });
  });
  return compared ?? { kind: 'skipped', why: 'csmith or gcc gives up' };
}

/** The fault that ends a run; null for other ends. */
function faultOf(outcome: RunResult['outcome']): Fault | null {
  const kind = outcome.kind === 'error' ? checkOf(outcome.function) : null;
  if (outcome.kind !== 'error' || kind === null) return null;
  return {
    kind: KINDS.find((one) => one === kind)!,
    column: outcome.stack[0].at.column,
    stack: outcome.stack.map(({ function: name, at }) => ({ function: name, line: at.line })),
  };
}

/** Whether the faults are one. GCC places an implicit conversion at different parts of its expression. */
function areSame(a: Fault, b: Fault): boolean {
  return (a.column === b.column || a.kind === 'conversion') && areInLine(a, b);
}

/** Whether the faults have one kind and the same calls, in columns that may differ. */
function areInLine(a: Fault, b: Fault): boolean {
  return a.kind === b.kind && JSON.stringify(a.stack) === JSON.stringify(b.stack);
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

/** Whether the sanitiser reports the fault if runs go on after reports, or cannot come so far. */
function isReported(binary: string, ours: Fault): boolean {
  const native = nativeRun(binary, false);
  return 'faults' in native && (native.trapped || native.faults.some((one) => areSame(one, ours)));
}

/** Whether the fault is the first report where the compiler cannot drop or narrow the operation. */
function isFirstIfOpaque(files: CsmithFiles, headers: string, ours: Fault): boolean {
  const text = withOpaque(readFileSync(files.file, 'latin1'), ours.stack[0].line, ours.column);
  if (text === null) return false;
  writeFileSync(files.file, text);
  if (!compiled(files, headers, FLAGS)) return false;
  const native = nativeRun(files.binary, true);
  return 'faults' in native && native.faults.length > 0 && areInLine(native.faults[0], ours);
}

function different(native: NativeRun, ours: unknown): FaultComparison {
  return { kind: 'different', native: JSON.stringify(native), ours: JSON.stringify(ours) };
}
