/** Allows at most `perSecond` events per second. */
export class Rate {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(private readonly perSecond: number) {}

  /** True if one more event is within the limit; it is then counted. `now`: time in ms. */
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
