import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { conjuncts } from '../terms/traverse.ts';

/** Returns formulas that must hold for all of the given ones to hold: none is a conjunction, none occurs twice. */
export function conjunctsOf(store: TermStore, formulas: readonly Term[]): Term[] {
  return [...new Set(formulas.flatMap((t) => conjuncts(store, t)))];
}

/**
 * Returns formulas one of which must hold for a formula to hold: the negations of formulas that are negated together, else
 * itself.
 */
export function disjunctsOf(store: TermStore, t: Term): readonly Term[] {
  return store.op(t) === Op.NOT ? conjunctsOf(store, [store.arg(t, 0)]).map((part) => store.not(part)) : [t];
}
