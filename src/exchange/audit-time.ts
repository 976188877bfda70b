import { workClock } from '../base/clock.ts';
import { LIMITS } from './limits.ts';

/** How often the clock is looked at most, ms: solvers ask in short intervals. */
const PERIOD_MILLISECONDS = 2;

/** The time that an audit has for each query and for each batch of lemmas, by a clock of its thread in ms. */
export class AuditTime {
  #batchEnd = Number.POSITIVE_INFINITY;
  #queryEnd = Number.POSITIVE_INFINITY;
  #next = 0;
  #isOver = false;

  constructor(private readonly clock: () => number = workClock) {}

  beginBatch(): void {
    this.#batchEnd = this.clock() + LIMITS.audit.batchMilliseconds;
  }

  /** False if the batch has no time left for another query. */
  beginQuery(): boolean {
    const now = this.clock();
    this.#queryEnd = Math.min(this.#batchEnd, now + LIMITS.audit.queryMilliseconds);
    this.#isOver = now >= this.#batchEnd;
    return !this.#isOver;
  }

  /** Whether the query that goes on has had its time: for the solvers that answer it. */
  get isOver(): boolean {
    const now = performance.now();
    if (!this.#isOver && now >= this.#next) {
      this.#next = now + PERIOD_MILLISECONDS;
      this.#isOver = this.clock() >= this.#queryEnd;
    }
    return this.#isOver;
  }
}
