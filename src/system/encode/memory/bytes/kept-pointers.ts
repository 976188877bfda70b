import { gcd } from '../../../../base/gcd.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { ANY_OFFSET, type Congruence, mod } from '../../../offsets/congruence.ts';
import type { Targets } from '../../../offsets/facts.ts';
import { holdsBytes } from '../../../shapes/byte-cells.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { NO_POINTERS, type PointerBytes } from '../../objects/pointer-bytes.ts';
import { INTEGER_OBJECT, NULL_OBJECT } from '../../plan/pointer-format.ts';

/** Receives the values that an encoder stores among an object's bytes. */
export interface PointerListener {
  /** A pointer is stored at an offset. */
  readonly pointer: (offset: Term, pointer: Pointer) => void;
  /** Bytes that were loaded elsewhere, perhaps with pointers among them, are stored at an offset. */
  readonly bytes: (offset: Term, content: Term) => void;
  /** `size` bytes of another kind are stored at an offset. */
  readonly other: (offset: Term, size: number) => void;
  /** Pointers that may lie where the bytes go. */
  readonly known: PointerBytes;
}

/** Makes a listener that records the pointers stored among an object's bytes. */
export function pointerListener(x: Execution, object: MemoryObject): PointerListener {
  const { facts } = x;
  return {
    pointer: (at, { object: target, offset }) => {
      const targets = facts.targets(target);
      if (targets !== null && [...targets].every((number) => number === NULL_OBJECT || number === INTEGER_OBJECT))
        return;
      x.encoding.known.noteBytes(object.key, {
        places: [facts.congruence(at)],
        targets,
        distances: facts.congruence(offset),
      });
    },
    bytes: (offset, content) => noteBytes(x, object, offset, content),
    other: (offset, size) => noteOther(x, object, offset, size),
    known: x.encoding.known.bytesOf(object.key),
  };
}

/**
 * Records other bytes. Over pointers they may leave cut words behind, and a pointer that is read from
 * such a word has any offset.
 */
function noteOther(x: Execution, object: MemoryObject, offset: Term, size: number): void {
  const known = x.encoding.known.pointerBytes.get(object.key);
  if (known === undefined || pointersAt(x, known, offset, size) === 'none') return;
  x.encoding.known.noteBytes(object.key, { places: known.places, targets: known.targets, distances: ANY_OFFSET });
}

/**
 * Records that such bytes go to an offset of an object. Pointers that do not go there word by word are
 * not pointers there.
 */
export function noteBytes(x: Execution, object: MemoryObject, offset: Term, content: Term): void {
  const { places, targets, distances } = x.encoding.known.originOfBytes(content);
  const sort = x.terms.sort(content);
  const size = sort.kind === 'bv' ? sort.width / 8 : MANY_BYTES;
  const at = x.facts.congruence(offset);
  const clears = x.terms.isBv(content) && x.terms.constValue(content) === 0n;
  if (clears && isAligned(x, at) && size % x.plan.layout.pointerSize === 0) return;
  if (!keepsPointers(x, offset, content, size)) noteOther(x, object, offset, size);
  else
    x.encoding.known.noteBytes(object.key, { places: places.map((place) => sum(place, at, 1n)), targets, distances });
}

/** Whether pointers are among the bytes, and stay whole when `size` of them go to the offset. */
export function keepsPointers(x: Execution, offset: Term, content: Term, size: number): boolean {
  const { places } = x.encoding.known.originOfBytes(content);
  if (places.length === 0 || size % x.plan.layout.pointerSize !== 0) return false;
  return isAligned(x, x.facts.congruence(offset)) && places.every((place) => isAligned(x, place));
}

/** Size in bytes of an array of bytes whose used part is unknown. */
const MANY_BYTES = 2 ** 40;

/** Returns the class of `x + times * y` for offsets `x` of the first class and `y` of the second. */
function sum(a: Congruence, b: Congruence, times: bigint): Congruence {
  const modulus = gcd(a.modulus, b.modulus);
  return { modulus, residue: mod(a.residue + times * b.residue, modulus) };
}

/**
 * Restricts to the pointers that overlap the `size` bytes from an offset, with places relative to that
 * offset.
 */
export function pointersFrom(x: Execution, pointers: PointerBytes, offset: Term, size: number): PointerBytes {
  if (pointers.places.length === 0) return pointers;
  const from = x.facts.congruence(offset);
  const start = { modulus: 0n, residue: 0n };
  const seen = pointers.places.map((place) => sum(place, from, -1n));
  const places = seen.filter((place) => overlap(start, size, place, x.plan.layout.pointerSize));
  return places.length === 0 ? NO_POINTERS : { ...pointers, places };
}

/** Records that an object whose content became unknown may hold pointers to the targets anywhere. */
export function noteForgotten(x: Execution, object: MemoryObject, targets: Targets): void {
  if (holdsBytes(object.shape) && (targets === null || targets.size > 0))
    x.encoding.known.noteBytes(object.key, { places: [ANY_OFFSET], targets, distances: ANY_OFFSET });
}

/**
 * Determines the pointers among `size` bytes at an offset: none, parts at multiples of a pointer's
 * size, or any.
 */
export function pointersAt(x: Execution, known: PointerBytes, offset: Term, size: number): 'none' | 'aligned' | 'any' {
  const at = x.facts.congruence(offset);
  const met = known.places.filter((pointer) => overlap(at, size, pointer, x.plan.layout.pointerSize));
  if (met.length === 0) return 'none';
  return met.every((congruence) => isAligned(x, congruence)) ? 'aligned' : 'any';
}

/** Returns when the offset is one of those at which pointers may start; pointers are aligned there. */
export function isPlace(x: Execution, known: PointerBytes, offset: Term): Term {
  const { terms } = x;
  const width = terms.width(offset);
  return terms.orAll(
    known.places.map(({ modulus, residue }) => {
      const at = terms.bv(width, BigInt.asUintN(width, residue));
      if (modulus === 0n) return terms.eq(offset, at);
      const bits = modulus.toString(2).length - 1;
      if (modulus !== 1n << BigInt(bits) || bits === 0 || bits > width) return terms.true;
      return terms.eq(terms.extract(offset, bits - 1, 0), terms.extract(at, bits - 1, 0));
    }),
  );
}

/** Whether [a, a + m) and [b, b + n) overlap for some a of the first class and b of the second. */
function overlap(first: Congruence, m: number, second: Congruence, n: number): boolean {
  const modulus = gcd(first.modulus, second.modulus);
  const distance = first.residue - second.residue;
  if (modulus === 0n) return distance < BigInt(n) && -distance < BigInt(m);
  // The expression is the smallest distance a - b above -m.
  return mod(distance + BigInt(m) - 1n, modulus) < BigInt(m + n - 1);
}

/** Whether the offsets are multiples of a pointer's size. */
export function isAligned(x: Execution, { modulus, residue }: Congruence): boolean {
  const size = BigInt(x.plan.layout.pointerSize);
  return modulus % size === 0n && mod(residue, size) === 0n;
}
