import { reachableFrom, reversed, successorsOf } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction } from '../cfa/automaton.ts';
import type { CallGraph } from './calls.ts';

/** Determines which locations of a function can still matter, once per function. */
export class UsefulLocations {
  readonly #cache = new Map<number, { toError: Uint8Array; toExit: Uint8Array }>();

  constructor(private readonly calls: CallGraph) {}

  /**
   * Returns a test whether the error is reachable from a location, within the function or (if `behind`)
   * after leaving it.
   */
  from(fn: AutomatonFunction, behind: boolean): (location: number) => boolean {
    let found = this.#cache.get(fn.id);
    if (found === undefined) {
      const backward = reversed(successorsOf(fn));
      const roots = fn.edges.filter((edge) => this.calls.isRoot(edge, fn)).map((edge) => edge.from);
      found = { toError: reachableFrom(backward, roots), toExit: reachableFrom(backward, [fn.exit]) };
      this.#cache.set(fn.id, found);
    }
    const { toError, toExit } = found;
    return (location) => toError[location] === 1 || (behind && toExit[location] === 1);
  }
}
