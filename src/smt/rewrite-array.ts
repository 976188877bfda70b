import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';

/** Reading and writing of arrays. */

/** How many writes at other places a read goes past. */
const LOOK_BACK = 64;

/** The two indices differ in every model: constants, or one term plus different constants. */
export function distinct(s: TermStore, i: Term, j: Term): boolean {
  if (i === j) return false;
  if (s.isBv(i) && s.isBv(j)) return true;
  return s.eq(i, j) === s.false;
}

export function mkSelect(s: TermStore, array: Term, index: Term): Term {
  let a = array;
  for (let steps = 0; steps < LOOK_BACK; steps++) {
    const op = s.op(a);
    if (op === Op.CONST_ARRAY) return s.arg(a, 0);
    if (op !== Op.STORE) break;
    const at = s.arg(a, 1);
    if (at === index) return s.arg(a, 2);
    if (!distinct(s, at, index)) break;
    a = s.arg(a, 0);
  }
  return s.make(Op.SELECT, s.elementSort(a), a, index);
}

export function mkStore(s: TermStore, array: Term, index: Term, element: Term): Term {
  if (s.op(array) === Op.STORE && s.arg(array, 1) === index) return mkStore(s, s.arg(array, 0), index, element);
  return s.make(Op.STORE, s.sortId(array), array, index, element);
}
