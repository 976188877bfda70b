/** Work that waits: how much it is, by any measure, and what begins it. */
interface Waiting {
  readonly size: number;
  begin(): void;
  drop(): void;
}

/** Runs pieces of work, so many at once; of those that wait the smallest one is next. */
export class SmallestFirst {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #closed = false;

  constructor(private readonly most: number) {}

  /** Resolves or rejects as `work` does, once it had its turn; with `dropped` if it has none before the queue is closed. */
  add<T>(size: number, work: () => Promise<T>, dropped: T): Promise<T> {
    if (this.#closed) return Promise.resolve(dropped);
    const result = new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        this.#running += 1;
        const over = (): void => {
          this.#running -= 1;
          this.#advance();
        };
        work().then(resolve, reject).finally(over);
      };
      this.#waiting.push({ size, begin, drop: () => resolve(dropped) });
    });
    this.#advance();
    return result;
  }

  /** Nothing that waits begins any more. */
  close(): void {
    this.#closed = true;
    for (const { drop } of this.#waiting.splice(0)) drop();
  }

  #advance(): void {
    while (this.#running < this.most && this.#waiting.length > 0) {
      const least = Math.min(...this.#waiting.map(({ size }) => size));
      const next = this.#waiting.findIndex(({ size }) => size === least);
      for (const { begin } of this.#waiting.splice(next, 1)) begin();
    }
  }
}
