import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { OpenVariables } from './open.ts';

/** Most pairs of sides that are tried to solve one equation. */
const MAX_PAIRS = 32;

/** An equation solved for a variable: it holds if and only if the variable has the value, and `side` holds. */
interface Solved {
  readonly variable: Term;
  readonly value: Term;
  readonly side: readonly Term[];
  /** The open variables in the value. */
  readonly reads: readonly Term[];
}

/**
 * Eliminates variables that an equation determines (destructive equality resolution: [CVN17] Sect. 7),
 * as many at once as do not depend on each other. The result is equivalent to the existential
 * quantification. Null if there is no such equation.
 */
export function withoutDetermined(terms: TermStore, literals: readonly Term[], open: OpenVariables): Term[] | null {
  const determined = new Map<Term, Term>();
  const read = new Set<Term>();
  const rest: Term[] = [];
  for (const literal of literals) {
    const solved = solve(terms, literal, open);
    const isFree =
      solved !== null &&
      !determined.has(solved.variable) &&
      !read.has(solved.variable) &&
      !solved.reads.some((v) => determined.has(v));
    if (!isFree) {
      rest.push(literal);
      continue;
    }
    determined.set(solved.variable, solved.value);
    for (const v of solved.reads) read.add(v);
    rest.push(...solved.side);
  }
  if (determined.size === 0) return null;
  const substitution = new Substitution(terms, determined);
  return conjuncts(terms, terms.andAll(rest.map((t) => substitution.apply(t))));
}

/** Two terms that are equal, and what else has to hold for that. */
interface Pair {
  readonly left: Term;
  readonly right: Term;
  readonly side: readonly Term[];
}

function solve(terms: TermStore, literal: Term, open: OpenVariables): Solved | null {
  const stack: Pair[] = firstPairs(terms, literal);
  for (let tried = 0; tried < MAX_PAIRS; tried++) {
    const pair = stack.pop();
    if (pair === undefined) return null;
    const { left, right, side } = pair;
    if (!open.has(left)) {
      stack.push(...inverted(terms, pair, open));
      continue;
    }
    const reads = open.readBy(right);
    if (reads !== null && !reads.includes(left)) return { variable: left, value: right, side, reads };
  }
  return null;
}

function firstPairs(terms: TermStore, literal: Term): Pair[] {
  const negative = terms.op(literal) === Op.NOT;
  const atom = negative ? terms.arg(literal, 0) : literal;
  if (terms.op(atom) === Op.VARIABLE) return [{ left: atom, right: terms.bool(!negative), side: [] }];
  if (terms.op(atom) !== Op.EQ) return [];
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  if (!negative)
    return [
      { left: b, right: a, side: [] },
      { left: a, right: b, side: [] },
    ];
  if (terms.sort(a).kind !== 'bool') return [];
  return [
    { left: b, right: terms.not(a), side: [] },
    { left: a, right: terms.not(b), side: [] },
  ];
}

/** Equations for the arguments of the left side that together are equivalent to the pair. */
function inverted(terms: TermStore, { left, right, side }: Pair, open: OpenVariables): Pair[] {
  const arg = (i: number): Term => terms.arg(left, i);
  const pair = (l: Term, r: Term, ...more: readonly Term[]): Pair => ({ left: l, right: r, side: [...side, ...more] });
  switch (terms.op(left)) {
    case Op.NOT:
      return [pair(arg(0), terms.not(right))];
    case Op.NEG:
      return [pair(arg(0), terms.neg(right))];
    case Op.BV_NOT:
      return [pair(arg(0), terms.bvNot(right))];
    case Op.ADD:
      return [pair(arg(1), terms.sub(right, arg(0))), pair(arg(0), terms.sub(right, arg(1)))];
    case Op.BV_XOR:
      return [pair(arg(1), terms.bvXor(right, arg(0))), pair(arg(0), terms.bvXor(right, arg(1)))];
    case Op.MUL: {
      const [factor, other] = terms.isBv(arg(0)) ? [arg(0), arg(1)] : [arg(1), arg(0)];
      if (!terms.isBv(factor) || (terms.constValue(factor) & 1n) === 0n) return [];
      const width = terms.width(factor);
      return [pair(other, terms.mul(terms.bv(width, inverse(terms.constValue(factor), width)), right))];
    }
    case Op.ZEXT:
    case Op.SEXT: {
      const low = terms.extract(right, terms.width(arg(0)) - 1, 0);
      const extended = terms.op(left) === Op.ZEXT ? terms.zext : terms.sext;
      return [pair(arg(0), low, terms.eq(right, extended.call(terms, low, terms.width(left))))];
    }
    case Op.CONCAT: {
      const width = terms.width(arg(1));
      const high = terms.extract(right, terms.width(left) - 1, width);
      const low = terms.extract(right, width - 1, 0);
      return [pair(arg(1), low, terms.eq(arg(0), high)), pair(arg(0), high, terms.eq(arg(1), low))];
    }
    case Op.ITE:
      return choice(terms, left, right).map(([c, value, one]) => pair(c, value, one));
    case Op.SELECT:
      // Any array will do that has the value at the index.
      return [pair(arg(0), terms.store(open.fresh(arg(0)), arg(1), right))];
    case Op.STORE:
      if (terms.arrays.isConstant(left)) return [];
      // Before it was written, the element may have been anything.
      return [
        pair(arg(0), terms.store(right, arg(1), open.fresh(arg(2))), terms.eq(terms.select(right, arg(1)), arg(2))),
      ];
    default:
      return [];
  }
}

/** A choice between two constants determines its condition: the condition, its value, and what must hold. */
function choice(terms: TermStore, left: Term, right: Term): readonly (readonly [Term, Term, Term])[] {
  const [c, a, b] = [terms.arg(left, 0), terms.arg(left, 1), terms.arg(left, 2)];
  if (!terms.isConst(a) || !terms.isConst(b) || a === b) return [];
  const isFirst = terms.eq(right, a);
  return [[c, isFirst, terms.or(isFirst, terms.eq(right, b))]];
}

/** The inverse of an odd number modulo 2^width: each step of Newton's iteration doubles the right bits. */
function inverse(odd: bigint, width: number): bigint {
  let result = odd;
  for (let bits = 3; bits < width; bits *= 2) result = BigInt.asUintN(width, result * (2n - odd * result));
  return BigInt.asUintN(width, result);
}
