/** A small deterministic generator (xorshift128 [Mar03]); not for secrets. */
export class RandomNumbers {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number) {
    // Spread the seed by a linear congruential step, so that neighbouring seeds give unrelated sequences.
    let state = seed >>> 0;
    const spread = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state ^ (state >>> 15)) >>> 0;
    };
    this.#a = spread() | 1;
    this.#b = spread();
    this.#c = spread();
    this.#d = spread();
    for (let round = 0; round < 8; round++) this.next();
  }

  /** Returns a number from 0 to 2^32 - 1. */
  next(): number {
    let t = this.#d;
    const s = this.#a;
    this.#d = this.#c;
    this.#c = this.#b;
    this.#b = s;
    t ^= t << 11;
    t ^= t >>> 8;
    this.#a = t ^ s ^ (s >>> 19);
    return this.#a >>> 0;
  }

  /** Returns a number from 0 to limit - 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** Returns a number from 0 on, below 1. */
  fraction(): number {
    return this.next() / 4294967296;
  }

  bits(count: number): bigint {
    let value = 0n;
    for (let have = 0; have < count; have += 32) value = (value << 32n) | BigInt(this.next());
    return BigInt.asUintN(count, value);
  }
}
