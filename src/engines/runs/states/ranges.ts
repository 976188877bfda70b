import { Op } from '../../../logic/terms/ops.ts';

/** Numbers up to this magnitude are exact. */
const EXACT = 2 ** 53;

/**
 * The range of a term's values as numbers: words in two's complement, Booleans as 0 and 1. It is an
 * object that operators write their results to, so that they allocate nothing.
 */
export interface MutableRange {
  low: number;
  high: number;
}

/** The least number of a word; `width` 0 stands for Booleans. */
export function leastOf(width: number): number {
  return width === 0 ? 0 : -(2 ** (width - 1));
}

/** The greatest number of a word, or the next number where it is not exact. */
export function greatestOf(width: number): number {
  return width === 0 ? 1 : width > 53 ? 2 ** (width - 1) : 2 ** (width - 1) - 1;
}

/** Writes the range of the words that numbers from `low` to `high` become when they wrap around. */
function wrapped(result: MutableRange, width: number, low: number, high: number): MutableRange {
  const least = leastOf(width);
  const greatest = greatestOf(width);
  const isExact = low >= -EXACT && high <= EXACT;
  if (isExact && low >= least && high <= greatest) {
    result.low = low;
    result.high = high;
    return result;
  }
  const size = 2 ** width;
  if (isExact && high - low < size && width <= 52) {
    const turns = Math.floor((low - least) / size) * size;
    if (high - turns <= greatest) {
      result.low = low - turns;
      result.high = high - turns;
      return result;
    }
  }
  result.low = least;
  result.high = greatest;
  return result;
}

function truth(result: MutableRange, isTrue: boolean, isFalse: boolean): MutableRange {
  result.low = isTrue ? 1 : 0;
  result.high = isFalse ? 0 : 1;
  return result;
}

/** Writes the unsigned reading of a range of words. */
function unsigned(result: MutableRange, width: number, low: number, high: number): MutableRange {
  const size = 2 ** width;
  if (low >= 0) {
    result.low = low;
    result.high = high;
  } else if (high < 0) {
    result.low = low + size;
    result.high = high + size;
  } else {
    result.low = 0;
    result.high = size - 1;
  }
  return result;
}

const part: MutableRange = { low: 0, high: 0 };
const divisor: MutableRange = { low: 0, high: 0 };

/**
 * Writes the range of an operator's results, and returns it. `width`: of the result; `from`: of the first argument;
 * `detail`: the lowest bit of an extraction, the width of the second part of a concatenation. Operators
 * without ranges of their own get all values.
 */
export function rangeOf(
  result: MutableRange,
  op: number,
  width: number,
  from: number,
  detail: number,
  al: number,
  ah: number,
  bl: number,
  bh: number,
): MutableRange {
  switch (op) {
    case Op.NOT:
      result.low = 1 - ah;
      result.high = 1 - al;
      return result;
    case Op.AND:
      return truth(result, al === 1 && bl === 1, ah === 0 || bh === 0);
    case Op.EQ:
      return truth(result, al === ah && bl === bh && al === bl, ah < bl || bh < al);
    case Op.SLT:
      return truth(result, ah < bl, al >= bh);
    case Op.ULT:
      if (al >= 0 === bl >= 0 && ah >= 0 === bh >= 0 && al >= 0 === ah >= 0) truth(result, ah < bl, al >= bh);
      else truth(result, al >= 0 && bh < 0, ah < 0 && bl >= 0);
      return result;
    case Op.BV_NOT:
      if (width > 53) return all(result, width);
      result.low = -1 - ah;
      result.high = -1 - al;
      return result;
    case Op.NEG:
      return wrapped(result, width, -ah, -al);
    case Op.ADD:
      return wrapped(result, width, al + bl, ah + bh);
    case Op.MUL:
      return product(result, width, al, ah, bl, bh);
    case Op.SDIV:
      return quotient(result, width, al, ah, bl, bh);
    case Op.SREM:
      return remainder(result, width, al, ah, bl, bh);
    case Op.UDIV:
    case Op.UREM:
      unsigned(part, width, al, ah);
      unsigned(divisor, width, bl, bh);
      // The checker of lists knows no bounds either where the divisor may be zero.
      if (divisor.low === 0 && divisor.high > 0) return all(result, width);
      if (op === Op.UDIV) return quotient(result, width, part.low, part.high, divisor.low, divisor.high);
      return remainder(result, width, part.low, part.high, divisor.low, divisor.high);
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
      return bitwise(result, op, width, al, ah, bl, bh);
    case Op.SHL:
      if (bl !== bh) return all(result, width);
      if (bl >= 0 && bl < width) return product(result, width, al, ah, 2 ** bl, 2 ** bl);
      return wrapped(result, width, 0, 0);
    case Op.LSHR:
      if (bl !== bh || width > 52) return all(result, width);
      if (bl < 0 || bl >= width) return wrapped(result, width, 0, 0);
      unsigned(part, width, al, ah);
      return wrapped(result, width, Math.floor(part.low / 2 ** bl), Math.floor(part.high / 2 ** bl));
    case Op.ASHR: {
      if (bl !== bh || width > 52) return all(result, width);
      const by = 2 ** (bl < 0 || bl >= width ? width - 1 : bl);
      result.low = Math.floor(al / by);
      result.high = Math.floor(ah / by);
      return result;
    }
    case Op.CONCAT:
      if (width > 52) return all(result, width);
      unsigned(part, detail, bl, bh);
      result.low = al * 2 ** detail + part.low;
      result.high = ah * 2 ** detail + part.high;
      return result;
    case Op.EXTRACT:
      if (al < -EXACT || ah > EXACT) return all(result, width);
      return wrapped(result, width, Math.floor(al / 2 ** detail), Math.floor(ah / 2 ** detail));
    case Op.ZEXT:
      return from > 52 ? all(result, width) : unsigned(result, from, al, ah);
    case Op.SEXT:
      result.low = al;
      result.high = ah;
      return result;
    default:
      return all(result, width);
  }
}

