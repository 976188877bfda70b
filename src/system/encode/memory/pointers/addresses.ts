import type { Term } from '../../../../logic/terms/builder.ts';
import { MAX_TARGETS } from '../../../offsets/facts.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { mayMeanOtherLifetime } from '../lifetimes/ended-objects.ts';
import { instanceIn, leadsTo } from '../lifetimes/instances.ts';
import { isAlive } from '../lifetimes/lifetime-end.ts';
import { holdsNoObject, isNumber, LOWEST, numberPointer } from './numbers.ts';

/**
 * Addresses of objects as integers. An object whose address the program looks at gets an aligned
 * address. It is not null, and apart from all objects that live at the same time; otherwise it is
 * arbitrary. The address stays the same during a lifetime. An integer converts back to a pointer into
 * the object at that address, among those whose address was looked at (the provenance model PNVI-ae of
 * ISO/IEC TS 6010). Other integers are pointers that lead nowhere.
 */

/** Returns a pointer as an integer of a pointer's width. */
export function addressOfPointer(x: Execution, pointer: Pointer): Term {
  const { terms, encoding } = x;
  const numbers = targetsOf(x, pointer.object);
  if (numbers === null) return anyAddress(x, terms.true);
  let result = pointer.offset;
  let known = isNumber(x, pointer);
  for (const number of numbers) {
    const object = encoding.objects.withNumber(number);
    if (object === null) continue;
    const here = leadsTo(x, pointer, number, object);
    if (here === terms.false) continue;
    const base =
      object.kind === 'summary' || object.kind === 'moved'
        ? anyAddress(x, here)
        : addressThen(x, pointer, number, object, here);
    result = terms.ite(here, terms.add(base, pointer.offset), result);
    known = terms.or(known, here);
  }
  // Uninitialised pointers lead to no object and are any integer.
  const other = terms.not(known);
  return terms.and(x.guard, other) === terms.false ? result : terms.ite(known, result, anyAddress(x, other));
}

/**
 * Returns the object's address at the time when the pointer was made. It is unknown once the object
 * may have moved.
 */
function addressThen(x: Execution, pointer: Pointer, number: number, object: MemoryObject, here: Term): Term {
  const { terms } = x;
  const base = expose(x, object, number, pointer.object, here);
  const moved = terms.and(here, mayMeanOtherLifetime(x, pointer, pointer));
  return terms.and(x.guard, moved) === terms.false ? base : terms.ite(moved, anyAddress(x, moved), base);
}

