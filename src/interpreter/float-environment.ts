import type { FloatFormat, FloatValue } from '../base/float.ts';
import { toNumber } from '../base/float-bits.ts';
import { DOUBLE, FLOAT, type RoundingMode, roundTo } from '../base/softfloat.ts';
import type { Program } from '../program/cfa/automaton.ts';

/** The environment of floating-point operations, besides their operands. */
export interface FloatEnvironment {
  mode: RoundingMode;
  /** Whether the program may set the mode. Otherwise it is to nearest. */
  readonly changes: boolean;
  /** Records that the run continues with a value that C does not determine. */
  readonly approximate: { add(construct: string): unknown };
}

const SETTERS: ReadonlySet<string> = new Set(['fesetround', 'fesetenv', 'feupdateenv']);

/** Returns the environment at the start of a run: rounding to nearest. */
export function floatEnvironment(program: Program, approximate: FloatEnvironment['approximate']): FloatEnvironment {
  const changes = program.functions.some((fn) => fn != null && !fn.defined && SETTERS.has(fn.name));
  return { mode: 'nearest-even', changes, approximate };
}

/** FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO of x86. */
const CONTROL: readonly (readonly [word: number, mode: RoundingMode])[] = [
  [0, 'nearest-even'],
  [0x400, 'down'],
  [0x800, 'up'],
  [0xc00, 'toward-zero'],
];

/** Returns the rounding mode of an x86 control word; null for other words. */
export function roundingOf(word: number): RoundingMode | null {
  return CONTROL.find(([known]) => known === word)?.[1] ?? null;
}

/** Returns the x86 control word of a rounding mode. */
export function controlWord(mode: RoundingMode): number {
  return CONTROL.find(([, known]) => known === mode)?.[0] ?? 0;
}

/** A machine float's format. */
export function formatOfSize(size: 4 | 8): FloatFormat {
  return size === 4 ? FLOAT : DOUBLE;
}

/** Returns an exact value as a machine float, rounded in the current mode. */
export function toMachine(environment: FloatEnvironment, value: FloatValue, size: 4 | 8): number {
  return toNumber(roundTo(formatOfSize(size), value, environment.mode));
}
