/** Interval in ms between two looks at the process. */
const PERIOD_MILLISECONDS = 100;
/** Share of the limit at which the largest thread is ended. */
const DANGER = 0.9;
/** Pause in ms after a thread was ended, until its memory is returned. */
const PAUSE_MILLISECONDS = 400;
/** Interval in ms between two reports. */
const REPORT_MILLISECONDS = 1000;

/**
 * Watches the memory of the whole process from outside the threads: V8's limits for workers cover
 * neither ArrayBuffers nor WebAssembly, and a thread in a long solve reports nothing.
 */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  #quietUntil = 0;
  #lastReport = 0;

  /**
   * `relieve` is called with the size of the process in bytes while the process is in danger; it ends a
   * thread. `report` is called with it each second. `limit` in bytes.
   */
  constructor(
    readonly limit: number,
    private readonly relieve: (bytes: number) => void,
    private readonly report: (bytes: number) => void,
  ) {
    this.#timer = setInterval(() => this.#check(), PERIOD_MILLISECONDS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const bytes = process.memoryUsage.rss();
    const now = performance.now();
    if (now - this.#lastReport >= REPORT_MILLISECONDS) {
      this.#lastReport = now;
      this.report(bytes);
    }
    if (bytes < DANGER * this.limit || now < this.#quietUntil) return;
    this.#quietUntil = now + PAUSE_MILLISECONDS;
    this.relieve(bytes);
  }
}
