import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { complementary, mkAnd, mkIff, mkNot } from './rewrite-bool.ts';

/** `ite` over any sort. Arrays have their own merging in rewrite-array.ts, which the store tries first. */
export function mkIte(s: RuleTerms, c: Term, a: Term, b: Term, fuel = 4): Term {
  if (c === s.true || a === b) return a;
  if (c === s.false) return b;
  if (s.op(c) === Op.NOT) return mkIte(s, s.arg(c, 0), b, a, fuel);
  const x = assuming(s, c, true, a);
  const y = assuming(s, c, false, b);
  if (x === y) return x;
  if (s.sortId(x) === 0) {
    const r = boolIte(s, c, x, y);
    if (r !== NO_TERM) return r;
  }
  const merged = fuel > 0 ? mergeBranches(s, c, x, y, fuel - 1) : NO_TERM;
  if (merged !== NO_TERM) return merged;
  const narrowed = narrow(s, c, x, y);
  return narrowed === NO_TERM ? s.make(Op.ITE, s.sortId(x), c, x, y) : narrowed;
}

/**
 * `t` where the condition `c` has the given value: one level of `ite` on `c` or on a condition that
 * `c` implies collapses.
 */
function assuming(s: RuleTerms, c: Term, value: boolean, t: Term): Term {
  if (s.op(t) !== Op.ITE) return t;
  const inner = s.arg(t, 0);
  if (inner === c) return s.arg(t, value ? 1 : 2);
  if (value && s.op(c) === Op.AND) {
    for (let i = 0; i < 2; i++) {
      const conjunct = s.arg(c, i);
      if (conjunct === inner) return s.arg(t, 1);
      if (s.op(conjunct) === Op.NOT && s.arg(conjunct, 0) === inner) return s.arg(t, 2);
    }
  }
  if (!value && s.op(inner) === Op.AND && (s.arg(inner, 0) === c || s.arg(inner, 1) === c)) return s.arg(t, 2);
  return t;
}

function boolIte(s: RuleTerms, c: Term, a: Term, b: Term): Term {
  if (a === s.true || a === c) return s.or(c, b);
  if (a === s.false) return mkAnd(s, mkNot(s, c), b);
  if (b === s.false || b === c) return mkAnd(s, c, a);
  if (b === s.true) return s.or(mkNot(s, c), a);
  if (complementary(s, a, b)) return mkIff(s, c, a);
  if (complementary(s, c, a)) return mkAnd(s, a, b);
  if (complementary(s, c, b)) return s.or(b, a);
  return NO_TERM;
}

/** Two neighbouring `ite`s with a common branch become one. */
function mergeBranches(s: RuleTerms, c: Term, a: Term, b: Term, fuel: number): Term {
  if (s.op(b) === Op.ITE) {
    const d = s.arg(b, 0);
    if (s.arg(b, 1) === a) return mkIte(s, s.or(c, d), a, s.arg(b, 2), fuel);
    if (s.arg(b, 2) === a) return mkIte(s, mkAnd(s, mkNot(s, c), d), s.arg(b, 1), a, fuel);
  }
  if (s.op(a) === Op.ITE) {
    const d = s.arg(a, 0);
    if (s.arg(a, 2) === b) return mkIte(s, mkAnd(s, c, d), s.arg(a, 1), b, fuel);
    if (s.arg(a, 1) === b) return mkIte(s, mkAnd(s, c, mkNot(s, d)), s.arg(a, 2), b, fuel);
  }
  return NO_TERM;
}

/** Extensions move out of both branches. */
function narrow(s: RuleTerms, c: Term, a: Term, b: Term): Term {
  const op = s.op(a);
  if ((op !== Op.ZEXT && op !== Op.SEXT) || s.op(b) !== op) return NO_TERM;
  const x = s.arg(a, 0);
  const y = s.arg(b, 0);
  if (s.sortId(x) !== s.sortId(y)) return NO_TERM;
  return s.make(op, s.sortId(a), s.make(Op.ITE, s.sortId(x), c, x, y));
}

/**
 * The image under `f` of an `ite` whose leaves (at most four) are constants, or NO_TERM for other
 * terms. `f` must fold on constants.
 */
export function overCases(s: RuleTerms, t: Term, f: (leaf: Term) => Term): Term {
  if (s.op(t) !== Op.ITE || !casesOf(s, s.arg(t, 1)) || !casesOf(s, s.arg(t, 2))) return NO_TERM;
  return mkIte(s, s.arg(t, 0), mapCase(s, s.arg(t, 1), f), mapCase(s, s.arg(t, 2), f));
}

function casesOf(s: RuleTerms, t: Term): boolean {
  return s.isConst(t) || (s.op(t) === Op.ITE && s.isConst(s.arg(t, 1)) && s.isConst(s.arg(t, 2)));
}

function mapCase(s: RuleTerms, t: Term, f: (leaf: Term) => Term): Term {
  return s.isConst(t) ? f(t) : mkIte(s, s.arg(t, 0), f(s.arg(t, 1)), f(s.arg(t, 2)));
}
