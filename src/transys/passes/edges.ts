import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';

/** Pairs looked at before giving up. */
const MAX_PAIRS = 512;

/**
 * The values that a next-state term may take when the next program counter is `successor`: the terms at those leaves of its `ite`s that
 * agree with the `ite`s of the program counter, as far as the two trees have the same conditions at the top. At most three different ones;
 * null if there are more, or too many cases.
 */
export function edgeValues(terms: TermStore, pc: Term, value: Term, successor: number): readonly Term[] | null {
  if (terms.isConst(pc) || terms.isConst(value)) return [value];
  const found: Term[] = [];
  const seen = new Set<string>();
  const stack: [Term, Term][] = [[pc, value]];
  while (stack.length > 0) {
    const [p, v] = stack.pop()!;
    const key = `${p} ${v}`;
    if (seen.has(key)) continue;
    if (seen.size >= MAX_PAIRS) return null;
    seen.add(key);
    if (terms.op(p) === Op.ITE && terms.op(v) === Op.ITE && terms.arg(p, 0) === terms.arg(v, 0)) {
      stack.push([terms.arg(p, 1), terms.arg(v, 1)], [terms.arg(p, 2), terms.arg(v, 2)]);
    } else if (terms.op(p) === Op.ITE) {
      stack.push([terms.arg(p, 1), v], [terms.arg(p, 2), v]);
    } else if (terms.isConst(p)) {
      if (Number(terms.constValue(p)) !== successor || found.includes(v)) continue;
      found.push(v);
      if (found.length > 3) return null;
    } else if (!found.includes(v)) found.push(v);
  }
  return found;
}
