import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { Family, MemoryObject } from '../../objects/object.ts';

/**
 * Instances of families. A pointer to an object of a family has the instance above the family's
 * number, in its first half.
 */

/** Returns when the pointer leads to the object of that number, or to an object of that family. */
export function leadsTo(
  x: Pick<Execution, 'terms' | 'plan'>,
  pointer: Pointer,
  number: number,
  object: MemoryObject,
): Term {
  const { terms } = x;
  const { numberWidth, objectWidth } = x.plan.pointers;
  if (object.family === null) return terms.eq(pointer.object, terms.bv(objectWidth, number));
  return terms.eq(terms.extract(pointer.object, numberWidth - 1, 0), terms.bv(numberWidth, number));
}

/** Returns the instance in the first half of a pointer to a family. */
export function instanceIn(x: Pick<Execution, 'terms' | 'plan'>, object: Term): Term {
  const { numberWidth, objectWidth } = x.plan.pointers;
  return x.terms.extract(object, objectWidth - 1, numberWidth);
}

/** Resizes a term to `width` bits: extended with zeros or cut. */
export function resize(x: Execution, t: Term, width: number): Term {
  const from = x.terms.width(t);
  return width > from ? x.terms.zext(t, width) : width < from ? x.terms.extract(t, width - 1, 0) : t;
}

/** Returns the instance that the family's counter holds. */
export function currentInstance(x: Execution, family: Family): Term {
  return resize(x, x.read(family.counter.base), x.plan.pointers.instanceWidth);
}

/**
 * Returns the count of an allocation's blocks with one more. Its low bits are the next instance. The bit
 * above them stays set once all instances have been used, so that those below the count have been made.
 */
export function countWithNext(x: Execution, family: Family): Term {
  const { terms } = x;
  const count = x.read(family.counter.base);
  const width = terms.width(count);
  const all = 1n << BigInt(x.plan.pointers.instanceWidth);
  const isLast = terms.eq(count, terms.bv(width, 2n * all - 1n));
  return terms.ite(isLast, terms.bv(width, all), terms.add(count, terms.bv(width, 1)));
}
