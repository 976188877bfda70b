import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/**
 * Literals that x = c implies for a constant c. They state equality of the lowest bit or of the two
 * lowest ones, x >= c and x <= c, unsigned and signed. Empty for other literals.
 */
export function weaker(terms: TermStore, literal: Term): Term[] {
  if (terms.op(literal) !== Op.EQ) return [];
  const [a, b] = [terms.arg(literal, 0), terms.arg(literal, 1)];
  const [x, c] = terms.isBv(b) ? [a, b] : [b, a];
  if (!terms.isBv(c) || terms.width(c) < 2) return [];
  const lowest = (n: number): Term => terms.eq(terms.extract(x, n - 1, 0), terms.extract(c, n - 1, 0));
  const bits = terms.width(c) > 2 ? [lowest(1), lowest(2)] : [lowest(1)];
  const ranges = [terms.ule(c, x), terms.sle(c, x), terms.ule(x, c), terms.sle(x, c)];
  return [...bits, ...ranges].filter((t) => !terms.isConst(t));
}
