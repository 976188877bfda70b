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
 * Counts a block of the family, if `made` holds: an allocation that fails uses no number. A run that would use all
 * numbers of an allocation is left out, so that no two blocks have one number. Such a run matters only where the
 * question is whether runs end: there the numbers start again, and the bit above them stays set.
 */
export function takeNumber(x: Execution, { counter }: Family, made: Term): void {
  const { terms } = x;
  const count = x.read(counter.base);
  const width = terms.width(count);
  const all = 1n << BigInt(x.plan.pointers.instanceWidth);
  let next = terms.add(count, terms.bv(width, 1));
  if (x.plan.linked.goal === 'cycle')
    next = terms.ite(terms.eq(count, terms.bv(width, 2n * all - 1n)), terms.bv(width, all), next);
  else x.assume(terms.implies(x.guard, terms.ult(count, terms.bv(width, all))));
  x.write(counter.base, terms.ite(made, next, count));
}
