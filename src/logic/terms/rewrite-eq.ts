import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { maskOf } from './bv-values.ts';
import { foldBinary, foldExtract, foldNeg, foldNot } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { mkAnd, mkNot } from './rewrite-bool.ts';
import { log2 } from './rewrite-division.ts';

/** Equality of bit-vectors. A constant is the second argument. */

/** Most links of an `ite` chain with constant branches that an equation with a constant looks through. */
const CHAIN = 256;

export function mkEqBv(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return s.true;
  if (s.isBv(a)) return s.isBv(b) ? s.false : eqConst(s, a, b);
  if (s.isBv(b)) return eqConst(s, b, a);
  const r = eqPair(s, a, b);
  if (r !== NO_TERM) return r;
  return a < b ? s.make(Op.EQ, 0, a, b) : s.make(Op.EQ, 0, b, a);
}

/** `t = k`: operators that can be undone move to the constant, one after the other. */
function eqConst(s: RuleTerms, constant: Term, term: Term): Term {
  let k = constant;
  let t = term;
  for (;;) {
    if (s.isBv(t)) return s.bool(t === k);
    const width = s.width(t);
    const x = s.arg(t, 0);
    switch (s.op(t)) {
      case Op.ITE:
        return eqChain(s, k, t);
      case Op.BV_NOT:
        k = foldNot(s, k);
        t = x;
        continue;
      case Op.NEG:
        k = foldNeg(s, k);
        t = x;
        continue;
      case Op.ADD: {
        const y = s.arg(t, 1);
        if (s.isBv(y)) {
          k = foldBinary(s, Op.ADD, k, foldNeg(s, y));
          t = x;
          continue;
        }
        if (s.constValue(k) === 0n)
          return s.op(x) === Op.NEG
            ? mkEqBv(s, y, s.arg(x, 0))
            : s.op(y) === Op.NEG
              ? mkEqBv(s, x, s.arg(y, 0))
              : equation(s, t, k);
        return equation(s, t, k);
      }
      case Op.BV_XOR: {
        const y = s.arg(t, 1);
        if (s.isBv(y)) {
          k = foldBinary(s, Op.BV_XOR, k, y);
          t = x;
          continue;
        }
        return s.constValue(k) === 0n ? mkEqBv(s, x, y) : equation(s, t, k);
      }
      case Op.MUL: {
        const y = s.arg(t, 1);
        if (!s.isBv(y)) return equation(s, t, k);
        const solved = divided(width, s.constValue(k), s.constValue(y));
        if (solved === null) return s.false;
        k = s.bv(solved.width, solved.value);
        t = s.extract(x, solved.width - 1, 0);
        continue;
      }
      case Op.ZEXT:
      case Op.SEXT: {
        const low = foldExtract(s, k, s.width(x) - 1, 0);
        const back = s.op(t) === Op.ZEXT ? s.zext(low, width) : s.sext(low, width);
        if (back !== k) return s.false;
        k = low;
        t = x;
        continue;
      }
      case Op.CONCAT: {
        const y = s.arg(t, 1);
        const cut = s.width(y);
        return mkAnd(s, mkEqBv(s, x, foldExtract(s, k, width - 1, cut)), mkEqBv(s, y, foldExtract(s, k, cut - 1, 0)));
      }
      case Op.SREM: {
        // Divisibility by 2^n is a matter of the low bits, whatever the sign.
        const y = s.arg(t, 1);
        const power = s.isBv(y) && s.constValue(k) === 0n ? log2(s.constValue(y)) : -1;
        if (power <= 0 || power === width - 1) return equation(s, t, k);
        t = s.extract(x, power - 1, 0);
        k = s.bv(power, 0);
        continue;
      }
      case Op.BV_AND: {
        const y = s.arg(t, 1);
        const value = s.constValue(k);
        if (s.isBv(y) && (value & s.constValue(y)) !== value) return s.false;
        return equation(s, t, k);
      }
      default:
        return equation(s, t, k);
    }
  }
}

/** One bit is compared with 1 only. */
function equation(s: RuleTerms, t: Term, k: Term): Term {
  if (s.width(t) === 1 && s.constValue(k) === 0n) return mkNot(s, s.make(Op.EQ, 0, t, s.bv(1, 1)));
  return s.make(Op.EQ, 0, t, k);
}

/**
 * Solves `x * factor = value` modulo 2^width: the low bits of x (the others are free), or null if
 * there is no solution.
 */
function divided(
  width: number,
  value: bigint,
  factor: bigint,
): { readonly width: number; readonly value: bigint } | null {
  let zeros = 0;
  let odd = factor;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    zeros++;
  }
  if ((value & maskOf(zeros)) !== 0n) return null;
  const bits = width - zeros;
  // Newton's iteration doubles the number of right bits.
  let inverse = odd;
  for (let good = 3; good < bits; good *= 2) inverse = BigInt.asUintN(bits, inverse * (2n - odd * inverse));
  return { width: bits, value: BigInt.asUintN(bits, (value >> BigInt(zeros)) * inverse) };
}

