import type { FloatFormat, FloatValue } from '../../base/float.ts';
import {
  absolute,
  bitLength,
  compare,
  finite,
  fma,
  fmod,
  infinity,
  isZero,
  maxExponent,
  minExponent,
  NAN,
  type RoundingMode,
  rem,
  roundTo,
  roundToIntegral,
  sqrt,
  sub,
  zero,
} from '../../base/softfloat.ts';

/**
 * Functions whose result IEEE 754 determines, on exact values. The caller rounds the result to the
 * format.
 */
export type ExactFunction = (values: readonly FloatValue[], format: FloatFormat, mode: RoundingMode) => FloatValue;

function lesser(a: FloatValue, b: FloatValue, sign: number): FloatValue {
  if (a.kind === 'nan') return b;
  if (b.kind === 'nan') return a;
  return (compare(a, b) ?? 0) * sign <= 0 ? a : b;
}

/** Returns a * 2^n, rounded once. */
function scale(a: FloatValue, n: FloatValue, format: FloatFormat, mode: RoundingMode): FloatValue {
  if (a.kind !== 'finite' || isZero(a) || n.kind !== 'finite') return a;
  const steps = Number(n.significand) * 2 ** n.exponent * (n.negative ? -1 : 1);
  return roundTo(
    format,
    finite(a.negative, a.significand, a.exponent + Math.max(-100000, Math.min(100000, steps))),
    mode,
  );
}

/** Returns the exponent of the leading bit. */
export function binaryExponent(a: FloatValue): number {
  return a.exponent + bitLength(a.significand) - 1;
}

function logb([a]: readonly FloatValue[]): FloatValue {
  if (a.kind === 'nan') return a;
  if (a.kind === 'infinity') return infinity(false);
  if (isZero(a)) return infinity(true);
  const exponent = binaryExponent(a);
  return finite(exponent < 0, BigInt(Math.abs(exponent)), 0);
}

/** Returns the next value of the format from a towards b. */
function nextAfter([a, b]: readonly FloatValue[], format: FloatFormat): FloatValue {
  const order = compare(a, b);
  if (order === null) return a.kind === 'nan' ? a : b;
  if (order === 0) return b;
  const up = order < 0;
  const least = minExponent(format) - format.precision + 1;
  if (isZero(a)) return finite(!up, 1n, least);
  const away = up !== a.negative;
  if (a.kind === 'infinity') {
    const significand = (1n << BigInt(format.precision)) - 1n;
    return finite(a.negative, significand, maxExponent(format) - format.precision + 1);
  }
  const unit = Math.max(binaryExponent(a) - format.precision + 1, least);
  // Below a power of two the spacing is half as wide.
  const finer = !away && a.significand === 1n && unit > least ? unit - 1 : unit;
  const scaled = a.significand << BigInt(a.exponent - finer);
  return roundTo(format, finite(a.negative, away ? scaled + 1n : scaled - 1n, finer));
}

function difference([a, b]: readonly FloatValue[], format: FloatFormat, mode: RoundingMode): FloatValue {
  const order = compare(a, b);
  if (order === null) return a.kind === 'nan' ? a : b;
  return order <= 0 ? zero(false) : sub(format, a, b, mode);
}

function remainderOf(operation: (a: FloatValue, b: FloatValue) => FloatValue): ExactFunction {
  return ([a, b]) => {
    if (a.kind === 'nan') return a;
    if (b.kind === 'nan') return b;
    if (a.kind === 'infinity' || isZero(b)) return NAN;
    return b.kind === 'infinity' ? a : operation(a, b);
  };
}

export const EXACT = {
  fabs: ([a]) => absolute(a),
  floor: ([a]) => roundToIntegral(a, 'down'),
  ceil: ([a]) => roundToIntegral(a, 'up'),
  trunc: ([a]) => roundToIntegral(a, 'toward-zero'),
  round: ([a]) => roundToIntegral(a, 'nearest-away'),
  rint: ([a], _, mode) => roundToIntegral(a, mode),
  nearbyint: ([a], _, mode) => roundToIntegral(a, mode),
  roundeven: ([a]) => roundToIntegral(a, 'nearest-even'),
  sqrt: ([a], format, mode) => sqrt(format, a, mode),
  fmod: remainderOf(fmod),
  remainder: remainderOf(rem),
  drem: remainderOf(rem),
  copysign: ([a, b]) => ({ ...a, negative: b.negative }),
  fmin: ([a, b]) => lesser(a, b, 1),
  fmax: ([a, b]) => lesser(a, b, -1),
  fdim: difference,
  fma: ([a, b, c], format, mode) => fma(format, a, b, c, mode),
  ldexp: ([a, n], format, mode) => scale(a, n, format, mode),
  scalbn: ([a, n], format, mode) => scale(a, n, format, mode),
  scalbln: ([a, n], format, mode) => scale(a, n, format, mode),
  logb,
  nextafter: nextAfter,
  nexttoward: nextAfter,
  significand: ([a]) =>
    a.kind !== 'finite' || isZero(a) ? a : finite(a.negative, a.significand, a.exponent - binaryExponent(a)),
} satisfies Readonly<Record<string, ExactFunction>>;

/** The functions that JavaScript computes exactly, for double and float, to nearest. */
export const FAST = {
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  sqrt: Math.sqrt,
} satisfies Readonly<Record<string, (x: number) => number>>;
