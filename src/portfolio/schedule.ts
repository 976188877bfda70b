import type { Entrant } from './configuration.ts';

/** Without a time limit, shares are parts of so much. */
const NOMINAL_LIMIT_MILLISECONDS = 300_000;

/**
 * Who starts next. Engines start in order of their delays as soon as a thread is free; when nothing runs, the next one does not wait
 * for its delay. Times are milliseconds since the start of the race.
 */
export class Schedule {
  readonly #waiting: Entrant[];

  constructor(
    entrants: readonly Entrant[],
    private readonly threads: number,
    private readonly limit: number | null,
  ) {
    this.#waiting = [...entrants];
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Removes and returns the engines that start now. */
  start(now: number, running: number): readonly Entrant[] {
    const started: Entrant[] = [];
    while (this.#waiting.length > 0 && running + started.length < this.threads) {
      if (this.#waiting[0].delay > now && running + started.length > 0) break;
      started.push(...this.#waiting.splice(0, 1));
    }
    return started;
  }

  /** When `start` should be called again if nothing else happens, or null. */
  nextStart(running: number): number | null {
    return this.#waiting.length > 0 && running < this.threads ? this.#waiting[0].delay : null;
  }

  /** How long an engine may run, or null for as long as it likes. */
  shareOf(entrant: Entrant): number | null {
    return entrant.share >= 1 ? null : entrant.share * (this.limit ?? NOMINAL_LIMIT_MILLISECONDS);
  }
}
