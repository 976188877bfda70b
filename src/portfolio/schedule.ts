import type { Entrant } from './configuration.ts';

/** Without a time limit, shares are parts of so much. */
const NOMINAL_LIMIT_MILLISECONDS = 300_000;

/**
 * Who starts next. Engines start in order of their delays as soon as a thread is free; while a processor is idle, the next one does not wait
 * for its delay. Times are milliseconds since the start of the race, `running` is the number of engines that run.
 */
export class Schedule {
  readonly #waiting: Entrant[];

  constructor(
    entrants: readonly Entrant[],
    private readonly threads: number,
    private readonly processors: number,
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
    for (let next = this.#waiting.at(0); next !== undefined; next = this.#waiting.at(0)) {
      const load = running + started.length;
      if (load >= this.threads || (next.delay > now && load >= this.processors)) break;
      started.push(next);
      this.#waiting.shift();
    }
    return started;
  }

  /** When `start` should be called again if nothing else happens, or null. */
  nextStart(running: number): number | null {
    const next = this.#waiting.at(0);
    if (next === undefined || running >= this.threads) return null;
    return running < this.processors ? 0 : next.delay;
  }

  /** How long an engine may run, or null for as long as it likes. */
  shareOf(entrant: Entrant): number | null {
    return entrant.share >= 1 ? null : entrant.share * (this.limit ?? NOMINAL_LIMIT_MILLISECONDS);
  }
}
