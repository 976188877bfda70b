import { LemmataError, unreachable } from '../../base/errors.ts';
import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { conjuncts, postorder } from './traverse.ts';

/** The part of a term store that rebuilding its terms elsewhere needs. */
export type TermSource = Pick<
  TermStore,
  'op' | 'sort' | 'width' | 'format' | 'constValue' | 'floatValue' | 'name' | 'high' | 'low' | 'rounding'
>;

/**
 * The term of `target` with the operator and parameters of `t` over the arguments `a`, `b`, `c`.
 * `t` is a term of `source`, which may be the same store; `a`, `b`, `c` are terms of `target`, as many
 * as the operator has. Goes through the rewriting builder.
 */
export function rebuild(target: TermStore, source: TermSource, t: Term, a: Term, b: Term, c: Term): Term {
  const op = source.op(t);
  switch (op) {
    case Op.TRUE:
    case Op.FALSE:
    case Op.BV_CONST:
    case Op.FLOAT_CONST:
    case Op.VARIABLE:
    case Op.CONST_ARRAY:
      return rebuildLeaf(target, source, t, a);
    case Op.NOT:
      return target.not(a);
    case Op.AND:
      return target.and(a, b);
    case Op.EQ:
      return target.eq(a, b);
    case Op.ITE:
      return target.ite(a, b, c);
    case Op.BV_NOT:
      return target.bvNot(a);
    case Op.BV_AND:
      return target.bvAnd(a, b);
    case Op.BV_OR:
      return target.bvOr(a, b);
    case Op.BV_XOR:
      return target.bvXor(a, b);
    case Op.NEG:
      return target.neg(a);
    case Op.ADD:
      return target.add(a, b);
    case Op.MUL:
      return target.mul(a, b);
    case Op.UDIV:
      return target.udiv(a, b);
    case Op.UREM:
      return target.urem(a, b);
    case Op.SDIV:
      return target.sdiv(a, b);
    case Op.SREM:
      return target.srem(a, b);
    case Op.SHL:
      return target.shl(a, b);
    case Op.LSHR:
      return target.lshr(a, b);
    case Op.ASHR:
      return target.ashr(a, b);
    case Op.ULT:
      return target.ult(a, b);
    case Op.SLT:
      return target.slt(a, b);
    case Op.CONCAT:
      return target.concat(a, b);
    case Op.EXTRACT:
      return target.extract(a, source.high(t), source.low(t));
    case Op.ZEXT:
      return target.zext(a, source.width(t));
    case Op.SEXT:
      return target.sext(a, source.width(t));
    case Op.SELECT:
      return target.select(a, b);
    case Op.STORE:
      return target.store(a, b, c);
    default:
      return rebuildFloat(target, source, t, op, a, b, c);
  }
}

function rebuildLeaf(target: TermStore, source: TermSource, t: Term, a: Term): Term {
  if (source === target && source.op(t) !== Op.CONST_ARRAY) return t;
  const sort = source.sort(t);
  switch (source.op(t)) {
    case Op.TRUE:
      return target.true;
    case Op.FALSE:
      return target.false;
    case Op.BV_CONST:
      return target.bv(source.width(t), source.constValue(t));
    case Op.FLOAT_CONST:
      return target.float(source.format(t), source.floatValue(t));
    case Op.VARIABLE:
      return target.variable(source.name(t), sort);
    default:
      if (sort.kind !== 'array') throw new LemmataError('E-INTERNAL', 'a constant array has no array sort');
      return target.constArray(sort.index, a);
  }
}

type FloatOp = Exclude<Op, (typeof Op)[Exclude<keyof typeof Op, `FP_${string}`>]>;

function rebuildFloat(target: TermStore, source: TermSource, t: Term, op: FloatOp, a: Term, b: Term, c: Term): Term {
  const mode = source.rounding(t);
  switch (op) {
    case Op.FP_NEG:
      return target.fpNeg(a);
    case Op.FP_ABS:
      return target.fpAbs(a);
    case Op.FP_ADD:
      return target.fpAdd(mode, a, b);
    case Op.FP_SUB:
      return target.fpSub(mode, a, b);
    case Op.FP_MUL:
      return target.fpMul(mode, a, b);
    case Op.FP_DIV:
      return target.fpDiv(mode, a, b);
    case Op.FP_FMA:
      return target.fpFma(mode, a, b, c);
    case Op.FP_SQRT:
      return target.fpSqrt(mode, a);
    case Op.FP_REM:
      return target.fpRem(a, b);
    case Op.FP_ROUND_TO_INTEGRAL:
      return target.fpRoundToIntegral(mode, a);
    case Op.FP_EQ:
      return target.fpEq(a, b);
    case Op.FP_LT:
      return target.fpLt(a, b);
    case Op.FP_LE:
      return target.fpLe(a, b);
    case Op.FP_IS_NAN:
      return target.fpIsNan(a);
    case Op.FP_IS_INFINITE:
      return target.fpIsInfinite(a);
    case Op.FP_IS_NEGATIVE:
      return target.fpIsNegative(a);
    case Op.FP_TO_FP:
      return target.fpToFp(mode, a, source.format(t));
    case Op.FP_FROM_SIGNED:
      return target.fpFromSigned(mode, a, source.format(t));
    case Op.FP_FROM_UNSIGNED:
      return target.fpFromUnsigned(mode, a, source.format(t));
    case Op.FP_TO_SIGNED:
      return target.fpToSigned(mode, a, source.width(t));
    case Op.FP_TO_UNSIGNED:
      return target.fpToUnsigned(mode, a, source.width(t));
    case Op.FP_FROM_BITS:
      return target.fpFromBits(a, source.format(t));
    case Op.FP_TO_BITS:
      return target.fpToBits(a);
    default:
      return unreachable(op);
  }
}

/** Conjunctions of more conditions stay as they are: nested ones would cost the square of their number. */
const MOST_CONJUNCTS = 64;

/**
 * The terms with equal conjunctions made the same term: `(a & b) & (b & c)` and `a & (b & c)` are both
 * made of the set `a`, `b`, `c`.
 */
export function withEqualConjunctions(terms: TermStore, roots: readonly Term[]): readonly Term[] {
  const memory = new TermMap();
  const known = (t: Term): Term => memory.get(t);
  for (const t of postorder(terms, roots)) {
    const arity = terms.arity(t);
    const [a, b, c] = [0, 1, 2].map((i) => (i < arity ? known(terms.arg(t, i)) : 0));
    if (arity === 0) memory.set(t, t);
    else if (terms.op(t) === Op.AND) memory.set(t, conjunction(terms, a, b));
    else memory.set(t, rebuild(terms, terms, t, a, b, c));
  }
  return roots.map(known);
}

function conjunction(terms: TermStore, a: Term, b: Term): Term {
  const both = terms.and(a, b);
  const parts = conjuncts(terms, both);
  return parts.length > MOST_CONJUNCTS ? both : terms.andAll(parts);
}
