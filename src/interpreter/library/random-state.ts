/**
 * glibc's `rand`: the additive feedback generator of degree 31 (random_r.c, TYPE_3). A run prints the
 * same numbers as the compiled program.
 */
export class RandomState {
  readonly #words: number[] = [];
  #next31 = 0;

  constructor(seed: number) {
    const words = new Int32Array(34);
    words[0] = seed === 0 ? 1 : seed;
    for (let index = 1; index < 31; index++) {
      // Schrage's method for 16807 * x mod (2^31 - 1).
      const high = Math.trunc(words[index - 1] / 127773);
      const low = words[index - 1] % 127773;
      const word = 16807 * low - 2836 * high;
      words[index] = word < 0 ? word + 2147483647 : word;
    }
    for (let index = 31; index < 34; index++) words[index] = words[index - 31];
    this.#words.push(...words);
    for (let index = 34; index < 344; index++) this.#step();
  }

  #step(): number {
    const words = this.#words;
    const sum = (words[words.length - 31] + words[words.length - 3]) | 0;
    words.push(sum);
    if (words.length > 4096) words.splice(0, words.length - 34);
    this.#next31 = sum;
    return sum;
  }

  /** Returns a number from 0 to 2^31 - 1. */
  next(): number {
    this.#step();
    return this.#next31 >>> 1;
  }
}
