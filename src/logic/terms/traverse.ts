import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';
import type { TermTable } from './table.ts';
import { TermMap } from './term-map.ts';

/** Walks over term graphs; all are iterative and visit each term once. */

/** All terms below and including the roots, arguments before the terms that use them. */
export function postorder(store: TermTable, roots: Iterable<Term>, seen: TermMap = new TermMap()): Term[] {
  return walk(store, roots, seen, null);
}

/** {@link postorder} in which an array of constants is one term: what it is made of is left out. */
export function outerPostorder(store: TermStore, roots: Iterable<Term>): Term[] {
  return walk(store, roots, new TermMap(), (t) => outerArity(store, t));
}

/** Number of arguments of a term; 0 for a write to a constant array that gives another one. */
export function outerArity(store: TermStore, t: Term): number {
  return store.op(t) === Op.STORE && store.arrays.isConstant(t) ? 0 : store.arity(t);
}

/** `arityOf`: number of arguments that are visited; null: all are. */
function walk(store: TermTable, roots: Iterable<Term>, seen: TermMap, arityOf: ((t: Term) => number) | null): Term[] {
  const order: Term[] = [];
  const stack: Term[] = [];
  for (const root of roots) {
    stack.push(root);
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      const state = seen.get(t);
      if (state === 1) {
        stack.pop();
        continue;
      }
      if (state === -1) {
        seen.set(t, 0);
        for (let i = (arityOf === null ? store.arity(t) : arityOf(t)) - 1; i >= 0; i--) {
          const x = store.arg(t, i);
          if (seen.get(x) === -1) stack.push(x);
        }
        continue;
      }
      seen.set(t, 1);
      order.push(t);
      stack.pop();
    }
  }
  return order;
}

/** The variables in the roots, in order of first appearance. */
export function freeVariables(store: TermTable, roots: Iterable<Term>): Term[] {
  return postorder(store, roots).filter((t) => store.op(t) === Op.VARIABLE);
}

/** Number of different terms below and including the roots. */
export function dagSize(store: TermTable, roots: Iterable<Term>): number {
  return postorder(store, roots).length;
}

/** Conjuncts of a term, nested conjunctions flattened; `true` has none. */
export function conjuncts(store: TermStore, t: Term): Term[] {
  const out: Term[] = [];
  const stack = [t];
  const seen = new TermMap();
  while (stack.length > 0) {
    const x = stack.pop() as Term;
    if (x === store.true || seen.has(x)) continue;
    seen.set(x, 1);
    if (store.op(x) === Op.AND) stack.push(store.arg(x, 1), store.arg(x, 0));
    else out.push(x);
  }
  return out;
}

/** Disjuncts of a term: the negations of what is negated together, or the term itself. */
export function disjuncts(store: TermStore, t: Term): readonly Term[] {
  return store.op(t) === Op.NOT ? conjuncts(store, store.arg(t, 0)).map((part) => store.not(part)) : [t];
}
