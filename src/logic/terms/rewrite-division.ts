import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { maskOf } from './bv-values.ts';
import { foldBinary, foldNeg } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { overCases } from './rewrite-ite.ts';

/** Division, remainder and shifts. */

/** `op` of constants, or of a constant and an `ite` over constants; NO_TERM otherwise. */
function foldCases(s: RuleTerms, op: Op, a: Term, b: Term): Term {
  if (s.isBv(b)) {
    return s.isBv(a) ? foldBinary(s, op, a, b) : overCases(s, a, (leaf) => foldBinary(s, op, leaf, b));
  }
  return s.isBv(a) ? overCases(s, b, (leaf) => foldBinary(s, op, a, leaf)) : NO_TERM;
}

/** k for 2^k, else -1. */
export function log2(value: bigint): number {
  if (value === 0n || (value & (value - 1n)) !== 0n) return -1;
  return value.toString(2).length - 1;
}

export function mkUdiv(s: RuleTerms, a: Term, b: Term): Term {
  const folded = foldCases(s, Op.UDIV, a, b);
  if (folded !== NO_TERM) return folded;
  if (s.isBv(b)) {
    const width = s.width(a);
    const k = s.constValue(b);
    if (k === 0n) return s.bv(width, maskOf(width));
    const power = log2(k);
    if (power >= 0) return s.zext(s.extract(a, width - 1, power), width);
    if (s.op(a) === Op.ZEXT) {
      const x = s.arg(a, 0);
      const from = s.width(x);
      return k > maskOf(from) ? s.bv(width, 0) : s.zext(s.make(Op.UDIV, s.sortId(x), x, s.bv(from, k)), width);
    }
  }
  return s.make(Op.UDIV, s.sortId(a), a, b);
}

export function mkUrem(s: RuleTerms, a: Term, b: Term): Term {
  const folded = foldCases(s, Op.UREM, a, b);
  if (folded !== NO_TERM) return folded;
  const width = s.width(a);
  if (a === b) return s.bv(width, 0);
  if (s.isBv(b)) {
    const k = s.constValue(b);
    if (k === 0n) return a;
    const power = log2(k);
    if (power === 0) return s.bv(width, 0);
    if (power > 0) return s.zext(s.extract(a, power - 1, 0), width);
    if (s.op(a) === Op.UREM && s.arg(a, 1) === b) return a;
    if (s.op(a) === Op.ZEXT) {
      const x = s.arg(a, 0);
      const from = s.width(x);
      return k > maskOf(from) ? a : s.zext(s.make(Op.UREM, s.sortId(x), x, s.bv(from, k)), width);
    }
  } else if (s.isBv(a) && s.constValue(a) === 0n) return a;
  else if (s.op(a) === Op.ZEXT && s.op(b) === Op.ZEXT && s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) {
    return s.zext(s.make(Op.UREM, s.sortId(s.arg(a, 0)), s.arg(a, 0), s.arg(b, 0)), width);
  }
  return s.make(Op.UREM, s.sortId(a), a, b);
}

/** The sign bit is 0 by the term's shape. */
export function nonNegative(s: RuleTerms, a: Term): boolean {
  if (s.op(a) === Op.ZEXT) return true;
  return s.isBv(a) && BigInt.asIntN(s.width(a), s.constValue(a)) >= 0n;
}

export function mkSdiv(s: RuleTerms, a: Term, b: Term): Term {
  const folded = foldCases(s, Op.SDIV, a, b);
  if (folded !== NO_TERM) return folded;
  // Also for b = 0: both give all ones.
  if (nonNegative(s, a) && nonNegative(s, b)) return mkUdiv(s, a, b);
  if (s.isBv(b)) {
    const width = s.width(a);
    const k = BigInt.asIntN(width, s.constValue(b));
    if (k === -1n) return s.neg(a);
    if (k === 1n) return a;
  }
  return s.make(Op.SDIV, s.sortId(a), a, b);
}

export function mkSrem(s: RuleTerms, a: Term, b: Term): Term {
  const folded = foldCases(s, Op.SREM, a, b);
  if (folded !== NO_TERM) return folded;
  const width = s.width(a);
  if (a === b) return s.bv(width, 0);
  if (nonNegative(s, a) && nonNegative(s, b)) return mkUrem(s, a, b);
  if (s.isBv(b)) {
    const k = BigInt.asIntN(width, s.constValue(b));
    if (k === 0n) return a;
    if (k === 1n || k === -1n) return s.bv(width, 0);
    // The sign of the divisor does not matter; the least number is its own negation.
    if (k < 0n && k !== -(1n << BigInt(width - 1))) return s.make(Op.SREM, s.sortId(a), a, foldNeg(s, b));
  }
  return s.make(Op.SREM, s.sortId(a), a, b);
}

export function mkShl(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  if (s.isBv(b) && !s.isBv(a)) {
    const by = s.constValue(b);
    if (by === 0n) return a;
    if (by >= BigInt(width)) return s.bv(width, 0);
    const k = Number(by);
    return s.concat(s.extract(a, width - 1 - k, 0), s.bv(k, 0));
  }
  return mkShift(s, Op.SHL, a, b);
}

export function mkLshr(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  if (s.isBv(b) && !s.isBv(a)) {
    const by = s.constValue(b);
    if (by >= BigInt(width)) return s.bv(width, 0);
    return s.zext(s.extract(a, width - 1, Number(by)), width);
  }
  return mkShift(s, Op.LSHR, a, b);
}

export function mkAshr(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  if (s.isBv(b) && !s.isBv(a)) {
    const by = s.constValue(b);
    const k = by >= BigInt(width) ? width - 1 : Number(by);
    return s.sext(s.extract(a, width - 1, k), width);
  }
  if (s.op(a) === Op.ZEXT) return mkLshr(s, a, b);
  if (s.isBv(a) && s.constValue(a) === maskOf(width)) return a;
  return mkShift(s, Op.ASHR, a, b);
}

function mkShift(s: RuleTerms, op: Op, a: Term, b: Term): Term {
  const folded = foldCases(s, op, a, b);
  if (folded !== NO_TERM) return folded;
  if (s.isBv(a) && s.constValue(a) === 0n) return a;
  return s.make(op, s.sortId(a), a, b);
}
