import type { FloatFormat, FloatValue } from '../../../../base/float.ts';
import { finite, integerSqrt, roundTo } from '../../../../base/softfloat.ts';
import { atOrdinal, type Interval, infinityOf, ordinalOf } from './range.ts';

/** Real numbers are integers here, in units of 2^-POINT; a rounded value is off by less than one unit. */
const POINT = 192;
export const SCALE = BigInt(POINT);

/** Bounds of real numbers; null: no bound. */
export interface Reals {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

const ANY: Reals = { low: null, high: null };

export function floor(value: FloatValue): bigint {
  const shift = BigInt(value.exponent) + SCALE;
  const signed = value.negative ? -value.significand : value.significand;
  return shift >= 0n ? signed << shift : signed >> -shift;
}

export function ceiling(value: FloatValue): bigint {
  return -floor({ ...value, negative: !value.negative });
}

/** The ordinal of a number rounded to the format. */
export function bound(format: FloatFormat, x: bigint, mode: 'up' | 'down'): bigint {
  const value = finite(x < 0n, x < 0n ? -x : x, -POINT);
  return ordinalOf(format, roundTo(format, value, mode)) ?? 0n;
}

/** Bounds of the numbers between two ordinals; infinities have none. */
export function realsOf(format: FloatFormat, { low, high }: Interval): Reals {
  const infinity = infinityOf(format);
  return {
    low: low === -infinity || low === infinity ? null : floor(atOrdinal(format, low)),
    high: high === infinity || high === -infinity ? null : ceiling(atOrdinal(format, high)),
  };
}

/**
 * Returns the reals that were rounded, in any mode, to a float between two ordinals. They lie between
 * the float's neighbours, which round to themselves.
 */
export function realsRoundedTo(format: FloatFormat, { low, high }: Interval): Reals {
  const infinity = infinityOf(format);
  return realsOf(format, { low: low > -infinity ? low - 1n : low, high: high < infinity ? high + 1n : high });
}

/**
 * The floats of the format between the bounds, and infinities where a bound is missing; null if there
 * are none.
 */
export function floatsWithin(format: FloatFormat, { low, high }: Reals): Interval | null {
  const infinity = infinityOf(format);
  const [from, to] = [
    low === null ? -infinity : bound(format, low, 'up'),
    high === null ? infinity : bound(format, high, 'down'),
  ];
  return from <= to ? { low: from, high: to } : null;
}

export function sum(x: Reals, y: Reals): Reals {
  return { low: added(x.low, y.low), high: added(x.high, y.high) };
}

function negated({ low, high }: Reals): Reals {
  return { low: high === null ? null : -high, high: low === null ? null : -low };
}

export function difference(x: Reals, y: Reals): Reals {
  return sum(x, negated(y));
}

/** Products of numbers between the bounds; numbers without a bound give no bounds. */
export function product(x: Reals, y: Reals): Reals {
  if (x.low === null || x.high === null || y.low === null || y.high === null) return ANY;
  const ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
  const low = ends.reduce((a, b) => (a < b ? a : b));
  const high = ends.reduce((a, b) => (a > b ? a : b));
  return { low: low >> SCALE, high: -(-high >> SCALE) };
}

/** All q with q · y = x for numbers between the bounds; divisors that may be zero give no bounds. */
export function quotient(x: Reals, y: Reals): Reals {
  if (y.high !== null && y.high < 0n) return quotient(negated(x), negated(y));
  if (y.low === null || y.low <= 0n) return ANY;
  // The least divisor gives the bound away from zero, the greatest one that towards it.
  const low = x.low === null ? null : x.low < 0n ? over(x.low, y.low) : y.high === null ? 0n : over(x.low, y.high);
  const high =
    x.high === null ? null : x.high > 0n ? -over(-x.high, y.low) : y.high === null ? 0n : -over(-x.high, y.high);
  return { low, high };
}

/** All numbers whose square lies between the bounds. */
export function roots({ high }: Reals): Reals {
  if (high === null) return ANY;
  const root = high < 0n ? 0n : integerSqrt(high << SCALE) + 1n;
  return { low: -root, high: root };
}

/** The squares of the numbers between the bounds that are not negative. */
export function squares({ low, high }: Reals): Reals {
  const least = low === null || low < 0n ? 0n : low;
  return { low: (least * least) >> SCALE, high: high === null ? null : -(-(high * high) >> SCALE) };
}

/** Quotient rounded down; y > 0. */
function over(x: bigint, y: bigint): bigint {
  const scaled = x << SCALE;
  const rounded = scaled / y;
  return scaled < 0n && rounded * y !== scaled ? rounded - 1n : rounded;
}

function added(x: bigint | null, y: bigint | null): bigint | null {
  return x === null || y === null ? null : x + y;
}
