import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { conjuncts, postorder } from './traverse.ts';

/** Conjunctions of more conditions stay as they are: nested ones would cost the square of their number. */
const MOST_CONJUNCTS = 64;

/**
 * The terms with equal conjunctions made the same term: `(a & b) & (b & c)` and `a & (b & c)` are both
 * made of the set `a`, `b`, `c`.
 */
export function withEqualConjunctions(terms: TermStore, roots: readonly Term[]): readonly Term[] {
  const memory = new TermMap();
  const known = (t: Term): Term => memory.get(t);
  for (const t of postorder(terms, roots)) {
    const arity = terms.arity(t);
    const [a, b, c] = [0, 1, 2].map((i) => (i < arity ? known(terms.arg(t, i)) : 0));
    if (arity === 0) memory.set(t, t);
    else if (terms.op(t) === Op.AND) memory.set(t, conjunction(terms, a, b));
    else memory.set(t, rebuild(terms, terms, t, a, b, c));
  }
  return roots.map(known);
}

function conjunction(terms: TermStore, a: Term, b: Term): Term {
  const both = terms.and(a, b);
  const parts = conjuncts(terms, both);
  return parts.length > MOST_CONJUNCTS ? both : terms.andAll(parts);
}
