import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { exactly, full, join, least, most, type Range, range, signedRange, unsignedRange } from './range.ts';
import { elementOf } from './tables.ts';

/** Three-valued Booleans as ranges of width 1. */
const NO = exactly(1, 0n);
const YES = exactly(1, 1n);
const MAYBE = full(1);

/** Width of a term as a range in bits: 1 for Booleans; 0 for sorts without ranges (arrays, floats). */
export function rangeWidth(terms: TermStore, t: Term): number {
  const sort = terms.sort(t);
  return sort.kind === 'bv' ? sort.width : sort.kind === 'bool' ? 1 : 0;
}

const truth = (yes: boolean, no: boolean): Range => (yes ? YES : no ? NO : MAYBE);

/** The number with all bits set up to the highest one of `value`. */
function fill(value: bigint): bigint {
  return value === 0n ? 0n : (1n << BigInt(value.toString(2).length)) - 1n;
}

const all = (width: number): Range => full(width);
const or = (r: Range | null, width: number): Range => r ?? full(width);

/**
 * The range of an operator's result from those of its arguments. Booleans have width 1; `args[i]` is
 * null where argument i has no range. Sound for SMT-LIB semantics, and precise where that is cheap.
 * `ITE` joins unless its condition is decided.
 */
export function rangeTransfer(terms: TermStore, t: Term, args: readonly (Range | null)[]): Range {
  const width = rangeWidth(terms, t);
  const [a, b, c] = args;
  if (terms.op(t) === Op.SELECT) return or(b === null ? null : elementOf(terms, t, b, null), width);
  if (a === null || a === undefined || b === null || c === null) {
    // An argument without a range allows any result.
    return all(width);
  }
  switch (terms.op(t)) {
    case Op.NOT:
      return truth(a.high === 0n, a.low === 1n);
    case Op.AND:
      return truth(a.low === 1n && b.low === 1n, a.high === 0n || b.high === 0n);
    case Op.EQ:
      return truth(a.low === a.high && b.low === b.high && a.low === b.low, disjoint(a, b));
    case Op.ULT:
      return truth(a.high < b.low, a.low >= b.high);
    case Op.SLT:
      return truth(a.signedHigh < b.signedLow, a.signedLow >= b.signedHigh);
    case Op.ITE:
      return a.low === 1n ? b : a.high === 0n ? c : join(b, c);
    case Op.BV_NOT: {
      const top = (1n << BigInt(width)) - 1n;
      return or(range(width, top - a.high, top - a.low, -a.signedHigh - 1n, -a.signedLow - 1n), width);
    }
    case Op.BV_AND: {
      const high = least(a.high, b.high);
      return unsignedRange(width, 0n, high);
    }
    case Op.BV_OR:
      return unsignedRange(width, most(a.low, b.low), fill(a.high | b.high));
    case Op.BV_XOR:
      return unsignedRange(width, 0n, fill(a.high | b.high));
    case Op.NEG: {
      const top = 1n << BigInt(width);
      const unsigned = a.low === 0n ? (a.high === 0n ? [0n, 0n] : [0n, top - 1n]) : [top - a.high, top - a.low];
      return or(range(width, unsigned[0], unsigned[1], -a.signedHigh, -a.signedLow), width);
    }
    case Op.ADD:
      return sum(width, a, b);
    case Op.MUL: {
      const products = [
        a.signedLow * b.signedLow,
        a.signedLow * b.signedHigh,
        a.signedHigh * b.signedLow,
        a.signedHigh * b.signedHigh,
      ];
      const low = products.reduce(least);
      const high = products.reduce(most);
      return or(range(width, a.low * b.low, a.high * b.high, low, high), width);
    }
    case Op.UDIV:
      return b.low === 0n ? all(width) : unsignedRange(width, a.low / b.high, a.high / b.low);
    case Op.UREM: {
      if (b.low > a.high) return a;
      const below = b.low === 0n ? a.high : b.high - 1n;
      return unsignedRange(width, 0n, a.high < below ? a.high : below);
    }
    case Op.SDIV: {
      // A negative divisor: divides the negated dividend by the negated divisor.
      const [x, y] = b.signedHigh < 0n ? [opposite(a), opposite(b)] : [a, b];
      if (y.signedLow < 1n) return all(width);
      // Division rounds towards zero. A negative lower bound is divided by the smaller divisor, another one
      // by the larger divisor; the upper bound is symmetric.
      const low = x.signedLow / (x.signedLow < 0n ? y.signedLow : y.signedHigh);
      const high = x.signedHigh / (x.signedHigh < 0n ? y.signedHigh : y.signedLow);
      return signedRange(width, low, high);
    }
    case Op.SREM: {
      // The sign of the divisor does not matter.
      const y = b.signedHigh < 0n ? opposite(b) : b;
      if (y.signedLow < 1n) return all(width);
      // The result has the sign of the dividend, and a magnitude below both.
      const below = y.signedHigh - 1n;
      const low = a.signedLow < 0n ? most(a.signedLow, -below) : 0n;
      const high = a.signedHigh > 0n ? least(a.signedHigh, below) : 0n;
      // A dividend below every divisor stays.
      if (a.signedLow > -y.signedLow && a.signedHigh < y.signedLow)
        return signedRange(width, a.signedLow, a.signedHigh);
      return signedRange(width, low, high);
    }
    case Op.SHL: {
      if (b.low !== b.high) return all(width);
      if (b.low >= BigInt(width)) return exactly(width, 0n);
      const { low: by } = b;
      return or(range(width, a.low << by, a.high << by, a.signedLow << by, a.signedHigh << by), width);
    }
    case Op.LSHR: {
      const shift = (value: bigint, by: bigint): bigint => (by >= BigInt(width) ? 0n : value >> by);
      return unsignedRange(width, shift(a.low, b.high), shift(a.high, b.low));
    }
    case Op.ASHR: {
      const clip = (by: bigint): bigint => (by >= BigInt(width) ? BigInt(width - 1) : by);
      const low = a.signedLow >> clip(a.signedLow < 0n ? b.low : b.high);
      const high = a.signedHigh >> clip(a.signedHigh < 0n ? b.high : b.low);
      const top = full(width);
      return or(range(width, top.low, top.high, low, high), width);
    }
    case Op.CONCAT: {
      const by = BigInt(b.width);
      return unsignedRange(width, (a.low << by) | b.low, (a.high << by) | b.high);
    }
    case Op.EXTRACT:
      return extract(width, a, terms.low(t));
    case Op.ZEXT:
      return unsignedRange(width, a.low, a.high);
    case Op.SEXT: {
      const top = full(width);
      return or(range(width, top.low, top.high, a.signedLow, a.signedHigh), width);
    }
    default:
      return all(width);
  }
}

