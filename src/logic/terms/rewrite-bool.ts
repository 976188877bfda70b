import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';

/**
 * Conjunction and negation, rewritten two levels deep (Brummayer, Biere: Local Two-Level And-Inverter
 * Graph Minimization without Blowup, MEMICS 2006). `fuel` bounds how often one rule may lead to the
 * next.
 */

export function mkNot(s: RuleTerms, a: Term): Term {
  switch (s.op(a)) {
    case Op.TRUE:
      return s.false;
    case Op.FALSE:
      return s.true;
    case Op.NOT:
      return s.arg(a, 0);
    default:
      return s.make(Op.NOT, 0, a);
  }
}

/** One is the negation of the other. */
export function complementary(s: RuleTerms, a: Term, b: Term): boolean {
  return (s.op(a) === Op.NOT && s.arg(a, 0) === b) || (s.op(b) === Op.NOT && s.arg(b, 0) === a);
}

/** `a` is a conjunction with the conjunct `x`. */
function hasConjunct(s: RuleTerms, a: Term, x: Term): boolean {
  return s.op(a) === Op.AND && (s.arg(a, 0) === x || s.arg(a, 1) === x);
}

function contradictsConjunct(s: RuleTerms, a: Term, x: Term): boolean {
  return s.op(a) === Op.AND && (complementary(s, s.arg(a, 0), x) || complementary(s, s.arg(a, 1), x));
}

export function mkAnd(s: RuleTerms, a: Term, b: Term, fuel = 4): Term {
  if (a === b || a === s.false || b === s.true) return a;
  if (a === s.true || b === s.false) return b;
  if (complementary(s, a, b)) return s.false;
  if (fuel > 0) {
    const r = oneSided(s, a, b, fuel);
    if (r !== NO_TERM) return r;
    const r2 = oneSided(s, b, a, fuel);
    if (r2 !== NO_TERM) return r2;
    const r3 = resolved(s, a, b);
    if (r3 !== NO_TERM) return r3;
  }
  return a < b ? s.make(Op.AND, 0, a, b) : s.make(Op.AND, 0, b, a);
}

/** Rules that look into `a`. */
function oneSided(s: RuleTerms, a: Term, b: Term, fuel: number): Term {
  const op = s.op(a);
  if (op === Op.AND) {
    const x = s.arg(a, 0);
    const y = s.arg(a, 1);
    if (x === b || y === b) return a;
    if (complementary(s, x, b) || complementary(s, y, b)) return s.false;
    if (s.op(b) === Op.AND) {
      if (contradictsConjunct(s, b, x) || contradictsConjunct(s, b, y)) return s.false;
      if (hasConjunct(s, b, x)) return mkAnd(s, b, y, fuel - 1);
      if (hasConjunct(s, b, y)) return mkAnd(s, b, x, fuel - 1);
    }
    if (excludes(s, x, b) || excludes(s, y, b)) return s.false;
    if (entails(s, x, b) || entails(s, y, b)) return a;
    return NO_TERM;
  }
  if (op === Op.NOT) {
    const inner = s.arg(a, 0);
    if (s.op(inner) === Op.AND) {
      const x = s.arg(inner, 0);
      const y = s.arg(inner, 1);
      if (complementary(s, x, b) || complementary(s, y, b)) return b;
      if (x === b || hasConjunct(s, b, x)) return mkAnd(s, b, mkNot(s, y), fuel - 1);
      if (y === b || hasConjunct(s, b, y)) return mkAnd(s, b, mkNot(s, x), fuel - 1);
      if (contradictsConjunct(s, b, x) || contradictsConjunct(s, b, y)) return b;
      return NO_TERM;
    }
  }
  if (excludes(s, a, b)) return s.false;
  return entails(s, a, b) ? a : NO_TERM;
}

/** `not (x and y) and not (x and not y)` is `not x`. */
function resolved(s: RuleTerms, a: Term, b: Term): Term {
  if (s.op(a) !== Op.NOT || s.op(b) !== Op.NOT) return NO_TERM;
  const p = s.arg(a, 0);
  const q = s.arg(b, 0);
  if (s.op(p) !== Op.AND || s.op(q) !== Op.AND) return NO_TERM;
  for (let i = 0; i < 2; i++) {
    const x = s.arg(p, i);
    const y = s.arg(p, 1 - i);
    if (s.arg(q, 0) === x && complementary(s, s.arg(q, 1), y)) return mkNot(s, x);
    if (s.arg(q, 1) === x && complementary(s, s.arg(q, 0), y)) return mkNot(s, x);
  }
  return NO_TERM;
}

/** The term of an equation with a bit-vector constant, or NO_TERM. Constants are the second argument. */
function equatedWithConst(s: RuleTerms, a: Term): Term {
  return s.op(a) === Op.EQ && s.isBv(s.arg(a, 1)) ? s.arg(a, 0) : NO_TERM;
}

/** `t = k1` and `t = k2` with different constants. */
function excludes(s: RuleTerms, a: Term, b: Term): boolean {
  const t = equatedWithConst(s, a);
  return t !== NO_TERM && a !== b && equatedWithConst(s, b) === t;
}

/** `t = k1` entails `not t = k2`. */
function entails(s: RuleTerms, a: Term, b: Term): boolean {
  return s.op(b) === Op.NOT && excludes(s, a, s.arg(b, 0));
}

/**
 * Balanced conjunction of any number of terms, without duplicates, in an order that depends on the set
 * only.
 */
export function mkAndAll(s: RuleTerms, ts: readonly Term[]): Term {
  const sorted = [...new Set(ts)].filter((t) => t !== s.true).sort((x, y) => x - y);
  const members = new Set(sorted);
  if (members.has(s.false)) return s.false;
  for (const t of sorted) if (s.op(t) === Op.NOT && members.has(s.arg(t, 0))) return s.false;
  let level = sorted;
  while (level.length > 1) {
    const next: Term[] = [];
    for (let i = 0; i + 1 < level.length; i += 2) next.push(mkAnd(s, level[i], level[i + 1]));
    if (level.length % 2 === 1) next.push(level[level.length - 1]);
    level = next;
  }
  return level.length === 1 ? level[0] : s.true;
}

/** Equivalence; negations move outwards. */
export function mkIff(s: RuleTerms, a: Term, b: Term): Term {
  let negated = false;
  let x = a;
  let y = b;
  if (s.op(x) === Op.NOT) {
    x = s.arg(x, 0);
    negated = !negated;
  }
  if (s.op(y) === Op.NOT) {
    y = s.arg(y, 0);
    negated = !negated;
  }
  let r: Term;
  if (x === y) r = s.true;
  else if (x === s.true) r = y;
  else if (y === s.true) r = x;
  else if (x === s.false) r = mkNot(s, y);
  else if (y === s.false) r = mkNot(s, x);
  else r = x < y ? s.make(Op.EQ, 0, x, y) : s.make(Op.EQ, 0, y, x);
  return negated ? mkNot(s, r) : r;
}
