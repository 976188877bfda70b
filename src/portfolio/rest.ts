import { availableParallelism } from 'node:os';
import type { Runner } from './runner.ts';

/** All rests of engines for claims together last at most this long, or this share of the race if that is longer. */
const LEAST_MS = 5_000;
const MOST_OF_RACE = 0.5;

/**
 * Where there are fewer cores than engines, a claim would wait for its certificate while the others search for what may be found already: they rest
 * meanwhile, for a while. They do so when they next ask whether to stop.
 */
export class Rest {
  readonly #started = performance.now();
  readonly #cores: number;
  #runners: readonly Runner[] = [];
  #timer: NodeJS.Timeout | null = null;
  #since = 0;
  #used = 0;

  constructor(cores = availableParallelism()) {
    this.#cores = cores;
  }

  /** True while engines rest; none should start. */
  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** A claim is to be certified while these engines run. `over` is called when they go on since it takes too long. */
  begin(runners: readonly Runner[], over: () => void): void {
    if (this.isOn || runners.length < this.#cores) return;
    const now = performance.now();
    const left = Math.max(LEAST_MS, MOST_OF_RACE * (now - this.#started)) - this.#used;
    if (left <= 0) return;
    this.#since = now;
    this.#runners = runners;
    for (const { board } of runners) board.letRest(true);
    this.#timer = setTimeout(() => {
      this.end();
      over();
    }, left);
  }

  /** All claims are dealt with. */
  end(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#used += performance.now() - this.#since;
    for (const { board } of this.#runners) board.letRest(false);
    this.#runners = [];
  }
}
