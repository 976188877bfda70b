import type { Expr, Place } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';
import type { Term } from '../../terms/builder.ts';
import { isInteger } from '../../types/type-tools.ts';
import type { CType } from '../../types/types.ts';
import type { Execution, Pointer } from '../execution.ts';
import { bytesOf, elementsOf } from '../values/lengths.ts';
import { addressOfPointer, pointerAt } from './addresses.ts';
import { type Bound, below, boundOf, withinBound } from './array-bounds.ts';
import { currentInstance, leadsTo, resize } from './instances.ts';
import { type Alternative, locateFitting } from './locate.ts';
import { isNumber } from './numbers.ts';
import { type MemoryObject, NULL_OBJECT } from './objects.ts';

interface ReferenceCommon {
  /** Type of the denoted value; for a bit-field its declared type. */
  readonly type: CType;
  /** First bit in its first byte, and width, for a bit-field; else null. */
  readonly field: { readonly bit: number; readonly bits: number } | null;
}

/** The meaning of a place in a state: parts of known objects, or a pointer's target. */
export type Reference =
  /** `valid`: when some alternative holds. */
  | (ReferenceCommon & { readonly kind: 'direct'; readonly alternatives: readonly Alternative[]; readonly valid: Term })
  /**
   * `root`: the type that the pointer is declared to lead to, where this is a part of it. `within`: when
   * the indices on the way are in bounds; absent: always.
   */
  | (ReferenceCommon & {
      readonly kind: 'pointer';
      readonly pointer: Pointer;
      readonly root?: CType;
      readonly within?: Term;
    });

/** Limit of the parts of one object that are distinguished case by case. */
const MAX_CASES = 512;

/** Returns a reference to a whole object; of a family, to the instance that its counter holds. */
export function objectReference(x: Execution, object: MemoryObject): Reference {
  const { shape, base, type } = object;
  const raw = shape.kind === 'blob' || shape.kind === 'bytes';
  const offset = raw ? x.terms.bv(x.encoding.pointers.offsetWidth, 0) : null;
  const instance = object.family === null ? null : currentInstance(x, object.family);
  const alternative: Alternative = {
    object,
    guard: x.terms.true,
    shape,
    base,
    instance,
    indices: [],
    row: null,
    offset,
  };
  return { kind: 'direct', type, field: null, alternatives: [alternative], valid: x.terms.true };
}

/** Returns a reference to the pointer's target as a value of that type. */
export function pointerReference(pointer: Pointer, type: CType): Reference & { kind: 'pointer' } {
  return { kind: 'pointer', type, field: null, pointer, root: type };
}

/** Returns a pointer to the start of an object; of a family, the object whose number its counter holds. */
export function pointerTo(x: Execution, object: MemoryObject): Pointer {
  const { terms, encoding } = x;
  const { numberWidth, objectWidth, offsetWidth } = encoding.pointers;
  const number = encoding.objects.numberOf(object);
  const offset = terms.bv(offsetWidth, 0);
  if (object.family === null) return { object: terms.bv(objectWidth, number), offset };
  return { object: terms.concat(currentInstance(x, object.family), terms.bv(numberWidth, number)), offset };
}

/** Returns the meaning of a place in the current state. */
export function resolve(x: Execution, place: Place): Reference {
  switch (place.kind) {
    case 'variable':
      return objectReference(x, x.encoding.objects.variable(place.variable, x.context));
    case 'dereference': {
      const part = partPlace(place);
      if (part !== null) return element(x, resolve(x, part.base), part, part.index);
      return pointerReference(x.evaluate.pointer(x, place.pointer), place.type);
    }
    case 'member':
      return member(x, resolve(x, place.base), place.base.type, place.index);
    case 'element':
      return element(x, resolve(x, place.base), place, place.index);
  }
}

/**
 * Returns `((element *)&v)[i]` as an element of the vector or complex number `v`; null for other
 * places.
 */
