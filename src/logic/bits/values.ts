/**
 * Value of a vector: a number up to 32 bits, else a bigint; equal values of one width are the same key
 * of a map.
 */
export type BitValue = number | bigint;

/** Value of a vector, given those of all nodes (see {@link Aig.simulate}). */
export function readValue(values: Uint8Array, bits: Int32Array): BitValue {
  if (bits.length > 32) return bigValue(values, bits);
  let value = 0;
  for (let i = bits.length - 1; i >= 0; i--) value = 2 * value + bitOf(values, bits[i]);
  return value;
}

export function bigValue(values: Uint8Array, bits: Int32Array): bigint {
  let text = '0x0';
  for (let low = (bits.length - 1) & ~3; low >= 0; low -= 4) {
    let digit = 0;
    for (let i = Math.min(low + 3, bits.length - 1); i >= low; i--) digit = 2 * digit + bitOf(values, bits[i]);
    text += digit.toString(16);
  }
  return BigInt(text);
}

export function sameValue(values: Uint8Array, a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (bitOf(values, a[i]) !== bitOf(values, b[i])) return false;
  return true;
}

export function bitOf(values: Uint8Array, edge: number): number {
  return (values[edge >> 1] ^ edge) & 1;
}
