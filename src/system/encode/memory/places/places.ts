import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../../program/cfa/automaton.ts';
import * as make from '../../../../program/cfa/make.ts';
import { isSharedPointer, type Wanted } from '../../../shapes/fit.ts';
import { sameLayout } from '../../../shapes/same-layout.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { currentInstance, resize } from '../lifetimes/instances.ts';
import { elementsOf } from '../pointers/lengths.ts';
import {
  advance,
  distanceOf,
  type Index,
  inBytes,
  indexOf,
  memberOffset,
  stretched,
} from '../pointers/pointer-arithmetic.ts';
import { type Bound, below, boundOf, withinBound } from './array-bounds.ts';
import { type Alternative, locateFitting } from './locate.ts';

interface ReferenceCommon {
  /** Type of the denoted value; for a bit-field its declared type. */
  readonly type: CType;
  readonly field: Wanted['field'];
  /** When an index leaves an array that is a part of an object; absent: never. */
  readonly leaves?: Term;
}

/** The meaning of a place in a state: parts of known objects, or a pointer's target. */
export type Reference =
  /** `valid`: when some alternative holds. */
  | (ReferenceCommon & { readonly kind: 'direct'; readonly alternatives: readonly Alternative[]; readonly valid: Term })
  /**
   * `root`: the type that the pointer is declared to lead to, where this is a part of it. `within`: when
   * the indices on the way are in bounds; absent: always. `start`: that of an array which the place lies
   * in, if it lies in one that extends to the end of its object.
   */
  | (ReferenceCommon & {
      readonly kind: 'pointer';
      readonly pointer: Pointer;
      readonly root?: CType;
      readonly within?: Term;
      readonly start?: Pointer;
    });

/** Limit of the parts of one object that are distinguished case by case. */
const MAX_CASES = 512;

/** Returns a reference to a whole object; of a family, to the instance that its counter holds. */
export function objectReference(x: Execution, object: MemoryObject): Reference {
  const { shape, base, type } = object;
  const raw = shape.kind === 'blob' || shape.kind === 'bytes';
  const offset = raw ? x.terms.bv(x.plan.pointers.offsetWidth, 0) : null;
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
    // Members that are pointers are the union's cells, and all others its bits.
    if (isSharedPointer(shape))
      return sameLayout(shape, x.plan.shapes.of(type)) ? alternative : { ...alternative, offset: bytes };
    noteLost(x, alternative);
    return alternative;
  });
  return { ...base, type, field, alternatives };
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
  return { ...alternative, offset: x.terms.bv(x.plan.pointers.offsetWidth, 0) };
}

function element(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Expr): Reference {
  return elementAt(x, base, place, indexOf(x, index));
}

function elementAt(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Index): Reference {
  const found = partAt(x, base, place, index);
  if (!watches(x, 'deref') || place.base.kind === 'variable') return found;
  const outside = x.terms.not(withinBound(x, boundOf(x, place.base), index.value, index.signed));
  const leaves = x.terms.or(base.leaves ?? x.terms.false, outside);
  return leaves === x.terms.false ? found : { ...found, leaves };
}

function partAt(x: Execution, base: Reference, place: Place & { kind: 'element' }, index: Index): Reference {
  const { terms } = x;
  const { type } = place;
  const { value, signed } = index;
  const bound = boundOf(x, place.base);
  const within = withinBound(x, bound, value, signed);
  const bytes = (): Term =>
    bound.kind === 'object'
      ? distanceOf(x, index, type)
      : inBytes(x, stretched(x, index, x.plan.pointers.offsetWidth), type);
  if (base.kind === 'pointer') {
    const array = memberArray(x, base, place, bound, value);
    if (array !== null) return partAt(x, array, place, index);
    return {
      ...base,
      type,
      pointer: advance(x, base.pointer, bytes()),
      within: terms.and(base.within ?? terms.true, within),
      ...(bound.kind === 'object' ? { start: base.pointer } : {}),
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
  const shape = x.plan.shapes.of(type);
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
  const part = x.plan.shapes.sizeOf(type);
  const room = size - (Number.isFinite(part) ? part : 0);
  const fits = room < 0 ? terms.false : x.below(offset, room + 1);
  return { ...alternative, offset, guard: terms.andAll([alternative.guard, within, fits]) };
}

function unknownPlace(x: Execution, type: CType): Reference {
  const { terms } = x;
  x.gap('access to a part of an object with too many cases');
  const pointer = {
    object: terms.bv(x.plan.pointers.objectWidth, 0),
    offset: terms.bv(x.plan.pointers.offsetWidth, 0),
  };
  return pointerReference(pointer, type);
}

function equals(x: Execution, value: Term, signed: boolean, i: number): Term {
  const width = x.terms.width(value);
  if (i >= 2 ** (signed ? width - 1 : width)) return x.terms.false;
  return x.terms.eq(value, x.terms.bv(width, i));
}
