import type { MemoryFormulaName } from '../../../c/builtins/library/table.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { judges, strayWhen } from '../machine/faults.ts';
import { filled } from '../memory/bytes/filled.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { load, store, storeResult } from '../memory/places/access.ts';
import { fits, shapeOf } from '../memory/places/meeting.ts';
import { objectReference, pointerReference, type Reference, resolve } from '../memory/places/places.ts';
import { mostOf } from '../memory/pointers/lengths.ts';
import type { MemoryObject } from '../objects/object.ts';
import { integerArgument, pointerArgument, roomAt } from './arguments.ts';
import { offsetBy } from './byte-text.ts';
import { compareMemory } from './memory-compare.ts';
import { countOf, isExtended, type Piece, type Pieces, pieceAt, piecesOf, uncast } from './pointee.ts';
import { compareStrings } from './string-compare.ts';
import { appendString, copyPadded, copyString } from './string-copy.ts';
import { findCharacter, findLastCharacter, findOneOf, findString, span, stringLength } from './string-search.ts';

/**
 * Encodes the call by a formula and returns true. False: there is no formula, and the state is
 * unchanged.
 */
export type LibraryFormula = (
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
) => boolean;

/**
 * Functions on objects and strings. They read everything before they write: source and target may
 * overlap.
 */
const FORMULAS: Readonly<Record<MemoryFormulaName, LibraryFormula>> = {
  memset: memset,
  memset_explicit: memset,
  explicit_memset: memset,
  explicit_bzero: clear,
  bzero: clear,
  memcpy: copy,
  memmove: copy,
  mempcpy: copy,
  __mempcpy: copy,
  bcopy: (x, fn, [from, to, ...rest], result) =>
    from !== undefined && to !== undefined && copy(x, fn, [to, from, ...rest], result),
  memcmp: compareMemory,
  bcmp: compareMemory,
  memchr: findCharacter,
  rawmemchr: findCharacter,
  strchr: findCharacter,
  strchrnul: findCharacter,
  index: findCharacter,
  strrchr: findLastCharacter,
  rindex: findLastCharacter,
  strlen: stringLength,
  strnlen: stringLength,
  strspn: span,
  strcspn: span,
  strpbrk: findOneOf,
  strstr: findString,
  strcmp: compareStrings,
  strcoll: compareStrings,
  strncmp: compareStrings,
  strcasecmp: compareStrings,
  strncasecmp: compareStrings,
  strcpy: copyString,
  stpcpy: copyString,
  strncpy: copyPadded,
  stpncpy: copyPadded,
  strcat: appendString,
  strncat: appendString,
};

export const MEMORY_FUNCTIONS: ReadonlyMap<string, LibraryFormula> = new Map(Object.entries(FORMULAS));

/** Functions whose formulas access what the functions access, and nothing else. */
export const EXACT_FORMULAS: ReadonlySet<string> = new Set([
  ...[
    'memset',
    'memset_explicit',
    'explicit_memset',
    'explicit_bzero',
    'bzero',
    'memcpy',
    'memmove',
    'mempcpy',
    '__mempcpy',
    'bcopy',
  ],
]);

/** Functions that write as much as a string is long, whose formulas end with the objects. */
export const STRING_WRITERS: ReadonlySet<string> = new Set([
  ...['strcpy', 'stpcpy', 'strncpy', 'stpncpy', 'strcat', 'strncat'],
]);

/** Limit of the elements that a copy or fill handles one by one. */
const MAX_ELEMENTS = 4096;
/** Limit of such elements if their number or their place is not known. */
const MAX_UNKNOWN = 256;

function memset(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [target] = args;
  const [value, size] = [integerArgument(x, args, 1), integerArgument(x, args, 2)];
  if (target === undefined || value === null || size === null) return false;
  if (!fill(x, target, x.terms.extract(value, 7, 0), size)) return false;
  returnArgument(x, target, result);
  return true;
}

/** bzero, explicit_bzero. */
function clear(x: Execution, _fn: AutomatonFunction, args: readonly Expr[]): boolean {
  const [target] = args;
  const size = integerArgument(x, args, 1);
  return target !== undefined && size !== null && fill(x, target, x.terms.bv(8, 0), size);
}

