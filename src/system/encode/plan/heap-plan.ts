import type { CType } from '../../../c/types/types.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Shapes } from '../../shapes/shape.ts';

/**
 * The representation of an allocation's objects. The first call decides it, and a later one decides
 * again if it turns out not to fit.
 */
export interface HeapPlan {
  /** Type of an object's elements. */
  readonly element: CType;
  /** Number of elements; null if it differs from call to call, or an object may grow. */
  readonly count: bigint | null;
  /** Bytes of each object; null in the same cases. */
  readonly size: bigint | null;
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
  hinted: CType | null,
  properties: { readonly many: boolean; readonly zeroed: boolean },
): HeapPlan {
  const whole = hinted !== null && hinted.kind !== 'void' && hinted.kind !== 'function' ? hinted : null;
  const usable = whole !== null && size === null ? innermost(whole) : whole;
  const unit = usable === null ? Number.POSITIVE_INFINITY : shapes.sizeOf(usable);
  const fills = usable !== null && Number.isFinite(unit) && unit > 0;
  if (fills && size === null) return { element: usable, count: null, size, guessed: false, ...properties };
  if (fills && size !== null && size > 0n && size % BigInt(unit) === 0n)
    return { element: usable, count: size / BigInt(unit), size, guessed: false, ...properties };
  return { element: CHAR, count: size, size, guessed: true, ...properties };
}

function innermost(type: CType): CType {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return inner;
}

/** Returns the type of the objects. */
export function typeOf({ element, count }: HeapPlan): CType {
  if (count === 1n) return element;
  return { kind: 'array', element, length: count ?? 'variable' };
}

/** Returns a plan that serves both; null if the first one already does. */
export function joinPlans(shapes: Shapes, known: HeapPlan, wanted: HeapPlan): HeapPlan | null {
  const alike = (a: CType, b: CType): boolean => sameLayout(shapes.of(a), shapes.of(b));
  const size = known.size === wanted.size ? known.size : null;
  const zeroed = known.zeroed && wanted.zeroed;
  const many = known.many || wanted.many;
  const sameElement = wanted.guessed || known.guessed || alike(known.element, wanted.element);
  const chosen = !sameElement ? CHAR : known.guessed ? wanted.element : known.element;
  const element = size === null ? innermost(chosen) : chosen;
  const guessed = known.guessed && wanted.guessed;
  const count =
    size === null
      ? null
      : sameElement && !known.guessed
        ? known.count
        : sameElement && !wanted.guessed
          ? wanted.count
          : size;
  const same =
    count === known.count &&
    size === known.size &&
    zeroed === known.zeroed &&
    many === known.many &&
    guessed === known.guessed;
  return same && alike(element, known.element) ? null : { element, count, size, guessed, many, zeroed };
}

/**
 * Returns the plan with a guessed type replaced by the type that a pointer is declared to lead to.
 * Null if the guess cannot be improved.
 */
export function retyped(shapes: Shapes, plan: HeapPlan, root: CType): HeapPlan | null {
  if (!plan.guessed) return null;
  const { many, zeroed } = plan;
  const better = makePlan(shapes, plan.size, root, { many, zeroed });
  return better.guessed ? null : better;
}
