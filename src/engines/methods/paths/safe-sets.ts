import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { Location } from '../frames/locations.ts';
import type { PathGraph } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** Most sets at one location. */
const MOST_SETS = 60;

/**
 * Sets of states from which no run leads to an error, by location ([MEI17] Def. 2, S-interpolants). Each
 * set was closed when it was added. No step from it ends in an error, and each ends in a set of its
 * target or in the set itself. The union of all sets is closed, too.
 *
 * Unlike in [MEI17], one query decides about a whole block (McMillan, CAV 2010). In the paper, a path to
 * the end of a block is enough to mark the block, whatever its other branches are.
 */
export class SafeSets {
  readonly #terms: TermStore;
  readonly #graph: PathGraph;
  readonly #queries: LocationQueries;
  /** Limit of a query in ms; 0: none. */
  readonly #milliseconds: number;
  readonly #sets = new Map<Location, Term[]>();
  #count = 0;

  constructor(terms: TermStore, graph: PathGraph, queries: LocationQueries, milliseconds: number) {
    this.#terms = terms;
    this.#graph = graph;
    this.#queries = queries;
    this.#milliseconds = milliseconds;
  }

  /** Number of sets. */
  get count(): number {
    return this.#count;
  }

  at(location: Location): readonly Term[] {
    return this.#sets.get(location) ?? [];
  }

  /** The union of the sets at a location. */
  union(location: Location): Term {
    return this.#terms.orAll([...this.at(location)]);
  }

  /**
   * Adds the states of a formula if they are closed. Conjuncts that steps back to the location do not keep
   * are left out. Returns whether a set was added.
   */
  add(location: Location, formula: Term): boolean {
    const sets = this.at(location);
    if (location === this.#graph.entry || sets.length >= MOST_SETS || sets.includes(formula)) return false;
    if (this.#queries.implies(location, formula, sets)) return false;
    const kept = this.#kept(location, conjuncts(this.#terms, formula));
    if (!this.#isClosed(location, kept)) return false;
    this.#sets.set(location, [...sets, kept]);
    this.#count += 1;
    return true;
  }

  /** The greatest subset of conjuncts that steps from the location back to it keep (Houdini). */
  #kept(location: Location, parts: readonly Term[]): Term {
    const loops = this.#graph.outgoing(location).filter((edge) => edge.to === location);
    let kept = parts;
    for (let changed = loops.length > 0; changed && kept.length > 0; ) {
      const all = this.#terms.andAll([...kept]);
      const known = this.#terms.not(this.union(location));
      const next = kept.filter((part) =>
        loops.every((edge) => {
          const lost = this.#terms.and(location.after(known), this.#terms.not(location.after(part)));
          return this.#queries.excluded(location, [all, edge.guard, lost], this.#milliseconds);
        }),
      );
      changed = next.length < kept.length;
      kept = next;
    }
    return this.#terms.andAll([...kept]);
  }

  #isClosed(location: Location, set: Term): boolean {
    const error = this.#graph.error(location);
    if (error !== null && !this.#queries.excluded(location, [set, error.guard], this.#milliseconds)) return false;
    return this.#graph.outgoing(location).every((edge) => {
      const others = [...this.at(edge.to), ...(edge.to === location ? [set] : [])];
      const outside = this.#terms.not(location.after(this.#terms.orAll(others)));
      return this.#queries.excluded(location, [set, edge.guard, outside], this.#milliseconds);
    });
  }
}