/** Returns the pointer that an integer of a pointer's width converts to. */
export function pointerAt(x: Execution, address: Term): Pointer {
  const { terms, encoding } = x;
  const { numberWidth, instanceWidth, objectWidth, offsetWidth } = x.plan.pointers;
  let result = numberPointer(x, address);
  if (holdsNoObject(x, address)) return result;
  x.facts.noteSteps(address, 1n);
  const exposed: Exposed[] = [];
  for (const number of encoding.known.exposed) {
    const object = encoding.objects.withNumber(number);
    if (object === null) continue;
    encoding.known.convertTo(number);
    const whole = terms.bv(objectWidth, number);
    const single = object.kind !== 'summary' && object.family === null;
    const offset = single ? terms.sub(address, baseOf(x, object, whole)) : null;
    // A freed block's memory may belong to another block.
    const lives = single && object.kind === 'heap' ? isAlive(x, object, null, terms.true) : terms.true;
    exposed.push({ number, object, whole, offset, lives });
  }
  const choose = (condition: Term, object: Term, offset: Term): void => {
    result = {
      object: terms.ite(condition, object, result.object),
      offset: terms.ite(condition, offset, result.offset),
    };
  };
  // Later choices override earlier ones. One object's end may be another object's start. The bounds of
  // an object of known size are exact, so an address inside one has priority.
  for (const { object, whole, offset } of exposed) {
    const { size } = object.shape;
    if (offset !== null && Number.isFinite(size)) choose(terms.eq(offset, x.offset(size)), whole, offset);
  }
  const ends = terms.orAll(
    exposed.flatMap(({ object, offset }) =>
      offset !== null && Number.isFinite(object.shape.size) ? [terms.eq(offset, x.offset(object.shape.size))] : [],
    ),
  );
  // The end of an object of unknown size is not known. Another object may end above it.
  const isEnd =
    ends === terms.false || exposed.every(({ object }) => Number.isFinite(object.shape.size))
      ? terms.false
      : terms.and(ends, x.unknown({ kind: 'bool' }, 'integer that is one past the end of an object', {}, ends));
  for (const each of exposed) {
    if (each.offset === null || Number.isFinite(each.object.shape.size)) continue;
    const isOther = terms.and(isEnd, terms.not(terms.eq(each.offset, x.offset(0))));
    choose(terms.and(isNearest(x, each, each.offset, exposed), terms.not(isOther)), each.whole, each.offset);
  }
  for (const { number, object, offset: distance } of exposed) {
    if (distance !== null) continue;
    const here = x.unknown({ kind: 'bool' }, 'conversion of an integer to a pointer');
    const offset = x.unknown({ kind: 'bv', width: offsetWidth }, 'conversion of an integer to a pointer');
    const low = terms.bv(numberWidth, number);
    const which =
      instanceWidth === 0
        ? low
        : terms.concat(x.unknown({ kind: 'bv', width: instanceWidth }, 'conversion of an integer to a pointer'), low);
    if (object.family !== null)
      x.require(terms.implies(here, terms.eq(terms.add(baseOf(x, object, which), offset), address)));
    choose(terms.and(here, terms.ule(terms.bv(offsetWidth, LOWEST), address)), which, offset);
  }
  for (const { object, whole, offset, lives } of exposed) {
    const { size } = object.shape;
    if (offset !== null && Number.isFinite(size)) choose(terms.and(lives, x.below(offset, size)), whole, offset);
  }
  return result;
}

/**
 * An object whose address the program looks at. `offset`: bytes from the object's start to the
 * integer; null where there are many objects.
 */
interface Exposed {
  readonly number: number;
  readonly object: MemoryObject;
  readonly whole: Term;
  readonly offset: Term | null;
  /** The condition that its lifetime has not ended. */
  readonly lives: Term;
}

/** The end of the addresses of programs on 64-bit machines. */
const LOW_END = 2n ** 47n;

/** Elements up to which a number leads into an object of unknown size. */
const MOST_ELEMENTS = 2 ** 31;

/**
 * Returns when an object of unknown size may extend to the address: no other object of unknown size
 * starts between its start and the address.
 */
function isNearest(x: Execution, { object, lives }: Exposed, offset: Term, exposed: readonly Exposed[]): Term {
  const { terms } = x;
  const reached = x.below(offset, mostBytes(object.shape));
  const others = exposed.filter((other) => other.object !== object && !Number.isFinite(other.object.shape.size));
  const isNearer = (other: Exposed): Term =>
    other.offset === null ? terms.false : terms.and(other.lives, terms.ult(other.offset, offset));
  return terms.andAll([lives, reached, ...others.map((other) => terms.not(isNearer(other)))]);
}

/** Returns the largest size in bytes that an object of unknown size may have. */
function mostBytes(shape: Shape): number {
  const end = shape.kind === 'record' ? shape.members.at(-1) : null;
  const array = end?.shape ?? shape;
  return (end?.offset ?? 0) + MOST_ELEMENTS * (array.kind === 'region' ? Math.max(1, array.stride) : 1);
}

