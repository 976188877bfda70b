import { Op } from '../../logic/terms/ops.ts';

/** Integers up to this magnitude are exact as numbers, and no others round to them; wider words have bounds only within it. */
const MOST_BITS = 53;
const LARGEST = 2 ** MOST_BITS - 1;

/** Bounds of a value, both included: of a word in two's complement, or of a Boolean as 0 or 1. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** An operator's place in a term. `width`: bits of the result, 0 for a Boolean; `from`: of the first argument. */
export interface Operation {
  readonly op: number;
  readonly width: number;
  readonly from: number;
  /** Bits of the second argument. */
  readonly second: number;
  /** The lowest bit of an extraction. */
  readonly lowest: number;
}

const FALSE: Bounds = { low: 0, high: 0 };
const TRUE: Bounds = { low: 1, high: 1 };
const EITHER: Bounds = { low: 0, high: 1 };

/** The bounds of all values of a sort. Words of many bits have bounds that no number of them exceeds. */
export function allOf(width: number): Bounds {
  if (width === 0) return EITHER;
  const half = 2 ** (width - 1);
  return { low: -half, high: width > MOST_BITS ? half : half - 1 };
}

/** The bounds of words whose integers, before they are cut to the width, are from `low` to `high`. */
function cut(width: number, low: number, high: number): Bounds {
  const all = allOf(width);
  if (low < -LARGEST || high > LARGEST) return all;
  // Products may be zeros with a sign.
  if (all.low <= low && high <= all.high) return { low: low + 0, high: high + 0 };
  if (width >= MOST_BITS) return all;
  const turn = 2 ** width;
  const below = Math.floor((low + turn / 2) / turn) * turn;
  return high - below <= all.high ? { low: low - below, high: high - below } : all;
}

/** The bounds of the same words, read without a sign. */
function natural(width: number, { low, high }: Bounds): Bounds {
  if (low >= 0) return { low, high };
  const turn = 2 ** width;
  return high < 0 ? { low: low + turn, high: high + turn } : { low: 0, high: turn - 1 };
}

/** Whether words are below others without a sign: negative ones are above all others. */
function belowWithoutSign(a: Bounds, b: Bounds): Bounds {
  if (a.low >= 0 && b.high < 0) return TRUE;
  if (a.high < 0 && b.low >= 0) return FALSE;
  const isSameSign = (a.low >= 0 && b.low >= 0) || (a.high < 0 && b.high < 0);
  return isSameSign ? compared(a.high < b.low, b.high <= a.low) : EITHER;
}

function compared(isTrue: boolean, isFalse: boolean): Bounds {
  return isTrue ? TRUE : isFalse ? FALSE : EITHER;
}

/** The bounds of the integers that `f` makes of the ends of two ranges, in each of which it is monotone. */
function atCorners(a: Bounds, b: Bounds, f: (x: number, y: number) => number): Bounds {
  const corners = [f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)];
  return { low: Math.min(...corners), high: Math.max(...corners) };
}

/** Whether a word is shifted by less than its width. */
const isShort = (width: number, { low }: Bounds): boolean => low >= 0 && low < width;

const isOne = ({ low, high }: Bounds): boolean => low === high;

/**
 * The bounds of an operator's results where its arguments are within bounds. They are exact for known
 * arguments of at most 32 bits. `b` is that of the first
 * argument where there is no second one.
 */
export function boundsOf(operation: Operation, a: Bounds, b: Bounds): Bounds {
  const { op, width, from } = operation;
  switch (op) {
    case Op.NOT:
      return { low: 1 - a.high, high: 1 - a.low };
    case Op.AND:
      return compared(a.low + b.low === 2, a.high * b.high === 0);
    case Op.EQ:
      return compared(isOne(a) && isOne(b) && a.low === b.low, a.high < b.low || b.high < a.low);
    case Op.SLT:
      return compared(a.high < b.low, b.high <= a.low);
    case Op.ULT:
      return belowWithoutSign(a, b);
    case Op.BV_NOT:
      return width > MOST_BITS ? allOf(width) : { low: -1 - a.high, high: -1 - a.low };
    case Op.NEG:
      return cut(width, -a.high, -a.low);
    case Op.ADD:
      return cut(width, a.low + b.low, a.high + b.high);
    case Op.MUL:
      return times(width, a, b);
    case Op.SHL:
      if (!isOne(b)) return allOf(width);
      return isShort(width, b) ? times(width, a, { low: 2 ** b.low, high: 2 ** b.low }) : { low: 0, high: 0 };
    case Op.ZEXT:
      return from > MOST_BITS - 1 ? allOf(width) : natural(from, a);
    case Op.SEXT:
      return a;
    case Op.EXTRACT:
      if (a.low < -LARGEST || a.high > LARGEST) return allOf(width);
      return cut(width, shifted(a.low, operation.lowest), shifted(a.high, operation.lowest));
    case Op.CONCAT: {
      if (width >= MOST_BITS) return allOf(width);
      const lower = natural(operation.second, b);
      const by = 2 ** operation.second;
      return { low: a.low * by + lower.low, high: a.high * by + lower.high };
    }
    default:
      return width >= MOST_BITS || from >= MOST_BITS ? allOf(width) : ofDivision(op, width, a, b);
  }
}

