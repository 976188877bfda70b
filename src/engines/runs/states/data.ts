import { Op } from '../../../logic/terms/ops.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/** Variables whose next values are more than a choice among constants and such variables. */
export function dataOf(system: TransitionSystem): Set<number> {
  const { terms, stateVars, blocks } = system;
  const indices = new Map(stateVars.map(({ term }, i) => [term, i]));
  const data = new Set<number>();
  /** The variables that each variable may be a copy of. */
  const copies = stateVars.map(() => new Set<number>());
  for (const { next } of blocks)
    next.forEach((root, v) => {
      const seen = new Set<number>();
      const stack = [root];
      for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
        if (seen.has(t)) continue;
        seen.add(t);
        if (terms.sort(t).kind !== 'bv' || terms.isConst(t)) continue;
        const op = terms.op(t);
        const index = indices.get(t);
        if (index !== undefined) copies[v].add(index);
        else if (op === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
        else if (op === Op.ZEXT || op === Op.SEXT || op === Op.EXTRACT) stack.push(terms.arg(t, 0));
        else data.add(v);
      }
    });
  for (let changed = true; changed; ) {
    changed = false;
    copies.forEach((of, v) => {
      if (data.has(v) || ![...of].some((c) => data.has(c))) return;
      data.add(v);
      changed = true;
    });
  }
  return data;
}
