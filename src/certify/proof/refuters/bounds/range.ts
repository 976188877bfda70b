import type { FloatFormat, FloatValue } from '../../../../base/float.ts';
import { packFloat, patternWidth, unpackFloat } from '../../../../logic/terms/float-values.ts';
import type { Sort } from '../../../../logic/terms/sort.ts';

/** The range of a term's values. Arrays have no bounds. */
export type TermRange =
  | { readonly kind: 'bool'; readonly mayHold: boolean; readonly mayFail: boolean }
  /** Both readings of the pattern, each within its bounds. */
  | {
      readonly kind: 'bits';
      readonly width: number;
      readonly unsigned: Interval;
      readonly signed: Interval;
    }
  /** Ordinals of the numbers, including the infinities, where both zeros are 0; null: no numbers. */
  | { readonly kind: 'float'; readonly format: FloatFormat; readonly numbers: Interval | null; readonly nan: boolean }
  | { readonly kind: 'array' };

export type BitsRange = Extract<TermRange, { kind: 'bits' }>;
export type FloatRange = Extract<TermRange, { kind: 'float' }>;

/** The reading of a pattern as a number. */
export type Interpretation = 'signed' | 'unsigned';

/** An interval with low <= high. */
export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

export const UNDECIDED: TermRange = { kind: 'bool', mayHold: true, mayFail: true };

export function truth(mayHold: boolean, mayFail: boolean): TermRange {
  return { kind: 'bool', mayHold, mayFail };
}

/** The intersection; null if it is empty. */
export function meet(a: Interval, b: Interval): Interval | null {
  const low = a.low > b.low ? a.low : b.low;
  const high = a.high < b.high ? a.high : b.high;
  return low <= high ? { low, high } : null;
}

export function hull(a: Interval, b: Interval): Interval {
  return { low: a.low < b.low ? a.low : b.low, high: a.high > b.high ? a.high : b.high };
}

/** Any value of the sort. */
export function anyOf(sort: Sort): TermRange {
  switch (sort.kind) {
    case 'bool':
      return UNDECIDED;
    case 'bv':
      return anyBits(sort.width);
    case 'float':
      return anyFloat(sort);
    case 'array':
      return { kind: 'array' };
  }
}

export function anyBits(width: number): BitsRange {
  const size = 1n << BigInt(width);
  return {
    kind: 'bits',
    width,
    unsigned: { low: 0n, high: size - 1n },
    signed: { low: -size / 2n, high: size / 2n - 1n },
  };
}

/** Patterns with an unsigned value in the interval, as far as that is within the width. */
export function unsignedBits(width: number, low: bigint, high: bigint): BitsRange {
  const any = anyBits(width);
  const unsigned = meet({ low, high }, any.unsigned);
  if (unsigned === null || low < 0n || high > any.unsigned.high) return any;
  if (unsigned.high <= any.signed.high) return { ...any, unsigned, signed: unsigned };
  const size = 1n << BigInt(width);
  if (unsigned.low > any.signed.high)
    return { ...any, unsigned, signed: { low: unsigned.low - size, high: unsigned.high - size } };
  return { ...any, unsigned };
}

/** Patterns with a signed value in the interval; bounds outside the width are ignored. */
export function signedBits(width: number, low: bigint, high: bigint): BitsRange {
  const any = anyBits(width);
  if (low < any.signed.low || high > any.signed.high) return any;
  const size = 1n << BigInt(width);
  if (low >= 0n) return { ...any, unsigned: { low, high }, signed: { low, high } };
  if (high < 0n) return { ...any, unsigned: { low: low + size, high: high + size }, signed: { low, high } };
  return { ...any, signed: { low, high } };
}

/** Returns the intersection of two ranges of the same pattern. */
export function bothBits(a: BitsRange, b: BitsRange): BitsRange {
  return { ...a, unsigned: meet(a.unsigned, b.unsigned) ?? a.unsigned, signed: meet(a.signed, b.signed) ?? a.signed };
}

