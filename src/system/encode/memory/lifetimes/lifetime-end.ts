import type { Variable } from '../../../../c/ast.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { contest, judges, strayWhen } from '../../machine/faults.ts';
import type { Family, MemoryObject } from '../../objects/object.ts';
import { allocationOf, heapKey } from '../../objects/object.ts';
import { NULL_OBJECT } from '../../plan/pointer-format.ts';
import { currentInstance, instanceIn, leadsTo } from './instances.ts';
import { noteReleased } from './live-blocks.ts';

/**
 * The end of objects. C leaves open the effect of an access to an object whose lifetime has ended.
 * Here a read gives any value, another one each time, and a write changes nothing. Blocks that are
 * freed have a bit for it. An automatic object has one only if the program uses a pointer that may be
 * left over from an earlier lifetime. Such an object is a family with one instance for each lifetime.
 * This is a revision of the encoding, as is an object kept as bytes.
 */

const NO_CELLS: ReadonlySet<number> = new Set();

/** Encodes `free(argument)`. */
export function endBlock(x: Execution, argument: Expr | undefined): void {
  if (argument?.type.kind !== 'pointer') return;
  const pointer = x.evaluate.pointer(x, argument);
  const { terms, encoding } = x;
  const { objects } = encoding;
  const numbers = encoding.known.listed(x.facts.targets(pointer.object));
  if (judges(x, 'free')) checkRelease(x, pointer, numbers, 'free');
  for (const number of numbers) {
    const object = objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const here = leadsTo(x, pointer, number, object);
    if (here === terms.false) continue;
    if (x.plan.countsBlocks) noteReleased(x, object, pointer, here, isUnfreed(x, object, pointer));
    markEnded(x, object, pointer, here);
  }
}

/** Returns when the instance of a family to which the pointer leads was not freed; true for other blocks. */
function isUnfreed(x: Execution, object: MemoryObject, pointer: Pointer): Term {
  if (object.family === null) return x.terms.true;
  // The bit must exist before the question about it.
  x.encoding.objects.hidden.ended(object);
  return notEnded(x, object, instanceIn(x, pointer.object));
}

/**
 * Records a fault, or a gap, where the pointer is neither null nor the start of a live block that the heap gave.
 * `numbers`: what it may lead to.
 */
export function checkRelease(x: Execution, pointer: Pointer, numbers: Iterable<number>, by: string): void {
  const { terms, encoding } = x;
  const { objects } = encoding;
  const { pointers } = x.plan;
  const start = terms.eq(pointer.offset, terms.bv(pointers.offsetWidth, 0));
  const isNull = terms.eq(pointer.object, terms.bv(pointers.objectWidth, NULL_OBJECT));
  const valid = [terms.and(start, isNull), whenBlockStarts(x, pointer, numbers)];
  for (const number of numbers) {
    const object = objects.withNumber(number);
    if (object?.kind !== 'summary') continue;
    const here = leadsTo(x, pointer, number, object);
    contest(x, 'free', `${by} of a pointer from outside of the program`, here);
    valid.push(here);
  }
  strayWhen(x, terms.not(terms.orAll(valid)), `${by} of what is not the start of a live block`, 'free');
}

/** When the pointer of the list leads to the start of a live block that the heap gave. */
export function startsLiveBlock(x: Execution, [argument]: readonly Expr[]): Term {
  const pointer = x.evaluate.pointer(x, argument);
  const numbers = x.facts.targets(pointer.object);
  if (numbers !== null) return whenBlockStarts(x, pointer, numbers);
  x.gap('the block at a pointer with too many targets');
  return x.terms.false;
}

function whenBlockStarts(x: Execution, pointer: Pointer, numbers: Iterable<number>): Term {
  const { terms, encoding } = x;
  const { objects } = encoding;
  const start = terms.eq(pointer.offset, terms.bv(x.plan.pointers.offsetWidth, 0));
  const valid: Term[] = [];
  for (const number of numbers) {
    const object = objects.withNumber(number);
    if (object?.kind !== 'heap' || isOnStack(x, object)) continue;
    const here = leadsTo(x, pointer, number, object);
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    // The bit exists from here on, also where blocks are made.
    objects.hidden.ended(object);
    valid.push(terms.andAll([here, start, notEnded(x, object, instance)]));
  }
  return terms.orAll(valid);
}

/** Whether the block of the heap is one of `alloca`, which ends with its function. */
function isOnStack({ encoding }: Execution, object: MemoryObject): boolean {
  return encoding.stackAllocations.has(allocationOf(object));
}

function markEnded(x: Execution, object: MemoryObject, pointer: Pointer, when: Term): void {
  const instance = object.family === null ? null : instanceIn(x, pointer.object);
  setEnded(x, object, instance, x.terms.bv(1, 1), when);
}

