import { isInteger } from '../../c/type/type-tools.ts';
import type { CType } from '../../c/types.ts';
import type { Expr, Place } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { bytesOf, elementsOf } from '../values/lengths.ts';
import { addressOfPointer, pointerAt } from './addresses.ts';
import { currentInstance, leadsTo, resize } from './instances.ts';
import { type Alternative, locateFitting } from './locate.ts';
import { isNumber } from './numbers.ts';
import { type MemoryObject, NULL_OBJECT } from './objects.ts';

interface ReferenceCommon {
  /** Of what is denoted; for a bit-field its declared type. */
  readonly type: CType;
  /** Set for a bit-field: first bit in its first byte, and width. */
  readonly field: { readonly bit: number; readonly bits: number } | null;
}

/** What a place denotes in a state: parts of known objects, or what a pointer leads to. */
export type Reference =
  /** `valid`: some alternative holds. */
  | (ReferenceCommon & { readonly kind: 'direct'; readonly alternatives: readonly Alternative[]; readonly valid: Term })
  /** `root`: what the pointer is declared to lead to, where this is a part of it. */
  | (ReferenceCommon & { readonly kind: 'pointer'; readonly pointer: Pointer; readonly root?: CType });

/** More parts than this of one object are not told apart case by case. */
const MAX_CASES = 512;

export function objectReference(x: Execution, object: MemoryObject): Reference {
  const { shape, base, type } = object;
  const raw = shape.kind === 'blob' || shape.kind === 'bytes';
  const offset = raw ? x.terms.bv(x.encoding.pointers.offsetWidth, 0) : null;
  const instance = object.family === null ? null : currentInstance(x, object.family);
  const alternative: Alternative = { object, guard: x.terms.true, shape, base, instance, indices: [], row: null, offset };
  return { kind: 'direct', type, field: null, alternatives: [alternative], valid: x.terms.true };
}

/** What a pointer leads to, seen as that type. */
export function pointerReference(pointer: Pointer, type: CType): Reference & { kind: 'pointer' } {
  return { kind: 'pointer', type, field: null, pointer, root: type };
}

/** A pointer to the start of an object; of a family's object that its counter stands at. */
export function pointerTo(x: Execution, object: MemoryObject): Pointer {
  const { terms, encoding } = x;
  const { numberWidth, objectWidth, offsetWidth } = encoding.pointers;
  const number = encoding.objects.numberOf(object);
  const offset = terms.bv(offsetWidth, 0);
  if (object.family === null) return { object: terms.bv(objectWidth, number), offset };
  return { object: terms.concat(currentInstance(x, object.family), terms.bv(numberWidth, number)), offset };
}

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

/** `((element *)&v)[i]` as an element of the vector or complex number `v`; null for other places. */
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

/** Whether this is a row of an array that is one cell: it has no cells of its own, and is not read or written as a whole. */
export function isRow(reference: Reference): boolean {
  return reference.kind === 'direct' && reference.alternatives.some(({ row }) => row !== null);
}

/** The address that the place has. Bit-fields have none; nobody asks. */
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

export function advance(x: Execution, pointer: Pointer, bytes: Term): Pointer {
  const { terms, encoding } = x;
  const offset = terms.add(pointer.offset, bytes);
  // Null plus a distance is a number like any other.
  if (terms.isBv(pointer.object) && Number(terms.constValue(pointer.object)) === NULL_OBJECT) return pointerAt(x, offset);
  const direct = { object: pointer.object, offset };
  return terms.isBv(bytes) || encoding.revisions.exposed.size === 0 ? direct : resolveNumber(x, pointer, direct);
}

/** The pointer `moved`, whose start is that of `from`: where this is a number, the sum may be an address. */
function resolveNumber(x: Execution, from: Pointer, moved: Pointer): Pointer {
  const number = isNumber(x, from);
  return x.terms.and(x.guard, number) === x.terms.false ? moved : choose(x, number, () => pointerAt(x, moved.offset), moved);
}

function choose(x: Execution, condition: Term, make: () => Pointer, otherwise: Pointer): Pointer {
  const { object, offset } = x.under(condition, make);
  return { object: x.terms.ite(condition, object, otherwise.object), offset: x.terms.ite(condition, offset, otherwise.offset) };
}

