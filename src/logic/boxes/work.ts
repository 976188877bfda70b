/** Operations on the bounds of one term that take about a millisecond. */
const PER_MILLISECOND = 5_000;

/**
 * The cost of searches so far. It is a clock of work instead of time: a query that is decided within a
 * limit is decided on any machine, whatever its load.
 */
export class Work {
  #operations = 0;

  add(operations: number): void {
    this.#operations += operations;
  }

  /** Estimated time in ms on an otherwise idle machine. */
  get milliseconds(): number {
    return this.#operations / PER_MILLISECOND;
  }
}
