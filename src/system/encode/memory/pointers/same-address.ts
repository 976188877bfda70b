import type { Term } from '../../../../logic/terms/builder.ts';
import { type Congruence, mod, valuesOf } from '../../../offsets/congruence.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { mayMeanOtherLifetime, mayShareMemory } from '../lifetimes/ended-objects.ts';
import { leadsTo } from '../lifetimes/instances.ts';
import { addressOfPointer } from './addresses.ts';
import { haveSameStart, isInteger, isNumber } from './numbers.ts';

/** Returns when two pointers are equal (C11 6.5.9p6). */
export function sameAddress(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  const same = terms.and(haveSameStart(x, p, q), terms.eq(p.offset, q.offset));
  const otherLifetime = mayMeanOtherLifetime(x, p, q);
  const cases = [
    terms.and(same, terms.not(otherLifetime)),
    unlessFalse(x, terms.or(otherLifetime, mayShareMemory(x, p, q)), 'whether an object lies where an earlier one was'),
    isAddressIn(x, p, q),
    isAddressIn(x, q, p),
    isEndSeenFrom(x, p, q),
    isEndSeenFrom(x, q, p),
    unlessFalse(x, mayShare(x, p, q), 'whether string literals share memory'),
    unlessFalse(x, terms.or(mayTouch(x, p, q), mayTouch(x, q, p)), 'whether an object lies right behind another one'),
  ];
  return terms.orAll(cases);
}

/** Returns any truth value where the condition holds, else false. */
function unlessFalse(x: Execution, condition: Term, construct: string): Term {
  if (x.terms.and(x.guard, condition) === x.terms.false) return x.terms.false;
  return x.terms.and(condition, x.unknown({ kind: 'bool' }, construct, {}, condition));
}

/** Returns when the first pointer is a number, and the second one leads to an object that lies there. */
function isAddressIn(x: Execution, number: Pointer, pointer: Pointer): Term {
  const { terms } = x;
  const when = terms.and(isInteger(x, number), terms.not(isNumber(x, pointer)));
  if (terms.and(x.guard, when) === terms.false || !leadsToObjects(x, pointer)) return terms.false;
  const address = x.under(when, () => addressOfPointer(x, pointer));
  return terms.and(when, terms.eq(address, number.offset));
}

/** Whether the pointer may be anything but a number. */
export function leadsToObjects(x: Execution, { object }: Pointer): boolean {
  const targets = x.facts.targets(object);
  return targets === null || [...targets].some((number) => x.encoding.objects.withNumber(number) !== null);
}

/**
 * Returns when the first pointer is one past its object, and the second one leads to the start of
 * another object.
 */
function mayTouch(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms, encoding, facts } = x;
  if (!mayBe(facts.congruence(q.offset), 0)) return terms.false;
  const starts = dataObjects(x, q);
  let atEnd = terms.false;
  for (const [number, object] of dataObjects(x, p)) {
    const others = starts.size - (starts.has(number) && object.family === null ? 1 : 0);
    if (others > 0) atEnd = terms.or(atEnd, terms.and(isAtEnd(x, object, p.offset), leadsTo(x, p, number, object)));
  }
  if (atEnd === terms.false) return terms.false;
  const atStart = terms.and(terms.eq(q.offset, terms.bv(x.plan.pointers.offsetWidth, 0)), terms.not(isNumber(x, q)));
  const touching = terms.andAll([atEnd, atStart, terms.not(terms.eq(p.object, q.object))]);
  const { exposed } = encoding.known;
  const known = [...starts.keys(), ...dataObjects(x, p).keys()].every((number) => exposed.has(number));
  if (!known || terms.and(x.guard, touching) === terms.false) return touching;
  // The program has seen both addresses, so the result must agree with them.
  return terms.and(
    touching,
    x.under(touching, () => terms.eq(addressOfPointer(x, p), addressOfPointer(x, q))),
  );
}

/**
 * Returns when the first pointer is one past its object, and the second one is that address, computed
 * from an object of unknown size. Conversions of integers make such pointers, since the end of such an
 * object is not known.
 */