function partPlace(place: Place & { kind: 'dereference' }): (Place & { kind: 'element' }) | null {
  let { pointer } = place;
  let index: Expr = make.ZERO;
  if (pointer.kind === 'pointer-add') {
    // The step has to be one element.
    if (pointer.negative || !make.sameScalars(pointer.type.target, place.type)) return null;
    ({ pointer, index } = pointer);
  }
  if (pointer.kind === 'convert') pointer = pointer.operand;
  if (pointer.kind !== 'address') return null;
  const base = pointer.place;
  const part = base.type.kind === 'vector' ? base.type.element : base.type.kind === 'complex' ? base.type.base : null;
  if (part === null || place.type.kind !== part.kind || part.name !== place.type.name) return null;
  return { kind: 'element', type: place.type, base, index };
}

/**
 * Whether this is a row of an array that is one cell. A row has no cells of its own, and is not read
 * or written as a whole.
 */
export function isRow(reference: Reference): boolean {
  return reference.kind === 'direct' && reference.alternatives.some(({ row }) => row !== null);
}

/** Returns the address of the place. Bit-fields have none. */
export function addressOf(x: Execution, place: Place): Pointer {
  switch (place.kind) {
    case 'variable':
      return pointerTo(x, x.encoding.objects.variable(place.variable, x.context));
    case 'dereference':
      return x.evaluate.pointer(x, place.pointer);
    case 'member': {
      const base = addressOf(x, place.base);
      return advance(x, base, x.offset(memberOffset(x, place.base.type, place.index).offset));
    }
    case 'element':
      return advance(x, addressOf(x, place.base), scaled(x, place.index, place.type));
  }
}

/**
 * Returns the pointer moved by a number of bytes. If it is a number, the sum may be the address of an
 * object.
 */
export function advance(x: Execution, pointer: Pointer, bytes: Term): Pointer {
  const { terms, encoding } = x;
  const offset = terms.add(pointer.offset, bytes);
  // Null plus a distance is a number like any other.
  if (terms.isBv(pointer.object) && Number(terms.constValue(pointer.object)) === NULL_OBJECT)
    return pointerAt(x, offset);
  const direct = { object: pointer.object, offset };
  return terms.isBv(bytes) || encoding.revisions.exposed.size === 0 ? direct : resolveNumber(x, pointer, direct);
}

/**
 * Returns the pointer `moved`, which starts where `from` does. If `from` is a number, the sum may be
 * an address.
 */
function resolveNumber(x: Execution, from: Pointer, moved: Pointer): Pointer {
  const number = isNumber(x, from);
  return x.terms.and(x.guard, number) === x.terms.false
    ? moved
    : choose(x, number, () => pointerAt(x, moved.offset), moved);
}

function choose(x: Execution, condition: Term, make: () => Pointer, otherwise: Pointer): Pointer {
  const { object, offset } = x.under(condition, make);
  return {
    object: x.terms.ite(condition, object, otherwise.object),
    offset: x.terms.ite(condition, offset, otherwise.offset),
  };
}

/**
 * Returns the pointer to the address of `pointer` plus a number of bytes, computed as an integer. The
 * sum may be the address of another object.
 */
export function advanceAddress(x: Execution, pointer: Pointer, bytes: Term): Pointer {
  const { terms, encoding, facts } = x;
  const direct = { object: pointer.object, offset: terms.add(pointer.offset, bytes) };
  const targets = [...(facts.targets(pointer.object) ?? [])].flatMap((number) => {
    const object = encoding.objects.withNumber(number);
    return object === null ? [] : [{ number, object }];
  });
  const [only] = targets;
  const isOnly = (number: number): boolean =>
    targets.length === 1 && only.number === number && only.object.kind !== 'summary' && only.object.family === null;
  if ([...encoding.revisions.exposed].every(isOnly))
    return terms.isBv(bytes) ? advance(x, pointer, bytes) : resolveNumber(x, pointer, direct);
  const inside = terms.orAll(
    targets.map(({ number, object }) => {
      const { size } = object.shape;
      return Number.isFinite(size)
        ? terms.and(leadsTo(x, pointer, number, object), x.below(direct.offset, size))
        : terms.false;
    }),
  );
  const outside = terms.not(inside);
  if (terms.and(x.guard, outside) === terms.false) return direct;
  return choose(x, outside, () => pointerAt(x, addressOfPointer(x, direct)), direct);
}

