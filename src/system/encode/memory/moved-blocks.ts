import type { Term } from '../../../logic/terms/builder.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import type { MemoryObject } from '../objects/object.ts';
import { isAddressKnown, moveTarget } from './addresses.ts';
import { instanceIn, leadsTo } from './instances.ts';
import { areHeldElsewhere, cellsHolding, type Holder, setBit } from './lifetime-end.ts';

/**
 * The effect of `realloc` on pointers. It either moves the block, as the interpreter does, or leaves
 * it in place. The block keeps its number, so the result is a pointer like the old one. Variables may
 * still hold pointers to the old place. If the block moves, these get another number, and no object
 * has that number. Pointers in arrays or among bytes, and those left from several moves, cannot be
 * distinguished. A bit of the block says that there may be such pointers.
 */

/**
 * Moves the block to which the pointer leads, or leaves it in place, if `when` holds. `dead`: cells
 * that are written before any read.
 */
export function moveBlock(x: Execution, pointer: Pointer, when: Term, dead: ReadonlySet<number>): void {
  const { terms, encoding } = x;
  const { objects } = encoding;
  const stays = (moves: Term): Term => terms.andAll([x.guard, when, terms.not(moves)]);
  let chosen: Term | null = null;
  const choice = (): Term => (chosen ??= x.unknown({ kind: 'bool' }, 'whether realloc moves a block', {}, stays));
  if (isAddressKnown(x, pointer)) moveTarget(x, pointer, choice());
  for (const number of x.facts.targets(pointer.object) ?? []) {
    const object = objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const here = terms.and(when, leadsTo(x, pointer, number, object));
    if (terms.and(x.guard, here) === terms.false) continue;
    const holders = [...cellsHolding(x, number, dead)];
    const isMixed = isLeftTwice(x, pointer, object, number, holders, dead);
    if (holders.length === 0 && isMixed === terms.false) continue;
    const moves = terms.and(here, choice());
    for (const { cell, value } of holders) {
      if (terms.sort(value).kind === 'array') continue;
      const isOld = terms.and(moves, terms.eq(value, pointer.object));
      if (terms.and(x.guard, isOld) !== terms.false)
        x.write(cell, terms.ite(isOld, leftBehind(x, object, value), value));
    }
    if (isMixed === terms.false) continue;
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    setBit(x, objects.hidden.moved(object), instance, terms.bv(1, 1), terms.and(moves, isMixed));
  }
}

/**
 * Returns when left-over pointers cannot be distinguished, also from those to the block's place before
 * an earlier move.
 */
function isLeftTwice(
  x: Execution,
  pointer: Pointer,
  object: MemoryObject,
  number: number,
  holders: readonly Holder[],
  dead: ReadonlySet<number>,
): Term {
  const { terms, encoding } = x;
  const isArray = ({ value }: Holder): boolean => terms.sort(value).kind === 'array';
  if (areHeldElsewhere(x, object, number) || holders.some(isArray)) return terms.true;
  const former = encoding.objects.placeLeftIfAny(object);
  if (former === null) return terms.false;
  const place = encoding.objects.numberOf(former);
  const earlier = [...cellsHolding(x, place, dead)];
  if (areHeldElsewhere(x, former, place) || earlier.some(isArray)) return terms.true;
  return terms.orAll(earlier.map(({ value }) => terms.eq(value, leftBehind(x, object, pointer.object))));
}

/** Returns the first half of a pointer to the block, as one to the place that the block has left. */
function leftBehind(x: Execution, object: MemoryObject, value: Term): Term {
  const { terms, encoding } = x;
  const { numberWidth, objectWidth } = x.plan.pointers;
  const number = encoding.objects.numberOf(encoding.objects.placeLeft(object));
  if (object.family === null) return terms.bv(objectWidth, number);
  return terms.concat(instanceIn(x, value), terms.bv(numberWidth, number));
}