function all(result: MutableRange, width: number): MutableRange {
  result.low = leastOf(width);
  result.high = greatestOf(width);
  return result;
}

function product(result: MutableRange, width: number, al: number, ah: number, bl: number, bh: number): MutableRange {
  const ll = al * bl;
  const lh = al * bh;
  const hl = ah * bl;
  const hh = ah * bh;
  const low = Math.min(ll, lh, hl, hh);
  const high = Math.max(ll, lh, hl, hh);
  if (low >= -EXACT && high <= EXACT) return wrapped(result, width, low, high);
  if (width <= 32 && al === ah && bl === bh) {
    const free = 32 - width;
    result.low = result.high = (Math.imul(al, bl) << free) >> free;
    return result;
  }
  return all(result, width);
}

/**
 * Division of numbers, read with or without a sign, rounds towards zero. A divisor that may be zero gives all
 * values, unless the words are known.
 */
function quotient(result: MutableRange, width: number, al: number, ah: number, bl: number, bh: number): MutableRange {
  if (width > 52) return all(result, width);
  if (bl === 0 && bh === 0 && al === ah) {
    const value = al < 0 ? 1 : -1;
    return wrapped(result, width, value, value);
  }
  if (bl <= 0 && bh >= 0) return all(result, width);
  const ll = Math.trunc(al / bl);
  const lh = Math.trunc(al / bh);
  const hl = Math.trunc(ah / bl);
  const hh = Math.trunc(ah / bh);
  return wrapped(result, width, Math.min(ll, lh, hl, hh) + 0, Math.max(ll, lh, hl, hh) + 0);
}

/** The remainder of numbers, read with or without a sign, has the sign of the dividend. */
function remainder(result: MutableRange, width: number, al: number, ah: number, bl: number, bh: number): MutableRange {
  if (width > 52) return all(result, width);
  if (bl === bh) {
    if (bl === 0) return wrapped(result, width, al, ah);
    const by = Math.abs(bl);
    const turns = Math.trunc(al / by);
    // The sign does not change, and neither does the quotient.
    if (turns === Math.trunc(ah / by) && (al >= 0 || ah <= 0))
      return wrapped(result, width, al - turns * by, ah - turns * by);
  }
  const below = Math.max(Math.abs(bl), Math.abs(bh)) - 1;
  const most = bl <= 0 && bh >= 0 ? EXACT : below;
  return wrapped(result, width, al < 0 ? Math.max(al, -most) : 0, ah > 0 ? Math.min(ah, most) : 0);
}

function bitwise(
  result: MutableRange,
  op: number,
  width: number,
  al: number,
  ah: number,
  bl: number,
  bh: number,
): MutableRange {
  if (al === ah && bl === bh && width <= 32) {
    result.low = result.high = op === Op.BV_AND ? al & bl : op === Op.BV_OR ? al | bl : al ^ bl;
    return result;
  }
  if (op === Op.BV_AND && (al >= 0 || bl >= 0)) {
    result.low = 0;
    result.high = al >= 0 && bl >= 0 ? Math.min(ah, bh) : al >= 0 ? ah : bh;
    return result;
  }
  if (op !== Op.BV_AND && al >= 0 && bl >= 0) {
    let top = 1;
    while (top <= Math.max(ah, bh)) top *= 2;
    result.low = 0;
    result.high = top - 1;
    return result;
  }
  return all(result, width);
}