/** Begins the lifetime of a block; of a family, the instance that its counter holds. */
export function beginBlock(x: Execution, object: MemoryObject): void {
  // Without a call of `free` no code reads the bit.
  if (x.encoding.objects.hidden.endedIfAny(object) === null) return;
  const instance = object.family === null ? null : currentInstance(x, object.family);
  setEnded(x, object, instance, x.terms.bv(1, 0), x.terms.true);
}

function setEnded(x: Execution, object: MemoryObject, instance: Term | null, bit: Term, when: Term): void {
  setBit(x, x.encoding.objects.hidden.ended(object), instance, bit, when);
}

/** Sets a hidden bit (that of an instance of a family) where `when` holds. */
export function setBit(x: Execution, { base }: MemoryObject, instance: Term | null, bit: Term, when: Term): void {
  const { terms } = x;
  const old = x.read(base);
  const updated = instance === null ? bit : terms.store(old, instance, bit);
  x.write(base, terms.ite(when, updated, old));
}

/**
 * Ends the current activation's automatic objects in a context with several activations. Their content
 * stays.
 */
export function endInstances(x: Execution, context: number): void {
  const { objects } = x.encoding;
  if (x.plan.decided.outlived.size === 0) return;
  for (const object of objects.inContext(context)) {
    if (object.family === null || !x.plan.decided.outlived.has(object.key) || !x.encoding.isRecursive(object)) continue;
    setEnded(x, object, currentInstance(x, object.family), x.terms.bv(1, 1), x.terms.true);
  }
}

/**
 * Ends the automatic objects of an activation, which then hold nothing. `result`: the cells of its
 * return value.
 */
export function endAutomatics(x: Execution, context: number, result: readonly Term[]): void {
  // Only pointers to an object make a difference at its end.
  for (const object of x.encoding.objects.numberedIn(context)) {
    if (object.kind === 'automatic') endLifetime(x, object, result);
  }
}

/**
 * Ends the earlier lifetime of a variable-length array in the same activation, when the array is
 * declared (C11 6.2.4p7). Accesses through left-over pointers still find the array; only comparisons
 * distinguish the lifetimes.
 */
export function endArray(x: Execution, object: MemoryObject): void {
  const { encoding } = x;
  const { family } = object;
  const number = encoding.objects.numberIfAny(object);
  if (number === null) return;
  if (!x.plan.decided.outlived.has(object.key)) {
    if (isLeft(x, object, number, [])) x.write(leftInBlock(x, object).base, x.terms.bv(32, 1));
  } else if (family !== null && family.made === null) nextInstance(x, family);
  else if (family !== null) setEnded(x, object, currentInstance(x, family), x.terms.bv(1, 1), x.terms.true);
}

/** Ends the lifetime of a variable where control leaves its block. Its content is lost. */
export function endScope(x: Execution, variable: Variable): void {
  const object = x.encoding.objects.find(variable.id, x.context);
  if (object === null) return;
  const { family } = object;
  if (family !== null && family.made !== null)
    setEnded(x, object, currentInstance(x, family), x.terms.bv(1, 1), x.terms.true);
  else endLifetime(x, object, []);
}

/** Ends the blocks that the activation in a context took from the stack. */
export function endStackBlocks(x: Execution, context: number): void {
  const { encoding, terms } = x;
  if (!judges(x, 'deref')) return;
  for (const edge of encoding.stackAllocations) {
    if (x.plan.linked.edges[edge].context !== context) continue;
    const object = encoding.objects.withKey(heapKey(edge));
    if (object === null) continue;
    const { base, family } = encoding.objects.hidden.ended(object);
    const ended = terms.bv(1, 1);
    const sort = terms.sort(x.read(base));
    if (family === null) x.write(base, ended);
    else if (sort.kind === 'array') x.write(base, terms.constArray(sort.index, ended));
  }
}

/**
 * The mark for pointers that may be left from the array's earlier declaration in the same activation.
 * Its content is like {@link leftOver}'s.
 */
function leftInBlock(x: Execution, object: MemoryObject): MemoryObject {
  return x.encoding.objects.hidden.counter(`y${object.key}`, `pointers left in the block of ${object.name}`);
}

function endLifetime(x: Execution, object: MemoryObject, result: readonly Term[]): void {
  const { terms, encoding } = x;
  const number = encoding.objects.numberIfAny(object);
  if (number === null) return;
  const { family } = object;
  if (!x.plan.decided.outlived.has(object.key)) {
    if (isLeft(x, object, number, result)) x.write(leftOver(x, object).base, terms.bv(32, 1));
  } else if (family !== null && family.made === null) nextInstance(x, family);
}

/** Makes the family's next object one whose number no pointer holds. */
function nextInstance(x: Execution, { counter }: Family): void {
  const { terms } = x;
  const number = x.read(counter.base);
  x.write(counter.base, terms.add(number, terms.bv(terms.width(number), 1)));
}

/**
 * The mark for pointers to earlier lifetimes of the object that may exist. Its content is a constant,
 * or nothing is known.
 */
function leftOver(x: Execution, object: MemoryObject): MemoryObject {
  return x.encoding.objects.hidden.counter(`z${object.key}`, `pointers left to ${object.name}`);
}

