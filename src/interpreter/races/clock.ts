/**
 * A vector clock: for each thread, the number of its steps of synchronisation that come before a moment
 * (Mattern, 1989). Threads that the clock does not name have made none.
 */
export class Clock {
  readonly #counts: number[];

  constructor(counts: readonly number[] = []) {
    this.#counts = [...counts];
  }

  of(thread: number): number {
    return this.#counts[thread] ?? 0;
  }

  /** Lets the moment come behind another one. */
  join(other: Clock): void {
    for (const [thread, count] of other.#counts.entries())
      if ((count ?? 0) > this.of(thread)) this.#counts[thread] = count;
  }

  /** Begins a new step of the thread. */
  tick(thread: number): void {
    this.#counts[thread] = this.of(thread) + 1;
  }

  copy(): Clock {
    return new Clock(Array.from(this.#counts, (count) => count ?? 0));
  }
}
