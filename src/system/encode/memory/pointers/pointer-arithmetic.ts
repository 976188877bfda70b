import { fieldUnit } from '../../../../c/types/field-unit.ts';
import { isInteger } from '../../../../c/types/type-basics.ts';
import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../../program/cfa/automaton.ts';
import type { Wanted } from '../../../shapes/fit.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { watches } from '../../machine/faults.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { NULL_OBJECT } from '../../plan/pointer-format.ts';
import { currentInstance, leadsTo, resize } from '../lifetimes/instances.ts';
import { addressOfPointer, pointerAt } from './addresses.ts';
import { bytesOf } from './lengths.ts';
import { isInteger as isAnyInteger, isNumber, numberPointer } from './numbers.ts';

/** Returns a pointer to the start of an object; of a family, the object whose number its counter holds. */
export function pointerTo(x: Execution, object: MemoryObject): Pointer {
  const { terms, encoding } = x;
  const { numberWidth, objectWidth, offsetWidth } = x.plan.pointers;
  const number = encoding.objects.numberOf(object);
  const offset = terms.bv(offsetWidth, 0);
  if (object.family === null) return { object: terms.bv(objectWidth, number), offset };
  return { object: terms.concat(currentInstance(x, object.family), terms.bv(numberWidth, number)), offset };
}

/** Returns the address of the place. Bit-fields have none. */
export function addressOf(x: Execution, place: Place): Pointer {
  switch (place.kind) {
    case 'variable':
      return pointerTo(x, x.encoding.objects.variable(place.variable, x.context));
    case 'dereference':
      return x.evaluate.pointer(x, place.pointer);
    case 'member': {
      const base = addressOf(x, place.base);
      return advance(x, base, x.offset(memberOffset(x, place.base.type, place.index).offset));
    }
    case 'element':
      return advance(x, addressOf(x, place.base), scaled(x, place.index, place.type));
  }
}

/**
 * Returns the pointer moved by a number of bytes. If it is an integer that became a pointer, the sum may be
 * the address of an object. A step from a pointer that is null on some runs has no meaning in C, and leads
 * nowhere there.
 */
export function advance(x: Execution, pointer: Pointer, bytes: Term): Pointer {
  const { terms, encoding } = x;
  const offset = terms.add(pointer.offset, bytes);
  // Null plus a distance is a number like any other.
  if (terms.isBv(pointer.object) && Number(terms.constValue(pointer.object)) === NULL_OBJECT)
    return pointerAt(x, offset);
  const direct = { object: pointer.object, offset };
  if (terms.isBv(bytes) || encoding.known.exposed.size === 0) return direct;
  const stepped = choose(x, isNumber(x, pointer), () => numberPointer(x, offset), direct);
  // Where no integer became a pointer, no number is the address of an object.
  if (encoding.known.fromIntegers.size === 0) return stepped;
  return choose(x, isAnyInteger(x, pointer), () => pointerAt(x, offset), stepped);
}

/** Returns the pointer that `make` makes under the condition, or another one where the path excludes it. */
function choose(x: Execution, condition: Term, make: () => Pointer, otherwise: Pointer): Pointer {
  if (x.terms.and(x.guard, condition) === x.terms.false) return otherwise;
  const { object, offset } = x.under(condition, make);
  return {
    object: x.terms.ite(condition, object, otherwise.object),
    offset: x.terms.ite(condition, offset, otherwise.offset),
  };
}

/**
 * Returns the pointer to the address of `pointer` plus a number of bytes, computed as an integer. The
 * sum may be the address of another object.
 */
export function advanceAddress(x: Execution, pointer: Pointer, bytes: Term): Pointer {
  const { terms, encoding, facts } = x;
  const direct = { object: pointer.object, offset: terms.add(pointer.offset, bytes) };
  const targets = [...(facts.targets(pointer.object) ?? [])].flatMap((number) => {
    const object = encoding.objects.withNumber(number);
    return object === null ? [] : [{ number, object }];
  });
  const [only] = targets;
  const isOnly = (number: number): boolean =>
    targets.length === 1 && only.number === number && only.object.kind !== 'summary' && only.object.family === null;
  if ([...encoding.known.exposed].every(isOnly))
    return terms.isBv(bytes)
      ? advance(x, pointer, bytes)
      : choose(x, isNumber(x, pointer), () => pointerAt(x, direct.offset), direct);
  const inside = terms.orAll(
    targets.map(({ number, object }) => {
      const { size } = object.shape;
      return Number.isFinite(size)
        ? terms.and(leadsTo(x, pointer, number, object), x.below(direct.offset, size))
        : terms.false;
    }),
  );
  return choose(x, terms.not(inside), () => pointerAt(x, addressOfPointer(x, direct)), direct);
}

