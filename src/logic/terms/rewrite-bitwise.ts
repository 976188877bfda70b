import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { maskOf } from './bv-values.ts';
import { foldBinary, foldNot } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { mkAnd, mkNot } from './rewrite-bool.ts';
import { overCases } from './rewrite-ite.ts';

/** Bitwise operators. Constants are second arguments; otherwise the older term is first. */

export function mkBvNot(s: RuleTerms, a: Term): Term {
  if (s.isBv(a)) return foldNot(s, a);
  if (s.op(a) === Op.BV_NOT) return s.arg(a, 0);
  const c = asBit(s, a);
  if (c !== NO_TERM) return s.boolToBv(mkNot(s, c));
  const cases = overCases(s, a, (leaf) => foldNot(s, leaf));
  return cases === NO_TERM ? s.make(Op.BV_NOT, s.sortId(a), a) : cases;
}

/** The condition of a one-bit term `ite(c, #b1, #b0)`, or NO_TERM. */
function asBit(s: RuleTerms, a: Term): Term {
  if (s.op(a) !== Op.ITE || s.width(a) !== 1 || !s.isBv(s.arg(a, 1)) || !s.isBv(s.arg(a, 2))) return NO_TERM;
  return s.smallValue(s.arg(a, 1)) === 1 ? s.arg(a, 0) : mkNot(s, s.arg(a, 0));
}

function complementaryBits(s: RuleTerms, a: Term, b: Term): boolean {
  return (s.op(a) === Op.BV_NOT && s.arg(a, 0) === b) || (s.op(b) === Op.BV_NOT && s.arg(b, 0) === a);
}

function ordered(s: RuleTerms, op: Op, a: Term, b: Term): Term {
  return s.isBv(b) || (a < b && !s.isBv(a)) ? s.make(op, s.sortId(a), a, b) : s.make(op, s.sortId(a), b, a);
}

export function mkBvAnd(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return a;
  if (s.isBv(a)) return s.isBv(b) ? foldBinary(s, Op.BV_AND, a, b) : mkBvAnd(s, b, a);
  const width = s.width(a);
  if (complementaryBits(s, a, b)) return s.bv(width, 0);
  if (s.isBv(b)) {
    const k = s.constValue(b);
    if (k === 0n) return b;
    if (k === maskOf(width)) return a;
    if (s.op(a) === Op.BV_AND && s.isBv(s.arg(a, 1)))
      return mkBvAnd(s, s.arg(a, 0), foldBinary(s, Op.BV_AND, s.arg(a, 1), b));
    const run = contiguous(k);
    if (run !== null) return keepRun(s, a, width, run);
    const cases = overCases(s, a, (leaf) => foldBinary(s, Op.BV_AND, leaf, b));
    if (cases !== NO_TERM) return cases;
    if (s.op(a) === Op.ZEXT) {
      const from = s.width(s.arg(a, 0));
      return s.zext(mkBvAnd(s, s.arg(a, 0), s.bv(from, k & maskOf(from))), width);
    }
    return s.make(Op.BV_AND, s.sortId(a), a, b);
  }
  const c = asBit(s, a);
  const d = asBit(s, b);
  if (c !== NO_TERM && d !== NO_TERM) return s.boolToBv(mkAnd(s, c, d));
  if (s.op(a) === Op.BV_AND && (s.arg(a, 0) === b || s.arg(a, 1) === b)) return a;
  if (s.op(b) === Op.BV_AND && (s.arg(b, 0) === a || s.arg(b, 1) === a)) return b;
  if (s.op(a) === Op.ZEXT && s.op(b) === Op.ZEXT && s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) {
    return s.zext(mkBvAnd(s, s.arg(a, 0), s.arg(b, 0)), width);
  }
  return ordered(s, Op.BV_AND, a, b);
}

interface Run {
  readonly high: number;
  readonly low: number;
}

/** Bounds of the ones of `k`, if they are all next to each other. */
function contiguous(k: bigint): Run | null {
  const text = k.toString(2);
  const ones = text.lastIndexOf('1') + 1;
  return text.indexOf('0') >= 0 && text.indexOf('0') < ones ? null : { high: text.length - 1, low: text.length - ones };
}

/** `a` with all bits outside the run 0. */
function keepRun(s: RuleTerms, a: Term, width: number, run: Run): Term {
  const bits = s.extract(a, run.high, run.low);
  return s.zext(run.low === 0 ? bits : s.concat(bits, s.bv(run.low, 0)), width);
}

