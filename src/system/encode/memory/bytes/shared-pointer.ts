import type { Term } from '../../../../logic/terms/builder.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { judges } from '../../machine/faults.ts';
import { addressOfPointer, pointerAt } from '../pointers/addresses.ts';
import { isNumber, numberPointer } from '../pointers/numbers.ts';
import { decode, encode } from './raw.ts';

/**
 * Unions that are kept as a pointer. Their members without pointers are the bits of a number, or of
 * the address of the pointer's target, which the program looks at then. A float is no way to look at
 * an address where writes are judged. There a pointer becomes any float, and a float becomes a number
 * that leads nowhere.
 */

/** Returns the cells of a value of that shape whose bytes lie at the offset in the union. */
export function readPart(x: Execution, shape: Shape, union: Pointer, offset: Term): readonly Term[] {
  if (!isJudgedFloat(x, shape)) return decode(x, shape, addressOfPointer(x, union), offset);
  const { terms } = x;
  const isAddress = terms.not(isNumber(x, union));
  if (terms.and(x.guard, isAddress) === terms.false) return decode(x, shape, union.offset, offset);
  const any = x.unknown(terms.sort(union.offset), 'pointer that is read as a float', {}, isAddress);
  return decode(x, shape, terms.ite(isAddress, any, union.offset), offset);
}

/** Whether the value is a float in a program whose accesses through numbers are told. */
function isJudgedFloat(x: Execution, { kind, cells: [cell] }: Shape): boolean {
  return kind === 'scalar' && cell.sort.kind === 'float' && judges(x, 'deref');
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
  const bits = encode(x, shape, cells, old, offset, null, padding);
  return isWhole && isJudgedFloat(x, shape) ? numberPointer(x, bits) : pointerAt(x, bits);
}
