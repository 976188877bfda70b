/**
 * A small generator of pseudo-random numbers (mulberry32): equal seeds give equal programs on every
 * machine.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to `bound` - 1. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in `percent` of all cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)];
  }

  /** One of the alternatives, each as often as its weight says. */
  weighted<T>(alternatives: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.below(alternatives.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of alternatives) {
      if (left < weight) return value;
      left -= weight;
    }
    throw new Error('no alternatives');
  }
}
