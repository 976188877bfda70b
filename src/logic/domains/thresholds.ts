import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Stops } from './range.ts';

const MAX_THRESHOLDS = 48;

/**
 * Thresholds by width: the constants among these terms, and as bounds those in comparisons, with their
 * neighbours (unsigned).
 */
export function stopsOf(terms: TermStore, orders: Iterable<readonly Term[]>): ReadonlyMap<number, Stops> {
  const byWidth = new Map<number, { readonly bounds: Set<bigint>; readonly constants: Set<bigint> }>();
  const at = (width: number): { readonly bounds: Set<bigint>; readonly constants: Set<bigint> } => {
    let stops = byWidth.get(width);
    if (stops === undefined) byWidth.set(width, (stops = { bounds: new Set(), constants: new Set() }));
    return stops;
  };
  for (const order of orders) {
    for (const t of order) {
      if (terms.isBv(t)) at(terms.width(t)).constants.add(terms.constValue(t));
      const op = terms.op(t);
      if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) continue;
      for (let i = 0; i < 2; i++) {
        const arg = terms.arg(t, i);
        if (!terms.isBv(arg)) continue;
        const width = terms.width(arg);
        const { bounds } = at(width);
        if (bounds.size >= MAX_THRESHOLDS) continue;
        const value = terms.constValue(arg);
        for (const v of [value - 1n, value, value + 1n]) bounds.add(BigInt.asUintN(width, v));
      }
    }
  }
  return new Map([...byWidth].map(([width, { bounds, constants }]) => [width, { bounds: [...bounds], constants }]));
}
