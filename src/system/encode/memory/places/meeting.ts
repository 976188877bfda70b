import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { sameLayout } from '../../../shapes/same-layout.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { type Alternative, locate } from './locate.ts';
import type { Reference } from './places.ts';

/**
 * Relation between the shape of an accessed value and the cells at a place. Each access handles every
 * kind of it. A value that has no cells at the place makes a gap and is never lost.
 */
type Meeting =
  /** The place stores nothing. */
  | { readonly kind: 'nothing'; readonly why: string }
  /** The value's bytes begin at that offset. */
  | { readonly kind: 'bytes'; readonly offset: Term }
  /** The place stores the same cells as the value. */
  | { readonly kind: 'cells' }
  /** The place stores other cells. */
  | { readonly kind: 'misfit'; readonly construct: string };

/** Returns how a value of that shape and the place meet. */
export function meet(x: Execution, alternative: Alternative, shape: Shape): Meeting {
  const { shape: found, offset, row, object } = alternative;
  const misfit = { kind: 'misfit', construct: `access to ${object.name} as a value of another layout` } as const;
  if (row !== null) return misfit;
  if (found.kind === 'opaque') return { kind: 'nothing', why: found.why };
  if (offset === null) return sameLayout(found, shape) ? { kind: 'cells' } : misfit;
  const isBytes = found.kind === 'blob' || found.kind === 'bytes' || found.kind === 'scalar';
  return isBytes ? { kind: 'bytes', offset: offsetOf(x, alternative, offset) } : misfit;
}

/**
 * Whether a value of the reference's type has its cells or bytes at every place that the reference may
 * denote.
 */
export function fits(x: Execution, reference: Reference): boolean {
  if (reference.kind === 'pointer') return true;
  const shape = shapeOf(x, reference);
  return reference.alternatives.every((alternative) => meet(x, alternative, shape).kind !== 'misfit');
}

/** Whether each place that the pointer may lead to has the cells or bytes of a value of that type. */
export function isReadable(x: Execution, pointer: Pointer, type: CType): boolean {
  const shape = x.plan.shapes.of(type);
  const found = alternativesOf(x, { kind: 'pointer', type, field: null, pointer }, shape);
  return !!found?.alternatives.length && found.alternatives.every((each) => meet(x, each, shape).kind !== 'misfit');
}

/** Returns the shape of the value that the reference denotes. A bit-field has its own width. */
export function shapeOf(x: Execution, reference: Reference): Shape {
  const { type, field } = reference;
  const shape = x.plan.shapes.of(type);
  if (field === null || shape.kind !== 'scalar') return shape;
  return {
    ...shape,
    field,
    cells: [{ sort: { kind: 'bv', width: field.bits }, role: 'value' }],
    size: Math.ceil((field.bit + field.bits) / 8),
  };
}

/**
 * Returns the places that the reference may denote, and when it denotes one of them; null if the
 * pointer has too many targets. `without`: numbers of objects that are left out.
 */
export function alternativesOf(
  x: Execution,
  reference: Reference,
  shape: Shape,
  without?: ReadonlySet<number>,
): { alternatives: readonly Alternative[]; valid: Term } | null {
  if (reference.kind === 'direct') return reference;
  const wanted = {
    type: reference.type,
    root: reference.root ?? reference.type,
    field: reference.field,
    size: Math.ceil(shape.size),
    shape,
  };
  const located = locate(x, reference.pointer, wanted, reference.start, without);
  if (located === null) return null;
  const { within = x.terms.true } = reference;
  const alternatives = located.map((alternative) => ({
    ...alternative,
    guard: x.terms.and(alternative.guard, within),
  }));
  return { alternatives, valid: x.terms.orAll(alternatives.map((alternative) => alternative.guard)) };
}

/** Whether the value is one raw cell, and the alternative stores exactly its bytes. */
export function areAllBytes(alternative: Alternative, { kind, size }: Shape): boolean {
  const { shape: found } = alternative;
  const raw = kind === 'blob' || (kind === 'bytes' && !sharesArray(alternative));
  return raw && found.kind === kind && found.size === size;
}

/** Whether the bytes of the alternative lie in the array that the instance also indexes. */
function sharesArray({ instance, indices, shape }: Alternative): boolean {
  return instance !== null && indices.length === 0 && shape.kind === 'bytes';
}

/**
 * Returns the indices into the cell. The instance of a family is part of the first one
 * (`Shapes.lifted`).
 */
export function indicesOf(x: Execution, alternative: Alternative): readonly Term[] {
  const { instance, indices } = alternative;
  if (instance === null || sharesArray(alternative)) return indices;
  const [first, ...rest] = indices;
  return first === undefined ? [instance] : [x.terms.concat(instance, first), ...rest];
}

/** Returns the alternative's position in its array of bytes. */
function offsetOf(x: Execution, alternative: Alternative, offset: Term): Term {
  return sharesArray(alternative) ? x.terms.concat(alternative.instance!, offset) : offset;
}