/** Returns `index * sizeof(element)` in the width of offsets. A VLA has its current size. */
export function scaled(x: Execution, index: Expr, type: CType): Term {
  return inBytes(x, widened(x, index, x.encoding.pointers.offsetWidth), type);
}

function inBytes(x: Execution, count: Term, type: CType): Term {
  const { offsetWidth } = x.encoding.pointers;
  const bytes = bytesOf(x, type, offsetWidth, count);
  if (bytes !== null) x.facts.noteSteps(count, unitOf(x, type));
  return bytes ?? x.unknown({ kind: 'bv', width: offsetWidth }, 'arithmetic on pointers to objects of unknown size');
}

/** Returns the bytes of an object of a type, or of a VLA's elements. */
function unitOf(x: Execution, type: CType): bigint {
  let part = type;
  while (part.kind === 'array' && !Number.isFinite(x.encoding.shapes.sizeOf(part))) part = part.element;
  const size = x.encoding.shapes.sizeOf(part);
  return Number.isFinite(size) && size > 0 ? BigInt(size) : 1n;
}

/** Returns an integer expression extended by its sign, or cut, to `width` bits. */
export function widened(x: Execution, expr: Expr, width: number): Term {
  return stretched(x, indexOf(x, expr), width);
}

/** An integer and the extension that widens it. */
interface Index {
  readonly value: Term;
  readonly signed: boolean;
}

function indexOf(x: Execution, expr: Expr): Index {
  const signed = isInteger(expr.type) && x.encoding.layout.isSigned(expr.type);
  return { value: x.evaluate.integer(x, expr), signed };
}

function stretched(x: Execution, { value, signed }: Index, width: number): Term {
  return signed && x.terms.width(value) < width ? x.terms.sext(value, width) : resize(x, value, width);
}

function memberOffset(
  x: Execution,
  record: CType,
  index: number,
): { offset: number; field: Reference['field']; type: CType } {
  if (record.kind !== 'struct' && record.kind !== 'union') return { offset: 0, field: null, type: record };
  const field = record.definition.fields![index];
  const place = x.encoding.layout.record(record.definition).fields[index];
  if (field.bits === undefined) return { offset: Number(place.offset), field: null, type: field.type };
  return {
    offset: Math.floor(place.bitOffset / 8),
    field: { bit: place.bitOffset % 8, bits: field.bits },
    type: field.type,
  };
}

function member(x: Execution, base: Reference, record: CType, index: number): Reference {
  const { terms } = x;
  const { offset, field, type } = memberOffset(x, record, index);
  const bytes = x.offset(offset);
  if (base.kind === 'pointer') return { ...base, type, field, pointer: advance(x, base.pointer, bytes) };
  const alternatives = base.alternatives.map((alternative): Alternative => {
    const { shape } = alternative;
    if (shape.kind === 'record') {
      const part = shape.members[index];
      if (part !== null && part !== undefined)
        return inside(x, { ...alternative, shape: part.shape, base: alternative.base + part.cell });
    }
    if (alternative.offset !== null) return { ...alternative, offset: terms.add(alternative.offset, bytes) };
    noteLost(x, alternative);
    return alternative;
  });
  return { kind: 'direct', type, field, alternatives, valid: base.valid };
}

/**
 * Makes a gap for a part that has no place in its object. An opaque shape stores nothing, so its parts
 * need none.
 */
function noteLost(x: Execution, { shape, object, guard }: Alternative): void {
  if (shape.kind !== 'opaque') x.gap(`part of ${object.name}, which has another layout`, guard);
}

/** Returns the alternative with offset 0 if the part is itself kept as bytes. */
function inside(x: Execution, alternative: Alternative): Alternative {
  const { kind } = alternative.shape;
  if (kind !== 'blob' && kind !== 'bytes') return alternative;
  return { ...alternative, offset: x.terms.bv(x.encoding.pointers.offsetWidth, 0) };
}