/** `ite(c1, k1, ite(c2, k2, ... rest)) = k` by the conditions, iteratively. */
function eqChain(s: RuleTerms, k: Term, term: Term): Term {
  const conditions: Term[] = [];
  const hits: boolean[] = [];
  let t = term;
  while (s.op(t) === Op.ITE && conditions.length < CHAIN) {
    const c = s.arg(t, 0);
    const x = s.arg(t, 1);
    const y = s.arg(t, 2);
    if (s.isBv(x)) {
      conditions.push(c);
      hits.push(x === k);
      t = y;
    } else if (s.isBv(y)) {
      conditions.push(mkNot(s, c));
      hits.push(y === k);
      t = x;
    } else break;
  }
  let r: Term;
  if (s.isBv(t)) r = s.bool(t === k);
  else if (s.op(t) === Op.ITE) r = s.make(Op.EQ, 0, t, k);
  else r = eqConst(s, k, t);
  for (let i = conditions.length - 1; i >= 0; i--) {
    r = hits[i] ? s.or(conditions[i], r) : mkAnd(s, mkNot(s, conditions[i]), r);
  }
  return r;
}

/** Two terms, none of them constant. */
function eqPair(s: RuleTerms, a: Term, b: Term): Term {
  const op = s.op(a);
  if (op === s.op(b)) {
    switch (op) {
      case Op.NEG:
      case Op.BV_NOT:
        return mkEqBv(s, s.arg(a, 0), s.arg(b, 0));
      case Op.ADD:
      case Op.BV_XOR:
        return cancelled(s, a, b);
      case Op.ZEXT:
      case Op.SEXT:
        if (s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) return mkEqBv(s, s.arg(a, 0), s.arg(b, 0));
        break;
      case Op.CONCAT:
        if (s.sortId(s.arg(a, 0)) === s.sortId(s.arg(b, 0))) {
          return mkAnd(s, mkEqBv(s, s.arg(a, 0), s.arg(b, 0)), mkEqBv(s, s.arg(a, 1), s.arg(b, 1)));
        }
        break;
      case Op.ITE:
        if (s.arg(a, 0) === s.arg(b, 0)) {
          return s.ite(s.arg(a, 0), shallow(s, s.arg(a, 1), s.arg(b, 1)), shallow(s, s.arg(a, 2), s.arg(b, 2)));
        }
        break;
      default:
        break;
    }
  }
  const r = oneSided(s, a, b);
  return r === NO_TERM ? oneSided(s, b, a) : r;
}

/** Equality without rules for pairs, which might go down two long `ite` chains together. */
function shallow(s: RuleTerms, a: Term, b: Term): Term {
  if (a === b) return s.true;
  if (s.isBv(a) || s.isBv(b)) return mkEqBv(s, a, b);
  return a < b ? s.make(Op.EQ, 0, a, b) : s.make(Op.EQ, 0, b, a);
}

function oneSided(s: RuleTerms, a: Term, b: Term): Term {
  switch (s.op(a)) {
    case Op.ITE:
      if (s.arg(a, 1) === b) return s.or(s.arg(a, 0), shallow(s, s.arg(a, 2), b));
      if (s.arg(a, 2) === b) return s.or(mkNot(s, s.arg(a, 0)), shallow(s, s.arg(a, 1), b));
      return NO_TERM;
    case Op.ADD:
      if (s.arg(a, 0) === b) return mkEqBv(s, s.arg(a, 1), s.bv(s.width(a), 0));
      if (s.arg(a, 1) === b) return mkEqBv(s, s.arg(a, 0), s.bv(s.width(a), 0));
      return NO_TERM;
    case Op.BV_NOT:
      return s.arg(a, 0) === b ? s.false : NO_TERM;
    default:
      return NO_TERM;
  }
}

/** Common arguments of two sums or exclusive ors go; constants meet on one side. */
function cancelled(s: RuleTerms, a: Term, b: Term): Term {
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j < 2; j++) {
      if (s.arg(a, i) === s.arg(b, j)) return mkEqBv(s, s.arg(a, 1 - i), s.arg(b, 1 - j));
    }
  }
  const x = s.arg(a, 1);
  const y = s.arg(b, 1);
  if (!s.isBv(x) || !s.isBv(y)) return NO_TERM;
  const rest =
    s.op(a) === Op.ADD
      ? s.add(s.arg(b, 0), foldBinary(s, Op.ADD, y, foldNeg(s, x)))
      : s.bvXor(s.arg(b, 0), foldBinary(s, Op.BV_XOR, x, y));
  return shallow(s, s.arg(a, 0), rest);
}
