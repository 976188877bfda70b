/** Operations on the bounds of one term, of which so many take about a millisecond. */
const PER_MILLISECOND = 5_000;

/**
 * What searches have cost so far. A clock that goes by what was done: what is decided within a limit is the same on any machine, whatever else it does.
 */
export class Work {
  #operations = 0;

  add(operations: number): void {
    this.#operations += operations;
  }

  /** So long it takes on a machine that does nothing else, roughly. */
  get milliseconds(): number {
    return this.#operations / PER_MILLISECOND;
  }
}
