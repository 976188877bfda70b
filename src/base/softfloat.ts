import type { FloatFormat, FloatValue } from './float.ts';

/**
 * Exact binary floating-point arithmetic on big integers, for every IEEE-754 style format. Bit
 * patterns and JavaScript numbers are in float-bits.ts, text in float-text.ts.
 *
 * Values are canonical: the significand of a finite value is odd, or 0n with exponent 0; infinities
 * and NaNs have significand 0n. An invalid operation gives a NaN with its sign set, as x86 does; a NaN
 * operand is passed on (the first one, if both are).
 */

export const HALF: FloatFormat = { exponentBits: 5, precision: 11 };
export const FLOAT: FloatFormat = { exponentBits: 8, precision: 24 };
export const DOUBLE: FloatFormat = { exponentBits: 11, precision: 53 };
/** The x87 80-bit format, `long double` of x86. */
export const X87_EXTENDED: FloatFormat = { exponentBits: 15, precision: 64 };
export const QUAD: FloatFormat = { exponentBits: 15, precision: 113 };

export type RoundingMode = 'nearest-even' | 'nearest-away' | 'toward-zero' | 'up' | 'down';

/** Result of an invalid operation. */
export const NAN: FloatValue = { kind: 'nan', negative: true, significand: 0n, exponent: 0 };
export const POSITIVE_NAN: FloatValue = { kind: 'nan', negative: false, significand: 0n, exponent: 0 };

export function infinity(negative: boolean): FloatValue {
  return { kind: 'infinity', negative, significand: 0n, exponent: 0 };
}

export function zero(negative: boolean): FloatValue {
  return { kind: 'finite', negative, significand: 0n, exponent: 0 };
}

export function isZero(value: FloatValue): boolean {
  return value.kind === 'finite' && value.significand === 0n;
}

/** Number of binary digits of a non-negative integer; 0 for 0n. */
export function bitLength(value: bigint): number {
  if (value <= 0xffffffffn) return 32 - Math.clz32(Number(value));
  const digits = value.toString(16);
  return 4 * (digits.length - 1) + 32 - Math.clz32(Number.parseInt(digits[0], 16));
}

function trailingZeros(value: bigint): number {
  const low = Number(value & 0xffffffffn);
  if (low !== 0) return 31 - Math.clz32(low & -low);
  return bitLength(value & -value) - 1;
}

/** The canonical finite value (-1)^negative * significand * 2^exponent, unrounded. */
export function finite(negative: boolean, significand: bigint, exponent: number): FloatValue {
  if (significand === 0n) return zero(negative);
  if ((significand & 1n) === 1n) return { kind: 'finite', negative, significand, exponent };
  const shift = trailingZeros(significand);
  return { kind: 'finite', negative, significand: significand >> BigInt(shift), exponent: exponent + shift };
}

/** Greatest exponent of a finite value's leading bit. */
export function maxExponent(format: FloatFormat): number {
  return 2 ** (format.exponentBits - 1) - 1;
}

/** Exponent of the leading bit of the smallest normal value. */
export function minExponent(format: FloatFormat): number {
  return 2 - 2 ** (format.exponentBits - 1);
}

export function largestFinite(format: FloatFormat, negative: boolean): FloatValue {
  const precision = format.precision;
  return {
    kind: 'finite',
    negative,
    significand: (1n << BigInt(precision)) - 1n,
    exponent: maxExponent(format) - precision + 1,
  };
}

/**
 * Does rounding an inexact magnitude go away from zero? `half` compares the discarded part with half a
 * unit: -1, 0 or 1.
 */
function roundsAway(mode: RoundingMode, negative: boolean, odd: boolean, half: number): boolean {
  switch (mode) {
    case 'nearest-even':
      return half > 0 || (half === 0 && odd);
    case 'nearest-away':
      return half >= 0;
    case 'toward-zero':
      return false;
    case 'up':
      return !negative;
    case 'down':
      return negative;
  }
}

/**
 * significand / 2^shift rounded to an integer; `sticky` says that a little more than `significand` is
 * meant. Needs shift >= 1 if sticky.
 */
function shiftRight(
  significand: bigint,
  shift: number,
  sticky: boolean,
  negative: boolean,
  mode: RoundingMode,
): bigint {
  if (shift <= 0) return significand << BigInt(-shift);
  // Far below half a unit: no need for a long shift.
  const length = bitLength(significand);
  if (shift > length + 1) {
    return significand === 0n && !sticky ? 0n : roundsAway(mode, negative, false, -1) ? 1n : 0n;
  }
  const count = BigInt(shift);
  const quotient = significand >> count;
  const rest = significand & ((1n << count) - 1n);
  if (rest === 0n && !sticky) return quotient;
  const middle = 1n << (count - 1n);
  const half = rest > middle || (rest === middle && sticky) ? 1 : rest === middle ? 0 : -1;
  return roundsAway(mode, negative, (quotient & 1n) === 1n, half) ? quotient + 1n : quotient;
}

