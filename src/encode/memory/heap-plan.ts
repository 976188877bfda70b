import type { CType } from '../../c/types.ts';
import { sameLayout } from './same-layout.ts';
import type { Shapes } from './shape.ts';

/** How the objects of an allocation are kept: decided at its first call, and again when that turns out not to fit. */
export interface HeapPlan {
  /** Elements of this type ... */
  readonly element: CType;
  /** ... so many of them; null if that differs from call to call, or an object may grow. */
  readonly count: bigint | null;
  /** Bytes of each object, or null likewise. */
  readonly size: bigint | null;
  /** The element's type is a guess for want of a better one. */
  readonly guessed: boolean;
  /** There are many such objects. */
  readonly many: boolean;
  readonly zeroed: boolean;
}

const CHAR: CType = { kind: 'integer', name: 'char' };

/** A plan for objects of `size` bytes that are to hold values of the `hinted` type; characters if they do not fill them. */
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

/** The type of the objects. */
export function typeOf({ element, count }: HeapPlan): CType {
  if (count === 1n) return element;
  return { kind: 'array', element, length: count ?? 'variable' };
}

/** A plan that serves both; null if the first one does already. */
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
    size === null ? null : sameElement && !known.guessed ? known.count : sameElement && !wanted.guessed ? wanted.count : size;
  const same =
    count === known.count && size === known.size && zeroed === known.zeroed && many === known.many && guessed === known.guessed;
  return same && alike(element, known.element) ? null : { element, count, size, guessed, many, zeroed };
}

/** The plan with a guessed type replaced by what a pointer is declared to lead to; null if there is no guess left to better. */
export function retyped(shapes: Shapes, plan: HeapPlan, root: CType): HeapPlan | null {
  if (!plan.guessed) return null;
  const { many, zeroed } = plan;
  const better = makePlan(shapes, plan.size, root, { many, zeroed });
  return better.guessed ? null : better;
}
