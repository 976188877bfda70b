import type { Term } from '../smt/builder.ts';
import type { TermStore } from '../smt/store.ts';
import type { SharedQueries } from './shared-queries.ts';

/** A union of sets of reachable states that grows, and says whether it contains another set. */
export class ImageSet {
  readonly #terms: TermStore;
  readonly #queries: SharedQueries;
  /** What holds of states of which nothing says that they are in the union: the invariants, and that they are in none of its sets. */
  readonly #outside: Term[];
  #union: Term;

  /** `invariants`: of other states it need not be known whether the union contains them. */
  constructor(terms: TermStore, queries: SharedQueries, invariants: readonly Term[]) {
    this.#terms = terms;
    this.#queries = queries;
    this.#outside = [...invariants];
    this.#union = terms.false;
  }

  /** Over the state variables. */
  get union(): Term {
    return this.#union;
  }

  add(states: Term): void {
    this.#union = this.#terms.or(this.#union, states);
    this.#outside.push(this.#terms.not(states));
  }

  /** False also if the solver does not know. */
  contains(states: Term): boolean {
    return this.#queries.excluded([states, ...this.#outside]);
  }
}

/** The smallest i > 0 of which the i-th set is contained in the union of those before it, as far as the invariants hold, or null. */
export function fixpointOf(
  terms: TermStore,
  queries: SharedQueries,
  sets: readonly Term[],
  invariants: readonly Term[],
): number | null {
  const earlier = new ImageSet(terms, queries, invariants);
  for (let i = 0; i < sets.length; i += 1) {
    if (i > 0 && earlier.contains(sets[i])) return i;
    earlier.add(sets[i]);
  }
  return null;
}