export function mkBvOr(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return a;
  if (s.isBv(a)) return s.isBv(b) ? foldBinary(s, Op.BV_OR, a, b) : mkBvOr(s, b, a);
  const width = s.width(a);
  const ones = maskOf(width);
  if (complementaryBits(s, a, b)) return s.bv(width, ones);
  if (s.isBv(b)) {
    const k = s.constValue(b);
    if (k === 0n) return a;
    if (k === ones) return b;
    if (s.op(a) === Op.BV_OR && s.isBv(s.arg(a, 1)))
      return mkBvOr(s, s.arg(a, 0), foldBinary(s, Op.BV_OR, s.arg(a, 1), b));
    const run = contiguous(k);
    if (run !== null) return setRun(s, a, width, run);
    const cases = overCases(s, a, (leaf) => foldBinary(s, Op.BV_OR, leaf, b));
    return cases === NO_TERM ? s.make(Op.BV_OR, s.sortId(a), a, b) : cases;
  }
  const c = asBit(s, a);
  const d = asBit(s, b);
  if (c !== NO_TERM && d !== NO_TERM) return s.boolToBv(s.or(c, d));
  if (s.op(a) === Op.BV_OR && (s.arg(a, 0) === b || s.arg(a, 1) === b)) return a;
  if (s.op(b) === Op.BV_OR && (s.arg(b, 0) === a || s.arg(b, 1) === a)) return b;
  const disjoint = joinDisjoint(s, a, b, width);
  if (disjoint !== NO_TERM) return disjoint;
  const swapped = joinDisjoint(s, b, a, width);
  if (swapped !== NO_TERM) return swapped;
  if (s.op(a) === Op.ZEXT && s.op(b) === Op.ZEXT && s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) {
    return s.zext(mkBvOr(s, s.arg(a, 0), s.arg(b, 0)), width);
  }
  return ordered(s, Op.BV_OR, a, b);
}

/** `a` with all bits of the run 1. */
function setRun(s: RuleTerms, a: Term, width: number, run: Run): Term {
  let r = s.bv(run.high - run.low + 1, maskOf(run.high - run.low + 1));
  if (run.low > 0) r = s.concat(r, s.extract(a, run.low - 1, 0));
  return run.high === width - 1 ? r : s.concat(s.extract(a, width - 1, run.high + 1), r);
}

/** `high` with n zero bits at its end, `low` of at most n bits: bytes put together by shift and or. */
function joinDisjoint(s: RuleTerms, high: Term, low: Term, width: number): Term {
  if (s.op(low) !== Op.ZEXT) return NO_TERM;
  const zeros = trailingZeros(s, high);
  if (zeros < s.width(s.arg(low, 0))) return NO_TERM;
  return s.concat(s.extract(high, width - 1, zeros), s.zext(s.arg(low, 0), zeros));
}

/** Number of low bits that are 0 by the shape of a concatenation (looks at the last part only). */
function trailingZeros(s: RuleTerms, t: Term): number {
  let u = t;
  if (s.op(u) === Op.ZEXT) u = s.arg(u, 0);
  while (s.op(u) === Op.CONCAT) u = s.arg(u, 1);
  return u !== t && s.isBv(u) && s.constValue(u) === 0n ? s.width(u) : 0;
}

export function mkBvXor(s: RuleTerms, a: Term, b: Term): Term {
  if (s.isBv(a) && !s.isBv(b)) return mkBvXor(s, b, a);
  const width = s.width(a);
  if (a === b) return s.bv(width, 0);
  if (s.isBv(a)) return foldBinary(s, Op.BV_XOR, a, b);
  if (complementaryBits(s, a, b)) return s.bv(width, maskOf(width));
  if (s.isBv(b)) {
    const k = s.constValue(b);
    if (k === 0n) return a;
    if (k === maskOf(width)) return mkBvNot(s, a);
    if (s.op(a) === Op.BV_XOR && s.isBv(s.arg(a, 1)))
      return mkBvXor(s, s.arg(a, 0), foldBinary(s, Op.BV_XOR, s.arg(a, 1), b));
    const cases = overCases(s, a, (leaf) => foldBinary(s, Op.BV_XOR, leaf, b));
    return cases === NO_TERM ? s.make(Op.BV_XOR, s.sortId(a), a, b) : cases;
  }
  const c = asBit(s, a);
  const d = asBit(s, b);
  if (c !== NO_TERM && d !== NO_TERM) return s.boolToBv(s.xor(c, d));
  if (s.op(a) === Op.BV_XOR) {
    if (s.arg(a, 0) === b) return s.arg(a, 1);
    if (s.arg(a, 1) === b) return s.arg(a, 0);
  }
  if (s.op(b) === Op.BV_XOR) {
    if (s.arg(b, 0) === a) return s.arg(b, 1);
    if (s.arg(b, 1) === a) return s.arg(b, 0);
  }
  if (s.op(a) === Op.ZEXT && s.op(b) === Op.ZEXT && s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) {
    return s.zext(mkBvXor(s, s.arg(a, 0), s.arg(b, 0)), width);
  }
  return ordered(s, Op.BV_XOR, a, b);
}
