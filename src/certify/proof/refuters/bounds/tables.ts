import type { Term } from '../../../../logic/terms/builder.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { entriesOf } from '../../../values/tables.ts';
import { type Interval, type TermRange, union } from './range.ts';

/**
 * The ranges of a table's entries by ascending indices: level k has those of 2^k entries each. The elements in an
 * interval have the union of a logarithmic number of them.
 */
class Table {
  readonly #levels: (readonly TermRange[])[] = [];

  constructor(
    private readonly indices: readonly bigint[],
    elements: readonly TermRange[],
    /** Element at all other indices. */
    private readonly other: TermRange,
  ) {
    for (let level = elements; level.length > 0; ) {
      this.#levels.push(level);
      const pairs: TermRange[] = [];
      for (let i = 1; i < level.length; i += 2) pairs.push(union(level[i - 1], level[i]));
      level = pairs;
    }
  }

  within({ low, high }: Interval): TermRange {
    let from = this.#countBelow(low);
    let to = this.#countBelow(high + 1n);
    const parts = BigInt(to - from) === high - low + 1n ? [] : [this.other];
    for (const level of this.#levels) {
      if (from >= to) break;
      if (from % 2 === 1) parts.push(level[from++]);
      if (to % 2 === 1) parts.push(level[--to]);
      from /= 2;
      to /= 2;
    }
    return parts.reduce(union);
  }

  #countBelow(index: bigint): number {
    let count = 0;
    for (let end = this.indices.length; count < end; ) {
      const middle = (count + end) >> 1;
      if (this.indices[middle] < index) count = middle + 1;
      else end = middle;
    }
    return count;
  }
}

/** The tables of each store; they can be computed again from the terms. */
const tables = new WeakMap<TermStore, Map<Term, Table>>();

/** The range of a table's elements in an interval of indices. `constant`: ranges of constants. */
export function elementsWithin(
  store: TermStore,
  array: Term,
  indices: Interval,
  constant: (t: Term) => TermRange,
): TermRange {
  let known = tables.get(store);
  if (known === undefined) tables.set(store, (known = new Map()));
  let table = known.get(array);
  if (table === undefined) known.set(array, (table = newTable(store, array, constant)));
  return table.within(indices);
}

function newTable(store: TermStore, array: Term, constant: (t: Term) => TermRange): Table {
  const { written, other } = entriesOf(store, array);
  // Most tables are written in ascending order.
  const entries = [...written].reverse().sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new Table(
    entries.map(([index]) => index),
    entries.map(([, element]) => constant(element)),
    constant(other),
  );
}
