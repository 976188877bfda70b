import type { Term } from '../../../../logic/terms/builder.ts';
import type { Congruence } from '../../../offsets/congruence.ts';
import type { Targets } from '../../../offsets/facts.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { INTEGER_OBJECT } from '../../plan/pointer-format.ts';
import { isNumber } from '../pointers/numbers.ts';

/**
 * Pointers among bytes, in C's width. The highest bits are a mark, if there is room for one. Below it are
 * the object's number, the instance and the offset, as far as there is room. Every word without the
 * mark is no pointer but itself, as are words in which the bits of the number are equal. Pointers that
 * do not fit (far outside of their objects, the 2^20th block of a loop ...) become any value.
 */
interface Packing {
  readonly width: number;
  /** Width of the mark: a zero above ones. It is 0 for pointers of 32 bits, which have no room. */
  readonly markWidth: number;
  readonly numberWidth: number;
  readonly instanceWidth: number;
  readonly offsetWidth: number;
}

function packing(x: Execution): Packing {
  const { numberWidth, instanceWidth, offsetWidth: width } = x.plan.pointers;
  // The mark is that of infinities and NaNs, so that all finite doubles are themselves. Mark and
  // number take whole bytes, since the bytes below both stay exact if others overwrite the pointer.
  const markWidth = width < 64 ? 0 : 8 * Math.ceil((12 + numberWidth) / 8) - numberWidth;
  const room = width - markWidth - numberWidth;
  const instances = Math.min(instanceWidth, Math.floor(room / 2));
  return { width, markWidth, numberWidth, instanceWidth: instances, offsetWidth: room - instances };
}

/** Number of the highest bytes that tell a pointer's packed form from integers. */
export function headBytes(x: Execution): number {
  const { markWidth, numberWidth } = packing(x);
  return Math.ceil((markWidth + numberWidth) / 8);
}

/** Returns the bits above an instance and an offset: the mark and the number. */
function head({ terms }: Execution, { markWidth }: Packing, number: Term): Term {
  return markWidth === 0 ? number : terms.concat(terms.bv(markWidth, (1n << BigInt(markWidth - 1)) - 1n), number);
}

/** Returns the bits of a word where a pointer has its number. */
function numberIn({ terms }: Execution, { width, markWidth, numberWidth }: Packing, bits: Term): Term {
  return terms.extract(bits, width - markWidth - 1, width - markWidth - numberWidth);
}

/** Returns the packed form of a pointer. */
export function pack(x: Execution, { object, offset }: Pointer): Term {
  const { terms } = x;
  const form = packing(x);
  const { width, numberWidth, instanceWidth, offsetWidth } = form;
  const number = head(x, form, terms.extract(object, numberWidth - 1, 0));
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
  const { objectWidth } = x.plan.pointers;
  const form = packing(x);
  const { width, numberWidth, instanceWidth, offsetWidth } = form;
  const none = terms.bv(objectWidth, INTEGER_OBJECT);
  const number = numberIn(x, form, bits);
  const low = aligned(x, terms.sext(terms.extract(bits, offsetWidth - 1, 0), width), distances);
  let object = number;
  if (instanceWidth > 0) {
    const instance = terms.extract(bits, offsetWidth + instanceWidth - 1, offsetWidth);
    object = terms.concat(terms.zext(instance, objectWidth - numberWidth), number);
  }
  encoding.known.learnTargets(object, targets);
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
  const form = packing(x);
  const { width, markWidth, numberWidth } = form;
  const number = numberIn(x, form, bits);
  const zero = terms.bv(numberWidth, 0);
  const isPlain = terms.or(terms.eq(number, zero), terms.eq(number, terms.bvNot(zero)));
  if (markWidth === 0) return isPlain;
  const mark = terms.bv(markWidth, (1n << BigInt(markWidth - 1)) - 1n);
  return terms.or(isPlain, terms.not(terms.eq(terms.extract(bits, width - 1, width - markWidth), mark)));
}

/**
 * Returns when the word is a cut word: its lower bytes are exact, and a pointer read from it is any
 * pointer.
 */
export function isCut(x: Execution, bits: Term): Term {
  const marked = cutHead(x);
  const { width } = packing(x);
  return x.terms.eq(x.terms.extract(bits, width - 1, width - x.terms.width(marked)), marked);
}

/** Returns the word marked as a cut word. */
export function cutWord(x: Execution, bits: Term): Term {
  const marked = cutHead(x);
  return x.terms.concat(marked, x.terms.extract(bits, packing(x).width - x.terms.width(marked) - 1, 0));
}

/** The head of cut words. Its number is all ones except for the lowest bit, which no object has. */
function cutHead(x: Execution): Term {
  const form = packing(x);
  return head(x, form, x.terms.bv(form.numberWidth, (1n << BigInt(form.numberWidth)) - 2n));
}

function above(x: Execution, object: Term, from: number): Term {
  return x.terms.extract(object, x.terms.width(object) - 1, from);
}
