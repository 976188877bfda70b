import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { maskOf } from './bv-values.ts';
import { foldBinary } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { mkNot } from './rewrite-bool.ts';
import { nonNegative } from './rewrite-division.ts';
import { overCases } from './rewrite-ite.ts';

/** Orders on bit-vectors: `ULT` and `SLT`; the other relations are their negations or swap sides. */

export function mkUlt(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return s.false;
  const aConst = s.isBv(a);
  const bConst = s.isBv(b);
  if (aConst && bConst) return foldBinary(s, Op.ULT, a, b);
  if (bConst) return ultConst(s, a, b);
  if (aConst) return constUlt(s, a, b);
  if (sameExtension(s, a, b)) return mkUlt(s, s.arg(a, 0), s.arg(b, 0));
  return s.make(Op.ULT, 0, a, b);
}

/**
 * Both are extended in the same way from one width; both extensions keep the unsigned and the signed
 * order.
 */
function sameExtension(s: RuleTerms, a: Term, b: Term): boolean {
  const op = s.op(a);
  return (op === Op.ZEXT || op === Op.SEXT) && s.op(b) === op && s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0));
}

/** a < k */
function ultConst(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  const k = s.constValue(b);
  if (k === 0n) return s.false;
  if (k === 1n) return s.eq(a, s.bv(width, 0));
  if (k === maskOf(width)) return mkNot(s, s.eq(a, b));
  const cases = overCases(s, a, (leaf) => foldBinary(s, Op.ULT, leaf, b));
  if (cases !== NO_TERM) return cases;
  if (s.op(a) === Op.ZEXT) {
    const x = s.arg(a, 0);
    const from = s.width(x);
    return k > maskOf(from) ? s.true : mkUlt(s, x, s.bv(from, k));
  }
  if (upperBound(s, a, 3) < k) return s.true;
  return s.make(Op.ULT, 0, a, b);
}

/** k < b */
function constUlt(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  const k = s.constValue(a);
  const max = maskOf(width);
  if (k === max) return s.false;
  if (k === 0n) return mkNot(s, s.eq(b, a));
  if (k === max - 1n) return s.eq(b, s.bv(width, max));
  const cases = overCases(s, b, (leaf) => foldBinary(s, Op.ULT, a, leaf));
  if (cases !== NO_TERM) return cases;
  if (s.op(b) === Op.ZEXT) {
    const x = s.arg(b, 0);
    const from = s.width(x);
    return k >= maskOf(from) ? s.false : mkUlt(s, s.bv(from, k), x);
  }
  if (upperBound(s, b, 3) <= k) return s.false;
  return s.make(Op.ULT, 0, a, b);
}

/** No value of `t` is greater; looks `depth` levels down. */
function upperBound(s: RuleTerms, t: Term, depth: number): bigint {
  const op = s.op(t);
  if (op === Op.BV_CONST) return s.constValue(t);
  if (depth > 0) {
    const x = s.arg(t, 0);
    switch (op) {
      case Op.ZEXT:
        return upperBound(s, x, depth - 1);
      case Op.ITE:
        return greater(upperBound(s, s.arg(t, 1), depth - 1), upperBound(s, s.arg(t, 2), depth - 1));
      case Op.BV_AND:
        return smaller(upperBound(s, x, depth - 1), upperBound(s, s.arg(t, 1), depth - 1));
      case Op.UREM: {
        const divisor = s.arg(t, 1);
        if (s.isBv(divisor) && s.constValue(divisor) !== 0n)
          return smaller(upperBound(s, x, depth - 1), s.constValue(divisor) - 1n);
        return upperBound(s, x, depth - 1);
      }
      case Op.UDIV: {
        const divisor = s.arg(t, 1);
        if (s.isBv(divisor) && s.constValue(divisor) !== 0n) return upperBound(s, x, depth - 1) / s.constValue(divisor);
        break;
      }
      case Op.CONCAT: {
        const low = s.arg(t, 1);
        return (upperBound(s, x, depth - 1) << BigInt(s.width(low))) | maskOf(s.width(low));
      }
      default:
        break;
    }
  }
  return maskOf(s.width(t));
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function mkSlt(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return s.false;
  const aConst = s.isBv(a);
  const bConst = s.isBv(b);
  if (aConst && bConst) return foldBinary(s, Op.SLT, a, b);
  if (nonNegative(s, a) && nonNegative(s, b)) return mkUlt(s, a, b);
  if (bConst) return sltConst(s, a, b);
  if (aConst) return constSlt(s, a, b);
  if (sameExtension(s, a, b)) return mkSlt(s, s.arg(a, 0), s.arg(b, 0));
  return s.make(Op.SLT, 0, a, b);
}

/** a < k, signed */
function sltConst(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  const k = BigInt.asIntN(width, s.constValue(b));
  const min = -(1n << BigInt(width - 1));
  if (k === min) return s.false;
  if (k === min + 1n) return s.eq(a, signed(s, width, min));
  if (k === -min - 1n) return mkNot(s, s.eq(a, b));
  // A term without sign is not below a negative constant (others went to mkUlt).
  if (nonNegative(s, a)) return s.false;
  const cases = overCases(s, a, (leaf) => foldBinary(s, Op.SLT, leaf, b));
  if (cases !== NO_TERM) return cases;
  if (s.op(a) === Op.SEXT) {
    const x = s.arg(a, 0);
    const from = s.width(x);
    const half = 1n << BigInt(from - 1);
    if (k >= half) return s.true;
    return k <= -half ? s.false : mkSlt(s, x, signed(s, from, k));
  }
  return s.make(Op.SLT, 0, a, b);
}

/** k < b, signed */
function constSlt(s: RuleTerms, a: Term, b: Term): Term {
  const width = s.width(a);
  const k = BigInt.asIntN(width, s.constValue(a));
  const max = (1n << BigInt(width - 1)) - 1n;
  if (k === max) return s.false;
  if (k === max - 1n) return s.eq(b, signed(s, width, max));
  if (k === -max - 1n) return mkNot(s, s.eq(b, a));
  if (nonNegative(s, b)) return s.true;
  const cases = overCases(s, b, (leaf) => foldBinary(s, Op.SLT, a, leaf));
  if (cases !== NO_TERM) return cases;
  if (s.op(b) === Op.SEXT) {
    const x = s.arg(b, 0);
    const from = s.width(x);
    const half = 1n << BigInt(from - 1);
    if (k >= half - 1n) return s.false;
    return k < -half ? s.true : mkSlt(s, signed(s, from, k), x);
  }
  return s.make(Op.SLT, 0, a, b);
}

function signed(s: RuleTerms, width: number, value: bigint): Term {
  return s.bv(width, BigInt.asUintN(width, value));
}
