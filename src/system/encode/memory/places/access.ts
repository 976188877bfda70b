import { unreachable } from '../../../../base/errors.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { isLibraryText, textOf } from '../../../../program/cfa/constant-objects.ts';
import { byteCells, holdsBytes } from '../../../shapes/byte-cells.ts';
import { isSharedPointer } from '../../../shapes/fit.ts';
import type { CellKind, Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { contest, contestAccess, faultWhen, isStrict, judges, strayWhen, watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { NO_POINTERS } from '../../objects/pointer-bytes.ts';
import { SUMMARY_OBJECT } from '../../plan/pointer-format.ts';
import { settled } from '../bytes/cut-pointers.ts';
import { elementCounts, putJoined, takeJoined } from '../bytes/joined-arrays.ts';
import { noteBytes, pointerListener } from '../bytes/kept-pointers.ts';
import { decode, encode } from '../bytes/raw.ts';
import { readPart, writePart } from '../bytes/shared-pointer.ts';
import { constantByteAt } from './constant-bytes.ts';
import type { Alternative } from './locate.ts';
import { alternativesOf, areAllBytes, indicesOf, meet, shapeOf } from './meeting.ts';
import type { Reference } from './places.ts';
import { isConstant } from './whole-objects.ts';

/**
 * Reading and writing memory. Undefined accesses have one meaning here. A read through a null or
 * dangling pointer, or out of an object's bounds, gives any value; a write there changes nothing.
 */

/**
 * Returns the cells of the value that the reference denotes, in the shape of its type. Bit-fields have
 * their own width.
 */
export function load(x: Execution, reference: Reference): readonly Term[] {
  const { terms } = x;
  const shape = shapeOf(x, reference);
  const constant = reference.kind === 'pointer' ? constantByteAt(x, reference, shape) : null;
  const found = alternativesOf(x, reference, shape, constant?.numbers);
  if (found === null) {
    if (watches(x, 'deref')) x.gap('dereference of a pointer with too many targets');
    return anyValue(x, shape, 'dereference of a pointer with too many targets');
  }
  const { alternatives } = found;
  const valid = constant === null ? found.valid : terms.or(found.valid, constant.valid);
  const checked = watches(x, 'deref');
  if (checked) {
    // Only a run decides whether an index leaves the whole object, too. Engines prefer other runs.
    if (reference.leaves !== undefined && !isStrict(x))
      x.undefinedWhen(reference.leaves, 'index beyond an array in an object');
    faultWhen(x, 'deref', terms.not(valid), 'read outside an object');
  }
  const values = alternatives.map((alternative) => contentOf(x, alternative, shape));
  if (constant !== null) values.push([constant.byte]);
  if (values.length === 0) {
    if (checked) return shape.cells.map(({ sort }) => x.encoding.zero(sort));
    return anything(x, shape, 'read through an invalid pointer', terms.true);
  }
  const pointers: (readonly Term[])[] = [...values];
  let result = values[values.length - 1].slice();
  for (let i = values.length - 2; i >= 0; i--) {
    const { guard } = alternatives[i];
    for (let c = 0; c < result.length; c++) result[c] = terms.ite(guard, values[i][c], result[c]);
  }
  // Some path arrives here with an invalid reference.
  if (!checked && terms.and(x.guard, terms.not(valid)) !== terms.false) {
    const other = anything(x, shape, 'read outside an object', terms.not(valid));
    result = result.map((value, c) => terms.ite(valid, value, other[c]));
    pointers.push(other);
  }
  learnOrigin(x, shape, values, result);
  x.facts.learnChoice(shape.cells, result, pointers);
  return result;
}

/** Records which pointers may lie among bytes that come from one of several places. */
function learnOrigin(
  { encoding }: Execution,
  shape: Shape,
  values: readonly (readonly Term[])[],
  result: readonly Term[],
): void {
  for (const c of byteCells(shape)) {
    for (const value of values)
      if (value[c] !== result[c]) encoding.known.learnBytes(result[c], encoding.known.originOfBytes(value[c]));
  }
}

/**
 * Returns any value, for a read from no object or a call of no function. Pointers in it lead nowhere, at
 * offset 0. Otherwise all objects would have to support accesses at any offset.
 */
export function anything(x: Execution, shape: Shape, construct: string, when: Term): Term[] {
  return shape.cells.map(({ sort, role }) =>
    role === 'offset'
      ? x.encoding.zero(sort)
      : x.unknown(sort, construct, role === 'object' ? { targets: new Set() } : {}, when),
  );
}

/**
 * Returns any value for a read from a place that has no formula. Pointers in the value may lead to any
 * object.
 */
function anyValue(x: Execution, shape: Shape, construct: string): Term[] {
  // A pointer among bytes leads to an exposed object: one whose address the program looks at.
  if (holdsBytes(shape)) x.encoding.known.exposeAll(null);
  return x.unknownCells(shape.cells, construct, null);
}

/**
 * Assigns the cells of a value of the reference's type, if the condition holds. Cells of another type
 * (calls without a prototype) become any value. `padding`: the byte between members (null: any).
 */
export function store(
  x: Execution,
  reference: Reference,
  value: readonly Term[],
  when: Term = x.terms.true,
  padding: Term | null = null,
): void {
  const { terms } = x;
  const shape = shapeOf(x, reference);
  const cells = areCells(x, value, shape.cells) ? value : anyValue(x, shape, 'value of another type');
  const found = alternativesOf(x, reference, shape);
  if (found === null) {
    x.gap('write through a pointer with too many targets', when);
    return;
  }
  if (reference.leaves !== undefined && !isStrict(x))
    x.undefinedWhen(terms.and(when, reference.leaves), 'index beyond an array in an object');
  strayWhen(x, terms.and(when, terms.not(found.valid)), strayWrite(x, reference));
  for (const alternative of found.alternatives) {
    const guard = terms.and(alternative.guard, when);
    const meeting = meet(x, alternative, shape);
    contestPlace(x, alternative, guard, reference);
    judgeConstant(x, reference, alternative, guard);
    switch (meeting.kind) {
      case 'nothing':
        if (alternative.object.kind === 'summary') noteStored(x, shape, cells);
        break;
      case 'bytes':
        x.under(guard, () => {
          const storeIn = isSharedPointer(alternative.shape) ? storePart : storeBytes;
          storeIn(x, alternative, shape, cells, guard, meeting.offset, padding);
        });
        break;
      case 'cells':
        storeCells(x, alternative, shape, cells, guard);
        break;
      case 'misfit':
        x.gap(meeting.construct, guard);
        break;
      default:
        unreachable(meeting);
    }
  }
}

/** A write outside of objects in words. A pointer from an external function may lead anywhere in them. */
function strayWrite(x: Execution, reference: Reference): string {
  const targets = reference.kind === 'pointer' ? x.facts.targets(reference.pointer.object) : new Set<number>();
  return targets?.has(SUMMARY_OBJECT) === true
    ? 'write through a pointer from outside of the program'
    : 'write outside an object';
}

/** Whether the terms `cells` have the sorts of those kinds. */
function areCells({ terms }: Execution, cells: readonly Term[], kinds: readonly CellKind[]): boolean {
  return (
    cells.length === kinds.length && cells.every((cell, c) => terms.sortId(cell) === terms.sorts.id(kinds[c].sort))
  );
}

function storeBytes(
  x: Execution,
  alternative: Alternative,
  shape: Shape,
  cells: readonly Term[],
  guard: Term,
  offset: Term,
  padding: Term | null,
): void {
  const { base, object } = alternative;
  const old = x.read(base);
  const stored = pointerListener(x, object);
  const update = (content: Term): Term => {
    if (!areAllBytes(alternative, shape)) return encode(x, shape, cells, content, offset, stored, padding);
    stored.bytes(x.offset(0), cells[0]);
    return settledIn(x, object, cells[0]);
  };
  x.write(base, x.terms.ite(guard, nested(x, old, indicesOf(x, alternative), update), old));
}

/** Stores a member of a union that is kept as a pointer. */
function storePart(
  x: Execution,
  alternative: Alternative,
  shape: Shape,
  cells: readonly Term[],
  guard: Term,
  at: Term,
  padding: Term | null,
): void {
  const { object, offset } = writePart(x, shape, cells, sharedPointer(x, alternative), at, padding);
  storeCells(x, alternative, alternative.shape, [object, offset], guard);
}

function storeCells(x: Execution, alternative: Alternative, shape: Shape, cells: readonly Term[], guard: Term): void {
  const { terms } = x;
  const { base, object, instance, indices } = alternative;
  const path = indicesOf(x, alternative);
  const counts = instance !== null && indices.length === 0 ? elementCounts(alternative.shape) : [];
  const bytes = new Set(byteCells(shape));
  for (const c of bytes) noteBytes(x, object, x.offset(0), cells[c]);
  const stored = (c: number): Term => (bytes.has(c) ? x.under(guard, () => settledIn(x, object, cells[c])) : cells[c]);
  const before = path.length === 0 && guard !== terms.true ? shape.cells.map((_, c) => x.read(base + c)) : null;
  for (let c = 0; c < cells.length; c++) {
    const { sort } = shape.cells[c];
    const count = counts[c] ?? null;
    const joined = sort.kind === 'array' && instance !== null && count !== null;
    // The old content may be an unknown value, which exists only from its first read on.
    if (guard === terms.true && path.length === 0 && !joined) {
      x.write(base + c, stored(c));
      continue;
    }
    const old = x.read(base + c);
    const updated = joined
      ? x.under(guard, () => putJoined(x, old, instance, cells[c], sort, count))
      : nested(x, old, path, () => stored(c));
    x.write(base + c, terms.ite(guard, updated, old));
  }
  if (before !== null)
    x.facts.learnChoice(
      shape.cells,
      shape.cells.map((_, c) => x.read(base + c)),
      [before, cells],
    );
}

/**
 * Returns the bytes of a whole object as the object stores them. Words of integers that look like
 * pointers become cut words.
 */
function settledIn(x: Execution, object: MemoryObject, content: Term): Term {
  const { encoding } = x;
  if (encoding.known.originOfBytes(content).places.length > 0) return content;
  return settled(x, content, encoding.known.bytesOf(object.key));
}

/** Records pointers that leave the modelled memory, as they may come back from there. */
function noteStored(x: Execution, shape: Shape, cells: readonly Term[]): void {
  shape.cells.forEach((kind, c) => {
    if (kind.role === 'object') x.encoding.known.intoSummary(x.facts.targets(cells[c]));
  });
  if (holdsBytes(shape)) x.encoding.known.intoSummary(null);
}

/** Returns the alternative's content as a value of the requested shape. */
function contentOf(x: Execution, alternative: Alternative, shape: Shape): readonly Term[] {
  const { encoding } = x;
  const { object, guard } = alternative;
  const pointers = encoding.known.bytesOf(object.key);
  const meeting = meet(x, alternative, shape);
  contestPlace(x, alternative, guard, null);
  switch (meeting.kind) {
    case 'nothing':
      return x.under(guard, () => unmodelled(x, object, shape, meeting.why));
    case 'bytes': {
      if (isSharedPointer(alternative.shape))
        return x.under(guard, () => readPart(x, shape, sharedPointer(x, alternative), meeting.offset));
      const content = contentAt(x, alternative, alternative.base);
      if (areAllBytes(alternative, shape)) {
        encoding.known.learnBytes(content, pointers);
        return [content];
      }
      return x.under(guard, () => decode(x, shape, content, meeting.offset, pointers));
    }
    case 'cells': {
      const cells = x.under(guard, () => cellsAt(x, alternative, shape));
      for (const c of byteCells(shape)) encoding.known.learnBytes(cells[c], pointers);
      return cells;
    }
    case 'misfit':
      x.gap(meeting.construct, guard);
      return shape.cells.map(({ sort }) => encoding.zero(sort));
    default:
      return unreachable(meeting);
  }
}

/**
 * Makes a gap of an access of which the rules of SV-COMP leave open whether it is valid. `written`: what a write
 * goes to; null for a read.
 */
function contestPlace(x: Execution, { object }: Alternative, when: Term, written: Reference | null): void {
  if (!watches(x, 'deref')) return;
  if (object.kind === 'summary') contest(x, 'deref', 'access through a pointer from outside of the program', when);
  else if (written !== null && object.kind === 'static' && isUnwritable(x, object, written))
    contestAccess(x, constantWrite(object), when);
}

/** Makes a gap of a write to a constant object, where writes are judged. Only a pointer leads a write there. */
function judgeConstant(x: Execution, reference: Reference, { object }: Alternative, when: Term): void {
  if (watches(x, 'deref') || !judges(x, 'deref') || reference.kind !== 'pointer') return;
  if ((object.kind === 'static' || object.kind === 'automatic') && isUnwritable(x, object, reference))
    strayWhen(x, when, constantWrite(object));
}

function constantWrite({ name }: MemoryObject): string {
  return `write to ${isLibraryText(name) ? 'a text of the library' : name}, which is constant`;
}

/** Whether the operation may not write the object. Models of the library make their own texts. */
function isUnwritable({ plan, context }: Execution, { variable, type }: MemoryObject, { kind }: Reference): boolean {
  if (variable === null) return false;
  const { name } = variable;
  if (isLibraryText(name)) return kind === 'pointer' && name !== textOf(plan.linked.contexts[context].function.name);
  return name.startsWith('$string') || isConstant(type);
}

/** Returns any value for a place that stores nothing. Pointers among its bytes lead to exposed objects. */
function unmodelled(x: Execution, { kind }: MemoryObject, shape: Shape, why: string): readonly Term[] {
  const { encoding } = x;
  const cells =
    kind === 'summary'
      ? x.unknownCells(shape.cells, 'memory that is not modelled', encoding.known.summaryTargets)
      : anyValue(x, shape, why);
  for (const c of byteCells(shape)) encoding.known.learnBytes(cells[c], NO_POINTERS);
  return cells;
}

function contentAt(x: Execution, alternative: Alternative, cell: number): Term {
  let value = x.read(cell);
  for (const index of indicesOf(x, alternative)) value = x.terms.select(value, index);
  return value;
}

/** Returns the pointer that a union is kept as. */
function sharedPointer(x: Execution, alternative: Alternative): Pointer {
  const [object, offset] = cellsAt(x, alternative, alternative.shape);
  return { object, offset };
}

function cellsAt(x: Execution, alternative: Alternative, shape: Shape): readonly Term[] {
  const { instance, indices, base } = alternative;
  const at = (c: number): Term => contentAt(x, alternative, base + c);
  if (instance === null || indices.length > 0) return shape.cells.map((_, c) => at(c));
  const counts = elementCounts(alternative.shape);
  return shape.cells.map(({ sort }, c) => {
    const count = counts[c];
    return sort.kind === 'array' && count !== null ? takeJoined(x, x.read(base + c), instance, sort, count) : at(c);
  });
}

/** Changes the content under the indices of nested arrays. */
function nested(x: Execution, content: Term, indices: readonly Term[], update: (content: Term) => Term): Term {
  const { terms } = x;
  if (indices.length === 0) return update(content);
  const [index, ...rest] = indices;
  return terms.store(content, index, nested(x, terms.select(content, index), rest, update));
}

/** Stores a value, cut to the width of a bit-field. */
export function storeResult(x: Execution, reference: Reference, cells: readonly Term[]): void {
  const { terms } = x;
  const { field } = reference;
  const [cell] = cells;
  const wide = field !== null && cells.length === 1 && terms.sort(cell).kind === 'bv' && terms.width(cell) > field.bits;
  store(x, reference, wide ? [terms.extract(cell, field.bits - 1, 0)] : cells);
}
