import { NO_TERM, type Term } from '../../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../../program/cfa/automaton.ts';
import { contestedConstruct } from '../../../../program/cfa/checks/contested.ts';
import type { LinkedEdge } from '../../../../program/cfa/linked.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { contest, judges, watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import type { Allocator } from '../../plan/allocators.ts';
import { changeExtent } from '../lifetimes/extents.ts';
import { instanceIn, leadsTo } from '../lifetimes/instances.ts';
import { areHeldElsewhere, cellsHolding, checkRelease, type Holder, setBit } from '../lifetimes/lifetime-end.ts';
import { noteDropped } from '../lifetimes/live-blocks.ts';
import { isAddressKnown, moveTarget } from '../pointers/addresses.ts';
import { stepOf } from '../pointers/lengths.ts';
import { choosePointer, isNull, nullPointer } from '../pointers/pointers.ts';
import { allocationFails } from './allocation-failures.ts';
import { isOfBytes } from './heap-content.ts';
import { makeBlock, product, returnPointer, sizeFactors } from './new-block.ts';

/**
 * The effect of `realloc` on pointers. It either moves the block, as the interpreter does, or leaves
 * it in place. The block keeps its number, so the result is a pointer like the old one. Variables may
 * still hold pointers to the old place. If the block moves, these get another number, and no object
 * has that number. Pointers in arrays or among bytes, and those left from several moves, cannot be
 * distinguished. A bit of the block says that there may be such pointers.
 *
 * The bytes that a block gains are those of its first content behind the old end, which no access has
 * reached. A block that was smaller before has other bytes there: another bit says so.
 */

/**
 * Encodes `realloc`, which keeps a block's number. Blocks that it may resize have no fixed size.
 * Returns false if the call cannot be encoded.
 */
export function reallocate(
  x: Execution,
  allocator: Allocator,
  name: string,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const { terms } = x;
  const [argument] = args;
  const factors = sizeFactors(x, allocator, args);
  if (argument === undefined || argument.type.kind !== 'pointer' || factors === null) return false;
  const old = x.evaluate.pointer(x, argument);
  const size = product(x, factors);
  if (!letGrow(x, old, size)) return false;
  if (judges(x, 'free')) checkRelease(x, old, x.facts.targets(old.object) ?? [], name);
  const fails = allocationFails(x, name, factors);
  const isEmpty = terms.eq(size, x.offset(0));
  contest(x, 'deref', `${name} to no bytes`, isEmpty);
  const none = isNull(x, old);
  // glibc releases the block and returns null. Other libraries do not.
  if (!watches(x, 'deref')) x.gap(`${name} to no bytes`, terms.and(isEmpty, terms.not(none)));
  takeContent(x, old, name, terms.andAll([terms.not(fails), terms.not(none), terms.not(isEmpty)]));
  resize(x, old, size, terms.not(fails));
  if (x.plan.countsBlocks) {
    const isZero = terms.orAll(factors.map((factor) => terms.eq(factor, terms.bv(terms.width(factor), 0))));
    x.gap(contestedConstruct(`${name} to no bytes`), isZero);
  }
  moveBlock(x, old, terms.not(fails), deadAfter(x, result, edge));
  if (result === null) {
    noteDropped(x, terms.and(none, terms.not(fails)));
    return true;
  }
  if (terms.and(x.guard, none) === terms.false) {
    returnPointer(x, result, choosePointer(x, fails, nullPointer(x), old));
    return true;
  }
  const before = x.state;
  const succeeds = terms.not(fails);
  const makes = terms.and(none, succeeds);
  const fresh = x.under(makes, () => makeBlock(x, name, null, false, result, edge, succeeds, size));
  const after = x.state;
  const merge = (cell: number, kept: Term, made: Term): Term =>
    kept === NO_TERM ? made : made === NO_TERM ? kept : terms.ite(none, x.valueOf(cell, made), x.valueOf(cell, kept));
  x.state = none === terms.true ? after : before.merge(after, merge);
  returnPointer(x, result, choosePointer(x, fails, nullPointer(x), choosePointer(x, none, fresh, old)));
  return true;
}

/**
 * Gives a replay the bytes of the block that the call may resize, where `when` holds. The replay keeps
 * those behind the old end: it asks for the content of a new block.
 */
function takeContent(x: Execution, pointer: Pointer, name: string, when: Term): void {
  const { terms } = x;
  let content: Term | null = null;
  for (const number of x.facts.targets(pointer.object) ?? []) {
    const object = x.encoding.objects.withNumber(number);
    if (object?.kind !== 'heap' || object.family !== null || !isOfBytes(object.shape)) continue;
    const own = x.read(object.base);
    if (content !== null && terms.sortId(content) !== terms.sortId(own)) return;
    content = content === null ? own : terms.ite(leadsTo(x, pointer, number, object), own, content);
  }
  if (content !== null && terms.and(x.guard, when) !== terms.false) {
    const taken = content;
    x.under(when, () => x.taken('uninitialised', name, taken));
  }
}

/** Notes the new size of the blocks that the pointer may lead to. */
function resize(x: Execution, pointer: Pointer, bytes: Term, when: Term): void {
  for (const number of x.facts.targets(pointer.object) ?? []) {
    const object = x.encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const here = x.terms.and(when, leadsTo(x, pointer, number, object));
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    if (here !== x.terms.false) changeExtent(x, object, instance, bytes, here);
  }
}

/**
 * Returns the cells of variables that are assigned after the edge before any read, and the cells of
 * its result.
 */
function deadAfter(x: Execution, result: Place | null, { context, edge }: LinkedEdge): ReadonlySet<number> {
  const { objects } = x.encoding;
  const { linked, lifetimes } = x.plan;
  const ending = lifetimes.endingOn(linked.contexts[context].function, edge).map((id) => objects.find(id, context));
  if (result?.kind === 'variable') ending.push(objects.variable(result.variable, context));
  const dead = new Set<number>();
  // The other instances of a family still live.
  for (const object of ending) {
    if (object === null || object.family !== null) continue;
    for (let c = 0; c < object.cells.length; c++) dead.add(object.base + c);
  }
  return dead;
}

/**
 * Gives up the fixed sizes of all blocks that the pointer may lead to, as they get `bytes` bytes.
 * Returns false if they cannot be listed.
 */
function letGrow(x: Execution, pointer: Pointer, bytes: Term): boolean {
  const { encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return false;
  for (const number of targets) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const plan = encoding.revisions.planOf(object.key);
    if (plan === undefined) continue;
    // The bytes that a block gains are indeterminate, also when calloc made it.
    encoding.revisions.heapPlan(object.key, { ...plan, size: null, step: stepOf(x, bytes), zeroed: false });
  }
  return true;
}

/**
 * Moves the block to which the pointer leads, or leaves it in place, if `when` holds. `dead`: cells
 * that are written before any read.
 */
function moveBlock(x: Execution, pointer: Pointer, when: Term, dead: ReadonlySet<number>): void {
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
