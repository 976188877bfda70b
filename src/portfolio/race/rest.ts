/** All rests of engines for claims together last at most this long, or this share of the race if that is longer. */
const LEAST_MS = 5_000;
const MOST_OF_RACE = 0.5;

/**
 * While a claim waits for its certificate nobody else runs on its core: others would search for what may be found already. Where that takes too long in all, the others go on.
 */
export class Rest {
  readonly #started = performance.now();
  #claims = 0;
  #timer: NodeJS.Timeout | null = null;
  #since = 0;
  #used = 0;

  /** `reserve` is called with the number of cores that claims have from now on. */
  constructor(private readonly reserve: (cores: number) => void) {}

  /** So many claims wait for their certificates. */
  set claims(count: number) {
    if (count === this.#claims) return;
    const before = this.#claims;
    this.#claims = count;
    if (before === 0) this.#begin();
    else if (count === 0) this.#end();
    if (this.#timer !== null) this.reserve(count);
  }

  /** No rest begins or ends any more. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #begin(): void {
    this.#since = performance.now();
    const left = Math.max(LEAST_MS, MOST_OF_RACE * (this.#since - this.#started)) - this.#used;
    if (left > 0) this.#timer = setTimeout(() => this.#end(), left);
  }

  #end(): void {
    if (this.#timer === null) return;
    this.close();
    this.#used += performance.now() - this.#since;
    this.reserve(0);
  }
}