/** The greatest ordinal, that of infinity. */
export function infinityOf(format: FloatFormat): bigint {
  return ((1n << BigInt(format.exponentBits)) - 1n) << BigInt(format.precision - 1);
}

function anyNumber(format: FloatFormat): Interval {
  return { low: -infinityOf(format), high: infinityOf(format) };
}

export function anyFloat(format: FloatFormat): FloatRange {
  return { kind: 'float', format, numbers: anyNumber(format), nan: true };
}

/**
 * The rank of a number in the order of its format: zeros are 0, neighbours differ by one. A NaN has no
 * rank.
 */
export function ordinalOf(format: FloatFormat, value: FloatValue): bigint | null {
  return value.kind === 'nan' ? null : ordinalOfPattern(format, packFloat(format, value));
}

/** The pattern must be that of a number. */
export function ordinalOfPattern(format: FloatFormat, pattern: bigint): bigint {
  const sign = 1n << BigInt(patternWidth(format) - 1);
  return pattern >= sign ? sign - pattern : pattern;
}

/** The number of that rank; for 0, the positive zero. */
export function atOrdinal(format: FloatFormat, ordinal: bigint): FloatValue {
  return unpackFloat(format, patternAt(format, ordinal));
}

export function patternAt(format: FloatFormat, ordinal: bigint): bigint {
  return ordinal < 0n ? (1n << BigInt(patternWidth(format) - 1)) - ordinal : ordinal;
}

/** The values in both ranges; null if there are none. */
export function intersection(a: TermRange, b: TermRange): TermRange | null {
  if (a.kind === 'bool' && b.kind === 'bool') {
    const [mayHold, mayFail] = [a.mayHold && b.mayHold, a.mayFail && b.mayFail];
    return mayHold || mayFail ? truth(mayHold, mayFail) : null;
  }
  if (a.kind === 'bits' && b.kind === 'bits') {
    const [unsigned, signed] = [meet(a.unsigned, b.unsigned), meet(a.signed, b.signed)];
    if (unsigned === null || signed === null) return null;
    // Each reading bounds the other one if all values have one sign.
    const first = meet(unsigned, signedBits(a.width, signed.low, signed.high).unsigned);
    const second = meet(signed, unsignedBits(a.width, unsigned.low, unsigned.high).signed);
    return first === null || second === null ? null : { ...a, unsigned: first, signed: second };
  }
  if (a.kind === 'float' && b.kind === 'float') {
    const numbers = a.numbers === null || b.numbers === null ? null : meet(a.numbers, b.numbers);
    const nan = a.nan && b.nan;
    return numbers === null && !nan ? null : { ...a, numbers, nan };
  }
  return a;
}

export function isSameRange(a: TermRange, b: TermRange): boolean {
  if (a.kind === 'bool' && b.kind === 'bool') return a.mayHold === b.mayHold && a.mayFail === b.mayFail;
  if (a.kind === 'bits' && b.kind === 'bits') return isSame(a.unsigned, b.unsigned) && isSame(a.signed, b.signed);
  if (a.kind === 'float' && b.kind === 'float') {
    const both = a.numbers === null || b.numbers === null ? a.numbers === b.numbers : isSame(a.numbers, b.numbers);
    return both && a.nan === b.nan;
  }
  return a.kind === b.kind;
}

function isSame(a: Interval, b: Interval): boolean {
  return a.low === b.low && a.high === b.high;
}

/** The values of either range. */
export function union(a: TermRange, b: TermRange): TermRange {
  if (a.kind === 'bool' && b.kind === 'bool') return truth(a.mayHold || b.mayHold, a.mayFail || b.mayFail);
  if (a.kind === 'bits' && b.kind === 'bits')
    return { ...a, unsigned: hull(a.unsigned, b.unsigned), signed: hull(a.signed, b.signed) };
  if (a.kind === 'float' && b.kind === 'float') {
    const numbers = a.numbers === null ? b.numbers : b.numbers === null ? a.numbers : hull(a.numbers, b.numbers);
    return { ...a, numbers, nan: a.nan || b.nan };
  }
  return { kind: 'array' };
}
