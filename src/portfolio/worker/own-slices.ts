import type { Board } from '../contestants/board.ts';
import { ownNumber, ownTime } from '../threads/thread-time.ts';

/** How often a thread looks at its CPU time at most, ms. */
const PERIOD_MILLISECONDS = 2;

/** Holds an engine's thread to its slices. CPU time counts from the moment at which this is made. */
export class OwnSlices {
  readonly #time: () => number;
  readonly #began: number;
  #next = 0;
  #used = 0;

  /** `beforeRest` is called with the CPU time used, ms, when the thread is about to wait. */
  constructor(
    private readonly board: Board,
    private readonly beforeRest: (used: number) => void,
    time: () => number = ownTime(),
  ) {
    this.#time = time;
    this.#began = time();
    board.tellThread(ownNumber(), this.#began);
  }

  /** Cheap enough to be called whenever the engine asks whether it should stop. Waits while its slice is over. */
  poll(): void {
    const now = performance.now();
    const { until } = this.board;
    if (until > this.#used && now < this.#next) return;
    this.#used = this.#time() - this.#began;
    this.board.tellUsed(this.#used);
    this.#next = now + Math.min(PERIOD_MILLISECONDS, until - this.#used);
    if (until > this.#used || this.board.stopped) return;
    this.beforeRest(this.#used);
    this.board.rest(this.#used);
  }
}
