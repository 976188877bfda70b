/** At most so many in a second. */
export class Rate {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(private readonly perSecond: number) {}

  /** Whether one more is within the limit, which it counts for then. `now`: ms. */
  allows(now: number): boolean {
    if (now - this.#start >= 1000) {
      this.#start = now;
      this.#count = 0;
    }
    if (this.#count >= this.perSecond) return false;
    this.#count += 1;
    return true;
  }
}
