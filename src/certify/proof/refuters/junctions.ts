import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';

/** Returns the conjuncts of the formulas, flattened, without duplicates. */
export function conjunctsOf(store: TermStore, formulas: readonly Term[]): Term[] {
  return [...new Set(formulas.flatMap((t) => conjuncts(store, t)))];
}
