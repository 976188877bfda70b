import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';

/** Arrays whose index has at most this many values are observed as a whole. */
const SMALL_ARRAY = 32n;

/**
 * Elements of array variables that are worth observing. These are all elements of small arrays, and
 * those of other arrays at constant indices that the program reads or writes; at most `most`.
 */
export function arrayCells({ terms, stateVars, blocks }: TransitionSystem, most: number): readonly Term[] {
  const arrays = stateVars.map((v) => v.term).filter((t) => isWordArray(t));
  const cells = new Set<Term>();
  if (arrays.length === 0) return [];
  function isWordArray(t: Term): boolean {
    const sort = terms.sort(t);
    return (
      sort.kind === 'array' && sort.index.kind === 'bv' && (sort.element.kind === 'bv' || sort.element.kind === 'bool')
    );
  }
  const add = (array: Term, index: Term): void => {
    if (cells.size < most) cells.add(terms.select(array, index));
  };
  for (const array of arrays) {
    const sort = terms.sort(array);
    if (sort.kind !== 'array' || sort.index.kind !== 'bv' || 1n << BigInt(sort.index.width) > SMALL_ARRAY) continue;
    for (let i = 0; i < 2 ** sort.index.width; i++) add(array, terms.bv(sort.index.width, i));
  }
  const indices = new Map<number, Set<Term>>();
  for (const block of blocks) {
    for (const t of postorder(terms, [block.feasible, block.bad, ...block.next])) {
      const op = terms.op(t);
      if ((op !== Op.SELECT && op !== Op.STORE) || !terms.isBv(terms.arg(t, 1))) continue;
      const sort = terms.sortId(terms.arg(t, 0));
      let known = indices.get(sort);
      if (known === undefined) indices.set(sort, (known = new Set()));
      known.add(terms.arg(t, 1));
    }
  }
  for (const array of arrays) for (const index of indices.get(terms.sortId(array)) ?? []) add(array, index);
  return [...cells].filter((t) => terms.op(t) === Op.SELECT);
}
