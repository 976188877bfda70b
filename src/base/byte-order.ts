/**
 * The byte of a value that comes first in memory: its least significant one, or its most significant one.
 * Bits of an array of bytes count from the lowest bit of the first byte, or from its highest.
 */
export type ByteOrder = 'little' | 'big';

/** Returns `bits` bits of a byte array from bit `offset` on, in the order of `ByteOrder`. */
export function getBits(bytes: Uint8Array, offset: number, bits: number, order: ByteOrder): bigint {
  const { indices, shift } = placeOf(offset, bits, order);
  let value = 0n;
  for (const index of indices) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return BigInt.asUintN(bits, value >> shift);
}

/** Sets `bits` bits of a byte array from bit `offset` on, in the order of `ByteOrder`. */
export function setBits(bytes: Uint8Array, offset: number, bits: number, value: bigint, order: ByteOrder): void {
  const { indices, shift } = placeOf(offset, bits, order);
  const mask = ((1n << BigInt(bits)) - 1n) << shift;
  let old = 0n;
  for (const index of indices) old = (old << 8n) | BigInt(bytes[index] ?? 0);
  let rest = (old & ~mask) | ((value << shift) & mask);
  for (const index of indices.reverse()) {
    if (index < bytes.length) bytes[index] = Number(rest & 255n);
    rest >>= 8n;
  }
}

/** The bytes with some bits, the most significant one first, and the number of bits below them. */
function placeOf(offset: number, bits: number, order: ByteOrder): { indices: number[]; shift: bigint } {
  const first = Math.floor(offset / 8);
  const count = Math.floor((offset + bits - 1) / 8) - first + 1;
  const indices = Array.from({ length: count }, (_, i) => first + i);
  if (order === 'little') return { indices: indices.reverse(), shift: BigInt(offset % 8) };
  return { indices, shift: BigInt(8 * count - (offset % 8) - bits) };
}