/**
 * The pointer to the address of `pointer` plus a number of bytes, computed as an integer. The address of another object may be
 * the sum.
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
      return Number.isFinite(size) ? terms.and(leadsTo(x, pointer, number, object), x.below(direct.offset, size)) : terms.false;
    }),
  );
  const outside = terms.not(inside);
  if (terms.and(x.guard, outside) === terms.false) return direct;
  return choose(x, outside, () => pointerAt(x, addressOfPointer(x, direct)), direct);
}

/** `index * sizeof(element)` in the width of offsets; the size of a VLA is what it is now. */
export function scaled(x: Execution, index: Expr, type: CType): Term {
  const { offsetWidth } = x.encoding.pointers;
  const count = widened(x, index, offsetWidth);
  const bytes = bytesOf(x, type, offsetWidth, count);
  if (bytes !== null) x.facts.noteSteps(count, unitOf(x, type));
  return bytes ?? x.unknown({ kind: 'bv', width: offsetWidth }, 'arithmetic on pointers to objects of unknown size');
}

/** Bytes that an object of a type has, or the elements of a VLA have. */
function unitOf(x: Execution, type: CType): bigint {
  let part = type;
  while (part.kind === 'array' && !Number.isFinite(x.encoding.shapes.sizeOf(part))) part = part.element;
  const size = x.encoding.shapes.sizeOf(part);
  return Number.isFinite(size) && size > 0 ? BigInt(size) : 1n;
}

/** An integer expression extended by its sign, or cut, to `width` bits. */
export function widened(x: Execution, expr: Expr, width: number): Term {
  const value = x.evaluate.integer(x, expr);
  if (x.terms.width(value) >= width) return resize(x, value, width);
  return isInteger(expr.type) && x.encoding.layout.isSigned(expr.type) ? x.terms.sext(value, width) : x.terms.zext(value, width);
}

function memberOffset(x: Execution, record: CType, index: number): { offset: number; field: Reference['field']; type: CType } {
  if (record.kind !== 'struct' && record.kind !== 'union') return { offset: 0, field: null, type: record };
  const field = record.definition.fields![index];
  const place = x.encoding.layout.record(record.definition).fields[index];
  if (field.bits === undefined) return { offset: Number(place.offset), field: null, type: field.type };
  return { offset: Math.floor(place.bitOffset / 8), field: { bit: place.bitOffset % 8, bits: field.bits }, type: field.type };
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
        return within(x, { ...alternative, shape: part.shape, base: alternative.base + part.cell });
    }
    if (alternative.offset !== null) return { ...alternative, offset: terms.add(alternative.offset, bytes) };
    noteLost(x, alternative);
    return alternative;
  });
  return { kind: 'direct', type, field, alternatives, valid: base.valid };
}

/** Adds a gap for a part that has no place in its object. An opaque shape keeps nothing, so its parts need none. */
function noteLost(x: Execution, { shape, object, guard }: Alternative): void {
  if (shape.kind !== 'opaque') x.gap(`part of ${object.name}, which has another layout`, guard);
}

/** A part that is itself kept as bytes starts at offset 0 of them. */
function within(x: Execution, alternative: Alternative): Alternative {
  const { kind } = alternative.shape;
  if (kind !== 'blob' && kind !== 'bytes') return alternative;
  return { ...alternative, offset: x.terms.bv(x.encoding.pointers.offsetWidth, 0) };
}

function element(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Expr): Reference {
  const { terms } = x;
  const type = place.type;
  if (base.kind === 'pointer') {
    const array = memberArray(x, base, place, index);
    if (array !== null) return element(x, array, place, index);
    return { ...base, type, pointer: advance(x, base.pointer, scaled(x, index, type)) };
  }
  const value = x.evaluate.integer(x, index);
  const signed = isInteger(index.type) && x.encoding.layout.isSigned(index.type);
  const alternatives: Alternative[] = [];
  let valid = base.valid;
  const only = base.alternatives.length === 1;
  for (const alternative of base.alternatives) {
    const { shape } = alternative;
    if (shape.kind === 'list') {
      const { count, element: part } = shape;
      const cells = part.cells.length;
      const at = (i: number, guard: Term): Alternative =>
        within(x, { ...alternative, guard, shape: part, base: alternative.base + i * cells });
      if (terms.isBv(value)) {
        const i = Number(signed ? BigInt.asIntN(terms.width(value), terms.constValue(value)) : terms.constValue(value));
        if (i >= 0 && i < count) alternatives.push(at(i, alternative.guard));
        else valid = only ? terms.false : terms.and(valid, terms.not(alternative.guard));
        continue;
      }
      const inside = below(x, value, signed, count);
      valid = terms.and(valid, only ? inside : terms.implies(alternative.guard, inside));
      for (let i = 0; i < count; i++) {
        const here = equals(x, value, signed, i);
        if (here !== terms.false) alternatives.push(at(i, terms.and(alternative.guard, here)));
      }
    } else if (shape.kind === 'region') {
      const inside = enterRegion(x, alternative, shape, place, value, signed, alternatives);
      valid = terms.and(valid, only ? inside : terms.implies(alternative.guard, inside));
    } else if (alternative.offset !== null) {
      alternatives.push(intoBytes(x, alternative, shape.size, type, index));
      const last = alternatives[alternatives.length - 1];
      valid = terms.and(valid, terms.implies(alternative.guard, last.guard));
    } else {
      noteLost(x, alternative);
      alternatives.push(alternative);
    }
    if (alternatives.length > MAX_CASES) return unknownPlace(x, type);
  }
  return { kind: 'direct', type, field: null, alternatives, valid };
}

