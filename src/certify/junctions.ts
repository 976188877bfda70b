import type { Term } from '../smt/builder.ts';
import { Op } from '../smt/ops.ts';
import type { TermStore } from '../smt/store.ts';
import { conjuncts } from '../smt/traverse.ts';

/** What must hold for all of the formulas to hold: none of it a conjunction, none of it twice. */
export function conjunctsOf(store: TermStore, formulas: readonly Term[]): Term[] {
  return [...new Set(formulas.flatMap((t) => conjuncts(store, t)))];
}

/** What may hold for a formula to hold: the negations of what is negated together, else itself. */
export function disjunctsOf(store: TermStore, t: Term): readonly Term[] {
  return store.op(t) === Op.NOT ? conjunctsOf(store, [store.arg(t, 0)]).map((part) => store.not(part)) : [t];
}
