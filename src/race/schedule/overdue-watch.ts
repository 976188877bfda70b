import type { EngineThread } from './engine-thread.ts';

/** Interval in ms between checks whether engines pause when they should. */
const WATCH_MILLISECONDS = 50;
/** CPU time in ms beyond its slice after which an engine is overdue. */
const OVERRUN_MILLISECONDS = 100;
/** An engine that holds a slot without using CPU time for this time, in ms, is overdue. */
const STALL_MILLISECONDS = 1000;

/** Looks for engines that hold a slot for longer than their slices, or that do not run at all. */
export class OverdueWatch {
  /** CPU time of running engines when it last grew, and the time of that observation, in ms. */
  readonly #seen = new Map<string, { readonly used: number; readonly at: number }>();
  readonly #watch = setInterval(() => this.#look(), WATCH_MILLISECONDS);

  /** `running` returns the engines that hold slots; `overdue` is called with the id of one that does not pause. */
  constructor(
    private readonly running: () => readonly EngineThread[],
    private readonly overdue: (id: string) => void,
  ) {
    this.#watch.unref();
  }

  /** The engine begins or goes on, and has another slice. */
  forget(id: string): void {
    this.#seen.delete(id);
  }

  close(): void {
    clearInterval(this.#watch);
  }

  #look(): void {
    const now = performance.now();
    for (const { id, status } of this.running()) {
      const { used } = status;
      const seen = this.#seen.get(id);
      if (seen === undefined || seen.used !== used) this.#seen.set(id, { used, at: now });
      const stalled = seen !== undefined && seen.used === used && now - seen.at > STALL_MILLISECONDS;
      if (stalled || used > status.until + OVERRUN_MILLISECONDS) this.overdue(id);
    }
  }
}