/**
 * Distances in bytes that stand for products beyond the range of distances, by the size of pointers.
 * Neither they nor their small multiples lead back into an object. The interpreter has its own
 * (interpreter/displace.ts).
 */
const FAR = { 32: -0x61c88647n, 64: -0x61c8864680b583ebn } as const;

/** Returns the distance beyond all others that is a number of elements, as every distance is. */
function farthest(width: number, unit: bigint): bigint {
  const far = FAR[width === 32 ? 32 : 64];
  return BigInt.asUintN(width, far - (far % unit));
}

/** Returns `index * sizeof(element)` in the width of offsets. A VLA has its current size. */
export function scaled(x: Execution, index: Expr, type: CType, negative = false): Term {
  return distanceOf(x, indexOf(x, index), type, negative);
}

/**
 * Returns the distance of an index, or of its negation. Where accesses are watched, a product beyond
 * the range of distances leads nowhere, as it would else lead back into the object. An unsigned index
 * of the width of pointers may be a negative number.
 */
export function distanceOf(x: Execution, index: Index, type: CType, negative = false): Term {
  const { terms } = x;
  const { offsetWidth } = x.plan.pointers;
  const bytes = inBytes(x, stretched(x, index, offsetWidth), type);
  const distance = negative ? terms.neg(bytes) : bytes;
  if (!watches(x, 'deref')) return distance;
  const width = Math.max(terms.width(index.value), offsetWidth);
  const wide = index.signed ? stretched(x, index, width) : resize(x, index.value, width);
  const unit = unitOf(x, type);
  const most = (1n << BigInt(offsetWidth - 1)) / unit - 1n;
  if (most >= 1n << BigInt(width - 1)) return distance;
  const least = terms.bv(width, BigInt.asUintN(width, -most));
  const fits = terms.and(terms.sle(least, wide), terms.sle(wide, terms.bv(width, most)));
  return fits === terms.true ? distance : terms.ite(fits, distance, terms.bv(offsetWidth, farthest(offsetWidth, unit)));
}

/** Returns `count * sizeof(element)`. A VLA has its current size. */
export function inBytes(x: Execution, count: Term, type: CType): Term {
  const { offsetWidth } = x.plan.pointers;
  const bytes = bytesOf(x, type, offsetWidth, count);
  if (bytes !== null) x.facts.noteSteps(count, unitOf(x, type));
  return bytes ?? x.unknown({ kind: 'bv', width: offsetWidth }, 'arithmetic on pointers to objects of unknown size');
}

/** Returns the bytes of an object of a type, or of a VLA's elements. */
function unitOf(x: Execution, type: CType): bigint {
  let part = type;
  while (part.kind === 'array' && !Number.isFinite(x.plan.shapes.sizeOf(part))) part = part.element;
  const size = x.plan.shapes.sizeOf(part);
  return Number.isFinite(size) && size > 0 ? BigInt(size) : 1n;
}

/** Returns an integer expression extended by its sign, or cut, to `width` bits. */
export function widened(x: Execution, expr: Expr, width: number): Term {
  return stretched(x, indexOf(x, expr), width);
}

/** An integer and the extension that widens it. */
export interface Index {
  readonly value: Term;
  readonly signed: boolean;
}

/** Returns an index in its own width. */
export function indexOf(x: Execution, expr: Expr): Index {
  const signed = isInteger(expr.type) && x.plan.layout.isSigned(expr.type);
  return { value: x.evaluate.integer(x, expr), signed };
}

/** Returns the index extended by its sign, or cut, to `width` bits. */
export function stretched(x: Execution, { value, signed }: Index, width: number): Term {
  return signed && x.terms.width(value) < width ? x.terms.sext(value, width) : resize(x, value, width);
}

/** Returns the place of a member in its record, in bytes, and its type. */
export function memberOffset(
  x: Execution,
  record: CType,
  index: number,
): { offset: number; field: Wanted['field']; type: CType } {
  if (record.kind !== 'struct' && record.kind !== 'union') return { offset: 0, field: null, type: record };
  const field = record.definition.fields![index];
  const place = x.plan.layout.record(record.definition).fields[index];
  if (field.bits === undefined) return { offset: Number(place.offset), field: null, type: field.type };
  return {
    offset: Math.floor(place.bitOffset / 8),
    field: { bit: place.bitOffset % 8, bits: field.bits, unit: fieldUnit(x.plan.layout, record.definition, index) },
    type: field.type,
  };
}
