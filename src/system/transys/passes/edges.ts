import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/** Limits: pairs of terms that are visited, and values. */
const MAX_PAIRS = 512;
const MAX_VALUES = 3;

/**
 * The edge from a block to one of its successors: the part of the tree of `ite`s of the next program
 * counter that leads there.
 */
export class EdgeValues {
  /** Subterms of the program counter that may be the successor. */
  readonly #towards = new Set<Term>();

  constructor(
    private readonly terms: TermStore,
    private readonly pc: Term,
    successor: number,
  ) {
    const seen = new Set<Term>();
    const stack = [pc];
    for (let t = stack.at(-1); t !== undefined; t = stack.at(-1)) {
      const first = !seen.has(t);
      seen.add(t);
      if (terms.op(t) !== Op.ITE) {
        if (!terms.isConst(t) || Number(terms.constValue(t)) === successor) this.#towards.add(t);
        stack.pop();
      } else if (first) {
        for (const side of [terms.arg(t, 1), terms.arg(t, 2)]) if (!seen.has(side)) stack.push(side);
      } else {
        if (this.#towards.has(terms.arg(t, 1)) || this.#towards.has(terms.arg(t, 2))) this.#towards.add(t);
        stack.pop();
      }
    }
  }

  /**
   * The values that a next-state term may take on that edge. These are the leaves of its `ite`s that
   * agree with the `ite`s of the program counter. Agreement is only known as far as the two trees have
   * the same conditions at the top. Null if there are more than three values, or too many cases.
   */
  of(value: Term): readonly Term[] | null {
    const { terms, pc } = this;
    if (terms.isConst(pc) || terms.op(value) !== Op.ITE) return [value];
    const found: Term[] = [];
    const seen = new Set<number>();
    const stack: [Term, Term][] = [[pc, value]];
    while (stack.length > 0) {
      const [p, v] = stack.pop()!;
      if (!this.#towards.has(p)) continue;
      const key = p * terms.size + v;
      if (seen.has(key)) continue;
      if (seen.size >= MAX_PAIRS) return null;
      seen.add(key);
      if (terms.op(p) === Op.ITE && terms.op(v) === Op.ITE && terms.arg(p, 0) === terms.arg(v, 0)) {
        stack.push([terms.arg(p, 1), terms.arg(v, 1)], [terms.arg(p, 2), terms.arg(v, 2)]);
      } else if (terms.op(p) === Op.ITE) {
        stack.push([terms.arg(p, 1), v], [terms.arg(p, 2), v]);
      } else if (!found.includes(v)) {
        found.push(v);
        if (found.length > MAX_VALUES) return null;
      }
    }
    return found;
  }
}
