import type { SharedStatus } from '../schedule/shared-status.ts';
import { ownNumber, ownTime } from '../threads/thread-time.ts';

/** Least interval in ms between looks at the CPU time. */
const PERIOD_MILLISECONDS = 2;

/** Holds an engine's thread to its slices. CPU time counts from the construction of this object. */
export class OwnSlices {
  readonly #time: () => number;
  readonly #began: number;
  #next = 0;
  #used = 0;

  /** `beforeRest` is called with the CPU time used, in ms, before the thread waits. */
  constructor(
    private readonly status: SharedStatus,
    private readonly beforeRest: (used: number) => void,
    time: () => number = ownTime(),
  ) {
    this.#time = time;
    this.#began = time();
    status.recordThread(ownNumber(), this.#began);
  }

  /** Checks the slice; cheap enough for every poll of the engine. Waits while its slice is over. */
  poll(): void {
    const now = performance.now();
    const { until } = this.status;
    if (until > this.#used && now < this.#next) return;
    this.#used = this.#time() - this.#began;
    this.status.recordUsed(this.#used);
    this.#next = now + Math.min(PERIOD_MILLISECONDS, until - this.#used);
    if (until > this.#used || this.status.stopped) return;
    this.beforeRest(this.#used);
    this.status.rest(this.#used);
  }
}
