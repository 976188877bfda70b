import { NO_TERM, type Term } from '../../../../logic/terms/builder.ts';
import { isConstantVariable } from '../../../../program/cfa/constant-objects.ts';
import { MAX_TARGETS } from '../../../offsets/facts.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Encoding } from '../../machine/encoding.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import type { Reference } from './places.ts';

/**
 * Constant arrays of bytes, as tables of string literals lead to them. A read through a pointer to many of
 * them is one read of an array, indexed by the object's number and the offset.
 */
interface ConstantBytes {
  /** Bits of an offset in the largest object. */
  readonly offsetBits: number;
  /** The objects' sizes by number; 0 for other numbers. */
  readonly sizes: Term;
  readonly bytes: LookUp;
  /** Numbers of bytes in front of the next zero; null where some object does not end with one. */
  readonly lengths: LookUp | null;
}

/** Values by number of the object and offset. */
interface LookUp {
  readonly width: number;
  readonly values: ReadonlyMap<number, readonly Term[]>;
  /** The values by number and offset; null before its first use. */
  content: Term | null;
  /** The values at an offset, by number. */
  readonly columns: Map<number, Term>;
}

/** Tables by the numbers of their objects; null where a byte is no constant. */
const known = new WeakMap<Encoding, Map<string, ConstantBytes | null>>();

/** Where a pointer leads to in constant arrays. */
interface ConstantPlace {
  readonly table: ConstantBytes;
  readonly number: Term;
  readonly offset: Term;
  /** When it leads into one of them. */
  readonly valid: Term;
  readonly numbers: ReadonlySet<number>;
}

/**
 * Returns the byte that a pointer to many constant arrays leads to, and when it leads into one of them. Null
 * for other reads, and for pointers to few of them.
 */
export function constantByteAt(
  x: Execution,
  { pointer, within = x.terms.true }: Extract<Reference, { kind: 'pointer' }>,
  shape: Shape,
): { readonly byte: Term; readonly valid: Term; readonly numbers: ReadonlySet<number> } | null {
  const place = isByte(shape) ? constantPlace(x, pointer) : null;
  if (place === null) return null;
  const { table, valid, numbers } = place;
  return { byte: lookedUp(x, table.bytes, place), valid: x.terms.and(within, valid), numbers };
}

/**
 * Returns the length of the string that a pointer to many constant arrays leads to, and when it leads into one
 * of them. Null for other pointers, and where a string has no end.
 */
export function constantLengthAt(
  x: Execution,
  pointer: Pointer,
): { readonly length: Term; readonly valid: Term } | null {
  const place = constantPlace(x, pointer);
  const lengths = place?.table.lengths ?? null;
  return place === null || lengths === null ? null : { length: lookedUp(x, lengths, place), valid: place.valid };
}

function constantPlace(x: Execution, { object, offset }: Pointer): ConstantPlace | null {
  const { terms } = x;
  const targets = x.facts.targets(object);
  if (targets === null || targets.size <= MAX_TARGETS) return null;
  const objects = new Map<number, MemoryObject>();
  for (const each of targets) {
    const target = x.encoding.objects.withNumber(each);
    if (target !== null && isConstantBytes(x, target)) objects.set(each, target);
  }
  const table = objects.size <= MAX_TARGETS ? null : bytesOf(x, objects);
  if (table === null) return null;
  const { numberWidth, objectWidth } = x.plan.pointers;
  const number = terms.extract(object, numberWidth - 1, 0);
  const size = terms.zext(terms.select(table.sizes, number), terms.width(offset));
  const valid = terms.and(terms.eq(object, terms.zext(number, objectWidth)), terms.ult(offset, size));
  return { table, number, offset, valid, numbers: new Set(objects.keys()) };
}

function lookedUp(x: Execution, values: LookUp, { table, number, offset }: ConstantPlace): Term {
  const { terms } = x;
  const within = terms.extract(offset, table.offsetBits - 1, 0);
  return terms.isBv(within)
    ? terms.select(columnOf(x, values, Number(terms.constValue(within))), number)
    : terms.select(contentOf(x, values, table), terms.concat(number, within));
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
  const width = offsetBits + 1;
  const sizes = [...bytes].map(([number, { length }]) => [number, x.terms.bv(width, length)] as const);
  const ended = [...bytes.values()].every((own) => isZero(x, own[own.length - 1]));
  const lengths = ended
    ? lookUp(width, new Map([...bytes].map(([number, own]) => [number, lengthsIn(x, own, width)])))
    : null;
  return { offsetBits, sizes: table(x, width, sizes), bytes: lookUp(8, bytes), lengths };
}

function lookUp(width: number, values: ReadonlyMap<number, readonly Term[]>): LookUp {
  return { width, values, content: null, columns: new Map() };
}

/** The number of bytes from each one on to the next zero. */
function lengthsIn(x: Execution, bytes: readonly Term[], width: number): readonly Term[] {
  const lengths: Term[] = [];
  let length = 0;
  for (let i = bytes.length - 1; i >= 0; i--) {
    length = isZero(x, bytes[i]) ? 0 : length + 1;
    lengths[i] = x.terms.bv(width, length);
  }
  return lengths;
}

function isZero({ terms }: Execution, byte: Term | undefined): boolean {
  return byte !== undefined && terms.constValue(byte) === 0n;
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

function columnOf(x: Execution, { width, values, columns }: LookUp, offset: number): Term {
  let column = columns.get(offset);
  if (column === undefined) {
    const long = [...values].filter(([, { length }]) => offset < length);
    column = table(
      x,
      width,
      long.map(([number, own]) => [number, own[offset]]),
    );
    columns.set(offset, column);
  }
  return column;
}

function contentOf(x: Execution, lookUp: LookUp, { offsetBits }: ConstantBytes): Term {
  if (lookUp.content !== null) return lookUp.content;
  const { terms, encoding } = x;
  const { numberWidth } = x.plan.pointers;
  const { width, values } = lookUp;
  const index = { kind: 'bv', width: numberWidth + offsetBits } as const;
  const base = encoding.zero({ kind: 'array', index, element: { kind: 'bv', width } });
  const places = [...values].flatMap(([number, own]) =>
    own.map((_, offset) => terms.concat(terms.bv(numberWidth, number), terms.bv(offsetBits, offset))),
  );
  return (lookUp.content = terms.filledArray(base, places, [...values.values()].flat()));
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
