import type { Wide } from '../../base/wide.ts';
import type { CType } from '../../c/types/types.ts';
import type { NativeProcess } from '../activation.ts';
import { LEAST_NEGATIVE } from '../memory.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import type { Value } from '../values.ts';

/**
 * A library function. The result is undefined for functions without one. Results of integer type are
 * wrapped to the type of the call.
 */
export type Native = (call: NativeCall) => Value | undefined;
/** A library function that calls functions of the program. */
export type NativeWithCallbacks = (call: NativeCall) => NativeProcess;

/** Implementations by function name. */
export type Natives = Readonly<Record<string, Native>>;
/** Implementations of functions that call back, by name. */
export type Processes = Readonly<Record<string, NativeWithCallbacks>>;

/** Makes one entry for each name. */
export function forEach<const Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Makes the forms of functions: one for each of the suffixes. */
export function formsOf<Name extends string, Suffix extends string, Value>(
  functions: Readonly<Record<Name, Value>>,
  suffixes: readonly Suffix[],
  make: (value: Value, suffix: Suffix, name: Name) => Native,
): Readonly<Record<`${Name}${Suffix}`, Native>> {
  const named = Object.entries(functions) as [Name, Value][];
  return Object.fromEntries(
    named.flatMap(([name, value]) => suffixes.map((suffix) => [name + suffix, make(value, suffix, name)])),
  ) as Record<`${Name}${Suffix}`, Native>;
}

/** Sizes and counts beyond this count as infinite. */
export const HUGE = Number.MAX_SAFE_INTEGER;

/** A call of a library function: its arguments and the state that it may change. */
export class NativeCall {
  constructor(
    readonly runtime: Runtime,
    readonly name: string,
    readonly values: readonly Value[],
    readonly types: readonly CType[],
    /** Type of the result as the program declares it. */
    readonly resultType: CType,
  ) {}

  value(index: number): Value {
    if (index >= this.values.length) undefinedBehaviour(`too few arguments in a call of ${this.name}`);
    return this.values[index];
  }

  /** Returns an integer or pointer argument. */
  wide(index: number): Wide {
    const value = this.value(index);
    if (typeof value !== 'number' && typeof value !== 'bigint')
      undefinedBehaviour(`wrong type of an argument of ${this.name}`);
    return value as Wide;
  }

  pointer(index: number): Wide {
    return this.wide(index);
  }

  /** Returns an `int` argument: its low 32 bits, signed. */
  int(index: number): number {
    const value = this.wide(index);
    return typeof value === 'number' ? value | 0 : Number(BigInt.asIntN(32, value));
  }

  /** Returns a `size_t` argument; {@link HUGE} if it is larger, and LEAST_NEGATIVE if it is negative in a signed type. */
  size(index: number): number {
    const value = this.wide(index);
    if (value < 0 || value >= LEAST_NEGATIVE) return LEAST_NEGATIVE;
    return typeof value === 'number' ? value : HUGE;
  }

  double(index: number): number {
    const value = this.value(index);
    if (typeof value !== 'number') undefinedBehaviour(`wrong type of an argument of ${this.name}`);
    return value as number;
  }

  /**
   * Marks the run as approximate: the result depends on arithmetic that is only close to that of the C
   * library.
   */
  approximate(): void {
    this.runtime.approximate.add(this.name);
  }
}
