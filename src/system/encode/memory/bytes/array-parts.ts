import type { Term } from '../../../../logic/terms/builder.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution } from '../../machine/execution.ts';

/** Conversion between arrays that are one cell and their form as parts of raw bytes. */

/** Limit of the bytes of an array that is converted. */
const MAX_BYTES = 4096;

type ArrayShape = Extract<Shape, { readonly kind: 'region' | 'bytes' }>;

interface Elements {
  readonly shape: Shape;
  readonly count: number;
  /** Bytes from the start of one element to the start of the next. */
  readonly stride: number;
}

/**
 * Builds the cells of an array from those of its elements. `elementAt` gets the element's shape and
 * its distance from the array's start in bytes.
 */
export function gather(
  x: Execution,
  array: ArrayShape,
  elementAt: (element: Shape, bytes: number) => readonly Term[],
): Term[] {
  const { terms, encoding } = x;
  const zeros = array.cells.map(({ sort }) => encoding.zero(sort));
  const elements = elementsOf(x, array);
  if (elements === null) return zeros;
  const { shape, count, stride } = elements;
  const found = Array.from({ length: count }, (_, i) => elementAt(shape, i * stride));
  return zeros.map((zero, c) =>
    terms.filledArray(
      zero,
      found.map((_, i) => indexInto(x, array, c, i)),
      found.map((cells) => cells[c]),
    ),
  );
}

/**
 * Passes on the cells of each element of an array, with the element's shape and its distance from the
 * array's start in bytes.
 */
export function scatter(
  x: Execution,
  array: ArrayShape,
  cells: readonly Term[],
  put: (element: Shape, cells: readonly Term[], bytes: number) => void,
): void {
  const elements = elementsOf(x, array);
  if (elements === null) return;
  const { shape, count, stride } = elements;
  for (let i = 0; i < count; i++) {
    const element = cells.map((cell, c) => x.terms.select(cell, indexInto(x, array, c, i)));
    put(shape, element, i * stride);
  }
}

/** Returns the elements of an array. If the array is too large, returns null and makes a gap. */
function elementsOf(x: Execution, array: ArrayShape): Elements | null {
  if (array.size > MAX_BYTES) {
    x.gap('copy of a large array within an object that is kept as bytes');
    return null;
  }
  if (array.kind === 'bytes') return { shape: x.plan.shapes.raw(1), count: array.size, stride: 1 };
  return { shape: array.element, count: array.count, stride: array.stride };
}

function indexInto(x: Execution, { cells }: ArrayShape, c: number, i: number): Term {
  const { sort } = cells[c];
  return x.terms.bv(sort.kind === 'array' && sort.index.kind === 'bv' ? sort.index.width : 1, i);
}
