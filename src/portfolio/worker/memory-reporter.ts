import { getHeapStatistics } from 'node:v8';
import type { Board } from '../contestants/board.ts';

const PERIOD_MILLISECONDS = 100;

/** Tells the coordinator now and then how much memory this thread holds. */
export class MemoryReporter {
  #next = 0;

  constructor(
    private readonly board: Board,
    /** Bytes outside the JavaScript heap. */
    private readonly outside: () => number,
  ) {}

  /** Cheap enough to be called whenever the engine asks whether it should stop. */
  sample(): void {
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + PERIOD_MILLISECONDS;
    this.report();
  }

  /** Tells it now: what a thread that waits holds does not change. */
  report(): void {
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    this.board.reportBytes(heap + external + this.outside());
  }
}