function isEndSeenFrom(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms, encoding } = x;
  const { exposed } = encoding.known;
  if (exposed.size === 0) return terms.false;
  const ended = [...dataObjects(x, p)].filter(([, { shape }]) => Number.isFinite(shape.size));
  const open = [...dataObjects(x, q)].filter(([, { shape }]) => !Number.isFinite(shape.size));
  if (ended.length === 0 || open.length === 0) return terms.false;
  const all = [...dataObjects(x, p).keys(), ...dataObjects(x, q).keys()];
  if (!all.every((number) => exposed.has(number))) return terms.false;
  const atEnd = ended.map(([number, object]) => terms.and(isAtEnd(x, object, p.offset), leadsTo(x, p, number, object)));
  const within = open.map(([number, object]) => leadsTo(x, q, number, object));
  const isBehind = terms.not(terms.eq(q.offset, x.offset(0)));
  const when = terms.andAll([terms.orAll(atEnd), terms.orAll(within), isBehind]);
  if (terms.and(x.guard, when) === terms.false) return terms.false;
  return terms.and(
    when,
    x.under(when, () => terms.eq(addressOfPointer(x, p), addressOfPointer(x, q))),
  );
}

function isAtEnd(x: Execution, { kind, shape }: MemoryObject, offset: Term): Term {
  const { terms } = x;
  const { size } = shape;
  // Blocks without bytes are distinct from all others (C11 7.22.3).
  if (kind === 'heap' && size === 0) return terms.false;
  if (!Number.isFinite(size)) return terms.not(terms.eq(offset, x.offset(0)));
  return mayBe(x.facts.congruence(offset), size) ? terms.eq(offset, x.offset(size)) : terms.false;
}

/** Returns the objects that the pointer may lead to, by number. Code and unmodelled memory are left out. */
export function dataObjects(x: Execution, { object }: Pointer): Map<number, MemoryObject> {
  const { encoding, facts } = x;
  const found = new Map<number, MemoryObject>();
  for (const number of encoding.known.listed(facts.targets(object))) {
    const target = encoding.objects.withNumber(number);
    if (target !== null && target.kind !== 'function' && target.kind !== 'summary') found.set(number, target);
  }
  return found;
}

function mayBe(congruence: Congruence, value: number): boolean {
  const wanted = BigInt(value);
  const values = valuesOf(congruence);
  return values === null ? mod(wanted - congruence.residue, congruence.modulus) === 0n : values.includes(wanted);
}

/** Limit of the pairs of string literals that are compared one by one. */
const MAX_PAIRS = 256;

/**
 * Returns when two pointers lead to distinct string literals that may be one object. C leaves that
 * open where one literal ends with the other (C11 6.4.5).
 */
function mayShare(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  const first = literalsOf(x, p);
  const second = first.length === 0 ? [] : literalsOf(x, q);
  const is = (pointer: Pointer, number: number): Term =>
    terms.eq(pointer.object, terms.bv(x.plan.pointers.objectWidth, number));
  if (first.length * second.length > MAX_PAIRS) {
    const any = (pointer: Pointer, numbers: readonly number[]): Term =>
      terms.orAll(numbers.map((number) => is(pointer, number)));
    return terms.and(terms.not(terms.eq(p.object, q.object)), terms.and(any(p, first), any(q, second)));
  }
  let result = terms.false;
  for (const a of first)
    for (const b of second) {
      if (a !== b && oneEndsWithOther(x, a, b)) result = terms.or(result, terms.and(is(p, a), is(q, b)));
    }
  return result;
}

function literalsOf(x: Execution, pointer: Pointer): number[] {
  const { encoding } = x;
  const numbers = encoding.known.listed(x.facts.targets(pointer.object));
  return [...numbers].filter((number) => unitsOf(x, encoding.objects.withNumber(number)) !== null);
}

/** Code units of a string literal's object; null for other objects. */
function unitsOf(x: Execution, object: MemoryObject | null): readonly number[] | null {
  const { variable = null } = object ?? {};
  if (variable === null || !variable.name.startsWith('$string')) return null;
  const [entry] = x.plan.linked.program.initialValues.get(variable.id) ?? [];
  return entry === undefined ? [] : entry.value.kind === 'bytes' ? entry.value.units : null;
}

function oneEndsWithOther(x: Execution, a: number, b: number): boolean {
  const { objects } = x.encoding;
  const first = unitsOf(x, objects.withNumber(a)) ?? [];
  const second = unitsOf(x, objects.withNumber(b)) ?? [];
  const length = Math.min(first.length, second.length);
  for (let i = 1; i <= length; i++) if (first[first.length - i] !== second[second.length - i]) return false;
  return true;
}
