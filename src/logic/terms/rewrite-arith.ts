import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { foldBinary, foldNeg } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { overCases } from './rewrite-ite.ts';

/**
 * Sums and products. Constants are second arguments and move outwards (`(x + 1) + y` is `(x + y) +
 * 1`), so that address and counter arithmetic meets its constants. A product by a power of two stays a
 * product.
 */

function ordered(s: RuleTerms, op: Op, a: Term, b: Term): Term {
  return a < b ? s.make(op, s.sortId(a), a, b) : s.make(op, s.sortId(a), b, a);
}

/** `op(x, k)` with a constant k. */
function withConst(s: RuleTerms, op: Op, t: Term): boolean {
  return s.op(t) === op && s.isBv(s.arg(t, 1));
}

export function mkNeg(s: RuleTerms, a: Term): Term {
  switch (s.op(a)) {
    case Op.BV_CONST:
      return foldNeg(s, a);
    case Op.NEG:
      return s.arg(a, 0);
    case Op.BV_NOT:
      return mkAdd(s, s.arg(a, 0), s.bv(s.width(a), 1));
    case Op.MUL:
      if (s.isBv(s.arg(a, 1))) return mkMul(s, s.arg(a, 0), foldNeg(s, s.arg(a, 1)));
      break;
    case Op.ADD: {
      const x = s.arg(a, 0);
      const y = s.arg(a, 1);
      if (s.isBv(y)) return mkAdd(s, s.op(x) === Op.ADD ? s.make(Op.NEG, s.sortId(x), x) : mkNeg(s, x), foldNeg(s, y));
      if (s.op(x) === Op.NEG && s.op(y) !== Op.ADD) return mkAdd(s, s.arg(x, 0), mkNeg(s, y));
      if (s.op(y) === Op.NEG && s.op(x) !== Op.ADD) return mkAdd(s, s.arg(y, 0), mkNeg(s, x));
      break;
    }
    default: {
      const cases = overCases(s, a, (leaf) => foldNeg(s, leaf));
      if (cases !== NO_TERM) return cases;
    }
  }
  return s.make(Op.NEG, s.sortId(a), a);
}

export function mkAdd(s: RuleTerms, a: Term, b: Term): Term {
  if (s.isBv(a)) return s.isBv(b) ? foldBinary(s, Op.ADD, a, b) : mkAdd(s, b, a);
  if (s.isBv(b)) return addConst(s, a, b);
  if (withConst(s, Op.ADD, a)) return addConst(s, mkAdd(s, s.arg(a, 0), b), s.arg(a, 1));
  if (withConst(s, Op.ADD, b)) return addConst(s, mkAdd(s, a, s.arg(b, 0)), s.arg(b, 1));
  const like = addLike(s, a, b);
  if (like !== NO_TERM) return like;
  const left = addInto(s, a, b);
  if (left !== NO_TERM) return left;
  const right = addInto(s, b, a);
  return right === NO_TERM ? ordered(s, Op.ADD, a, b) : right;
}

function addConst(s: RuleTerms, a: Term, k: Term): Term {
  if (s.isBv(a)) return foldBinary(s, Op.ADD, a, k);
  if (isZero(s, k)) return a;
  if (withConst(s, Op.ADD, a)) return addConst(s, s.arg(a, 0), foldBinary(s, Op.ADD, s.arg(a, 1), k));
  if (s.op(a) === Op.BV_NOT && s.constValue(k) === 1n) return mkNeg(s, s.arg(a, 0));
  const cases = overCases(s, a, (leaf) => foldBinary(s, Op.ADD, leaf, k));
  return cases === NO_TERM ? s.make(Op.ADD, s.sortId(a), a, k) : cases;
}

function isZero(s: RuleTerms, k: Term): boolean {
  return s.slot(k, 0) === 0 && s.constValue(k) === 0n;
}

/** The factor of `t` that is not its constant multiplier. */
function base(s: RuleTerms, t: Term): Term {
  return s.op(t) === Op.NEG || withConst(s, Op.MUL, t) ? s.arg(t, 0) : t;
}

function coefficient(s: RuleTerms, t: Term): bigint {
  return s.op(t) === Op.NEG ? -1n : withConst(s, Op.MUL, t) ? s.constValue(s.arg(t, 1)) : 1n;
}

/** Sum of two multiples of one term, or NO_TERM. */
function addLike(s: RuleTerms, a: Term, b: Term): Term {
  const x = base(s, a);
  if (x !== base(s, b)) return NO_TERM;
  const width = s.width(a);
  return mkMul(s, x, s.bv(width, BigInt.asUintN(width, coefficient(s, a) + coefficient(s, b))));
}

/** `(x + y) + b` where b and one of x and y are multiples of one term. */
function addInto(s: RuleTerms, sum: Term, b: Term): Term {
  if (s.op(sum) !== Op.ADD) return NO_TERM;
  const x = s.arg(sum, 0);
  const y = s.arg(sum, 1);
  const bx = addLike(s, x, b);
  if (bx !== NO_TERM) return s.isBv(bx) ? addConst(s, y, bx) : ordered(s, Op.ADD, bx, y);
  const by = addLike(s, y, b);
  if (by !== NO_TERM) return s.isBv(by) ? addConst(s, x, by) : ordered(s, Op.ADD, by, x);
  return NO_TERM;
}

export function mkMul(s: RuleTerms, a: Term, b: Term): Term {
  if (s.isBv(a)) return s.isBv(b) ? foldBinary(s, Op.MUL, a, b) : mkMul(s, b, a);
  if (s.isBv(b)) return mulConst(s, a, b);
  if (withConst(s, Op.MUL, a)) return mulConst(s, mkMul(s, s.arg(a, 0), b), s.arg(a, 1));
  if (withConst(s, Op.MUL, b)) return mulConst(s, mkMul(s, a, s.arg(b, 0)), s.arg(b, 1));
  if (s.op(a) === Op.NEG) return mkNeg(s, mkMul(s, s.arg(a, 0), b));
  if (s.op(b) === Op.NEG) return mkNeg(s, mkMul(s, a, s.arg(b, 0)));
  return ordered(s, Op.MUL, a, b);
}

function mulConst(s: RuleTerms, a: Term, k: Term): Term {
  if (s.isBv(a)) return foldBinary(s, Op.MUL, a, k);
  const width = s.width(a);
  const value = s.constValue(k);
  if (value === 0n) return k;
  if (value === 1n) return a;
  if (value === (1n << BigInt(width)) - 1n && !withConst(s, Op.MUL, a)) return mkNeg(s, a);
  switch (s.op(a)) {
    case Op.MUL:
      if (s.isBv(s.arg(a, 1))) return mulConst(s, s.arg(a, 0), foldBinary(s, Op.MUL, s.arg(a, 1), k));
      break;
    case Op.NEG:
      return mulConst(s, s.arg(a, 0), foldNeg(s, k));
    case Op.ADD:
      if (s.isBv(s.arg(a, 1))) return addConst(s, mulConst(s, s.arg(a, 0), k), foldBinary(s, Op.MUL, s.arg(a, 1), k));
      break;
    case Op.ITE: {
      const cases = overCases(s, a, (leaf) => foldBinary(s, Op.MUL, leaf, k));
      if (cases !== NO_TERM) return cases;
      break;
    }
    default:
      break;
  }
  return s.make(Op.MUL, s.sortId(a), a, k);
}
