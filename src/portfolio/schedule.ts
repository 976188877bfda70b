import type { Entrant, Plan } from './plan.ts';

interface Waiting {
  readonly entrant: Entrant;
  /** When it may start though no processor is idle, ms. */
  readonly delay: number;
}

/**
 * Who starts next. Engines start when the slices before their first one are over, or earlier while a processor is idle. Times are milliseconds since the
 * start of the race, `running` is the number of engines that run.
 */
export class Schedule {
  readonly #waiting: Waiting[];

  constructor(
    { entrants, slices }: Plan,
    private readonly threads: number,
    private readonly processors: number,
  ) {
    let now = 0;
    const delays = new Map<string, number>();
    for (const { engine, milliseconds } of slices) {
      if (!delays.has(engine)) delays.set(engine, now);
      now += milliseconds;
    }
    this.#waiting = entrants.map((entrant) => ({ entrant, delay: delays.get(entrant.id) ?? 0 }));
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
      started.push(next.entrant);
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
}