/**
 * Rounds significand * 2^exponent to the format. If `sticky` holds, the exact value is larger by less
 * than one unit of `significand`. The significand must then have at least precision + 2 bits.
 */
export function roundParts(
  format: FloatFormat,
  negative: boolean,
  significand: bigint,
  exponent: number,
  sticky: boolean,
  mode: RoundingMode,
): FloatValue {
  if (significand === 0n && !sticky) return zero(negative);
  const { precision } = format;
  const length = bitLength(significand);
  const unit = Math.max(exponent + length - precision, minExponent(format) - precision + 1);
  const shift = unit - exponent;
  const result =
    shift <= 0 && !sticky
      ? finite(negative, significand, exponent)
      : finite(negative, shiftRight(significand, shift, sticky, negative, mode), unit);
  if (result.significand !== 0n && result.exponent + bitLength(result.significand) - 1 > maxExponent(format)) {
    return roundsAway(mode, negative, true, 1) ? infinity(negative) : largestFinite(format, negative);
  }
  return result;
}

/** The value rounded to the format; infinities and NaNs stay as they are. */
export function roundTo(format: FloatFormat, value: FloatValue, mode: RoundingMode = 'nearest-even'): FloatValue {
  if (value.kind !== 'finite' || value.significand === 0n) return value;
  return roundParts(format, value.negative, value.significand, value.exponent, false, mode);
}

/** numerator / denominator (both non-negative, denominator not zero) * 2^exponent, correctly rounded. */
export function roundRational(
  format: FloatFormat,
  negative: boolean,
  numerator: bigint,
  denominator: bigint,
  exponent = 0,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  if (numerator === 0n) return zero(negative);
  const extra = Math.max(0, format.precision + 3 + bitLength(denominator) - bitLength(numerator));
  const scaled = numerator << BigInt(extra);
  const quotient = scaled / denominator;
  return roundParts(format, negative, quotient, exponent - extra, quotient * denominator !== scaled, mode);
}

// ------------------------------------------------------------------------------------------------------------------ arithmetic

export function negate(value: FloatValue): FloatValue {
  return { ...value, negative: !value.negative };
}

export function absolute(value: FloatValue): FloatValue {
  return value.negative ? { ...value, negative: false } : value;
}

function firstNaN(a: FloatValue, b: FloatValue): FloatValue | null {
  return a.kind === 'nan' ? a : b.kind === 'nan' ? b : null;
}

/** Sum without rounding; both operands finite. The sign of an exact zero depends on the rounding mode. */
function addExact(a: FloatValue, b: FloatValue, mode: RoundingMode): FloatValue {
  if (a.significand === 0n && b.significand === 0n) {
    return zero(a.negative === b.negative ? a.negative : mode === 'down');
  }
  if (a.significand === 0n) return b;
  if (b.significand === 0n) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.significand << BigInt(a.exponent - exponent);
  const right = b.significand << BigInt(b.exponent - exponent);
  const sum = (a.negative ? -left : left) + (b.negative ? -right : right);
  if (sum === 0n) return zero(mode === 'down');
  return finite(sum < 0n, sum < 0n ? -sum : sum, exponent);
}

export function add(
  format: FloatFormat,
  a: FloatValue,
  b: FloatValue,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  const nan = firstNaN(a, b);
  if (nan !== null) return nan;
  if (a.kind === 'infinity') return b.kind === 'infinity' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinity') return b;
  return roundTo(format, addExact(a, b, mode), mode);
}

export function sub(
  format: FloatFormat,
  a: FloatValue,
  b: FloatValue,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  return firstNaN(a, b) ?? add(format, a, negate(b), mode);
}

/** Product without rounding; not NaN operands. Null for infinity times zero. */
function mulExact(a: FloatValue, b: FloatValue): FloatValue | null {
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity' || b.kind === 'infinity') return isZero(a) || isZero(b) ? null : infinity(negative);
  return finite(negative, a.significand * b.significand, a.exponent + b.exponent);
}

export function mul(
  format: FloatFormat,
  a: FloatValue,
  b: FloatValue,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  const nan = firstNaN(a, b);
  if (nan !== null) return nan;
  const product = mulExact(a, b);
  return product === null ? NAN : roundTo(format, product, mode);
}

/** a * b + c with one rounding. */
export function fma(
  format: FloatFormat,
  a: FloatValue,
  b: FloatValue,
  c: FloatValue,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  const nan = firstNaN(a, b) ?? (c.kind === 'nan' ? c : null);
  if (nan !== null) return nan;
  const product = mulExact(a, b);
  if (product === null) return NAN;
  if (product.kind === 'infinity') return c.kind === 'infinity' && c.negative !== product.negative ? NAN : product;
  return c.kind === 'infinity' ? c : roundTo(format, addExact(product, c, mode), mode);
}

