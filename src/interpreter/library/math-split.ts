import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { formatBits, toBits } from '../../base/float-bits.ts';
import { finite, isZero, rem, roundToIntegral, sub, toInteger, X87_EXTENDED, zero } from '../../base/softfloat.ts';
import { type Wide, wide } from '../../base/wide.ts';
import { LONG_DOUBLE } from '../../c/types/type-basics.ts';
import { writeBits } from '../access.ts';
import type { Runtime } from '../runtime.ts';
import { binaryExponent } from './math-exact.ts';
import type { NativeCall } from './native.ts';

/** Functions of math.h that give an integer, or a second result through a pointer. */
export type SplitFunction = (call: NativeCall, values: readonly FloatValue[], format: FloatFormat) => FloatValue | Wide;

/** Returns a function that rounds to an integer type. Values out of range give x86's indefinite value. */
function toWord(rounding: 'current' | 'nearest-away', bits: (call: NativeCall) => number): SplitFunction {
  return (call, [a]) => {
    const mode = rounding === 'current' ? call.runtime.floats.mode : rounding;
    const width = BigInt(bits(call));
    const integer = toInteger(a, mode);
    const half = 1n << (width - 1n);
    if (integer !== null && integer >= -half && integer < half) return wide(integer);
    call.approximate();
    return wide(-half);
  };
}

const long = (call: NativeCall): number => call.runtime.pointerSize * 8;
const longLong = (): number => 64;

/** ilogb. FP_ILOGB0 and FP_ILOGBNAN of x86 are INT_MIN; infinities give INT_MAX. */
function ilogb(_call: NativeCall, [a]: readonly FloatValue[]): number {
  if (a.kind === 'infinity') return 2147483647;
  return a.kind === 'nan' || isZero(a) ? -2147483648 : binaryExponent(a);
}

function frexp(call: NativeCall, [a]: readonly FloatValue[]): FloatValue {
  const ordinary = a.kind === 'finite' && !isZero(a);
  const exponent = ordinary ? binaryExponent(a) + 1 : 0;
  if (a.kind !== 'finite') call.approximate();
  const { memory } = call.runtime;
  memory.view.setInt32(memory.writable(call.pointer(1), 4), exponent, memory.isLittle);
  return ordinary ? finite(a.negative, a.significand, a.exponent - exponent) : a;
}

function modf(call: NativeCall, [a]: readonly FloatValue[], format: FloatFormat): FloatValue {
  const whole = roundToIntegral(a, 'toward-zero');
  writeFloating(call.runtime, call.pointer(1), format, { ...whole, negative: a.negative });
  if (a.kind === 'nan') return a;
  if (a.kind === 'infinity') return zero(a.negative);
  return { ...sub(format, a, whole), negative: a.negative };
}

/** Writes a value to the object of its format that a pointer leads to. @throws {Halt} undefined behaviour */
export function writeFloating(runtime: Runtime, pointer: Wide, format: FloatFormat, value: FloatValue): void {
  const { memory, layout } = runtime;
  const isPadded = format === X87_EXTENDED && !memory.isLittle;
  const size = isPadded ? Number(layout.sizeOf(LONG_DOUBLE)) : formatBits(format) / 8;
  writeBits(memory.view, memory.writable(pointer, size), size, toBits(format, value), memory.isLittle);
}

/** remquo. It stores three bits and the sign of the quotient, as glibc does. */
function remquo(call: NativeCall, [a, b]: readonly FloatValue[]): FloatValue {
  const result = rem(a, b);
  const { memory } = call.runtime;
  let quotient = 0;
  if (result.kind === 'finite' && b.kind === 'finite') {
    const exponent = Math.min(a.exponent, b.exponent, result.exponent);
    const scaled = (v: FloatValue): bigint => v.significand << BigInt(v.exponent - exponent);
    const signed = (v: FloatValue): bigint => (v.negative ? -scaled(v) : scaled(v));
    const whole = isZero(a) ? 0n : (signed(a) - signed(result)) / signed(b);
    const bits = Number((whole < 0n ? -whole : whole) & 7n);
    quotient = whole < 0n ? -bits : bits;
  } else if (result.kind === 'nan') call.approximate();
  memory.view.setInt32(memory.writable(call.pointer(2), 4), quotient, memory.isLittle);
  return result;
}

export const SPLITTING = {
  lrint: toWord('current', long),
  llrint: toWord('current', longLong),
  lround: toWord('nearest-away', long),
  llround: toWord('nearest-away', longLong),
  ilogb,
  frexp,
  modf,
  remquo,
} satisfies Readonly<Record<string, SplitFunction>>;