/**
 * An array that is a member of what a pointer leads to, if it lies there as such: then an unknown index leads to its elements only, as in a
 * variable; it does not lead on to the members behind it (C11 6.5.6p8).
 */
function memberArray(
  x: Execution,
  base: Reference & { kind: 'pointer' },
  place: Place & { kind: 'element' },
  index: Expr,
): (Reference & { kind: 'direct' }) | null {
  const { type } = base;
  if (place.base.kind !== 'member' || type.kind !== 'array' || typeof type.length !== 'bigint') return null;
  if (x.terms.isBv(x.evaluate.integer(x, index))) return null;
  const shape = x.encoding.shapes.of(type);
  const wanted = { type, root: base.root ?? type, field: null, size: shape.size, shape };
  const alternatives = locateFitting(x, base.pointer, wanted);
  if (alternatives === null || alternatives.length === 0) return null;
  const valid = x.terms.orAll(alternatives.map((alternative) => alternative.guard));
  return { kind: 'direct', type, field: null, alternatives, valid };
}

/**
 * An index into an array that is one cell: dimension by dimension, checked against the whole array at the last one. Rows of VLAs have the
 * length that they were declared with.
 */
function enterRegion(
  x: Execution,
  alternative: Alternative,
  shape: Alternative['shape'] & { kind: 'region' },
  place: Place & { kind: 'element' },
  value: Term,
  signed: boolean,
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
    out.push({ ...alternative, row: index });
    return terms.true;
  }
  let inside = below(x, index, isSigned, shape.count);
  if (!Number.isFinite(shape.size)) {
    const width = Math.max(64, terms.width(index));
    const wide = isSigned ? terms.sext(index, width) : resize(x, index, width);
    const total = elementsOf(x, wholeArray(place, shape.steps.length), width);
    if (total !== null) inside = terms.and(inside, terms.ult(wide, total));
  }
  const narrow =
    terms.width(index) < shape.indexWidth && isSigned ? terms.sext(index, shape.indexWidth) : resize(x, index, shape.indexWidth);
  const guard = terms.and(alternative.guard, inside);
  out.push(within(x, { ...alternative, guard, shape: shape.element, indices: [...alternative.indices, narrow], row: null }));
  return inside;
}

/** The type of the array of so many dimensions of which the place is an element. */
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

function intoBytes(x: Execution, alternative: Alternative, size: number, type: CType, index: Expr): Alternative {
  const { terms } = x;
  const offset = terms.add(alternative.offset!, scaled(x, index, type));
  const part = x.encoding.shapes.sizeOf(type);
  const room = size - (Number.isFinite(part) ? part : 0);
  const inside = room < 0 ? terms.false : x.below(offset, room + 1);
  return { ...alternative, offset, guard: terms.and(alternative.guard, inside) };
}

function unknownPlace(x: Execution, type: CType): Reference {
  const { terms, encoding } = x;
  x.gap('access to a part of an object with too many cases');
  const pointer = { object: terms.bv(encoding.pointers.objectWidth, 0), offset: terms.bv(encoding.pointers.offsetWidth, 0) };
  return pointerReference(pointer, type);
}

/** 0 <= value < count. */
function below(x: Execution, value: Term, signed: boolean, count: number): Term {
  const { terms } = x;
  const width = terms.width(value);
  if (count <= 2 ** (signed ? width - 1 : width) - 1) return terms.ult(value, terms.bv(width, BigInt(count)));
  return signed ? terms.sle(terms.bv(width, 0), value) : terms.true;
}

function equals(x: Execution, value: Term, signed: boolean, i: number): Term {
  const width = x.terms.width(value);
  if (i >= 2 ** (signed ? width - 1 : width)) return x.terms.false;
  return x.terms.eq(value, x.terms.bv(width, i));
}
