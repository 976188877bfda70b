import type { FloatValue } from '../base/float.ts';
import { fromNumber, toNumber } from '../base/float-bits.ts';
import { compare, FLOAT, fromInteger, roundTo, roundToIntegral, toInteger } from '../base/softfloat.ts';
import { rewrap, type Wide, wide, wrapSigned, wrapUnsigned } from '../base/wide.ts';
import { readerOf, writerOf } from './access.ts';
import { truth, wrapper } from './arithmetic.ts';
import { type FloatEnvironment, toMachine } from './float-environment.ts';
import { unsupported } from './outcome.ts';
import { type ComplexValue, type IntRepresentation, type Representation, type Value, zeroOf } from './values.ts';

export type Conversion = (value: Value) => Value;

const identity: Conversion = (value) => value;

type IntegerRepresentation = Representation & { readonly kind: 'int' | 'wide' };

/** Returns the conversion between integers of at most 64 bits; null if the value stays as it is. */
export function integerConversion(from: IntegerRepresentation, to: IntegerRepresentation): Conversion | null {
  if (to.kind === 'int' && to.bits === 1) return toBool(from);
  return from.kind === 'int' ? fromInt(from, to) : fromWide(from.signed, to);
}

function toBool(from: Representation): Conversion | null {
  if (from.kind === 'int' && from.bits === 1) return null;
  const test = truth(from);
  return (value) => (test(value) ? 1 : 0);
}

/** Returns the conversion between representations; null if the value stays as it is. `isLittle`: as for `readerOf`. */
export function conversion(
  from: Representation,
  to: Representation,
  floats: FloatEnvironment,
  isLittle: boolean,
): Conversion | null {
  if (to.kind === 'int' && to.bits === 1) return toBool(from);
  if (from.kind === 'vector' || to.kind === 'vector' || from.kind === 'bytes' || to.kind === 'bytes')
    return reinterpretation(from, to, isLittle);
  if (from.kind === 'complex') return fromComplex(from, to, floats, isLittle);
  if (to.kind === 'complex') {
    const part = conversion(from, to.part, floats, isLittle) ?? identity;
    const imaginary = zeroOf(to.part);
    return (value) => ({ real: part(value), imaginary });
  }
  const nearest = scalarConversion(from, to);
  if (to.kind === 'float' || to.kind === 'soft')
    return floats.changes ? inMode(from, to, nearest ?? identity, floats) : nearest;
  return from.kind === 'float' || from.kind === 'soft' ? noted(to, nearest ?? identity, floats) : nearest;
}

/** Converts in the current rounding mode. */
function inMode(
  from: ScalarTarget,
  to: ScalarTarget & { kind: 'float' | 'soft' },
  nearest: Conversion,
  floats: FloatEnvironment,
): Conversion {
  const exact = (value: Value): FloatValue => {
    if (from.kind === 'soft') return value as FloatValue;
    return from.kind === 'float' ? fromNumber(value as number) : fromInteger(BigInt(value as Wide));
  };
  const rounded: Conversion =
    to.kind === 'soft'
      ? (value) => roundTo(to.format, exact(value), floats.mode)
      : (value) => toMachine(floats, exact(value), to.size);
  return (value) => (floats.mode === 'nearest-even' ? nearest(value) : rounded(value));
}

/**
 * Marks results that do not fit the integer type as approximate. They are undefined (C11 6.3.1.4), and
 * the run continues as on x86.
 */
function noted(
  to: ScalarTarget & { kind: 'int' | 'wide' | 'big' },
  convert: Conversion,
  floats: FloatEnvironment,
): Conversion {
  const bits = to.kind === 'int' ? to.bits : 8 * to.size;
  const least = to.signed ? -(2 ** (bits - 1)) : 0;
  const limit = 2 ** (to.signed ? bits - 1 : bits);
  const [exactLeast, exactLimit] = [fromNumber(least), fromNumber(limit)];
  const inside = (value: Value): boolean => {
    if (typeof value === 'number') return Math.trunc(value) >= least && value < limit;
    const whole = roundToIntegral(value as FloatValue, 'toward-zero');
    return (compare(whole, exactLeast) ?? -1) >= 0 && compare(whole, exactLimit) === -1;
  };
  return (value) => {
    if (!inside(value)) floats.approximate.add('conversion of a floating-point value out of range');
    return convert(value);
  };
}

