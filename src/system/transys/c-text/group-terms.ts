import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts, postorder } from '../../../logic/terms/traverse.ts';
import type { Solutions } from './solutions.ts';

/**
 * Returns an equal condition. In each of its conjunctions, conjuncts over the same variable stand
 * together, so that they can be written as one range.
 */
export function byVariable(store: TermStore, root: Term, solutions: Solutions): Term {
  const known = new Map<Term, Term>();
  const now = (t: Term): Term => known.get(t) ?? t;
  const conditions = conditionsBelow(store, root);
  // A conjunction in a conjunction is a part of it.
  const inner = new Set(
    conditions.filter((t) => store.op(t) === Op.AND).flatMap((t) => [store.arg(t, 0), store.arg(t, 1)]),
  );
  for (const t of conditions) {
    if (store.op(t) === Op.NOT) known.set(t, store.not(now(store.arg(t, 0))));
    else if (!inner.has(t)) known.set(t, grouped(store, conjuncts(store, t).map(now), solutions));
  }
  return now(root);
}

/** Returns the negations and conjunctions of a condition, arguments first. */
function conditionsBelow(store: TermStore, root: Term): readonly Term[] {
  return postorder(store, [root]).filter((t) => store.op(t) === Op.NOT || store.op(t) === Op.AND);
}

function grouped(store: TermStore, parts: readonly Term[], solutions: Solutions): Term {
  const byVariable = new Map<Term, Term>();
  const rest: Term[] = [];
  for (const part of parts) {
    const variable = solutions.variableOf(part);
    if (variable === null) rest.push(part);
    else byVariable.set(variable, store.and(byVariable.get(variable) ?? store.true, part));
  }
  return store.andAll([...byVariable.values(), ...rest]);
}