export function div(
  format: FloatFormat,
  a: FloatValue,
  b: FloatValue,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  const nan = firstNaN(a, b);
  if (nan !== null) return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity') return b.kind === 'infinity' ? NAN : infinity(negative);
  if (b.kind === 'infinity') return zero(negative);
  if (b.significand === 0n) return a.significand === 0n ? NAN : infinity(negative);
  return roundRational(format, negative, a.significand, b.significand, a.exponent - b.exponent, mode);
}

/** Largest integer whose square is at most `value` (Newton's iteration from above). */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function sqrt(format: FloatFormat, value: FloatValue, mode: RoundingMode = 'nearest-even'): FloatValue {
  if (value.kind === 'nan' || isZero(value)) return value;
  if (value.negative) return NAN;
  if (value.kind === 'infinity') return value;
  let shift = Math.max(0, 2 * (format.precision + 3) - bitLength(value.significand));
  if (((value.exponent - shift) & 1) !== 0) shift++;
  const scaled = value.significand << BigInt(shift);
  const root = integerSqrt(scaled);
  return roundParts(format, false, root, (value.exponent - shift) / 2, root * root !== scaled, mode);
}

/**
 * Remainders are exact: a - n*b, where n is a/b truncated (`fmod`) or rounded to nearest even (`rem`,
 * IEEE remainder).
 */
function remainder(a: FloatValue, b: FloatValue, nearest: boolean): FloatValue {
  const nan = firstNaN(a, b);
  if (nan !== null) return nan;
  if (a.kind === 'infinity' || isZero(b)) return NAN;
  if (b.kind === 'infinity' || isZero(a)) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  const divisor = b.significand << BigInt(b.exponent - exponent);
  const dividend = a.significand << BigInt(a.exponent - exponent);
  const rest = dividend % divisor;
  if (nearest) {
    const twice = 2n * rest;
    const odd = ((dividend / divisor) & 1n) === 1n;
    if (twice > divisor || (twice === divisor && odd)) return finite(!a.negative, divisor - rest, exponent);
  }
  return finite(a.negative, rest, exponent);
}

/** C's `fmod`. The result needs no rounding in the format of the operands. */
export function fmod(a: FloatValue, b: FloatValue): FloatValue {
  return remainder(a, b, false);
}

/** C's `remainder` (IEEE 754). The result needs no rounding in the format of the operands. */
export function rem(a: FloatValue, b: FloatValue): FloatValue {
  return remainder(a, b, true);
}

// -------------------------------------------------------------------------------------------------- comparison and integers

/** Order of two values; null if one is a NaN. Zeros are equal. */
export function compare(a: FloatValue, b: FloatValue): -1 | 0 | 1 | null {
  if (a.kind === 'nan' || b.kind === 'nan') return null;
  if (isZero(a) && isZero(b)) return 0;
  const left = isZero(a) ? 0 : a.negative ? -1 : 1;
  const right = isZero(b) ? 0 : b.negative ? -1 : 1;
  if (left !== right) return left < right ? -1 : 1;
  return left < 0 ? compareMagnitudes(b, a) : compareMagnitudes(a, b);
}

function compareMagnitudes(a: FloatValue, b: FloatValue): -1 | 0 | 1 {
  if (a.kind === 'infinity') return b.kind === 'infinity' ? 0 : 1;
  if (b.kind === 'infinity') return -1;
  const top = a.exponent + bitLength(a.significand) - (b.exponent + bitLength(b.significand));
  if (top !== 0) return top < 0 ? -1 : 1;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.significand << BigInt(a.exponent - exponent);
  const right = b.significand << BigInt(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The integer, rounded to the format if one is given. */
export function fromInteger(
  value: bigint,
  format: FloatFormat | null = null,
  mode: RoundingMode = 'nearest-even',
): FloatValue {
  const exact = finite(value < 0n, value < 0n ? -value : value, 0);
  return format === null ? exact : roundTo(format, exact, mode);
}

/** The value rounded to an integer; null for infinities and NaNs. */
export function toInteger(value: FloatValue, mode: RoundingMode = 'toward-zero'): bigint | null {
  if (value.kind !== 'finite') return null;
  const magnitude = shiftRight(value.significand, -value.exponent, false, value.negative, mode);
  return value.negative ? -magnitude : magnitude;
}

/**
 * The nearest integral value in that direction (`floor`: down, `ceil`: up, `trunc`, `round`:
 * nearest-away); keeps the sign of zero.
 */
export function roundToIntegral(value: FloatValue, mode: RoundingMode): FloatValue {
  if (value.kind !== 'finite' || value.exponent >= 0) return value;
  return finite(value.negative, shiftRight(value.significand, -value.exponent, false, value.negative, mode), 0);
}
