/** SMT-LIB's bit-vector functions on unsigned bigints of a given width. */

export function maskOf(width: number): bigint {
  return (1n << BigInt(width)) - 1n;
}

/** The two's-complement value of an unsigned pattern. */
export function toSigned(width: number, value: bigint): bigint {
  return BigInt.asIntN(width, value);
}

export function udiv(width: number, a: bigint, b: bigint): bigint {
  return b === 0n ? maskOf(width) : a / b;
}

export function urem(a: bigint, b: bigint): bigint {
  return b === 0n ? a : a % b;
}

/** Rounds towards zero; division by zero gives -1 for a >= 0 and 1 for a < 0. */
export function sdiv(width: number, a: bigint, b: bigint): bigint {
  const x = toSigned(width, a);
  const y = toSigned(width, b);
  if (y === 0n) return x < 0n ? 1n : maskOf(width);
  return BigInt.asUintN(width, x / y);
}

/** Sign follows the dividend; remainder by zero is the dividend. */
export function srem(width: number, a: bigint, b: bigint): bigint {
  const y = toSigned(width, b);
  return y === 0n ? a : BigInt.asUintN(width, toSigned(width, a) % y);
}

export function shl(width: number, a: bigint, b: bigint): bigint {
  return b >= BigInt(width) ? 0n : BigInt.asUintN(width, a << b);
}

export function lshr(width: number, a: bigint, b: bigint): bigint {
  return b >= BigInt(width) ? 0n : a >> b;
}

export function ashr(width: number, a: bigint, b: bigint): bigint {
  const by = b >= BigInt(width) ? BigInt(width - 1) : b;
  return BigInt.asUintN(width, toSigned(width, a) >> by);
}
