/** Hands out turns: so many at once, in the order of the requests. */
export class RequestQueue {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** `most`: turns at once. `longest`: requests that may wait. */
  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  /**
   * Runs `work` in a turn of its own; an aborted request leaves the queue. Throws if
   * too many requests wait, and the signal's reason if it is aborted before its turn.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.most) {
      this.#taken += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.longest) throw new Error(`${this.longest} requests are waiting already`);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const index = this.#waiting.indexOf(begin);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
