import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution } from '../../machine/execution.ts';
import type { PointerBytes } from '../../objects/pointer-bytes.ts';
import { addressOfPointer, keepLow } from '../pointers/addresses.ts';
import { isPlace, pointersAt } from './kept-pointers.ts';
import { cutWord, headBytes, isCut, isInteger, unpack } from './pointer-packing.ts';
import { isLittle, readBytes, writeBytes } from './raw-bytes.ts';

/**
 * Other bytes written over pointers, and parts of pointers that are read. Each word that may hold a pointer has one of three forms: a whole
 * stored pointer, an integer, or a cut word. A cut word has exact bytes below the object's number. A
 * read of its other bytes, or of a pointer, gives any value.
 */

/**
 * Returns the content with `bits` written at the offset. They are a whole number of bytes and contain
 * no pointers.
 */
export function overwrite(x: Execution, content: Term, offset: Term, bits: Term, pointers: PointerBytes): Term {
  const { terms } = x;
  let result = writeBytes(x, content, offset, bits);
  const size = terms.width(bits) / 8;
  if (pointers.places.length === 0 || pointersAt(x, pointers, offset, size) === 'none') return result;
  const word = x.plan.layout.pointerSize;
  const { modulus, residue } = x.facts.congruence(offset);
  const phase = modulus % BigInt(word) === 0n ? Number(((residue % BigInt(word)) + BigInt(word)) % BigInt(word)) : null;
  const constant = (value: number): Term =>
    terms.bv(terms.width(offset), BigInt.asUintN(terms.width(offset), BigInt(value)));
  const start =
    phase === null ? terms.bvAnd(offset, terms.bvNot(constant(word - 1))) : terms.sub(offset, constant(phase));
  const count = phase === null ? Math.floor((size + word - 2) / word) + 1 : Math.ceil((phase + size) / word);
  const written = (byte: number): Term => {
    if (phase !== null) return byte >= phase && byte < phase + size ? terms.true : terms.false;
    return terms.ult(terms.sub(terms.add(start, constant(byte)), offset), constant(size));
  };
  for (let k = 0; k < count; k++) {
    const at = terms.add(start, constant(k * word));
    if (!fits(x, content, at, word) || pointersAt(x, pointers, at, word) === 'none') continue;
    const bytes = Array.from({ length: word }, (_, i) => written(k * word + (isLittle(x) ? i : word - 1 - i)));
    const next = readBytes(x, result, at, word);
    const here = isPlace(x, pointers, at);
    const merged = x.under(here, () => wordAfter(x, readBytes(x, content, at, word), next, bytes, pointers));
    result = writeBytes(x, result, at, terms.ite(here, merged, next));
  }
  return result;
}

/** Whether a pointer has room at a constant offset; true for offsets that are not constant. */
function fits({ terms }: Execution, content: Term, offset: Term, size: number): boolean {
  if (terms.sort(content).kind === 'array' || !terms.isBv(offset)) return true;
  return 8 * (Number(terms.constValue(offset)) + size) <= terms.width(content);
}

/**
 * Returns the word with the address in place of a stored pointer, so that its bytes are those that C shows.
 * Pointers of 32 bits stay, because an address may look like one of them.
 */
export function spelled(x: Execution, word: Term, { targets, distances }: PointerBytes): Term {
  const { terms, encoding } = x;
  const other = terms.or(isInteger(x, word), isCut(x, word));
  if (other === terms.true || targets === null || terms.width(word) < 64) return word;
  const address = x.under(terms.not(other), () => {
    const pointer = unpack(x, word, encoding.known.targetsAmong({ places: [], targets, distances }), distances);
    keepLow(x, pointer);
    return addressOfPointer(x, pointer);
  });
  return terms.ite(terms.or(other, terms.not(isInteger(x, address))), word, address);
}

/** Returns a word after some of its bytes, the lowest first, were overwritten with those of `next`. */
function wordAfter(x: Execution, before: Term, next: Term, written: readonly Term[], pointers: PointerBytes): Term {
  const { terms } = x;
  const width = terms.width(before);
  const isPartial = written.some((is) => is !== terms.true);
  // Addresses that the program does not look at otherwise stay out of the formulas.
  const old = isPartial && x.encoding.known.areExposed(pointers.targets) ? spelled(x, before, pointers) : before;
  const isPure = isInteger(x, old);
  const keeps = terms.or(isPure, isCut(x, old));
  const touched = terms.orAll(written);
  let merged = next;
  if (isPartial && keeps !== terms.true) {
    const rest = x.unknown(
      { kind: 'bv', width },
      'rest of a pointer of which a part is overwritten',
      {},
      terms.not(keeps),
    );
    const kept = terms.ite(keeps, old, rest);
    const bytes = written.map((is, i) => {
      const byte = (bits: Term): Term => terms.extract(bits, 8 * i + 7, 8 * i);
      return terms.ite(is, byte(next), byte(kept));
    });
    merged = bytes.reduce((low, high) => terms.concat(high, low));
  }
  const isNew = terms.andAll(written.slice(written.length - headBytes(x)));
  const isExact = terms.and(terms.or(isPure, isNew), isInteger(x, merged));
  return terms.ite(touched, terms.ite(isExact, merged, cutWord(x, merged)), before);
}

/**
 * Returns the content of a whole object, none of whose bytes are pointers. Words of a nonzero array
 * may look like pointers and are not examined, so such a copy makes a gap.
 */
export function settled(x: Execution, content: Term, pointers: PointerBytes): Term {
  const { terms } = x;
  const isArray = terms.sort(content).kind === 'array';
  if (pointers.places.length === 0 || (isArray && content === x.encoding.zero(terms.sort(content)))) return content;
  if (!isArray) return overwrite(x, content, x.offset(0), content, pointers);
  x.gap('copy of bytes over an array of bytes that holds pointers');
  return content;
}
