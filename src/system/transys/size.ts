import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * True if the term has more than `limit` distinct nodes, leaves not counted. Visits no more nodes than
 * that.
 */
export function biggerThan(terms: TermStore, t: Term, limit: number): boolean {
  if (terms.arity(t) === 0) return false;
  const seen = new Set<Term>([t]);
  const stack = [t];
  while (stack.length > 0) {
    const node = stack.pop()!;
    for (let i = terms.arity(node) - 1; i >= 0; i--) {
      const arg = terms.arg(node, i);
      if (terms.arity(arg) === 0 || seen.has(arg)) continue;
      if (seen.size >= limit) return true;
      seen.add(arg);
      stack.push(arg);
    }
  }
  return false;
}