/** Records that the program sees an object's address, and requires the properties of such an address. */
function expose(x: Execution, object: MemoryObject, number: number, which: Term, when: Term): Term {
  const { terms, encoding } = x;
  encoding.known.expose(number);
  const base = baseOf(x, object, which);
  const width = terms.width(base);
  const size = Number.isFinite(object.shape.size) ? BigInt(Math.ceil(object.shape.size)) : 1n;
  const last = 2n ** BigInt(width) - LOWEST - size;
  let sound = terms.and(
    terms.ule(terms.bv(width, LOWEST), base),
    last > LOWEST ? terms.ule(base, terms.bv(width, last)) : terms.true,
  );
  for (const { first, end } of x.plan.linked.program.devices ?? []) {
    const below = terms.ule(terms.add(base, terms.bv(width, size)), terms.bv(width, first));
    sound = terms.and(sound, terms.or(below, terms.ult(terms.bv(width, end - 1n), base)));
  }
  for (const other of encoding.known.exposed) {
    const neighbour = encoding.objects.withNumber(other);
    if (other === number || neighbour === null || neighbour.family !== null || !liveTogether(object, neighbour))
      continue;
    sound = terms.and(sound, apart(x, base, size, neighbour, other));
  }
  x.require(terms.implies(when, sound));
  return base;
}

/**
 * Requires that the objects to which the pointer may lead have addresses below 2^47, as all programs
 * on 64-bit machines do.
 */
export function keepLow(x: Execution, pointer: Pointer): void {
  const { terms, encoding } = x;
  for (const number of targetsOf(x, pointer.object) ?? []) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'summary' || object.kind === 'moved') continue;
    const base = baseOf(x, object, pointer.object);
    const isLow = terms.ult(base, terms.bv(terms.width(base), LOW_END));
    x.require(terms.implies(terms.and(x.guard, leadsTo(x, pointer, number, object)), isLow));
  }
}

/**
 * Requires that the block whose start the pointer points to has an address that is a multiple of
 * `alignment` bytes. An alignment that is not a power of two requires nothing.
 */
export function alignBlock(x: Execution, { object: which }: Pointer, alignment: Term): void {
  const { terms, encoding, facts } = x;
  for (const number of facts.targets(which) ?? []) {
    const object = encoding.objects.withNumber(number);
    if (object === null || !encoding.known.exposed.has(number)) continue;
    const below = terms.sub(alignment, x.offset(1));
    const isPower = terms.eq(terms.bvAnd(alignment, below), x.offset(0));
    const isAligned = terms.eq(terms.bvAnd(baseOf(x, object, which), below), x.offset(0));
    x.require(terms.implies(terms.and(x.guard, isPower), isAligned));
  }
}

/** Whether the program looks at the address of an object to which the pointer may lead. */
export function isAddressKnown(x: Execution, { object }: Pointer): boolean {
  const { exposed } = x.encoding.known;
  return [...(x.facts.targets(object) ?? exposed)].some((number) => exposed.has(number));
}

/** Moves the pointer's target to another place if `when` holds, like a block that realloc moves. */
export function moveTarget(x: Execution, pointer: Pointer, when: Term): void {
  const { terms, encoding } = x;
  for (const number of x.facts.targets(pointer.object) ?? encoding.known.exposed) {
    const object = encoding.objects.withNumber(number);
    if (object === null || !encoding.known.exposed.has(number)) continue;
    const { base } = encoding.objects.hidden.address(object);
    const old = x.read(base);
    const here = terms.and(when, leadsTo(x, pointer, number, object));
    const fresh = anyAddress(x, here);
    const moved = object.family === null ? fresh : terms.store(old, instanceIn(x, pointer.object), fresh);
    x.write(base, terms.ite(here, moved, old));
  }
}

/**
 * Whether neither object may get memory that the other one had. An object that lasts for the whole run
 * keeps its own memory.
 */
function liveTogether(a: MemoryObject, b: MemoryObject): boolean {
  return a.kind !== 'summary' && b.kind !== 'summary' && (isLasting(a) || isLasting(b));
}

function isLasting({ kind }: MemoryObject): boolean {
  return kind === 'static' || kind === 'function';
}

