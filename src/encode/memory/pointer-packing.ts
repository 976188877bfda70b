import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import type { Targets } from './facts.ts';
import { NULL_OBJECT } from './objects.ts';

/**
 * Pointers among bytes, in C's width: the object's number in the highest bits, below it the instance and the offset as far as there is room.
 * An integer that was made a pointer is itself if its highest bits are equal: no object has the number of ones alone. Pointers that do not
 * fit (far outside of their objects, the 2^20th block of a loop ...) become any value.
 */
interface Packing {
  readonly width: number;
  readonly numberWidth: number;
  readonly instanceWidth: number;
  readonly offsetWidth: number;
}

function packing(x: Execution): Packing {
  const { numberWidth, instanceWidth, offsetWidth: width } = x.encoding.pointers;
  const room = width - numberWidth;
  const instances = Math.min(instanceWidth, Math.floor(room / 2));
  return { width, numberWidth, instanceWidth: instances, offsetWidth: room - instances };
}

/** The packed form of a pointer. */
export function pack(x: Execution, { object, offset }: Pointer): Term {
  const { terms } = x;
  const { width, numberWidth, instanceWidth, offsetWidth } = packing(x);
  const number = terms.extract(object, numberWidth - 1, 0);
  const isValue = terms.eq(number, terms.bv(numberWidth, NULL_OBJECT));
  const low = terms.extract(offset, offsetWidth - 1, 0);
  const instance = instanceWidth === 0 ? null : terms.extract(object, numberWidth + instanceWidth - 1, numberWidth);
  const packed = terms.concat(number, instance === null ? low : terms.concat(instance, low));
  let fits = terms.eq(terms.sext(low, width), offset);
  if (instance !== null)
    fits = terms.and(fits, terms.eq(terms.zext(instance, terms.width(object) - numberWidth), above(x, object, numberWidth)));
  const exact = terms.ite(isValue, isInteger(x, offset), fits);
  const value = terms.ite(isValue, offset, packed);
  return exact === terms.true
    ? value
    : terms.ite(exact, value, x.unknown({ kind: 'bv', width }, 'pointer that does not fit among bytes'));
}

/** The pointer whose packed form the bits are; it leads to one of the targets. */
export function unpack(x: Execution, bits: Term, targets: Targets): Pointer {
  const { terms, encoding } = x;
  const { objectWidth } = encoding.pointers;
  const { width, numberWidth, instanceWidth, offsetWidth } = packing(x);
  const none = terms.bv(objectWidth, NULL_OBJECT);
  const number = terms.extract(bits, width - 1, width - numberWidth);
  const low = terms.sext(terms.extract(bits, offsetWidth - 1, 0), width);
  let object = number;
  if (instanceWidth > 0) {
    const instance = terms.extract(bits, offsetWidth + instanceWidth - 1, offsetWidth);
    object = terms.concat(terms.zext(instance, objectWidth - numberWidth), number);
  }
  encoding.learnTargets(object, targets);
  const isValue = isInteger(x, bits);
  return { object: terms.ite(isValue, none, object), offset: terms.ite(isValue, bits, low) };
}

/** Whether the packed form is that of an integer: then it is this integer. */
export function isInteger(x: Execution, bits: Term): Term {
  const { terms } = x;
  const { width, numberWidth } = packing(x);
  const number = terms.extract(bits, width - 1, width - numberWidth);
  const zero = terms.bv(numberWidth, 0);
  return terms.or(terms.eq(number, zero), terms.eq(number, terms.bvNot(zero)));
}

function above(x: Execution, object: Term, from: number): Term {
  return x.terms.extract(object, x.terms.width(object) - 1, from);
}
