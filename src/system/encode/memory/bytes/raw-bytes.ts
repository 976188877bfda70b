import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution } from '../../machine/execution.ts';
import { resize } from '../lifetimes/instances.ts';

/** Bytes of a bit-vector or of an array of bytes, without regard to their meaning. Little endian. */

/**
 * Returns bits `8 * offset` up to `8 * (offset + size) - 1` of a blob or of an array of bytes. The
 * caller ensures that they are in bounds, if it knows the offset.
 */
export function readBytes(x: Execution, content: Term, offset: Term, size: number): Term {
  const { terms } = x;
  const sort = terms.sort(content);
  if (sort.kind === 'array') {
    let bits = terms.select(content, offset);
    for (let i = 1; i < size; i++) bits = terms.concat(terms.select(content, plus(x, offset, i)), bits);
    return bits;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = 8 * Number(terms.constValue(offset));
    if (low + 8 * size <= width) return terms.extract(content, low + 8 * size - 1, low);
    return terms.bv(8 * size, 0);
  }
  const shifted = terms.lshr(content, shiftBy(x, offset, width));
  return 8 * size <= width ? terms.extract(shifted, 8 * size - 1, 0) : terms.zext(shifted, 8 * size);
}

/** Returns the content with `bits` (a whole number of bytes) written at the offset. */
export function writeBytes(x: Execution, content: Term, offset: Term, bits: Term): Term {
  const { terms } = x;
  const count = terms.width(bits) / 8;
  if (terms.sort(content).kind === 'array') {
    let result = content;
    for (let i = 0; i < count; i++) {
      const at = plus(x, offset, i);
      result = terms.store(result, at, terms.extract(bits, 8 * i + 7, 8 * i));
    }
    return result;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = 8 * Number(terms.constValue(offset));
    const high = low + 8 * count;
    if (high > width) return content;
    let result = bits;
    if (low > 0) result = terms.concat(result, terms.extract(content, low - 1, 0));
    if (high < width) result = terms.concat(terms.extract(content, width - 1, high), result);
    return result;
  }
  const by = shiftBy(x, offset, width);
  const mask = terms.shl(resize(x, terms.bvNot(terms.bv(8 * count, 0)), width), by);
  return terms.bvOr(terms.bvAnd(content, terms.bvNot(mask)), terms.shl(resize(x, bits, width), by));
}

/** Returns an offset that lies `bytes` bytes further on. */
export function plus(x: Execution, offset: Term, bytes: number): Term {
  return bytes === 0 ? offset : x.terms.add(offset, x.terms.bv(x.terms.width(offset), bytes));
}

function shiftBy(x: Execution, offset: Term, width: number): Term {
  const { terms } = x;
  return terms.shl(resize(x, offset, width), terms.bv(width, Math.min(3, 2 ** Math.min(width, 31) - 1)));
}
