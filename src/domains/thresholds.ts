import type { Term } from '../smt/builder.ts';
import { Op } from '../smt/ops.ts';
import type { TermStore } from '../smt/store.ts';

const MAX_THRESHOLDS = 48;

/** By width: constants that comparisons among these terms mention, and their neighbours (unsigned). */
export function thresholdsOf(terms: TermStore, orders: Iterable<readonly Term[]>): ReadonlyMap<number, readonly bigint[]> {
  const byWidth = new Map<number, Set<bigint>>();
  for (const order of orders) {
    for (const t of order) {
      const op = terms.op(t);
      if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) continue;
      for (let i = 0; i < 2; i += 1) {
        const arg = terms.arg(t, i);
        if (!terms.isBv(arg)) continue;
        const width = terms.width(arg);
        let set = byWidth.get(width);
        if (set === undefined) byWidth.set(width, (set = new Set()));
        if (set.size >= MAX_THRESHOLDS) continue;
        const value = terms.constValue(arg);
        for (const v of [value - 1n, value, value + 1n]) set.add(BigInt.asUintN(width, v));
      }
    }
  }
  return new Map([...byWidth].map(([width, set]) => [width, [...set]]));
}
