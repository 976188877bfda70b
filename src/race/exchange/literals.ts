import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts } from '../../logic/terms/traverse.ts';

/** A literal: a word lies in a range, a word differs from a value, or any other term. */
export type Literal =
  | {
      readonly kind: 'range';
      readonly about: Term;
      readonly signed: boolean;
      readonly low: bigint;
      readonly high: bigint;
    }
  | { readonly kind: 'not'; readonly about: Term; readonly value: bigint }
  | { readonly kind: 'other'; readonly about: Term };

/**
 * The literals whose conjunction a clause excludes. If the formula is not a clause, that is its
 * negation.
 */
export function excluded(terms: TermStore, clause: Term): readonly Literal[] {
  const negation = terms.not(clause);
  return conjuncts(terms, negation).map((t) => literal(terms, t));
}

function literal(terms: TermStore, t: Term): Literal {
  const negated = terms.op(t) === Op.NOT;
  const atom = negated ? terms.arg(t, 0) : t;
  const op = terms.op(atom);
  const other: Literal = { kind: 'other', about: t };
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return other;
  const [x, y] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  const about = terms.isBv(y) ? x : terms.isBv(x) ? y : null;
  if (about === null) return other;
  const width = terms.width(about);
  const constant = terms.constValue(about === x ? y : x);
  if (op === Op.EQ) {
    return negated
      ? { kind: 'not', about, value: constant }
      : { kind: 'range', about, signed: false, low: constant, high: constant };
  }
  const signed = op === Op.SLT;
  const value = signed ? BigInt.asIntN(width, constant) : constant;
  const least = signed ? -(1n << BigInt(width - 1)) : 0n;
  const most = signed ? (1n << BigInt(width - 1)) - 1n : (1n << BigInt(width)) - 1n;
  const below = about === x;
  if (below) return negated ? range(about, signed, value, most) : range(about, signed, least, value - 1n);
  return negated ? range(about, signed, least, value) : range(about, signed, value + 1n, most);
}

function range(about: Term, signed: boolean, low: bigint, high: bigint): Literal {
  return { kind: 'range', about, signed, low, high };
}

/** True if `from` implies `to`, as far as the two alone show it. */
export function follows(terms: TermStore, from: Literal, to: Literal): boolean {
  if (from.about !== to.about) return false;
  if (to.kind === 'other' || from.kind === 'other') return to.kind === from.kind;
  if (to.kind === 'not') {
    if (from.kind === 'not') return from.value === to.value;
    const value = from.signed ? BigInt.asIntN(terms.width(to.about), to.value) : to.value;
    return value < from.low || value > from.high;
  }
  if (from.kind === 'not') return false;
  if (from.signed === to.signed) return from.low >= to.low && from.high <= to.high;
  if (from.low !== from.high) return false;
  // A single value is a range in both orders.
  const width = terms.width(to.about);
  const value = to.signed ? BigInt.asIntN(width, from.low) : BigInt.asUintN(width, from.low);
  return value >= to.low && value <= to.high;
}
