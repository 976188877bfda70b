import { ArrayVersion } from '../../logic/terms/array-version.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { PartialValue } from './partial-value.ts';

/** Least number of writes of a large table. */
const LARGE = 128;

/** The elements of a constant array at the indices that it writes, and the one at all others. */
interface TableEntries {
  readonly written: ReadonlyMap<bigint, Term>;
  readonly other: Term;
}

/** Whether the term writes a constant array: constants at constant indices over one constant. */
export function isTable(store: TermStore, t: Term): boolean {
  return store.op(t) === Op.STORE && store.arrays.isConstant(t);
}

/** Whether the term is a table of so many writes that circuits for its reads are large. */
export function isLargeTable(store: TermStore, t: Term): boolean {
  if (!isTable(store, t)) return false;
  let below = t;
  for (let writes = 0; store.op(below) === Op.STORE; below = store.arg(below, 0)) if (++writes === LARGE) return true;
  return false;
}

/** Reads the writes of a table, the last of which come first. */
export function entriesOf(store: TermStore, table: Term): TableEntries {
  const written = new Map<bigint, Term>();
  let below = table;
  for (; store.op(below) === Op.STORE; below = store.arg(below, 0)) {
    const index = store.constValue(store.arg(below, 1));
    if (!written.has(index)) written.set(index, store.arg(below, 2));
  }
  return { written, other: store.arg(below, 0) };
}

/** The values of each store's tables; they can be computed again from the terms. */
const values = new WeakMap<TermStore, Map<Term, ArrayVersion<PartialValue>>>();

/** The value of a table, which all evaluations share. */
export function tableValue(store: TermStore, table: Term): ArrayVersion<PartialValue> {
  let known = values.get(store);
  if (known === undefined) values.set(store, (known = new Map()));
  let value = known.get(table);
  if (value === undefined) {
    const { written, other } = entriesOf(store, table);
    const constant = (t: Term): PartialValue =>
      store.sort(t).kind === 'bool' ? store.boolValue(t) : store.constValue(t);
    value = new ArrayVersion(constant(other), new Map([...written].map(([index, t]) => [index, constant(t)])));
    known.set(table, value);
  }
  return value;
}
