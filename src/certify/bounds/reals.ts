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

/** What was rounded to a float between two ordinals, in any mode: it lies between their neighbours, which round to themselves. */
export function realsRoundedTo(format: FloatFormat, { low, high }: Interval): Reals {
  const infinity = infinityOf(format);
  return realsOf(format, { low: low > -infinity ? low - 1n : low, high: high < infinity ? high + 1n : high });
}

/** Floats of the format between the bounds, and infinities where there is no bound; null if there are none. */
export function floatsWithin(format: FloatFormat, { low, high }: Reals): Interval | null {
  const infinity = infinityOf(format);
  const [from, to] = [low === null ? -infinity : bound(format, low, 'up'), high === null ? infinity : bound(format, high, 'down')];
  return from <= to ? { low: from, high: to } : null;
}

export function sum(x: Reals, y: Reals): Reals {
  return { low: added(x.low, y.low), high: added(x.high, y.high) };
}

export function difference(x: Reals, y: Reals): Reals {
  return sum(x, { low: y.high === null ? null : -y.high, high: y.low === null ? null : -y.low });
}

function added(x: bigint | null, y: bigint | null): bigint | null {
  return x === null || y === null ? null : x + y;
}
