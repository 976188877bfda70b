import { getHeapStatistics } from 'node:v8';
import type { SharedStatus } from '../schedule/shared-status.ts';

const PERIOD_MILLISECONDS = 100;

/** Reports the memory of this thread to the coordinator now and then. */
export class MemoryReporter {
  #next = 0;

  constructor(
    private readonly status: SharedStatus,
    /** Bytes outside the JavaScript heap. */
    private readonly outside: () => number,
  ) {}

  /** Samples the memory; cheap enough for every poll of the engine. */
  sample(): void {
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + PERIOD_MILLISECONDS;
    this.report();
  }

  /** Reports at once, before the thread waits: its memory does not change meanwhile. */
  report(): void {
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    this.status.reportBytes(heap + external + this.outside());
  }
}
