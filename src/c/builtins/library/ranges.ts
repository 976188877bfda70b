import { LemmataError } from '../../../base/errors.ts';
import type { Layout } from '../../types/layout.ts';
import type { CType, IntegerName } from '../../types/types.ts';
import { libraryEntry } from './table.ts';

/**
 * Range of a library function's result, both ends included. `most` is null where only the type limits
 * it.
 */
interface ResultLimits {
  readonly least: bigint;
  readonly most: bigint | null;
}

/** The range of a library function's result, in the library's own type. */
interface ResultRange extends ResultLimits {
  /** The type that the library itself gives the result. A program may declare it with another sign. */
  readonly type: IntegerName;
}

/** The range of a result whose bits are read as a signed or as an unsigned integer. */
export interface ResultBounds extends ResultLimits {
  readonly signed: boolean;
}

/** Returns the type of the function's result, from its prototype. */
function typeOf(name: string): IntegerName {
  const [, type] = /^(unsigned int|int|long) \w+\(/.exec(libraryEntry(name)?.prototype?.text ?? '') ?? [];
  if (type === undefined)
    throw new LemmataError('E-INTERNAL', `${name} has a range, but no result of type int or long`);
  return type === 'unsigned int' ? 'uint' : type === 'int' ? 'int' : 'long';
}

/** Returns the range of a function's result; null: any value of its type. */
function rangeOf(name: string): ResultRange | null {
  const range = libraryEntry(name)?.row?.range;
  if (range === undefined) return null;
  const [least, most] = range;
  return { type: typeOf(name), least: BigInt(least), most: most === null ? null : BigInt(most) };
}

/**
 * Returns the range of a library function's result, if the program declares the result with the type
 * `declared`. The range holds for the value that the result's bits have in the library's own type. The
 * answer is null if no range is known or if the two types differ in width.
 */
export function rangeOfResult(name: string, declared: CType, layout: Layout): ResultBounds | null {
  const range = rangeOf(name);
  if (range === null || (declared.kind !== 'integer' && declared.kind !== 'enum')) return null;
  const own = { kind: 'integer', name: range.type } as const;
  if (layout.integerWidth(own) !== layout.integerWidth(declared)) return null;
  return { least: range.least, most: range.most, signed: layout.isSigned(own) };
}

/** Maps a value into the range. A value inside it stays as it is. */
export function intoRange(value: bigint, { least, most }: ResultLimits): bigint {
  if (value < least && most === null) return -1n - value < least ? least : -1n - value;
  if (value < least && most !== null) return least + ((least - value) % (most - least + 1n));
  return most === null || value <= most ? value : least + ((value - least) % (most - least + 1n));
}