/** The signed bounds of the negation, which may be one more than the width holds. */
function opposite({ signedLow, signedHigh }: Range): Pick<Range, 'signedLow' | 'signedHigh'> {
  return { signedLow: -signedHigh, signedHigh: -signedLow };
}

function disjoint(a: Range, b: Range): boolean {
  return a.high < b.low || b.high < a.low || a.signedHigh < b.signedLow || b.signedHigh < a.signedLow;
}

/**
 * Addition. A sum that wraps around for all pairs is as exact as one that wraps for none (adding -1 to
 * an unsigned value).
 */
function sum(width: number, a: Range, b: Range): Range {
  const modulus = 1n << BigInt(width);
  let low = a.low + b.low;
  let high = a.high + b.high;
  if (low >= modulus) {
    low -= modulus;
    high -= modulus;
  }
  return or(range(width, low, high, a.signedLow + b.signedLow, a.signedHigh + b.signedHigh), width);
}

/**
 * The bits from `low` on, `width` of them. Cutting the top keeps the value's bounds if all values
 * agree there.
 */
function extract(width: number, a: Range, low: number): Range {
  const from = a.low >> BigInt(low);
  const to = a.high >> BigInt(low);
  const modulus = 1n << BigInt(width);
  if (from / modulus === to / modulus) return unsignedRange(width, from % modulus, to % modulus);
  const half = modulus / 2n;
  const signedFrom = a.signedLow >> BigInt(low);
  const signedTo = a.signedHigh >> BigInt(low);
  const top = full(width);
  if (signedFrom >= -half && signedTo < half) return or(range(width, top.low, top.high, signedFrom, signedTo), width);
  return top;
}