/** Operators whose words have less than 53 bits. */
function ofDivision(op: number, width: number, a: Bounds, b: Bounds): Bounds {
  switch (op) {
    case Op.SDIV:
      return quotient(width, a, b);
    case Op.SREM:
      return remainder(a, b);
    case Op.UDIV:
    case Op.UREM: {
      const [x, y] = [natural(width, a), natural(width, b)];
      if (isOne(y) && y.low === 0) return op === Op.UREM ? a : { low: -1, high: -1 };
      if (y.low === 0) return allOf(width);
      const { low, high } = op === Op.UDIV ? quotient(MOST_BITS, x, y) : remainder(x, y);
      return cut(width, low, high);
    }
    case Op.LSHR: {
      if (!isOne(b)) return allOf(width);
      if (!isShort(width, b)) return { low: 0, high: 0 };
      const x = natural(width, a);
      return cut(width, shifted(x.low, b.low), shifted(x.high, b.low));
    }
    case Op.ASHR: {
      if (!isOne(b)) return allOf(width);
      const by = isShort(width, b) ? b.low : width - 1;
      return { low: shifted(a.low, by), high: shifted(a.high, by) };
    }
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
      return ofBits(op, width, a, b);
    default:
      return allOf(width);
  }
}

const shifted = (value: number, by: number): number => Math.floor(value / 2 ** by);

function times(width: number, a: Bounds, b: Bounds): Bounds {
  const { low, high } = atCorners(a, b, (x, y) => x * y);
  if (low >= -LARGEST && high <= LARGEST) return cut(width, low, high);
  if (!isOne(a) || !isOne(b) || width > 32) return allOf(width);
  const product = BigInt.asIntN(width, BigInt(a.low) * BigInt(b.low));
  return { low: Number(product), high: Number(product) };
}

function quotient(width: number, a: Bounds, b: Bounds): Bounds {
  if (b.low > 0 || b.high < 0) {
    const { low, high } = atCorners(a, b, (x, y) => Math.trunc(x / y));
    return cut(width, low, high);
  }
  // A division by zero gives 1 for a negative dividend, and -1 for others.
  if (b.low !== 0 || b.high !== 0) return allOf(width);
  return cut(width, a.high < 0 ? 1 : -1, a.low < 0 ? 1 : -1);
}

/** The remainder has the sign of the dividend. A divisor of zero leaves the dividend. */
function remainder(a: Bounds, b: Bounds): Bounds {
  if (isOne(b)) {
    if (b.low === 0) return a;
    const by = Math.abs(b.low);
    const whole = Math.trunc(a.low / by);
    const isSameTurn = whole === Math.trunc(a.high / by) && a.low < 0 === a.high < 0;
    if (isSameTurn) return { low: a.low - whole * by, high: a.high - whole * by };
  }
  const size = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
  const most = b.low <= 0 && b.high >= 0 ? Number.POSITIVE_INFINITY : size;
  return { low: Math.min(0, Math.max(a.low, -most)), high: Math.max(0, Math.min(a.high, most)) };
}

function ofBits(op: number, width: number, a: Bounds, b: Bounds): Bounds {
  if (isOne(a) && isOne(b)) {
    const [x, y] = [BigInt(a.low), BigInt(b.low)];
    const value = Number(op === Op.BV_AND ? x & y : op === Op.BV_OR ? x | y : x ^ y);
    return { low: value, high: value };
  }
  if (op === Op.BV_AND) {
    if (a.low < 0 && b.low < 0) return allOf(width);
    return { low: 0, high: Math.min(a.low < 0 ? b.high : a.high, b.low < 0 ? a.high : b.high) };
  }
  if (a.low < 0 || b.low < 0) return allOf(width);
  const highest = Math.max(a.high, b.high, 1);
  return { low: 0, high: 2 ** (Math.floor(Math.log2(highest)) + 1) - 1 };
}