function apart(x: Execution, base: Term, size: bigint, other: MemoryObject, number: number): Term {
  const { terms } = x;
  const width = terms.width(base);
  const there = baseOf(x, other, terms.bv(x.plan.pointers.objectWidth, number));
  const room = Number.isFinite(other.shape.size) ? BigInt(Math.ceil(other.shape.size)) : 1n;
  const distance = terms.sub(base, there);
  // Neither object starts in the other. All distances are modulo the address space.
  return terms.and(terms.ule(terms.bv(width, room), distance), terms.ule(terms.bv(width, size), terms.neg(distance)));
}

/**
 * Makes a gap where a step of `bytes` bytes leads from an object to memory before it, if another
 * object may end there. An integer that is both addresses became a pointer into the object behind it,
 * but may mean the one before it.
 */
export function checkStepBack(x: Execution, from: Pointer, bytes: Term): void {
  const { terms, encoding, facts } = x;
  const zero = x.offset(0);
  const endsBefore = terms.slt(terms.add(from.offset, bytes), zero);
  const isBack = terms.andAll([terms.slt(bytes, zero), terms.sle(zero, from.offset), endsBefore]);
  if (terms.and(x.guard, isBack) === terms.false) return;
  const targets = facts.targets(from.object);
  for (const number of encoding.known.fromIntegers) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || (targets !== null && !targets.has(number))) continue;
    const here = terms.and(isBack, leadsTo(x, from, number, object));
    x.gap(`step back from ${object.name}`, terms.and(here, mayFollow(x, object, number, from.object)));
  }
}

/** Returns when another object whose address the program looks at may end where this object begins. */
function mayFollow(x: Execution, object: MemoryObject, number: number, which: Term): Term {
  const { terms, encoding } = x;
  const start = baseOf(x, object, which);
  const { exposed } = encoding.known;
  const ends = [...exposed].map((other) => {
    const before = encoding.objects.withNumber(other);
    if (before === null || (other === number && object.family === null) || before.kind === 'function')
      return terms.false;
    if (before.family !== null || before.kind === 'summary') return terms.true;
    const there = baseOf(x, before, terms.bv(x.plan.pointers.objectWidth, other));
    const { size } = before.shape;
    return Number.isFinite(size) ? terms.eq(terms.add(there, x.offset(size)), start) : terms.ult(there, start);
  });
  return terms.orAll(ends);
}

/** Returns the address of an object's first byte, which is a multiple of its alignment. */
function baseOf(x: Execution, object: MemoryObject, which: Term): Term {
  const { terms, encoding } = x;
  const cell = encoding.objects.hidden.address(object).base;
  const content = x.read(cell);
  const raw = object.family === null ? content : terms.select(content, instanceIn(x, which));
  const bits = Math.log2(alignmentOf(x, object));
  return bits === 0 ? raw : terms.concat(terms.extract(raw, terms.width(raw) - 1, bits), terms.bv(bits, 0));
}

function alignmentOf(x: Execution, object: MemoryObject): number {
  const { layout } = x.plan;
  switch (object.kind) {
    case 'heap':
      return 2 * layout.pointerSize;
    case 'function':
    case 'moved':
    case 'summary':
      return 1;
    default:
      return object.shape.size === 0 ? 1 : layout.alignOf(object.type);
  }
}

function anyAddress(x: Execution, when: Term): Term {
  const { offsetWidth } = x.plan.pointers;
  return x.unknown({ kind: 'bv', width: offsetWidth }, 'address of an object as an integer', {}, when);
}

/** Returns the numbers of the objects that the term may name; null if they are too many to list. */
function targetsOf(x: Execution, object: Term): Iterable<number> | null {
  const { known } = x.encoding;
  const numbers = known.listed(x.facts.targets(object));
  if (numbers.size <= MAX_TARGETS) return numbers;
  known.exposeAll(numbers);
  return null;
}
