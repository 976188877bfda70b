import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution } from '../../machine/execution.ts';
import { resize } from '../lifetimes/instances.ts';

/**
 * Bytes of a bit-vector or of an array of bytes, without regard to their meaning. A bit-vector has its
 * bytes in the program's order, as a value has: the lowest one is the first in memory, or the last.
 */

/** Whether the first byte of a value is the least significant one. */
export function isLittle(x: Execution): boolean {
  return x.plan.layout.byteOrder === 'little';
}

/**
 * Returns the `size` bytes at the offset of a blob or of an array of bytes, as the bits of a value. The
 * caller ensures that they are in bounds, if it knows the offset.
 */
export function readBytes(x: Execution, content: Term, offset: Term, size: number): Term {
  const { terms } = x;
  const sort = terms.sort(content);
  if (sort.kind === 'array') {
    let bits = terms.select(content, offset);
    for (let i = 1; i < size; i++) bits = followed(x, bits, terms.select(content, plus(x, offset, i)));
    return bits;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = lowestBit(x, { bit: 8 * Number(terms.constValue(offset)), bits: 8 * size }, width);
    return low === null ? terms.bv(8 * size, 0) : terms.extract(content, low + 8 * size - 1, low);
  }
  const by = shiftBy(x, offset, width);
  return isLittle(x) ? resize(x, terms.lshr(content, by), 8 * size) : resizeBelow(x, terms.shl(content, by), 8 * size);
}

/** Returns the content with `bits` (a whole number of bytes) written at the offset. */
export function writeBytes(x: Execution, content: Term, offset: Term, bits: Term): Term {
  const { terms } = x;
  const count = terms.width(bits) / 8;
  if (terms.sort(content).kind === 'array') {
    let result = content;
    for (let i = 0; i < count; i++) {
      const at = plus(x, offset, i);
      const low = 8 * (isLittle(x) ? i : count - 1 - i);
      result = terms.store(result, at, terms.extract(bits, low + 7, low));
    }
    return result;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = lowestBit(x, { bit: 8 * Number(terms.constValue(offset)), bits: 8 * count }, width);
    return low === null ? content : replaced(x, content, low, bits);
  }
  const by = shiftBy(x, offset, width);
  const moved = (value: Term): Term =>
    isLittle(x) ? terms.shl(resize(x, value, width), by) : terms.lshr(resizeBelow(x, value, width), by);
  const mask = moved(terms.bvNot(terms.bv(8 * count, 0)));
  return terms.bvOr(terms.bvAnd(content, terms.bvNot(mask)), moved(bits));
}

/**
 * Returns the lowest of some bits in a bit-vector of `width` bits; null if they do not lie in it. `bit`: the
 * first of them in memory, which counts as in `FieldLayout`.
 */
export function lowestBit(
  x: Execution,
  { bit, bits }: { readonly bit: number; readonly bits: number },
  width: number,
): number | null {
  if (bit + bits > width) return null;
  return isLittle(x) ? bit : width - bit - bits;
}

/** Returns the content with the bits from `low` on replaced. */
export function replaced({ terms }: Execution, content: Term, low: number, bits: Term): Term {
  const width = terms.width(content);
  const high = low + terms.width(bits);
  let result = bits;
  if (low > 0) result = terms.concat(result, terms.extract(content, low - 1, 0));
  if (high < width) result = terms.concat(terms.extract(content, width - 1, high), result);
  return result;
}

/** Returns bytes followed by others in memory, as one bit-vector. */
export function followed(x: Execution, bytes: Term, next: Term): Term {
  return isLittle(x) ? x.terms.concat(next, bytes) : x.terms.concat(bytes, next);
}

/** Returns the bytes of padding in front of a value of `stored` bytes in an object of `size` bytes. */
export function paddingBefore(x: Execution, size: number, stored: number): number {
  return isLittle(x) ? 0 : size - stored;
}

/** Returns an offset that lies `bytes` bytes further on. */
export function plus(x: Execution, offset: Term, bytes: number): Term {
  return bytes === 0 ? offset : x.terms.add(offset, x.terms.bv(x.terms.width(offset), bytes));
}

/** Resizes a term to `width` bits at its lower end: zeros are added, or bits cut. */
function resizeBelow({ terms }: Execution, t: Term, width: number): Term {
  const from = terms.width(t);
  if (width > from) return terms.concat(t, terms.bv(width - from, 0));
  return width < from ? terms.extract(t, from - 1, from - width) : t;
}

function shiftBy(x: Execution, offset: Term, width: number): Term {
  const { terms } = x;
  return terms.shl(resize(x, offset, width), terms.bv(width, Math.min(3, 2 ** Math.min(width, 31) - 1)));
}
