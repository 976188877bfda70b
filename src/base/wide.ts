/**
 * 64-bit integers: JavaScript numbers in [-2^53, 2^53), bigints beyond. Each value has exactly one
 * form, so `===` is equality, and `<` works across forms. Most `long` and `size_t` values of real
 * programs stay in the fast form.
 */
export type Wide = number | bigint;

const TOP = 9007199254740992;
const BIG_TOP = 9007199254740992n;
const HIGH = 4294967296;

/** Returns the unique form of a value that fits into 64 bits. */
export function wide(value: bigint): Wide {
  return value >= -BIG_TOP && value < BIG_TOP ? Number(value) : value;
}
/** Returns the value modulo 2^64, as a signed number. */
export function wrapSigned(value: bigint): Wide {
  return wide(BigInt.asIntN(64, value));
}
/** Returns the value modulo 2^64, as an unsigned number. */
export function wrapUnsigned(value: bigint): Wide {
  return wide(BigInt.asUintN(64, value));
}
/** Returns any wide value as signed or unsigned 64-bit. */
export function rewrap(value: Wide, signed: boolean): Wide {
  if (typeof value === 'number') return value >= 0 || signed ? value : wrapUnsigned(BigInt(value));
  return signed ? wrapSigned(value) : wrapUnsigned(value);
}

/** Arithmetic for one signedness. The caller handles division by zero and overflow of division. */
export interface WideArithmetic {
  add(a: Wide, b: Wide): Wide;
  subtract(a: Wide, b: Wide): Wide;
  multiply(a: Wide, b: Wide): Wide;
  divide(a: Wide, b: Wide): Wide;
  remainder(a: Wide, b: Wide): Wide;
  and(a: Wide, b: Wide): Wide;
  or(a: Wide, b: Wide): Wide;
  xor(a: Wide, b: Wide): Wide;
  /** `count` is 0..63. */
  shiftLeft(a: Wide, count: number): Wide;
  shiftRight(a: Wide, count: number): Wide;
  negate(a: Wide): Wide;
  complement(a: Wide): Wide;
}

function arithmetic(wrap: (value: bigint) => Wide, least: number): WideArithmetic {
  return {
    add(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const sum = a + b;
        if (sum < TOP && sum > least) return sum;
      }
      return wrap(BigInt(a) + BigInt(b));
    },
    subtract(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const difference = a - b;
        if (difference < TOP && difference > least) return difference;
      }
      return wrap(BigInt(a) - BigInt(b));
    },
    multiply(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const product = a * b;
        if (product < TOP && product > least) return product + 0;
      }
      return wrap(BigInt(a) * BigInt(b));
    },
    divide(a, b) {
      // Correctly rounded division of integers below 2^53 never rounds up to an integer that the quotient
      // does not reach.
      if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
      return wrap(BigInt(a) / BigInt(b));
    },
    remainder(a, b) {
      if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
      return wrap(BigInt(a) % BigInt(b));
    },
    and(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        if ((a | 0) === a && (b | 0) === b) return a & b;
        return (Math.floor(a / HIGH) & Math.floor(b / HIGH)) * HIGH + ((a & b) >>> 0);
      }
      return wrap(BigInt(a) & BigInt(b));
    },
    or(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        if ((a | 0) === a && (b | 0) === b) return a | b;
        return (Math.floor(a / HIGH) | Math.floor(b / HIGH)) * HIGH + ((a | b) >>> 0);
      }
      return wrap(BigInt(a) | BigInt(b));
    },
    xor(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        if ((a | 0) === a && (b | 0) === b) return a ^ b;
        return (Math.floor(a / HIGH) ^ Math.floor(b / HIGH)) * HIGH + ((a ^ b) >>> 0);
      }
      return wrap(BigInt(a) ^ BigInt(b));
    },
    shiftLeft(a, count) {
      if (typeof a === 'number') {
        const product = a * 2 ** count;
        if (product < TOP && product > least) return product;
      }
      return wrap(BigInt(a) << BigInt(count));
    },
    shiftRight(a, count) {
      if (typeof a === 'number') return Math.floor(a / 2 ** count);
      return wrap(a >> BigInt(count));
    },
    negate(a) {
      if (typeof a === 'number' && -a > least) return 0 - a;
      return wrap(-BigInt(a));
    },
    complement(a) {
      if (typeof a === 'number' && least < -1) return -1 - a;
      return wrap(-1n - BigInt(a));
    },
  };
}

export const SIGNED: WideArithmetic = arithmetic(wrapSigned, -TOP);
/**
 * Unsigned arithmetic. The bound `least` excludes sums and products below zero, which are not in
 * range.
 */
export const UNSIGNED: WideArithmetic = arithmetic(wrapUnsigned, -1);

/** Reads a signed 64-bit integer, little endian. */
export function readWideSigned(view: DataView, address: number): Wide {
  const high = view.getInt32(address + 4, true);
  if (high >= -2097152 && high < 2097152) return high * HIGH + view.getUint32(address, true);
  return view.getBigInt64(address, true);
}
/** Reads an unsigned 64-bit integer, little endian. */
export function readWideUnsigned(view: DataView, address: number): Wide {
  const high = view.getUint32(address + 4, true);
  if (high < 2097152) return high * HIGH + view.getUint32(address, true);
  return view.getBigUint64(address, true);
}
/** Writes a 64-bit integer, little endian. */
export function writeWide(view: DataView, address: number, value: Wide): void {
  if (typeof value === 'number') {
    view.setInt32(address, value | 0, true);
    view.setInt32(address + 4, Math.floor(value / HIGH), true);
  } else {
    view.setBigInt64(address, value, true);
  }
}
