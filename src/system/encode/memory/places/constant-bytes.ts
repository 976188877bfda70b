import { NO_TERM, type Term } from '../../../../logic/terms/builder.ts';
import { isConstantVariable } from '../../../../program/cfa/constant-objects.ts';
import { MAX_TARGETS } from '../../../offsets/facts.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Encoding } from '../../machine/encoding.ts';
import type { Execution } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import type { Reference } from './places.ts';

/**
 * Constant arrays of bytes, as tables of string literals lead to them. A read through a pointer to many of
 * them is one read of an array, indexed by the object's number and the offset.
 */
interface ConstantBytes {
  /** Bits of an offset in the largest object. */
  readonly offsetBits: number;
  /** The bytes of the objects by their numbers. */
  readonly bytes: ReadonlyMap<number, readonly Term[]>;
  /** The objects' sizes by number; 0 for other numbers. */
  readonly sizes: Term;
  /** The bytes by number and offset; null before its first use. */
  content: Term | null;
  /** The bytes at an offset, by number. */
  readonly columns: Map<number, Term>;
}

/** Tables by the numbers of their objects; null where a byte is no constant. */
const known = new WeakMap<Encoding, Map<string, ConstantBytes | null>>();

/**
 * Returns the byte that a pointer to many constant arrays leads to, and when it leads into one of them. Null
 * for other reads, and for pointers to few of them.
 */
export function constantByteAt(
  x: Execution,
  { pointer: { object, offset }, within: allowed = x.terms.true }: Extract<Reference, { kind: 'pointer' }>,
  shape: Shape,
): { readonly byte: Term; readonly valid: Term; readonly numbers: ReadonlySet<number> } | null {
  const { terms } = x;
  const targets = x.facts.targets(object);
  if (targets === null || targets.size <= MAX_TARGETS || !isByte(shape)) return null;
  const objects = new Map<number, MemoryObject>();
  for (const each of targets) {
    const target = x.encoding.objects.withNumber(each);
    if (target !== null && isConstantBytes(x, target)) objects.set(each, target);
  }
  const bytes = objects.size <= MAX_TARGETS ? null : bytesOf(x, objects);
  if (bytes === null) return null;
  const { numberWidth, objectWidth } = x.plan.pointers;
  const number = terms.extract(object, numberWidth - 1, 0);
  const size = terms.zext(terms.select(bytes.sizes, number), terms.width(offset));
  const valid = terms.andAll([allowed, terms.eq(object, terms.zext(number, objectWidth)), terms.ult(offset, size)]);
  const within = terms.extract(offset, bytes.offsetBits - 1, 0);
  const byte = terms.isBv(within)
    ? terms.select(columnOf(x, bytes, Number(terms.constValue(within))), number)
    : terms.select(contentOf(x, bytes), terms.concat(number, within));
  return { byte, valid, numbers: new Set(objects.keys()) };
}

function bytesOf(x: Execution, objects: ReadonlyMap<number, MemoryObject>): ConstantBytes | null {
  let tables = known.get(x.encoding);
  if (tables === undefined) known.set(x.encoding, (tables = new Map()));
  const key = [...objects.keys()].join();
  let bytes = tables.get(key);
  if (bytes === undefined) tables.set(key, (bytes = newTable(x, objects)));
  return bytes;
}

function newTable(x: Execution, objects: ReadonlyMap<number, MemoryObject>): ConstantBytes | null {
  const bytes = new Map<number, readonly Term[]>();
  let most = 2;
  for (const [number, object] of objects) {
    const own = bytesIn(x, object);
    if (own === null) return null;
    bytes.set(number, own);
    most = Math.max(most, own.length);
  }
  const offsetBits = Math.ceil(Math.log2(most));
  const sizes = [...bytes].map(([number, { length }]) => [number, x.terms.bv(offsetBits + 1, length)] as const);
  return { offsetBits, bytes, sizes: table(x, offsetBits + 1, sizes), content: null, columns: new Map() };
}

/** Returns an array over numbers of objects. Elements without an entry are 0. */
function table(x: Execution, width: number, entries: readonly (readonly [number, Term])[]): Term {
  const { terms, encoding } = x;
  const { numberWidth } = x.plan.pointers;
  const sort = { kind: 'array', index: { kind: 'bv', width: numberWidth }, element: { kind: 'bv', width } } as const;
  return terms.filledArray(
    encoding.zero(sort),
    entries.map(([number]) => terms.bv(numberWidth, number)),
    entries.map(([, element]) => element),
  );
}

function columnOf(x: Execution, { bytes, columns }: ConstantBytes, offset: number): Term {
  let column = columns.get(offset);
  if (column === undefined) {
    const long = [...bytes].filter(([, { length }]) => offset < length);
    column = table(
      x,
      8,
      long.map(([number, own]) => [number, own[offset]]),
    );
    columns.set(offset, column);
  }
  return column;
}

function contentOf(x: Execution, table: ConstantBytes): Term {
  if (table.content !== null) return table.content;
  const { terms, encoding } = x;
  const { numberWidth } = x.plan.pointers;
  const { offsetBits, bytes } = table;
  const index = { kind: 'bv', width: numberWidth + offsetBits } as const;
  const base = encoding.zero({ kind: 'array', index, element: { kind: 'bv', width: 8 } });
  const places = [...bytes].flatMap(([number, own]) =>
    own.map((_, offset) => terms.concat(terms.bv(numberWidth, number), terms.bv(offsetBits, offset))),
  );
  return (table.content = terms.filledArray(base, places, [...bytes.values()].flat()));
}

/** Returns the bytes of an array that nothing has written; null if one is no constant. */
function bytesIn(x: Execution, { shape, base }: MemoryObject): readonly Term[] | null {
  const { terms } = x;
  const cells = shape.cells.map((_, cell) => x.read(base + cell));
  if (shape.kind === 'list') return cells.every((byte) => terms.isBv(byte)) ? cells : null;
  const [array] = cells;
  if (!terms.arrays.isConstant(array)) return null;
  const { indices, elements, other } = terms.arrays.constants(array);
  const bytes = new Array<Term>(shape.size).fill(other);
  for (const [i, at] of indices.entries()) if (at < shape.size) bytes[Number(at)] = elements[i];
  return bytes;
}

/** Whether the object is a constant array of bytes that no write on the way to here may have changed. */
function isConstantBytes({ plan, state }: Execution, { kind, shape, family, base, variable }: MemoryObject): boolean {
  if (kind !== 'static' || family !== null || variable === null || !isConstantVariable(variable)) return false;
  if (!plan.linked.program.initialValues.has(variable.id) || !Number.isFinite(shape.size)) return false;
  if ((shape.kind !== 'list' && shape.kind !== 'region') || shape.stride !== 1 || !isByte(shape.element)) return false;
  return shape.cells.every((_, cell) => state.get(base + cell) === NO_TERM);
}

function isByte(shape: Shape): boolean {
  return (
    shape.kind === 'scalar' &&
    shape.type.kind === 'integer' &&
    shape.type.name !== 'bool' &&
    shape.field === null &&
    shape.size === 1
  );
}
