/**
 * Returns the value of glibc's `__signbit` and its forms for negative arguments: the bit that the
 * processor's instruction leaves.
 */
export function signBitOf(suffix: string, pointerSize: number): number {
  if (suffix === 'l' || pointerSize === 4) return 0x200;
  return suffix === 'f' ? 8 : 0x80;
}
