import type { Term } from '../terms/builder.ts';
import type { ConstantArray } from '../terms/constant-array.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { sorted } from './elements.ts';
import type { Range } from './range.ts';
import { exactValue, joinValues, type Value, valueAmong } from './value.ts';

/** Elements of a block; two blocks are at most as long as a list of elements. */
const BLOCK = 16;
/** Most arrays that one read looks at. */
const MOST_ARRAYS = 32;

/**
 * The values of blocks of a constant array's entries: level k has those of 2^k blocks each. A read of a range
 * of indices joins a logarithmic number of values.
 */
class ConstantTable {
  readonly #levels: (readonly Value[])[] = [];
  readonly #other: Value;
  readonly #elements: readonly bigint[];

  constructor(
    terms: TermStore,
    private readonly array: ConstantArray,
    private readonly width: number,
  ) {
    this.#other = exactValue(width, terms.constValue(array.other));
    const elements = array.elements.map((t) => terms.constValue(t));
    this.#elements = elements;
    let level: Value[] = [];
    for (let from = 0; from + BLOCK <= elements.length; from += BLOCK) level.push(this.#among(from, from + BLOCK));
    while (level.length > 0) {
      this.#levels.push(level);
      const pairs: Value[] = [];
      for (let i = 1; i < level.length; i += 2) pairs.push(joinValues(level[i - 1], level[i]));
      level = pairs;
    }
  }

  /** The values of the elements from one index to another. */
  within(low: bigint, high: bigint): Value {
    let from = this.array.countBelow(low);
    const to = this.array.countBelow(high + 1n);
    let result = BigInt(to - from) <= high - low ? this.#other : null;
    const add = (v: Value): void => {
      result = result === null ? v : joinValues(result, v);
    };
    let first = Math.ceil(from / BLOCK);
    let last = Math.floor(to / BLOCK);
    if (first < last) {
      if (from < first * BLOCK) add(this.#among(from, first * BLOCK));
      from = last * BLOCK;
      for (const level of this.#levels) {
        if (first >= last) break;
        if (first % 2 === 1) add(level[first++]);
        if (last % 2 === 1) add(level[--last]);
        first /= 2;
        last /= 2;
      }
    }
    if (from < to) add(this.#among(from, to));
    // There is an index, and each has an element.
    return result ?? this.#other;
  }

  /** The values of few elements, by their places. */
  #among(from: number, to: number): Value {
    return valueAmong(this.width, sorted(this.#elements.slice(from, to))) ?? this.#other;
  }
}

/** The tables of each store; they can be computed again from the terms. */
const tables = new WeakMap<TermStore, Map<Term, ConstantTable>>();

/**
 * The values of the read `t` where its index has the value `index`. Null if the read array is not made of
 * constants. `listed`: all values of the index, if they are listed.
 */
export function elementOf(terms: TermStore, t: Term, index: Range, listed: readonly bigint[] | null): Value | null {
  const sort = terms.sort(t);
  const width = sort.kind === 'bool' ? 1 : sort.kind === 'bv' ? sort.width : 0;
  let found: Value | null = null;
  const add = (v: Value): void => {
    found = found === null ? v : joinValues(found, v);
  };
  const open = [terms.arg(t, 0)];
  for (let looked = 0; open.length > 0; looked++) {
    const array = open.pop() as Term;
    if (width === 0 || looked === MOST_ARRAYS) return null;
    const table = tableOf(terms, array, width);
    if (table !== null) {
      if (listed === null) add(table.within(index.low, index.high));
      else for (const x of listed) add(table.within(x, x));
    } else if (terms.op(array) === Op.ITE) open.push(terms.arg(array, 1), terms.arg(array, 2));
    else if (terms.op(array) === Op.STORE && terms.isConst(terms.arg(array, 2))) {
      add(exactValue(width, terms.constValue(terms.arg(array, 2))));
      open.push(terms.arg(array, 0));
    } else return null;
  }
  return found;
}

function tableOf(terms: TermStore, array: Term, width: number): ConstantTable | null {
  if (!terms.arrays.isConstant(array)) return null;
  let known = tables.get(terms);
  if (known === undefined) tables.set(terms, (known = new Map()));
  let table = known.get(array);
  if (table === undefined) {
    table = new ConstantTable(terms, terms.arrays.constants(array), width);
    known.set(array, table);
  }
  return table;
}
