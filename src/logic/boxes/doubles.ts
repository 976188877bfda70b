/** Neighbours and order of doubles and singles, to which bounds of intervals are rounded. */

const buffer = new DataView(new ArrayBuffer(8));

/** The least double above `x`; infinity and NaN stay. */
export function above(x: number): number {
  if (!(x < Number.POSITIVE_INFINITY)) return x;
  if (x === 0) return Number.MIN_VALUE;
  buffer.setFloat64(0, x);
  buffer.setBigInt64(0, buffer.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return buffer.getFloat64(0);
}

/** The greatest double below `x`. */
export function below(x: number): number {
  return -above(-x);
}

/** The least single above the single `x`. */
export function singleAbove(x: number): number {
  if (!(x < Number.POSITIVE_INFINITY)) return x;
  if (x === 0) return 2 ** -149;
  buffer.setFloat32(0, x);
  buffer.setInt32(0, buffer.getInt32(0) + (x > 0 ? 1 : -1));
  return buffer.getFloat32(0);
}

export function singleBelow(x: number): number {
  return -singleAbove(-x);
}

/** Pattern of a double that is not a NaN, as an unsigned number. */
export function doubleBits(x: number): bigint {
  buffer.setFloat64(0, x);
  return buffer.getBigUint64(0);
}

export function bitsDouble(bits: bigint): number {
  buffer.setBigUint64(0, bits);
  return buffer.getFloat64(0);
}

export function singleBits(x: number): bigint {
  buffer.setFloat32(0, x);
  return BigInt(buffer.getUint32(0));
}

export function bitsSingle(bits: bigint): number {
  buffer.setUint32(0, Number(bits));
  return buffer.getFloat32(0);
}

/**
 * The rank of `x` among all doubles: neighbours differ by one, zero is 0. Rounded to a double where it
 * is beyond 2^53.
 */
export function ordinal(x: number): number {
  const bits = Number(BigInt.asUintN(63, doubleBits(x)));
  return x < 0 ? -bits : bits;
}

/** The double of such a rank. */
export function atOrdinal(place: number): number {
  const x = bitsDouble(BigInt(Math.abs(Math.round(place))));
  return place < 0 ? -x : x;
}
