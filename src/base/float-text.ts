import type { FloatFormat, FloatValue } from './float.ts';
import {
  bitLength,
  finite,
  minExponent,
  type RoundingMode,
  roundParts,
  roundRational,
  roundTo,
  zero,
} from './softfloat.ts';

/**
 * Floating-point values from and to text, exactly as C's strtod and printf do it (round to nearest,
 * ties to even).
 */

/**
 * Significant decimal digits that can matter to the rounding of any format; digits beyond only say "a
 * little more".
 */
const MAX_DIGITS = 40_000;

/**
 * Reads `123.45e-6` (no sign, no suffix; the digits may lack on one side of the point) and rounds
 * correctly.
 * @returns null if the text is not a decimal floating or integer number
 */
export function parseDecimal(
  text: string,
  format: FloatFormat,
  mode: RoundingMode = 'nearest-even',
): FloatValue | null {
  const parts = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const whole = parts[1];
  const fraction = parts[2] ?? '';
  if (whole === '' && fraction === '') return null;
  let digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return zero(false);
  // Exponents beyond any format are cut; a number has far fewer digits than that.
  const written = Math.max(-1e15, Math.min(1e15, Number(parts[3] ?? '0')));
  let exponent = written - fraction.length;
  if (digits.length > MAX_DIGITS) {
    const rest = digits.slice(MAX_DIGITS);
    exponent += rest.length - 1;
    digits = digits.slice(0, MAX_DIGITS) + (/[1-9]/.test(rest) ? '1' : '0');
  }
  return scaleByTen(format, BigInt(digits), digits.length, exponent, mode);
}

/** value * 10^exponent, where value has `count` decimal digits. */
function scaleByTen(
  format: FloatFormat,
  value: bigint,
  count: number,
  exponent: number,
  mode: RoundingMode,
): FloatValue {
  const magnitude = count + exponent;
  const limit = Math.ceil((2 ** (format.exponentBits - 1) + format.precision + 2) * 0.30103) + 2;
  // Out of range by far: any value beyond the largest, or below the smallest, rounds alike.
  if (magnitude > limit) return roundParts(format, false, 1n, 2 ** format.exponentBits, false, mode);
  if (magnitude < -limit)
    return roundParts(format, false, 1n, -(2 ** format.exponentBits) - 2 * format.precision, false, mode);
  if (exponent >= 0) return roundTo(format, finite(false, value * 10n ** BigInt(exponent), 0), mode);
  return roundRational(format, false, value, 10n ** BigInt(-exponent), 0, mode);
}

/**
 * Reads `0x1.8p-3` (no sign, no suffix; the exponent may lack) and rounds correctly.
 * @returns null if the text is not a hexadecimal floating number
 */
export function parseHex(text: string, format: FloatFormat, mode: RoundingMode = 'nearest-even'): FloatValue | null {
  const parts = /^0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const fraction = parts[2] ?? '';
  const digits = parts[1] + fraction;
  if (digits === '') return null;
  const exponent = Math.max(-1e15, Math.min(1e15, Number(parts[3] ?? '0'))) - 4 * fraction.length;
  return roundTo(format, finite(false, BigInt(`0x${digits}`), exponent), mode);
}

/** A printf conversion; the caller handles sign flags, width and padding. */
export interface FloatConversion {
  readonly conversion: 'e' | 'f' | 'g' | 'a';
  /** Digits after the point (`g`: significant digits); null if not given. */
  readonly precision: number | null;
  /** The `#` flag: always a point, and `g` keeps trailing zeros. */
  readonly alternate: boolean;
  readonly upper: boolean;
  /** Format of the argument; only `a` depends on it. */
  readonly format: FloatFormat;
}

/** Text of the value as printf writes it, with `-` for negative values (`-0`, `-nan`). */
export function formatFloat(value: FloatValue, conversion: FloatConversion): string {
  const sign = value.negative ? '-' : '';
  const text = sign + magnitudeText(value, conversion);
  return conversion.upper ? text.toUpperCase() : text;
}

function magnitudeText(value: FloatValue, { conversion, precision, alternate, format }: FloatConversion): string {
  if (value.kind === 'nan') return 'nan';
  if (value.kind === 'infinity') return 'inf';
  switch (conversion) {
    case 'f':
      return fixedText(value, precision ?? 6, alternate);
    case 'e':
      return exponentText(value, precision ?? 6, alternate);
    case 'g':
      return generalText(value, precision === 0 ? 1 : (precision ?? 6), alternate);
    case 'a':
      return hexText(value, precision, alternate, format);
  }
}

