import type { Congruence } from '../../offsets/congruence.ts';
import type { Targets } from '../../offsets/facts.ts';
import type { Term } from '../../terms/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { isNumber } from './numbers.ts';
import { INTEGER_OBJECT } from './object.ts';

/**
 * Pointers among bytes, in C's width. The highest bits are the object's number; below it are the
 * instance and the offset, as far as there is room. An integer that was cast to a pointer is itself if
 * its highest bits are equal, as no object's number consists of ones alone. Pointers that do not fit
 * (far outside of their objects, the 2^20th block of a loop ...) become any value.
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

/** Returns the packed form of a pointer. */
export function pack(x: Execution, { object, offset }: Pointer): Term {
  const { terms } = x;
  const { width, numberWidth, instanceWidth, offsetWidth } = packing(x);
  const number = terms.extract(object, numberWidth - 1, 0);
  const isValue = isNumber(x, { object, offset });
  const low = terms.extract(offset, offsetWidth - 1, 0);
  const instance = instanceWidth === 0 ? null : terms.extract(object, numberWidth + instanceWidth - 1, numberWidth);
  const packed = terms.concat(number, instance === null ? low : terms.concat(instance, low));
  let fits = terms.eq(terms.sext(low, width), offset);
  if (instance !== null)
    fits = terms.and(
      fits,
      terms.eq(terms.zext(instance, terms.width(object) - numberWidth), above(x, object, numberWidth)),
    );
  const exact = terms.ite(isValue, isInteger(x, offset), fits);
  const value = terms.ite(isValue, offset, packed);
  return exact === terms.true
    ? value
    : terms.ite(
        exact,
        value,
        x.unknown({ kind: 'bv', width }, 'pointer that does not fit among bytes', {}, terms.not(exact)),
      );
}

/**
 * Returns the pointer whose packed form the bits are. It leads to one of the targets, at one of those
 * distances from its start (null: any).
 */
export function unpack(x: Execution, bits: Term, targets: Targets, distances: Congruence | null): Pointer {
  const { terms, encoding } = x;
  const { objectWidth } = encoding.pointers;
  const { width, numberWidth, instanceWidth, offsetWidth } = packing(x);
  const none = terms.bv(objectWidth, INTEGER_OBJECT);
  const number = terms.extract(bits, width - 1, width - numberWidth);
  const low = aligned(x, terms.sext(terms.extract(bits, offsetWidth - 1, 0), width), distances);
  let object = number;
  if (instanceWidth > 0) {
    const instance = terms.extract(bits, offsetWidth + instanceWidth - 1, offsetWidth);
    object = terms.concat(terms.zext(instance, objectWidth - numberWidth), number);
  }
  encoding.learnTargets(object, targets);
  const isValue = isInteger(x, bits);
  return { object: terms.ite(isValue, none, object), offset: terms.ite(isValue, bits, low) };
}

/**
 * Returns the offset with its lowest bits fixed to those of the distances, so that later accesses know
 * the alignment.
 */
function aligned({ terms }: Execution, offset: Term, distances: Congruence | null): Term {
  if (distances === null || terms.isBv(offset)) return offset;
  const { modulus, residue } = distances;
  const width = terms.width(offset);
  const wrapped = BigInt.asUintN(width, residue);
  if (modulus === 0n) return terms.bv(width, wrapped);
  let bits = 0;
  while (bits < width - 1 && modulus % (1n << BigInt(bits + 1)) === 0n) bits++;
  return bits === 0
    ? offset
    : terms.concat(terms.extract(offset, width - 1, bits), terms.bv(bits, BigInt.asUintN(bits, residue)));
}

/** Returns when the packed form is that of an integer, which is the word itself. */
export function isInteger(x: Execution, bits: Term): Term {
  const { terms } = x;
  const { width, numberWidth } = packing(x);
  const number = terms.extract(bits, width - 1, width - numberWidth);
  const zero = terms.bv(numberWidth, 0);
  return terms.or(terms.eq(number, zero), terms.eq(number, terms.bvNot(zero)));
}

/**
 * Returns when the word is a cut word: its lower bytes are exact, and a pointer read from it is any
 * pointer.
 */
export function isCut(x: Execution, bits: Term): Term {
  const { terms } = x;
  const { width, numberWidth } = packing(x);
  return terms.eq(terms.extract(bits, width - 1, width - numberWidth), cutNumber(x));
}

/** Returns the word marked as a cut word. */
export function cutWord(x: Execution, bits: Term): Term {
  const { width, numberWidth } = packing(x);
  return x.terms.concat(cutNumber(x), x.terms.extract(bits, width - numberWidth - 1, 0));
}

/** The number of cut words: all ones except for the lowest bit. No object has this number. */
function cutNumber(x: Execution): Term {
  const { numberWidth } = packing(x);
  return x.terms.bv(numberWidth, (1n << BigInt(numberWidth)) - 2n);
}

function above(x: Execution, object: Term, from: number): Term {
  return x.terms.extract(object, x.terms.width(object) - 1, from);
}
