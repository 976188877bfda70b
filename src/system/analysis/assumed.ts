import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { conjuncts, disjuncts } from '../../logic/terms/traverse.ts';
import type { StepCase } from './cases.ts';

/** Most rounds in which conditions simplify each other. */
const MAX_ROUNDS = 8;

/**
 * The step with conditions that are simplified by each other, until nothing changes. Null if they
 * contradict each other: with `a & b` false, `(a & b) | (c & x < 5)` becomes the two conditions `c` and
 * `x < 5`.
 */
export function assumed(terms: TermStore, { conditions, next }: StepCase): StepCase | null {
  let units = unitsOf(terms, conditions);
  for (let round = 0; ; round++) {
    if (units.has(terms.false)) return null;
    const mapping = [...units].flatMap((t) => valuesUnder(terms, t));
    const by = new Substitution(terms, mapping);
    const simplified = [...units].map((t) => withoutItself(terms, t, by));
    if (round < MAX_ROUNDS && simplified.some((t) => !units.has(t))) units = unitsOf(terms, simplified);
    else return { conditions: [...units], next: next.map((t) => by.apply(t)) };
  }
}

function unitsOf(terms: TermStore, conditions: readonly Term[]): Set<Term> {
  return new Set(conditions.flatMap((t) => conjuncts(terms, t)));
}

/** Values of terms where a condition holds. */
function valuesUnder(terms: TermStore, t: Term): (readonly [Term, Term])[] {
  return terms.op(t) === Op.NOT ? [[terms.arg(t, 0), terms.false]] : [[t, terms.true]];
}

/** Simplifies the parts of a disjunction; other conditions would become true by their own values. */
function withoutItself(terms: TermStore, t: Term, by: Substitution): Term {
  const parts = disjuncts(terms, t);
  return parts.length > 1 ? terms.orAll(parts.map((part) => by.apply(part))) : t;
}
