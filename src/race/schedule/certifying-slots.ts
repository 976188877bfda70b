/** Most time in ms for which engines wait for claims in all, or this share of the race if that is longer. */
const LEAST_MS = 5_000;
const MOST_OF_RACE = 0.5;

/**
 * While a claim waits for its certificate, no engine runs on its core: engines would search for a
 * result that may already exist. If that takes too long in all, the engines continue.
 */
export class CertifyingSlots {
  readonly #started = performance.now();
  #claims = 0;
  #timer: NodeJS.Timeout | null = null;
  #since = 0;
  #used = 0;

  /** `reserve` is called with the number of cores that claims hold from now on. */
  constructor(private readonly reserve: (cores: number) => void) {}

  /** Number of claims that wait for their certificates. */
  set claims(count: number) {
    if (count === this.#claims) return;
    const before = this.#claims;
    this.#claims = count;
    if (before === 0) this.#begin();
    else if (count === 0) this.#end();
    if (this.#timer !== null) this.reserve(count);
  }

  /** Reserves nothing any more. */
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
