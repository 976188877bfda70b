import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/** Most cases of an `ite` over constants that are visited. */
const MAX_CASES = 4096;

/**
 * The cut points among `allowed` that a program counter may be at. They are the constants at the
 * leaves of its `ite`s, or all of them if it has any other form.
 */
export function possibleCutPoints(terms: TermStore, pc: Term, allowed: Iterable<number>): number[] {
  const leaves = new Set<number>();
  const seen = new Set<Term>();
  const stack = [pc];
  while (stack.length > 0) {
    const t = stack.pop()!;
    if (seen.has(t)) continue;
    seen.add(t);
    if (terms.isBv(t)) leaves.add(Number(terms.constValue(t)));
    else if (terms.op(t) === Op.ITE && seen.size < MAX_CASES) stack.push(terms.arg(t, 1), terms.arg(t, 2));
    else return [...allowed];
  }
  const result: number[] = [];
  for (const id of allowed) if (leaves.has(id)) result.push(id);
  return result;
}
