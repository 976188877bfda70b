import type { Fixpoint } from '../domains/fixpoint.ts';
import type { Value } from '../domains/value.ts';
import { valueTransfer } from '../domains/values.ts';
import type { Term } from '../smt/builder.ts';
import type { TermStore } from '../smt/store.ts';
import { conjuncts } from '../smt/traverse.ts';
import type { ValueOf } from './linear.ts';

/** A step from place to place, as relational domains want it. */
export interface RelatedStep {
  readonly from: number;
  readonly to: number;
  /** Conjuncts of what holds in the step. */
  readonly literals: readonly Term[];
  /** The observed terms afterwards. */
  readonly next: readonly Term[];
  readonly value: ValueOf;
}

/** Shows the steps that the values do not exclude; `look` must use `value` at once. */
export function forEachRelatedStep(terms: TermStore, solution: Fixpoint<Value>, look: (step: RelatedStep) => void): void {
  solution.forEachStep(({ from, to, conditions, next, value }) => {
    const literals = [...new Set(conditions.flatMap((t) => conjuncts(terms, t)))];
    look({ from, to, literals, next, value: (t) => knownValue(terms, t, value) });
  });
}

/** Longest chain of operators put on top of a term whose value is known. */
const MAX_CHAIN = 4;

/** The value of a term, or of one made of it by a few unary operators. */
function knownValue(terms: TermStore, root: Term, value: ValueOf): Value | null {
  const chain: Term[] = [];
  let t = root;
  let v = value(t);
  while (v === null && terms.arity(t) === 1 && chain.length < MAX_CHAIN) {
    chain.push(t);
    t = terms.arg(t, 0);
    v = value(t);
  }
  for (let i = chain.length - 1; i >= 0 && v !== null; i -= 1) v = valueTransfer(terms, chain[i], [v]);
  return v;
}
