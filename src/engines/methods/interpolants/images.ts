import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { SharedQueries } from './shared-queries.ts';

/** A growing union of sets of reachable states, with queries for containment. */
export class ImageSet {
  readonly #terms: TermStore;
  readonly #queries: SharedQueries;
  /**
   * The facts of a state that may lie outside the union: the invariants hold, and it is in none of the
   * sets.
   */
  readonly #outside: Term[];
  #union: Term;

  /** `invariants`: containment is only decided for states that satisfy them. */
  constructor(terms: TermStore, queries: SharedQueries, invariants: readonly Term[]) {
    this.#terms = terms;
    this.#queries = queries;
    this.#outside = [...invariants];
    this.#union = terms.false;
  }

  /** The union as a formula over the state variables. */
  get union(): Term {
    return this.#union;
  }

  add(states: Term): void {
    this.#union = this.#terms.or(this.#union, states);
    this.#outside.push(this.#terms.not(states));
  }

  /** True if the solver shows that the union contains all these states. */
  contains(states: Term): boolean {
    return this.#queries.excluded([states, ...this.#outside]);
  }
}

/**
 * The smallest i > 0 for which the union of sets 0 … i - 1 contains set i, given the invariants; null
 * if there is none.
 */
export function fixpointOf(
  terms: TermStore,
  queries: SharedQueries,
  sets: readonly Term[],
  invariants: readonly Term[],
): number | null {
  const earlier = new ImageSet(terms, queries, invariants);
  for (let i = 0; i < sets.length; i++) {
    if (i > 0 && earlier.contains(sets[i])) return i;
    earlier.add(sets[i]);
  }
  return null;
}
