import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { finite, roundTo } from '../../base/softfloat.ts';
import { atOrdinal, type Interval, infinityOf, ordinalOf } from './range.ts';

/** Real numbers are integers here, in units of 2^-POINT; what is rounded is off by less than one unit. */
const POINT = 192;
export const SCALE = BigInt(POINT);

/** Bounds of real numbers; null: none. */
export interface Reals {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

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

/** Floats of the format between the bounds, and infinities where there is no bound. */
export function roundedInto(format: FloatFormat, { low, high }: Reals): Interval {
  const infinity = infinityOf(format);
  return { low: low === null ? -infinity : bound(format, low, 'up'), high: high === null ? infinity : bound(format, high, 'down') };
}
