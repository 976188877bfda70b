import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { conjuncts } from '../terms/traverse.ts';

/** Returns the conjuncts of the formulas, flattened, without duplicates. */
export function conjunctsOf(store: TermStore, formulas: readonly Term[]): Term[] {
  return [...new Set(formulas.flatMap((t) => conjuncts(store, t)))];
}

/**
 * Returns the disjuncts of a formula: the negations of formulas that are negated together, or the
 * formula itself.
 */
export function disjunctsOf(store: TermStore, t: Term): readonly Term[] {
  return store.op(t) === Op.NOT ? conjunctsOf(store, [store.arg(t, 0)]).map((part) => store.not(part)) : [t];
}