function scalarConversion(from: ScalarTarget, to: ScalarTarget): Conversion | null {
  switch (from.kind) {
    case 'int':
      return fromInt(from, to);
    case 'wide':
      return fromWide(from.signed, to);
    case 'big':
      return fromBig(to);
    case 'float':
      return fromFloat(from.size, to);
    case 'soft':
      return fromSoft(to);
  }
}

type ScalarTarget = Exclude<Representation, { kind: 'vector' | 'bytes' | 'complex' }>;

function fromInt(from: IntRepresentation, to: ScalarTarget): Conversion | null {
  switch (to.kind) {
    case 'int': {
      const fits = from.bits < to.bits ? to.signed || !from.signed : from.bits === to.bits && from.signed === to.signed;
      return fits ? null : (wrapper(to) as Conversion);
    }
    case 'wide':
      return to.signed || !from.signed ? null : (value) => rewrap(value as number, false);
    case 'big':
      return to.signed ? (value) => BigInt(value as number) : (value) => BigInt.asUintN(128, BigInt(value as number));
    case 'float':
      return to.size === 4 ? (value) => Math.fround(value as number) : null;
    case 'soft':
      return (value) => fromInteger(BigInt(value as number), to.format);
  }
}

function fromWide(signed: boolean, to: ScalarTarget): Conversion | null {
  switch (to.kind) {
    case 'int': {
      const wrap = wrapper(to);
      return (value) => wrap(typeof value === 'number' ? value : Number(BigInt.asIntN(32, value as bigint)));
    }
    case 'wide':
      return to.signed === signed ? null : (value) => rewrap(value as Wide, to.signed);
    case 'big':
      return to.signed ? (value) => BigInt(value as Wide) : (value) => BigInt.asUintN(128, BigInt(value as Wide));
    case 'float':
      return to.size === 8 ? (value) => Number(value as Wide) : (value) => integerToFloat(value as Wide);
    case 'soft':
      return (value) => fromInteger(BigInt(value as Wide), to.format);
  }
}

/** Rounds once: through a double with a sticky last bit where the integer has more than 53 bits. */
function integerToFloat(value: Wide): number {
  if (typeof value === 'number') return Math.fround(value);
  const magnitude = value < 0n ? -value : value;
  let shift = 0n;
  while (magnitude >> shift >= 1n << 52n) shift += 8n;
  const low = magnitude & ((1n << shift) - 1n);
  const top = (magnitude >> shift) | (low === 0n ? 0n : 1n);
  const result = Math.fround(Number(top)) * 2 ** Number(shift);
  return Math.fround(value < 0n ? -result : result);
}

function fromBig(to: ScalarTarget): Conversion | null {
  switch (to.kind) {
    case 'int': {
      const wrap = wrapper(to);
      return (value) => wrap(Number(BigInt.asIntN(32, value as bigint)));
    }
    case 'wide':
      return to.signed ? (value) => wrapSigned(value as bigint) : (value) => wrapUnsigned(value as bigint);
    case 'big':
      return to.signed
        ? (value) => BigInt.asIntN(128, value as bigint)
        : (value) => BigInt.asUintN(128, value as bigint);
    case 'float':
      return to.size === 8 ? (value) => Number(value as bigint) : (value) => integerToFloat(wide(value as bigint));
    case 'soft':
      return (value) => fromInteger(value as bigint, to.format);
  }
}

function fromFloat(size: 4 | 8, to: ScalarTarget): Conversion | null {
  switch (to.kind) {
    case 'int': {
      const wrap = wrapper(to);
      if (to.bits === 32 && !to.signed) return (value) => lowWord(truncateTo64(value as number));
      return (value) => wrap(truncateTo32(value as number));
    }
    case 'wide':
      return to.signed ? (value) => truncateTo64(value as number) : (value) => truncateToUnsigned64(value as number);
    case 'big':
      return (value) => {
        const number = value as number;
        const exact = Number.isFinite(number) ? BigInt(Math.trunc(number)) : -(1n << 127n);
        return to.signed ? BigInt.asIntN(128, exact) : BigInt.asUintN(128, exact);
      };
    case 'float':
      return to.size === 4 && size === 8 ? (value) => Math.fround(value as number) : null;
    case 'soft':
      return (value) => roundTo(to.format, fromNumber(value as number));
  }
}

