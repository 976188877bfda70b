import { gcd } from '../../../base/gcd.ts';
import type { ArrayType, CType } from '../../../c/types/types.ts';
import { extended, openEnd } from '../../shapes/open-end.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Shapes } from '../../shapes/shape.ts';

/**
 * The representation of an allocation's objects. The first call decides it, and a later one decides
 * again if it turns out not to fit.
 */
export interface HeapPlan {
  /** Type of an object's elements. */
  readonly element: CType;
  /** Bytes of each object; null if they differ from call to call, or an object may grow. */
  readonly size: bigint | null;
  /** A number of bytes of which all sizes seem to be multiples. */
  readonly step: bigint;
  /** Whether 31 bits may not count its bytes: a size in bytes is computed from words of 64 bits. */
  readonly isLong: boolean;
  /** Whether the element's type is only a guess. */
  readonly guessed: boolean;
  /** Whether there are many such objects. */
  readonly many: boolean;
  readonly zeroed: boolean;
}

const CHAR: CType = { kind: 'integer', name: 'char' };

/**
 * Returns a plan for objects of `size` bytes with values of the `hinted` type, or characters if such
 * values do not fill them.
 */
export function makePlan(
  shapes: Shapes,
  size: bigint | null,
  step: bigint,
  hinted: CType | null,
  properties: Pick<HeapPlan, 'isLong' | 'many' | 'zeroed'>,
): HeapPlan {
  const whole = hinted !== null && hinted.kind !== 'void' && hinted.kind !== 'function' ? hinted : null;
  const usable = whole !== null && size === null ? innermost(whole) : whole;
  const fills = usable !== null && mayFill(shapes, usable, size);
  return fills
    ? { ...properties, element: usable, size, step, guessed: false }
    : { ...properties, element: CHAR, size, step, guessed: true };
}

/** Whether values of the type may fill a block of that size (null: any). */
function mayFill(shapes: Shapes, type: CType, size: bigint | null): boolean {
  const unit = shapes.sizeOf(type);
  if (!Number.isFinite(unit) || unit === 0) return false;
  if (size === null || (size > 0n && size % BigInt(unit) === 0n)) return true;
  const end = openEnd(shapes.layout, type);
  return end !== null && size >= end.start;
}

function innermost(type: CType): CType {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return inner;
}

/** Returns the type of the objects. */
export function typeOf(shapes: Shapes, plan: HeapPlan): CType {
  const { element, size, isLong } = plan;
  const end = isOpen(shapes, plan) ? openEnd(shapes.layout, element) : null;
  if (end !== null) {
    const { type, array } = extended(end, size, isLong);
    if (size === null && isLong) shapes.long(array);
    return type;
  }
  const count = size === null ? null : size / BigInt(shapes.sizeOf(element));
  if (count === 1n) return element;
  const type: ArrayType = { kind: 'array', element, length: count ?? 'variable' };
  return count === null && isLong ? shapes.long(type) : type;
}

/**
 * Whether each object is one struct whose last array extends to the end. Structs with a flexible
 * member lie in no array. Others do if the sizes are multiples of theirs.
 */
function isOpen(shapes: Shapes, { element, size, step }: HeapPlan): boolean {
  const end = openEnd(shapes.layout, element);
  if (end === null) return false;
  const unit = BigInt(shapes.sizeOf(element));
  return size !== unit && (end.array.length === 'unknown' || step % unit !== 0n);
}

/** Returns a plan that serves both; null if the first one already does. */
export function joinPlans(shapes: Shapes, known: HeapPlan, wanted: HeapPlan): HeapPlan | null {
  const alike = (a: CType, b: CType): boolean => sameLayout(shapes.of(a), shapes.of(b));
  const size = known.size === wanted.size ? known.size : null;
  const step = gcd(known.step, wanted.step);
  const zeroed = known.zeroed && wanted.zeroed;
  const many = known.many || wanted.many;
  const isLong = known.isLong || wanted.isLong;
  const sameElement = wanted.guessed || known.guessed || alike(known.element, wanted.element);
  const chosen = !sameElement ? CHAR : known.guessed ? wanted.element : known.element;
  const element = size === null ? innermost(chosen) : chosen;
  const guessed = known.guessed && wanted.guessed;
  const both = { element, size, step, isLong, guessed, many, zeroed };
  const same =
    size === known.size &&
    zeroed === known.zeroed &&
    many === known.many &&
    isLong === known.isLong &&
    guessed === known.guessed &&
    isOpen(shapes, both) === isOpen(shapes, known);
  return same && alike(element, known.element) ? null : both;
}

/**
 * Returns the plan after an access that does not fit it; null if it cannot be improved. A guessed type
 * becomes the type that a pointer is declared to lead to. Structs in an array become one struct that
 * extends to the end.
 */
export function revisedFor(shapes: Shapes, plan: HeapPlan, root: CType): HeapPlan | null {
  const { size, step } = plan;
  const better = plan.guessed ? makePlan(shapes, size, step, root, plan) : { ...plan, step: 1n };
  return better.guessed || (!plan.guessed && isOpen(shapes, plan) === isOpen(shapes, better)) ? null : better;
}
