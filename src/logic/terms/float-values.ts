import { LemmataError } from '../../base/errors.ts';
import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { fromBits, toBits } from '../../base/float-bits.ts';
import * as soft from '../../base/softfloat.ts';
import type { RoundingMode } from './builder.ts';
import { Op } from './ops.ts';

/**
 * SMT-LIB's floating-point functions on values. Bit patterns have `exponentBits + precision` bits,
 * also for x87 (no integer bit).
 */

const MODES: Readonly<Record<RoundingMode, soft.RoundingMode>> = {
  RNE: 'nearest-even',
  RNA: 'nearest-away',
  RTP: 'up',
  RTN: 'down',
  RTZ: 'toward-zero',
};

function isX87(format: FloatFormat): boolean {
  return format.exponentBits === 15 && format.precision === 64;
}

/** Bits of a pattern. */
export function patternWidth(format: FloatFormat): number {
  return format.exponentBits + format.precision;
}

/** The bit pattern; there is one NaN: positive, quiet. The value must be in the format. */
export function packFloat(format: FloatFormat, value: FloatValue): bigint {
  const bits = toBits(format, value.kind === 'nan' ? soft.POSITIVE_NAN : value);
  return isX87(format) ? ((bits >> 64n) << 63n) | BigInt.asUintN(63, bits) : bits;
}

export function unpackFloat(format: FloatFormat, bits: bigint): FloatValue {
  if (!isX87(format)) return fromBits(format, bits);
  const top = bits >> 63n;
  const integer = (top & 0x7fffn) === 0n ? 0n : 1n;
  return fromBits(format, (top << 64n) | (integer << 63n) | BigInt.asUintN(63, bits));
}

/** Operators from floats of one format to that format. */
export function floatResult(op: Op, mode: RoundingMode, format: FloatFormat, args: readonly FloatValue[]): FloatValue {
  const rounding = MODES[mode];
  const [a, b, c] = args;
  switch (op) {
    case Op.FP_NEG:
      return a.kind === 'nan' ? a : soft.negate(a);
    case Op.FP_ABS:
      return soft.absolute(a);
    case Op.FP_ADD:
      return soft.add(format, a, b, rounding);
    case Op.FP_SUB:
      return soft.sub(format, a, b, rounding);
    case Op.FP_MUL:
      return soft.mul(format, a, b, rounding);
    case Op.FP_DIV:
      return soft.div(format, a, b, rounding);
    case Op.FP_FMA:
      return soft.fma(format, a, b, c, rounding);
    case Op.FP_SQRT:
      return soft.sqrt(format, a, rounding);
    case Op.FP_REM:
      return soft.rem(a, b);
    case Op.FP_ROUND_TO_INTEGRAL:
      return soft.roundToIntegral(a, rounding);
    default:
      throw new LemmataError('E-INTERNAL', `operator ${op} has no float result`);
  }
}

/** Comparisons and classifications. */
export function floatTest(op: Op, args: readonly FloatValue[]): boolean {
  const [a, b] = args;
  switch (op) {
    case Op.FP_EQ:
      return soft.compare(a, b) === 0;
    case Op.FP_LT:
      return soft.compare(a, b) === -1;
    case Op.FP_LE: {
      const order = soft.compare(a, b);
      return order === 0 || order === -1;
    }
    case Op.FP_IS_NAN:
      return a.kind === 'nan';
    case Op.FP_IS_INFINITE:
      return a.kind === 'infinity';
    case Op.FP_IS_NEGATIVE:
      return a.kind !== 'nan' && a.negative;
    default:
      throw new LemmataError('E-INTERNAL', `operator ${op} is not a test of floats`);
  }
}

/** Rounded to another format. */
export function convertFloat(format: FloatFormat, mode: RoundingMode, value: FloatValue): FloatValue {
  return soft.roundTo(format, value, MODES[mode]);
}

export function floatFromInteger(format: FloatFormat, mode: RoundingMode, value: bigint): FloatValue {
  return soft.fromInteger(value, format, MODES[mode]);
}

/**
 * The integer's unsigned pattern; {@link unrepresentable} for NaN, infinities and values that do not
 * fit.
 */
export function integerFromFloat(value: FloatValue, mode: RoundingMode, width: number, signed: boolean): bigint {
  // A magnitude with more bits than the type never fits: do not shift by huge exponents.
  if (value.kind === 'finite' && value.exponent + soft.bitLength(value.significand) > width + 2)
    return unrepresentable(width, signed);
  const integer = soft.toInteger(value, MODES[mode]);
  if (integer === null) return unrepresentable(width, signed);
  const lowest = signed ? -(1n << BigInt(width - 1)) : 0n;
  const highest = signed ? (1n << BigInt(width - 1)) - 1n : (1n << BigInt(width)) - 1n;
  return integer < lowest || integer > highest ? unrepresentable(width, signed) : BigInt.asUintN(width, integer);
}

/** The result where SMT-LIB leaves it open: the least signed number as on x86, all ones for unsigned. */
export function unrepresentable(width: number, signed: boolean): bigint {
  return signed ? 1n << BigInt(width - 1) : (1n << BigInt(width)) - 1n;
}
