import type { Term } from '../../../../logic/terms/builder.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { addressOfPointer, pointerAt } from '../pointers/addresses.ts';
import { decode, encode } from './raw.ts';

/**
 * Unions that are kept as a pointer. Their members without pointers are the bits of a number, or of the
 * address of the pointer's target, which the program looks at then.
 */

/** Returns the cells of a value of that shape whose bytes lie at the offset in the union. */
export function readPart(x: Execution, shape: Shape, union: Pointer, offset: Term): readonly Term[] {
  return decode(x, shape, addressOfPointer(x, union), offset);
}

/** Returns the union after a value of that shape is written at the offset. `padding`: as for `encode`. */
export function writePart(
  x: Execution,
  shape: Shape,
  cells: readonly Term[],
  union: Pointer,
  offset: Term,
  padding: Term | null,
): Pointer {
  const isWhole = shape.size === x.plan.layout.pointerSize && (shape.kind !== 'scalar' || shape.field === null);
  const old = isWhole ? x.offset(0) : addressOfPointer(x, union);
  return pointerAt(x, encode(x, shape, cells, old, offset, null, padding));
}
