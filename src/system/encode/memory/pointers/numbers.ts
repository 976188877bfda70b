import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import { MEETING } from '../../../../program/cfa/checks/overlap.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { INTEGER_OBJECT, NULL_OBJECT } from '../../plan/pointer-format.ts';
import { resize } from '../lifetimes/instances.ts';

/**
 * Pointers that are plain numbers: their offset is the number. `NULL_OBJECT` holds null and the
 * numbers where no object ever lies: those next to it, and those of devices. `INTEGER_OBJECT` holds any number, so a comparison
 * has to look at the addresses of objects.
 */

/**
 * Lowest address of any object, in bytes. The same number of bytes at the end of the address space
 * holds no object either.
 */
export const LOWEST = 4096n;

/** Makes the pointer that is this number and leads to no object. */
export function numberPointer(x: Execution, value: Term): Pointer {
  const { objectWidth } = x.plan.pointers;
  return { object: x.terms.bv(objectWidth, holdsNoObject(x, value) ? NULL_OBJECT : INTEGER_OBJECT), offset: value };
}

/** Whether the number is a constant at which no object can lie. */
export function isNowhere({ terms }: Execution, value: Term): boolean {
  if (!terms.isBv(value)) return false;
  const signed = BigInt.asIntN(terms.width(value), terms.constValue(value));
  return signed >= -LOWEST && signed < LOWEST;
}

/** Whether the number is a constant at which no object can lie, or one within a device. */
export function holdsNoObject(x: Execution, value: Term): boolean {
  if (isNowhere(x, value) || !x.terms.isBv(value)) return isNowhere(x, value);
  const number = x.terms.constValue(value);
  return (x.plan.linked.program.devices ?? []).some(({ first, end }) => first <= number && number < end);
}

/** Returns when the pointer is a number that may be the address of an object; false for null. */
export function isInteger(x: Execution, { object }: Pointer): Term {
  const { terms, facts } = x;
  const targets = facts.targets(object);
  if (targets !== null && !targets.has(INTEGER_OBJECT)) return terms.false;
  return terms.eq(object, terms.bv(x.plan.pointers.objectWidth, INTEGER_OBJECT));
}

/** Returns when the pointer is a number; null is one. */
export function isNumber(x: Execution, pointer: Pointer): Term {
  const { terms } = x;
  const none = terms.eq(pointer.object, terms.bv(x.plan.pointers.objectWidth, NULL_OBJECT));
  return terms.or(none, isInteger(x, pointer));
}

/** Returns when two pointers measure their offsets from the same place. */
export function haveSameStart(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  const same = terms.eq(p.object, q.object);
  if (isInteger(x, p) === terms.false && isInteger(x, q) === terms.false) return same;
  return terms.or(same, terms.and(isNumber(x, p), isNumber(x, q)));
}

/** When two ranges overlap that begin at different places: target, source, and their numbers of bytes. */
export function overlap(x: Execution, name: string, [target, source, writes, reads]: readonly Expr[]): Term {
  const { terms } = x;
  const [to, from] = [x.evaluate.pointer(x, target), x.evaluate.pointer(x, source)];
  const together = haveSameStart(x, to, from);
  if (together === terms.false) return together;
  const [written, read] = [x.evaluate.integer(x, writes), x.evaluate.integer(x, reads)];
  const width = terms.width(read);
  const bytesBetween = terms.sub(to.offset, from.offset);
  const distance = terms.width(bytesBetween) < width ? terms.sext(bytesBetween, width) : resize(x, bytesBetween, width);
  const near = terms.or(terms.ult(distance, read), terms.ult(terms.neg(distance), written));
  const zero = terms.bv(width, 0);
  const counted = name === MEETING ? [written, read] : [distance];
  return terms.andAll([together, near, ...counted.map((t) => terms.not(terms.eq(t, zero)))]);
}