function element(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Expr): Reference {
  return elementAt(x, base, place, indexOf(x, index));
}

function elementAt(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Index): Reference {
  const { terms, encoding } = x;
  const { type } = place;
  const { value, signed } = index;
  const bound = boundOf(x, place.base);
  const within = withinBound(x, bound, value, signed);
  const bytes = (): Term => inBytes(x, stretched(x, index, encoding.pointers.offsetWidth), type);
  if (base.kind === 'pointer') {
    const array = memberArray(x, base, place, bound, value);
    if (array !== null) return elementAt(x, array, place, index);
    return {
      ...base,
      type,
      pointer: advance(x, base.pointer, bytes()),
      within: terms.and(base.within ?? terms.true, within),
    };
  }
  const alternatives: Alternative[] = [];
  let valid = base.valid;
  const only = base.alternatives.length === 1;
  for (const alternative of base.alternatives) {
    const { shape } = alternative;
    if (shape.kind === 'list') {
      const { count, element: part } = shape;
      const cells = part.cells.length;
      const at = (i: number, guard: Term): Alternative =>
        inside(x, { ...alternative, guard, shape: part, base: alternative.base + i * cells });
      if (terms.isBv(value)) {
        const i = Number(signed ? BigInt.asIntN(terms.width(value), terms.constValue(value)) : terms.constValue(value));
        if (i >= 0 && i < count) alternatives.push(at(i, alternative.guard));
        else valid = only ? terms.false : terms.and(valid, terms.not(alternative.guard));
        continue;
      }
      const fits = below(x, value, signed, count);
      valid = terms.and(valid, only ? fits : terms.implies(alternative.guard, fits));
      for (let i = 0; i < count; i++) {
        const here = equals(x, value, signed, i);
        if (here !== terms.false) alternatives.push(at(i, terms.and(alternative.guard, here)));
      }
    } else if (shape.kind === 'region') {
      const fits = enterRegion(x, alternative, shape, place, index, within, alternatives);
      valid = terms.and(valid, only ? fits : terms.implies(alternative.guard, fits));
    } else if (alternative.offset !== null) {
      const reached = intoBytes(x, alternative, shape.size, type, bytes(), within);
      alternatives.push(reached);
      valid = terms.and(valid, terms.implies(alternative.guard, reached.guard));
    } else {
      noteLost(x, alternative);
      alternatives.push(alternative);
    }
    if (alternatives.length > MAX_CASES) return unknownPlace(x, type);
  }
  return { kind: 'direct', type, field: null, alternatives, valid };
}

/**
 * Returns an array that is a member of a pointer's target, if the target has it there. An unknown
 * index then leads to its elements only, as in a variable. It does not lead on to the members behind
 * it (C11 6.5.6p8).
 */
function memberArray(
  x: Execution,
  base: Reference & { kind: 'pointer' },
  place: Place & { kind: 'element' },
  bound: Bound,
  index: Term,
): (Reference & { kind: 'direct' }) | null {
  const { type } = base;
  if (place.base.kind !== 'member' || type.kind !== 'array' || bound.kind !== 'count') return null;
  if (x.terms.isBv(index)) return null;
  const shape = x.encoding.shapes.of(type);
  const wanted = { type, root: base.root ?? type, field: null, size: shape.size, shape };
  const alternatives = locateFitting(x, base.pointer, wanted);
  if (alternatives === null || alternatives.length === 0) return null;
  const within = base.within ?? x.terms.true;
  const guarded = alternatives.map((alternative) => ({
    ...alternative,
    guard: x.terms.and(alternative.guard, within),
  }));
  const valid = x.terms.orAll(guarded.map(({ guard }) => guard));
  return { kind: 'direct', type, field: null, alternatives: guarded, valid };
}

/**
 * Adds an index into an array that is one cell, dimension by dimension. Rows of VLAs have their
 * declared length. If the length of some dimension is not available, the last dimension checks the
 * array as a whole.
 */