const TWO_63 = 2 ** 63;
const INDEFINITE = -0x8000000000000000n;

/** cvttsd2si with a 32-bit register: the "integer indefinite" value when out of range. */
function truncateTo32(value: number): number {
  return value > -2147483649 && value < 2147483648 ? Math.trunc(value) + 0 : -2147483648;
}
/** cvttsd2si with a 64-bit register. */
function truncateTo64(value: number): Wide {
  if (!(value >= -TWO_63 && value < TWO_63)) return INDEFINITE;
  const integer = Math.trunc(value) + 0;
  return Number.isSafeInteger(integer) ? integer : wide(BigInt(integer));
}
/** GCC's sequence for unsigned 64 bits. Values from 2^63 on are shifted down first. */
function truncateToUnsigned64(value: number): Wide {
  if (!(value >= TWO_63)) return rewrap(truncateTo64(value), false);
  return wrapUnsigned(BigInt(truncateTo64(value - TWO_63)) ^ (1n << 63n));
}
function lowWord(value: Wide): number {
  return typeof value === 'number' ? value >>> 0 : Number(BigInt.asUintN(32, value));
}

function fromSoft(to: ScalarTarget): Conversion | null {
  switch (to.kind) {
    case 'int':
    case 'wide':
    case 'big':
      return (value) => softToInteger(value as FloatValue, to);
    case 'float':
      return to.size === 8
        ? (value) => toNumber(value as FloatValue)
        : (value) => toNumber(roundTo(FLOAT, value as FloatValue));
    case 'soft':
      return (value) => roundTo(to.format, value as FloatValue);
  }
}

/** Converts like the x87's fist: an indefinite value if out of range of the register that GCC uses. */
function softToInteger(value: FloatValue, to: ScalarTarget & { kind: 'int' | 'wide' | 'big' }): Value {
  const integer = toInteger(value);
  if (to.kind === 'big') {
    const exact = integer ?? -(1n << 127n);
    return to.signed ? BigInt.asIntN(128, exact) : BigInt.asUintN(128, exact);
  }
  // Signed types up to 16 bits go through a 16-bit fist.
  const half = 1n << (to.kind === 'wide' ? 63n : to.signed && to.bits <= 16 ? 15n : 31n);
  const unsigned = !to.signed && (to.kind === 'wide' || to.bits === 32);
  const inRange = integer !== null && integer >= -half && integer < (unsigned ? 2n * half : half);
  const exact = inRange ? integer : -half;
  if (to.kind === 'wide') return to.signed ? wrapSigned(exact) : wrapUnsigned(exact);
  return wrapper(to)(Number(BigInt.asIntN(32, exact)));
}

function fromComplex(
  from: Representation & { kind: 'complex' },
  to: Representation,
  floats: FloatEnvironment,
  isLittle: boolean,
): Conversion | null {
  if (to.kind !== 'complex') {
    const part = conversion(from.part, to, floats, isLittle) ?? identity;
    return (value) => part((value as ComplexValue).real);
  }
  const part = conversion(from.part, to.part, floats, isLittle);
  if (part === null) return null;
  return (value) => ({ real: part((value as ComplexValue).real), imaginary: part((value as ComplexValue).imaginary) });
}

/**
 * Returns a conversion that keeps the bytes of vectors and structures. A scalar of the element's type
 * fills all elements of a vector.
 */
function reinterpretation(from: Representation, to: Representation, isLittle: boolean): Conversion | null {
  if (from.kind === 'bytes' && to.kind === 'bytes') return null;
  if (to.kind === 'bytes' && to.size === 0) return null;
  if (to.kind === 'vector' && from.kind === to.element.kind && from.size === to.element.size) {
    const { count } = to;
    return (value) => new Array<Value>(count).fill(value);
  }
  if (from.size !== to.size) return unsupported('a conversion between types of different size');
  const write = writerOf(from, isLittle);
  const read = readerOf(to, isLittle);
  return (value) => {
    const view = new DataView(new ArrayBuffer(from.size));
    write(view, 0, value);
    return read(view, 0);
  };
}