function fill(x: Execution, target: Expr, byte: Term, size: Term): boolean {
  const pointer = pointerArgument(x, [target], 0);
  if (pointer === null) return false;
  const [whole] = wholes(x, [target], size) ?? [];
  if (whole !== undefined) {
    const cells = filled(x, shapeOf(x, whole), byte);
    if (cells === null) return false;
    store(x, whole, cells, x.terms.true, byte);
    return true;
  }
  const parts = partsOf(x, [target], [pointer], size);
  if (parts === null) return false;
  const pieces = Array.from({ length: parts.count }, (_, i) => pieceAt(parts.pieces, i));
  const values = new Map<CType, readonly Term[] | null>();
  for (const { type } of pieces) if (!values.has(type)) values.set(type, filled(x, x.plan.shapes.of(type), byte));
  if ([...values.values()].includes(null)) return false;
  for (const [i, piece] of pieces.entries())
    store(x, partAt(x, pointer, piece), values.get(piece.type)!, parts.reaches(i), byte);
  return true;
}

/** memcpy, memmove, mempcpy. */
function copy(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [target, source] = args;
  const [to, from, size] = [pointerArgument(x, args, 0), pointerArgument(x, args, 1), integerArgument(x, args, 2)];
  if (target === undefined || source === undefined || to === null || from === null || size === null) return false;
  const [into, whole] = wholes(x, [target, source], size) ?? [];
  if (into !== undefined && whole !== undefined) store(x, into, load(x, whole));
  else {
    const parts = partsOf(x, [target, source], [to, from], size);
    if (parts === null) return false;
    const { count, reaches } = parts;
    // Raw bytes are copied as raw bytes: values of other types could not hold bytes of pointers, and
    // records lack the bytes between members.
    const raw = leadsToBytes(x, target) && leadsToBytes(x, source);
    const pieces = Array.from({ length: count }, (_, i) => {
      const piece = pieceAt(parts.pieces, i);
      return raw ? { ...piece, type: x.plan.shapes.block(piece.size) } : piece;
    });
    const contents = pieces.map((piece, i) => x.under(reaches(i), () => load(x, partAt(x, from, piece))));
    for (const [i, piece] of pieces.entries()) store(x, partAt(x, to, piece), contents[i], reaches(i));
  }
  if (!fn.name.endsWith('mempcpy')) returnArgument(x, target, result);
  else if (result !== null) {
    const distance = resize(x, size, x.plan.pointers.offsetWidth);
    x.facts.noteSteps(distance, 1n);
    storeResult(x, resolve(x, result), [to.object, x.terms.add(to.offset, distance)]);
  }
  return true;
}

function returnArgument(x: Execution, argument: Expr, result: Place | null): void {
  if (result !== null) storeResult(x, resolve(x, result), x.evaluate.cells(x, argument));
}

/**
 * Returns the arguments as references to values of one type with exactly `size` bytes; null if they
 * have to be taken apart.
 */
function wholes(x: Execution, args: readonly Expr[], size: Term): Reference[] | null {
  if (!x.terms.isBv(size) || x.terms.constValue(size) === 0n) return null;
  const bytes = Number(x.terms.constValue(size));
  // Raw bytes are copied as one block. Records lack the bytes between members, and values of other types
  // could not hold bytes of pointers.
  if (bytes <= MAX_BLOCK && args.every((argument) => leadsToBytes(x, argument))) {
    const block = x.plan.shapes.block(bytes);
    return args.map((argument) => pointerReference(x.evaluate.pointer(x, argument), block));
  }
  const types = [
    ...args.flatMap((argument) => typesAt(argument)),
    ...args.map((argument) => objectAt(x, argument)?.type),
  ];
  const type = types.find((candidate) => candidate !== undefined && x.plan.shapes.sizeOf(candidate) === bytes);
  if (type === undefined || isExtended(x, args, type)) return null;
  const references = args.map((argument) => wholeAt(x, argument, type));
  return references.includes(null) ? null : (references as Reference[]);
}

/** Largest number of raw bytes that are copied in one piece. */
const MAX_BLOCK = 1024;

/** Whether the argument leads only to objects that are kept as bytes. */
function leadsToBytes(x: Execution, argument: Expr): boolean {
  const targets = x.facts.targets(x.evaluate.pointer(x, argument).object);
  if (targets === null || targets.size === 0) return false;
  return [...targets].every((number) => {
    const kind = x.encoding.objects.withNumber(number)?.shape.kind;
    return kind === 'blob' || kind === 'bytes';
  });
}

