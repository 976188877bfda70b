/** Random numbers from 0 to 2^32 - 1 (Marsaglia: Xorshift RNGs, 2003). `start`: where the sequence begins, any 32 bits but 0. */
export function xorshift(start: number): () => number {
  let x = start;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}