/** A cell that may hold pointers, and its content. */
export interface Holder {
  readonly cell: number;
  readonly value: Term;
}

/** Yields the cells of variables and blocks that may hold pointers to the object of that number. */
export function* cellsHolding(x: Execution, number: number, leftOut: ReadonlySet<number>): Iterable<Holder> {
  const { encoding, facts, state } = x;
  for (const cell of encoding.known.held.of(number)) {
    const value = leftOut.has(cell) ? -1 : state.get(cell);
    if (value >= 0 && (facts.targets(value)?.has(number) ?? true)) yield { cell, value };
  }
}

/** Whether pointers to the object may lie among bytes, or where external functions keep them. */
export function areHeldElsewhere(x: Execution, { context }: MemoryObject, number: number): boolean {
  const { objects, known } = x.encoding;
  if (known.summaryTargets.has(number) || known.escaped.has(number)) return true;
  for (const [key, pointers] of known.pointerBytes) {
    const holder = objects.withKey(key);
    if (holder !== null && holder.context === context && context >= 0) continue;
    if (x.encoding.known.targetsAmong(pointers)?.has(number) ?? true) return true;
  }
  return false;
}

/** Whether a pointer to the automatic object may exist anywhere when its lifetime ends. */
function isLeft(x: Execution, object: MemoryObject, number: number, result: readonly Term[]): boolean {
  const { encoding, facts } = x;
  const leads = (value: Term): boolean => facts.targets(value)?.has(number) ?? true;
  for (const { cell } of cellsHolding(x, number, NO_CELLS)) {
    // The stacks of recursive activations hold their own variables.
    if (!encoding.objects.ownerOf(cell).key.startsWith('s')) return true;
  }
  if (
    result.some(
      (value) =>
        x.terms.sort(value).kind === 'bv' && x.terms.width(value) === x.plan.pointers.objectWidth && leads(value),
    )
  )
    return true;
  return areHeldElsewhere(x, object, number);
}

/**
 * Returns when left-over pointers to the block cannot be distinguished by its place. `object` is the
 * block, or the place that it left.
 */
export function mayHaveMoved(x: Execution, object: MemoryObject, instance: Term | null): Term {
  const { terms } = x;
  const { objects } = x.encoding;
  const block = object.kind === 'moved' ? objects.blockOf(object) : object;
  const moved = objects.hidden.movedIfAny(block);
  if (moved === null) return terms.false;
  const content = x.read(moved.base);
  return terms.eq(instance === null ? content : terms.select(content, instance), terms.bv(1, 1));
}

/** Returns when an access to the object (the instance of a family) is within its lifetime. */
export function isAlive(x: Execution, object: MemoryObject, instance: Term | null, when: Term): Term {
  const { terms, encoding } = x;
  const { objects } = encoding;
  if (object.kind === 'moved') return terms.false;
  if (object.kind === 'heap') return notEnded(x, object, instance);
  if (object.kind !== 'automatic') return terms.true;
  if (x.plan.decided.outlived.has(object.key)) {
    if (instance === null || object.family === null)
      return x.unknown({ kind: 'bool' }, `access to ${object.name}, whose lifetime may have ended`, {}, when);
    if (encoding.isRecursive(object)) return notEnded(x, object, instance);
    return terms.eq(instance, currentInstance(x, object.family));
  }
  const known = objects.withKey(`z${object.key}`);
  if (!isMarked(x, known)) return terms.true;
  if (x.plan.isLast) x.gap(`access to ${object.name}, whose lifetime may have ended`, when);
  else encoding.revisions.outlives(object);
  return terms.true;
}

/**
 * Returns when the lifetime of the automatic object (the instance of a family) may have ended. It asks
 * for no revision.
 */
export function mayHaveEnded(x: Execution, object: MemoryObject, instance: Term | null): Term {
  const { terms, encoding } = x;
  if (x.plan.decided.outlived.has(object.key)) {
    if (instance === null || object.family === null) return terms.true;
    if (encoding.isRecursive(object)) return terms.not(notEnded(x, object, instance));
    return terms.not(terms.eq(instance, currentInstance(x, object.family)));
  }
  return terms.bool(['z', 'y'].some((sign) => isMarked(x, encoding.objects.withKey(sign + object.key))));
}

/** Returns when the block was freed. */
export function isFreed(x: Execution, object: MemoryObject, instance: Term | null): Term {
  return x.terms.not(notEnded(x, object, instance));
}

function isMarked(x: Execution, mark: MemoryObject | null): boolean {
  return mark !== null && x.read(mark.base) !== x.terms.bv(32, 0);
}

function notEnded(x: Execution, object: MemoryObject, instance: Term | null): Term {
  const { terms } = x;
  const ended = x.encoding.objects.hidden.endedIfAny(object);
  if (ended === null) return terms.true;
  const content = x.read(ended.base);
  return terms.eq(instance === null ? content : terms.select(content, instance), terms.bv(1, 0));
}