/** numerator / denominator rounded to nearest, ties to even. */
function divideNearest(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator - quotient * denominator);
  return twice > denominator || (twice === denominator && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** |value| * 10^power rounded to an integer. */
function scaledDigits(value: FloatValue, power: number): bigint {
  let numerator = value.significand;
  let denominator = 1n;
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator = 10n ** BigInt(-power);
  if (value.exponent >= 0) numerator <<= BigInt(value.exponent);
  else denominator <<= BigInt(-value.exponent);
  return divideNearest(numerator, denominator);
}

function withPoint(whole: string, fraction: string, alternate: boolean): string {
  return fraction === '' && !alternate ? whole : `${whole}.${fraction}`;
}

function fixedText(value: FloatValue, precision: number, alternate: boolean): string {
  // No value has more digits after the point than its exponent counts.
  const exact = Math.min(precision, Math.max(0, -value.exponent));
  const digits = scaledDigits(value, exact)
    .toString()
    .padStart(exact + 1, '0');
  const whole = digits.slice(0, digits.length - exact);
  const fraction = digits.slice(digits.length - exact) + '0'.repeat(precision - exact);
  return withPoint(whole, fraction, alternate);
}

/** `count` significant decimal digits and the decimal exponent of the first. */
function significantDigits(value: FloatValue, count: number): { digits: string; exponent: number } {
  if (value.significand === 0n) return { digits: '0'.repeat(count), exponent: 0 };
  const top = value.exponent + bitLength(value.significand) - 1;
  let exponent = Math.floor(top * Math.LOG10E * Math.LN2);
  // The estimate may be one too low, and rounding may carry into a new digit.
  for (;;) {
    const digits = scaledDigits(value, count - 1 - exponent).toString();
    if (digits.length === count) return { digits, exponent };
    if (digits.length < count) exponent--;
    else if (digits.length === count + 1 && /^10*$/.test(digits))
      return { digits: digits.slice(0, count), exponent: exponent + 1 };
    else exponent++;
  }
}

/** More digits than any finite value of a 15-bit exponent format has; beyond them there are only zeros. */
const ALL_DIGITS = 17_000;

function exponentText(value: FloatValue, precision: number, alternate: boolean): string {
  const counted = Math.min(precision, ALL_DIGITS);
  const { digits, exponent } = significantDigits(value, counted + 1);
  const mantissa = withPoint(digits[0], digits.slice(1) + '0'.repeat(precision - counted), alternate);
  return mantissa + exponentSuffix(exponent);
}

function exponentSuffix(exponent: number): string {
  return `e${exponent < 0 ? '-' : '+'}${Math.abs(exponent).toString().padStart(2, '0')}`;
}

function generalText(value: FloatValue, precision: number, alternate: boolean): string {
  const counted = Math.min(precision, ALL_DIGITS);
  const { exponent } = significantDigits(value, counted);
  const scientific = exponent < -4 || exponent >= precision;
  const text = scientific
    ? exponentText(value, precision - 1, alternate)
    : fixedText(value, precision - 1 - exponent, alternate);
  if (alternate) return text;
  const [mantissa, suffix] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/0+$/, '').replace(/\.$/, '') : mantissa;
  return suffix === undefined ? short : `${short}e${suffix}`;
}

/**
 * `%a` as glibc: one leading hex digit, which is 1 but for x87 values (8 to f) and the unnormalised
 * small ones (0).
 */
function hexText(value: FloatValue, precision: number | null, alternate: boolean, format: FloatFormat): string {
  const extended = format.precision === 64;
  const fractionBits = extended ? 60 : 4 * Math.ceil((format.precision - 1) / 4);
  if (value.significand === 0n) return `0x${withPoint('0', '0'.repeat(precision ?? 0), alternate)}p+0`;
  const leadingBits = extended ? 4 : 1;
  const top = Math.max(value.exponent + bitLength(value.significand) - 1, minExponent(format));
  let exponent = top - leadingBits + 1;
  const shift = value.exponent - exponent + fractionBits;
  let scaled = shift >= 0 ? value.significand << BigInt(shift) : divideNearest(value.significand, 1n << BigInt(-shift));
  const kept = Math.min(precision ?? fractionBits / 4, fractionBits / 4);
  scaled = divideNearest(scaled, 1n << BigInt(fractionBits - 4 * kept));
  // A carry out of the leading digit of an x87 value: 0xf.8p+0 to no digits is 0x1p+4.
  if (extended && bitLength(scaled) > 4 * kept + 4) {
    scaled >>= 4n;
    exponent += 4;
  }
  const digits = scaled.toString(16).padStart(kept + 1, '0');
  const whole = digits.slice(0, digits.length - kept);
  let fraction = digits.slice(digits.length - kept);
  fraction = precision === null ? fraction.replace(/0+$/, '') : fraction + '0'.repeat(precision - kept);
  return `0x${withPoint(whole, fraction, alternate)}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}