/**
 * Returns the types that an argument points to before its casts: the array as a whole, and its
 * elements.
 */
function typesAt(argument: Expr): CType[] {
  const inner = uncast(argument);
  const types: CType[] = inner.kind === 'address' ? [inner.place.type] : [];
  if (inner.type.kind === 'pointer' && inner.type.target.kind !== 'void' && inner.type.target.kind !== 'function')
    types.push(inner.type.target);
  return types;
}

/**
 * Returns the place to which the argument leads, as one value of the type; null if it has no such
 * cells.
 */
function wholeAt(x: Execution, argument: Expr, type: CType): Reference | null {
  const { shapes } = x.plan;
  const inner = uncast(argument);
  const shape = shapes.of(type);
  if (inner.kind === 'address' && sameLayout(shapes.of(inner.place.type), shape)) {
    const place = resolve(x, inner.place);
    if (!fits(x, place)) return null;
    // An address beyond an array may lead to an object that lies behind it.
    if (place.kind === 'direct' && place.valid === x.terms.true) return place;
  }
  const object = objectAt(x, argument);
  // Only the pointer tells whether another object still lives.
  const lasts = object?.kind === 'static' || !judges(x, 'deref');
  if (object !== null && lasts && sameLayout(shapes.of(object.type), shape)) return objectReference(x, object);
  if (type.kind === 'array') return null;
  return { kind: 'pointer', type, field: null, pointer: x.evaluate.pointer(x, argument) };
}

/** Returns the one object to whose start the argument leads, or null. */
function objectAt(x: Execution, argument: Expr): MemoryObject | null {
  const { terms, encoding } = x;
  const { object, offset } = x.evaluate.pointer(x, argument);
  if (!terms.isBv(object) || !terms.isBv(offset) || terms.constValue(offset) !== 0n) return null;
  const [number] = x.facts.targets(object) ?? [];
  const found = number === undefined ? null : encoding.objects.withNumber(number);
  if (found === null || found.family !== null) return null;
  return found.kind === 'function' || found.kind === 'moved' || found.kind === 'summary' ? null : found;
}

const BEYOND = 'copy beyond the end of an object';

/** A block of memory taken apart. */
interface Parts {
  readonly pieces: Pieces;
  readonly count: number;
  /** When the block extends to the end of the piece with that index. */
  readonly reaches: (index: number) => Term;
}

/**
 * Returns the pieces of `size` bytes that may lie in the objects. Null if there are too many, or their
 * number is not known.
 */
function partsOf(x: Execution, args: readonly Expr[], pointers: readonly Pointer[], size: Term): Parts | null {
  const { terms } = x;
  const pieces = piecesOf(x, args, size);
  const constant = terms.isBv(size);
  const most = constant ? Number(terms.constValue(size)) : mostOf(x, size);
  let bytes = most;
  for (const pointer of most === 0 ? [] : pointers) {
    const room = roomAt(x, pointer);
    if (room !== null) bytes = Math.min(bytes, room);
  }
  const count = countOf(pieces, bytes);
  const simple = constant && pointers.every(({ offset }) => terms.isBv(offset));
  if (count > (simple ? MAX_ELEMENTS : MAX_UNKNOWN)) return null;
  if (constant) {
    if (bytes < most && judges(x, 'deref')) strayWhen(x, terms.true, BEYOND);
    return { pieces, count, reaches: () => terms.true };
  }
  const width = terms.width(size);
  const inside = bytes === most || bytes >= 2 ** width ? terms.true : terms.ule(size, terms.bv(width, bytes));
  strayWhen(x, terms.not(inside), BEYOND);
  x.gap('copy of a number of bytes that may be no multiple of the element', terms.and(inside, pieces.broken));
  const reaches = (i: number): Term => {
    const { offset, size: length } = pieceAt(pieces, i);
    const end = offset + length;
    return end < 2 ** width ? terms.ule(terms.bv(width, end), size) : terms.false;
  };
  return { pieces, count, reaches };
}

function partAt(x: Execution, pointer: Pointer, { type, offset }: Piece): Reference {
  return { kind: 'pointer', type, field: null, pointer: offsetBy(x, pointer, offset) };
}