function enterRegion(
  x: Execution,
  alternative: Alternative,
  shape: Alternative['shape'] & { kind: 'region' },
  place: Place & { kind: 'element' },
  { value, signed }: Index,
  within: Term,
  out: Alternative[],
): Term {
  const { terms } = x;
  const level = shape.steps.length - dimensions(place.type) - 1;
  const last = level === shape.steps.length - 1;
  let index = value;
  let isSigned = signed;
  if (shape.steps.length > 1) {
    const width = Math.max(64, terms.width(value));
    const wide = signed ? terms.sext(value, width) : terms.zext(value, width);
    const step = Number.isFinite(shape.size) ? terms.bv(width, shape.steps[level]) : elementsOf(x, place.type, width);
    index = terms.mul(step ?? x.unknown({ kind: 'bv', width }, 'length of a row'), wide);
    if (alternative.row !== null) index = terms.add(resize(x, alternative.row, width), index);
    isSigned = true;
  }
  if (!last) {
    out.push({ ...alternative, guard: terms.and(alternative.guard, within), row: index });
    return within;
  }
  // Indices that are within their dimensions are within the whole.
  let fits = hasCounts(x, place, shape.steps.length)
    ? within
    : terms.and(within, below(x, index, isSigned, shape.count));
  if (!Number.isFinite(shape.size)) {
    const width = Math.max(64, terms.width(index));
    const wide = isSigned ? terms.sext(index, width) : resize(x, index, width);
    const total = elementsOf(x, wholeArray(place, shape.steps.length), width);
    if (total !== null) fits = terms.and(fits, terms.ult(wide, total));
  }
  const narrow =
    terms.width(index) < shape.indexWidth && isSigned
      ? terms.sext(index, shape.indexWidth)
      : resize(x, index, shape.indexWidth);
  const guard = terms.and(alternative.guard, fits);
  out.push(
    inside(x, { ...alternative, guard, shape: shape.element, indices: [...alternative.indices, narrow], row: null }),
  );
  return fits;
}

/** Whether a constant bounds each of the innermost `depth` dimensions around the place. */
function hasCounts(x: Execution, place: Place & { kind: 'element' }, depth: number): boolean {
  let inner: Place = place;
  for (let level = 0; level < depth; level++) {
    if (inner.kind !== 'element' || boundOf(x, inner.base).kind !== 'count') return false;
    inner = inner.base;
  }
  return true;
}

/** Returns the type of the array with `depth` dimensions of which the place is an element. */
function wholeArray(place: Place & { kind: 'element' }, depth: number): CType {
  let { base } = place;
  for (let level = 1; level < depth && base.kind === 'element'; level++) ({ base } = base);
  return base.type;
}

function dimensions(type: CType): number {
  let count = 0;
  for (let inner = type; inner.kind === 'array'; inner = inner.element) count++;
  return count;
}

function intoBytes(
  x: Execution,
  alternative: Alternative,
  size: number,
  type: CType,
  bytes: Term,
  within: Term,
): Alternative {
  const { terms } = x;
  const offset = terms.add(alternative.offset!, bytes);
  const part = x.encoding.shapes.sizeOf(type);
  const room = size - (Number.isFinite(part) ? part : 0);
  const fits = room < 0 ? terms.false : x.below(offset, room + 1);
  return { ...alternative, offset, guard: terms.andAll([alternative.guard, within, fits]) };
}

function unknownPlace(x: Execution, type: CType): Reference {
  const { terms, encoding } = x;
  x.gap('access to a part of an object with too many cases');
  const pointer = {
    object: terms.bv(encoding.pointers.objectWidth, 0),
    offset: terms.bv(encoding.pointers.offsetWidth, 0),
  };
  return pointerReference(pointer, type);
}

function equals(x: Execution, value: Term, signed: boolean, i: number): Term {
  const width = x.terms.width(value);
  if (i >= 2 ** (signed ? width - 1 : width)) return x.terms.false;
  return x.terms.eq(value, x.terms.bv(width, i));
}
