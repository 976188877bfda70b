import type { FloatFormat, FloatValue } from './float.ts';
import {
  bitLength,
  DOUBLE,
  finite,
  infinity,
  maxExponent,
  minExponent,
  NAN,
  POSITIVE_NAN,
  roundTo,
} from './softfloat.ts';

/**
 * Bit patterns of floating-point values: IEEE interchange formats, and the x87 80-bit format with its
 * explicit integer bit.
 */

/** Only the x87 format stores the leading bit. */
function hasIntegerBit(format: FloatFormat): boolean {
  return format.exponentBits === 15 && format.precision === 64;
}

/** Bits of the encoding (80 for x87). */
export function formatBits(format: FloatFormat): number {
  return format.exponentBits + format.precision + (hasIntegerBit(format) ? 1 : 0);
}

/** The unsigned bit pattern; the value is rounded to the format first. NaNs are quiet, without payload. */
export function toBits(format: FloatFormat, value: FloatValue): bigint {
  const explicit = hasIntegerBit(format);
  const fractionBits = explicit ? format.precision : format.precision - 1;
  const join = (exponent: bigint, fraction: bigint): bigint =>
    (((value.negative ? 1n : 0n) << BigInt(format.exponentBits)) | exponent) * (1n << BigInt(fractionBits)) + fraction;
  const leading = explicit ? 1n << BigInt(fractionBits - 1) : 0n;
  const special = (1n << BigInt(format.exponentBits)) - 1n;
  const rounded = roundTo(format, value);
  if (rounded.kind === 'nan') return join(special, leading | (1n << BigInt(format.precision - 2)));
  if (rounded.kind === 'infinity') return join(special, leading);
  if (rounded.significand === 0n) return join(0n, 0n);
  const top = rounded.exponent + bitLength(rounded.significand) - 1;
  const lowest = Math.max(top, minExponent(format)) - format.precision + 1;
  const significand = rounded.significand << BigInt(rounded.exponent - lowest);
  const biased = top < minExponent(format) ? 0 : top + maxExponent(format);
  return join(BigInt(biased), explicit ? significand : significand & ((1n << BigInt(fractionBits)) - 1n));
}

/**
 * Reads a bit pattern. x87 patterns that the processor treats as invalid operands ("unnormals") are
 * NaNs.
 */
export function fromBits(format: FloatFormat, bits: bigint): FloatValue {
  const explicit = hasIntegerBit(format);
  const fractionBits = BigInt(explicit ? format.precision : format.precision - 1);
  const fraction = bits & ((1n << fractionBits) - 1n);
  const biased = Number((bits >> fractionBits) & ((1n << BigInt(format.exponentBits)) - 1n));
  const negative = ((bits >> (fractionBits + BigInt(format.exponentBits))) & 1n) === 1n;
  const leading = 1n << BigInt(format.precision - 1);
  if (biased === 2 ** format.exponentBits - 1) {
    const payload = explicit ? fraction ^ leading : fraction;
    return payload === 0n ? infinity(negative) : negative ? NAN : POSITIVE_NAN;
  }
  const lowest = minExponent(format) - format.precision + 1;
  if (biased === 0) return finite(negative, fraction, lowest);
  if (explicit && fraction < leading) return NAN;
  return finite(negative, fraction | leading, lowest + biased - 1);
}

const scratch = new DataView(new ArrayBuffer(8));

/** A JavaScript number, exactly. */
export function fromNumber(value: number): FloatValue {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    return finite(value < 0, BigInt(Math.abs(value)), 0);
  }
  scratch.setFloat64(0, value);
  return fromBits(DOUBLE, scratch.getBigUint64(0));
}

/** The nearest JavaScript number. */
export function toNumber(value: FloatValue): number {
  scratch.setBigUint64(0, toBits(DOUBLE, value));
  return scratch.getFloat64(0);
}
