/**
 * Random numbers from 0 to 2^32 - 1 (Marsaglia: Xorshift RNGs, 2003). `start`: first state of the
 * sequence, any 32 bits but 0.
 */
export function xorshift(start: number): () => number {
  let x = start;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

/** Random numbers 0 … n - 1 for n > 0, and 0 for n = 0, from a seed. */
export function numbersBelow(seed: number): (n: number) => number {
  const next = xorshift(seed ^ 0x9e3779b9 || 1);
  return (n) => {
    const number = next();
    return n === 0 ? 0 : number % n;
  };
}
