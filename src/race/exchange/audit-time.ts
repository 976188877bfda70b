import { workClock } from '../../base/clock.ts';
import { LIMITS } from '../../system/transys/lemma-limits.ts';

/** Least time between two reads of the clock, in ms: solvers poll in short intervals. */
const PERIOD_MILLISECONDS = 2;

/**
 * The time limits of an audit for each query and for each batch of lemmas, by a clock of its thread in
 * ms.
 */
export class AuditTime {
  #batchEnd = Number.POSITIVE_INFINITY;
  #queryEnd = Number.POSITIVE_INFINITY;
  #next = 0;
  #isOver = false;

  constructor(private readonly clock: () => number = workClock) {}

  beginBatch(): void {
    this.#batchEnd = this.clock() + LIMITS.audit.batchMilliseconds;
  }

  /** Starts a query. False if the batch has no time left for it. */
  beginQuery(): boolean {
    const now = this.clock();
    this.#queryEnd = Math.min(this.#batchEnd, now + LIMITS.audit.queryMilliseconds);
    this.#isOver = now >= this.#batchEnd;
    return !this.#isOver;
  }

  /** True once the current query has used its time; polled by the solvers. */
  get isOver(): boolean {
    const now = performance.now();
    if (!this.#isOver && now >= this.#next) {
      this.#next = now + PERIOD_MILLISECONDS;
      this.#isOver = this.clock() >= this.#queryEnd;
    }
    return this.#isOver;
  }
}
