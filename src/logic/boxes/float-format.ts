import type { FloatFormat } from '../../base/float.ts';
import type { RoundingMode } from '../terms/builder.ts';
import { above, below, singleAbove, singleBelow } from './doubles.ts';

/** How exactly the bounds of floats of a format are kept. */
export type Precision =
  /** Exactly. */
  | 'single'
  | 'double'
  /** Kept as the doubles around them. */
  | 'wide'
  /** Not at all. */
  | 'none';

export function precisionOf({ exponentBits, precision }: FloatFormat): Precision {
  if (exponentBits === 8 && precision === 24) return 'single';
  if (exponentBits === 11 && precision === 53) return 'double';
  return precision > 53 && exponentBits > 11 ? 'wide' : 'none';
}

/**
 * Lower bound of a result in the format from the operator's result on doubles, rounded to nearest.
 * Operators on singles may be computed on doubles: the second rounding changes nothing (Figueroa: When
 * is Double Rounding Innocuous?, 1995).
 */
export function roundedLow(kept: Precision, mode: RoundingMode, x: number): number {
  if (kept === 'single') {
    const single = Math.fround(x);
    return mode === 'RNE' ? single : singleBelow(single);
  }
  return kept === 'double' && mode === 'RNE' ? x : below(x);
}

export function roundedHigh(kept: Precision, mode: RoundingMode, x: number): number {
  if (kept === 'single') {
    const single = Math.fround(x);
    return mode === 'RNE' ? single : singleAbove(single);
  }
  return kept === 'double' && mode === 'RNE' ? x : above(x);
}

/** The next value down in the format, for bounds that are not attained. */
export function lower(kept: Precision, x: number): number {
  return kept === 'single' ? singleBelow(Math.fround(x)) : kept === 'double' ? below(x) : x;
}

export function higher(kept: Precision, x: number): number {
  return kept === 'single' ? singleAbove(Math.fround(x)) : kept === 'double' ? above(x) : x;
}

/** The least and the greatest single between two doubles; a bound of a single is always one. */
export function innerSingles(low: number, high: number): [number, number] {
  const [first, last] = [Math.fround(low), Math.fround(high)];
  return [first < low ? singleAbove(first) : first, last > high ? singleBelow(last) : last];
}
