import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import type { Difference } from './int-trie.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';

/** Reading, writing, merging and comparing arrays. */

/** Most writes at other places that a read skips. */
const LOOK_BACK = 64;
/** Most nested `ite`s whose branches a read moves into. */
const BRANCHES = 3;
/**
 * Most elements in which two arrays over one base may differ to be merged or compared element by
 * element.
 */
const MERGED = 16;
/** Most writes to unknown places that two branches may have on top of a common array to be merged. */
const PEELED = 8;

/** The two indices differ in every model: constants, or one term plus different constants. */
function distinct(s: RuleTerms, i: Term, j: Term): boolean {
  if (i === j) return false;
  if (s.isConst(i) && s.isConst(j)) return true;
  return s.eq(i, j) === s.false;
}

export function mkSelect(s: RuleTerms, array: Term, index: Term): Term {
  const found = resolved(s, array, index, BRANCHES);
  return found === NO_TERM ? read(s, array, index) : found;
}

function read(s: RuleTerms, array: Term, index: Term): Term {
  return s.make(Op.SELECT, s.elementSort(array), array, index);
}

/** The element at `index` as something simpler than a read of `array`, or NO_TERM. */
function resolved(s: RuleTerms, array: Term, index: Term, branches: number): Term {
  const constant = s.isConst(index);
  let a = array;
  for (let steps = 0; steps < LOOK_BACK; steps++) {
    if (constant) {
      const element = s.arrays.element(a, index);
      if (element !== NO_TERM) return element;
      a = s.arrays.base(a);
    }
    const op = s.op(a);
    if (op === Op.CONST_ARRAY) return s.arg(a, 0);
    if (op === Op.ITE && branches > 0) {
      const x = resolved(s, s.arg(a, 1), index, branches - 1);
      const y = resolved(s, s.arg(a, 2), index, branches - 1);
      if (x === NO_TERM && y === NO_TERM) break;
      return s.ite(
        s.arg(a, 0),
        x === NO_TERM ? read(s, s.arg(a, 1), index) : x,
        y === NO_TERM ? read(s, s.arg(a, 2), index) : y,
      );
    }
    if (op !== Op.STORE) break;
    const at = s.arg(a, 1);
    if (at === index) return s.arg(a, 2);
    if (!distinct(s, at, index)) break;
    a = s.arg(a, 0);
  }
  return a === array ? NO_TERM : read(s, a, index);
}

export function mkStore(s: RuleTerms, array: Term, index: Term, element: Term): Term {
  if (s.isConst(index)) return s.arrays.write(array, index, element);
  const a = s.op(array) === Op.STORE && s.arg(array, 1) === index ? s.arg(array, 0) : array;
  if (s.op(element) === Op.SELECT && s.arg(element, 0) === a && s.arg(element, 1) === index) return a;
  if (s.op(a) === Op.CONST_ARRAY && s.arg(a, 0) === element) return a;
  return s.make(Op.STORE, s.sortId(a), a, index, element);
}

/** `ite` over arrays that are written over a common one becomes writes of `ite`s; else NO_TERM. */
export function mergeArrays(s: RuleTerms, c: Term, a: Term, b: Term): Term {
  const base = s.arrays.base(a);
  if (base === s.arrays.base(b)) {
    const differences = s.arrays.maps.difference(s.arrays.map(a), s.arrays.map(b), MERGED);
    if (differences !== null) {
      let r = b;
      for (const { key, left, right } of differences) {
        r = s.store(r, key, s.ite(c, orBase(s, left, base, key), orBase(s, right, base, key)));
      }
      return r;
    }
  }
  return mergePeeled(s, c, a, b);
}

function orBase(s: RuleTerms, element: Term, base: Term, index: Term): Term {
  return element === NO_TERM ? s.select(base, index) : element;
}

function mergePeeled(s: RuleTerms, c: Term, a: Term, b: Term): Term {
  const overA = peeled(s, a);
  const overB = peeled(s, b);
  const depth = overA.findIndex((x) => overB.includes(x));
  if (depth < 0) return NO_TERM;
  const common = overA[depth];
  let r = common;
  for (let i = overB.indexOf(common) - 1; i >= 0; i--) {
    const at = s.arg(overB[i], 1);
    r = s.store(r, at, s.ite(c, s.select(common, at), s.arg(overB[i], 2)));
  }
  for (let i = depth - 1; i >= 0; i--) {
    const at = s.arg(overA[i], 1);
    r = s.store(r, at, s.ite(c, s.arg(overA[i], 2), s.select(b, at)));
  }
  return r;
}

/** The array itself, then what its last writes were written over. */
function peeled(s: RuleTerms, array: Term): Term[] {
  const out = [array];
  let a = array;
  while (s.op(a) === Op.STORE && out.length <= PEELED) {
    a = s.arg(a, 0);
    out.push(a);
  }
  return out;
}

/** Equality of arrays: equality of the elements that differ in form, where these are few. */
export function mkEqArray(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return s.true;
  const base = s.arrays.base(a);
  const other = s.arrays.base(b);
  const differences = s.arrays.maps.difference(s.arrays.map(a), s.arrays.map(b), MERGED);
  if (differences !== null && base === other) return allEqual(s, differences, base, other, s.true);
  if (
    differences !== null &&
    s.op(base) === Op.CONST_ARRAY &&
    s.op(other) === Op.CONST_ARRAY &&
    someIndexFree(s, a, b)
  ) {
    return allEqual(s, differences, base, other, s.eq(s.arg(base, 0), s.arg(other, 0)));
  }
  return a < b ? s.make(Op.EQ, 0, a, b) : s.make(Op.EQ, 0, b, a);
}

function allEqual(s: RuleTerms, differences: readonly Difference[], base: Term, other: Term, rest: Term): Term {
  const equal = differences.map(({ key, left, right }) =>
    s.eq(orBase(s, left, base, key), orBase(s, right, other, key)),
  );
  return s.andAll([rest, ...equal]);
}

/** There are more indices than both chains write. */
function someIndexFree(s: RuleTerms, a: Term, b: Term): boolean {
  const sort = s.sort(a);
  if (sort.kind !== 'array' || sort.index.kind !== 'bv') return false;
  const written = s.arrays.maps.entries(s.arrays.map(a)) + s.arrays.maps.entries(s.arrays.map(b));
  return BigInt(written) < 1n << BigInt(sort.index.width);
}
