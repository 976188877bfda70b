import type { Term, TermBuilder } from '../../../logic/terms/builder.ts';

/**
 * The operators of BTOR2 over bit-vectors (Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector
 * 3.0", CAV 2018, Table 1). BTOR2 has no Booleans: conditions are bit-vectors of width 1.
 */
interface Btor2Operator {
  /** Required operands: `same` one width for all, `bool` width 1 for all, `any` independent widths. */
  readonly operands: 'same' | 'bool' | 'any';
  /** Width of the result: that of the first operand, 1, or the sum of both. */
  readonly result: 'first' | 'bit' | 'sum';
}

/** An operator of one operand. */
export interface Btor2Unary extends Btor2Operator {
  build(b: TermBuilder, a: Term): Term;
}

/** An operator of two operands. */
export interface Btor2Binary extends Btor2Operator {
  build(b: TermBuilder, x: Term, y: Term): Term;
}

const zero = (b: TermBuilder, a: Term): Term => b.bv(b.width(a), 0);
const one = (b: TermBuilder, a: Term): Term => b.bv(b.width(a), 1);
const signedMinimum = (b: TermBuilder, a: Term): Term => b.bv(b.width(a), 1n << BigInt(b.width(a) - 1));
const allOnes = (b: TermBuilder, a: Term): Term => b.bv(b.width(a), (1n << BigInt(b.width(a))) - 1n);

function reduceXor(b: TermBuilder, a: Term): Term {
  let parity = b.extract(a, 0, 0);
  for (let i = 1; i < b.width(a); i++) parity = b.bvXor(parity, b.extract(a, i, i));
  return parity;
}

/** The operators of one operand, by name. */
export const UNARY: Readonly<Record<string, Btor2Unary>> = {
  not: { operands: 'same', result: 'first', build: (b, a) => b.bvNot(a) },
  inc: { operands: 'same', result: 'first', build: (b, a) => b.add(a, one(b, a)) },
  dec: { operands: 'same', result: 'first', build: (b, a) => b.sub(a, one(b, a)) },
  neg: { operands: 'same', result: 'first', build: (b, a) => b.neg(a) },
  redand: { operands: 'same', result: 'bit', build: (b, a) => b.boolToBv(b.eq(a, allOnes(b, a))) },
  redor: { operands: 'same', result: 'bit', build: (b, a) => b.boolToBv(b.not(b.eq(a, zero(b, a)))) },
  redxor: { operands: 'same', result: 'bit', build: reduceXor },
};

type Build = (b: TermBuilder, x: Term, y: Term) => Term;
const word = (build: Build): Btor2Binary => ({ operands: 'same', result: 'first', build });
const compare = (build: Build): Btor2Binary => ({
  operands: 'same',
  result: 'bit',
  build: (b, x, y) => b.boolToBv(build(b, x, y)),
});

/** Rotation by any amount, modulo the width. */
function rotate(left: boolean): Build {
  return (b, x, y) => {
    const width = b.bv(b.width(x), b.width(x));
    const by = b.urem(y, width);
    const rest = b.sub(width, by); // the width itself when `by` is 0: that shift gives 0
    return left ? b.bvOr(b.shl(x, by), b.lshr(x, rest)) : b.bvOr(b.lshr(x, by), b.shl(x, rest));
  };
}

/** SMT-LIB's bvsmod: the result has the divisor's sign. */
function smod(b: TermBuilder, x: Term, y: Term): Term {
  const negative = (t: Term): Term => b.slt(t, zero(b, t));
  const absolute = (t: Term): Term => b.ite(negative(t), b.neg(t), t);
  const u = b.urem(absolute(x), absolute(y));
  const same = b.ite(negative(x), b.neg(u), u);
  return b.ite(b.or(b.eq(u, zero(b, u)), b.not(b.xor(negative(x), negative(y)))), same, b.add(same, y));
}

/** Signed addition or subtraction overflows if the wide result is not the sign extension of the narrow one. */
function signedOverflow(wide: (b: TermBuilder, x: Term, y: Term) => Term, factor: 'one more' | 'twice'): Build {
  return (b, x, y) => {
    const width = b.width(x);
    const to = factor === 'twice' ? 2 * width : width + 1;
    const result = wide(b, b.sext(x, to), b.sext(y, to));
    return b.not(b.eq(result, b.sext(b.extract(result, width - 1, 0), to)));
  };
}

function unsignedOverflow(wide: (b: TermBuilder, x: Term, y: Term) => Term, factor: 'one more' | 'twice'): Build {
  return (b, x, y) => {
    const width = b.width(x);
    const to = factor === 'twice' ? 2 * width : width + 1;
    const high = b.extract(wide(b, b.zext(x, to), b.zext(y, to)), to - 1, width);
    return b.not(b.eq(high, b.bv(to - width, 0)));
  };
}

const add: Build = (b, x, y) => b.add(x, y);
const sub: Build = (b, x, y) => b.sub(x, y);
const mul: Build = (b, x, y) => b.mul(x, y);

/** The operators of two operands, by name. */
export const BINARY: Readonly<Record<string, Btor2Binary>> = {
  iff: { operands: 'bool', result: 'bit', build: (b, x, y) => b.bvNot(b.bvXor(x, y)) },
  implies: { operands: 'bool', result: 'bit', build: (b, x, y) => b.bvOr(b.bvNot(x), y) },
  sgt: compare((b, x, y) => b.slt(y, x)),
  ugt: compare((b, x, y) => b.ult(y, x)),
  sgte: compare((b, x, y) => b.sle(y, x)),
  ugte: compare((b, x, y) => b.ule(y, x)),
  slt: compare((b, x, y) => b.slt(x, y)),
  ult: compare((b, x, y) => b.ult(x, y)),
  slte: compare((b, x, y) => b.sle(x, y)),
  ulte: compare((b, x, y) => b.ule(x, y)),
  and: word((b, x, y) => b.bvAnd(x, y)),
  nand: word((b, x, y) => b.bvNot(b.bvAnd(x, y))),
  nor: word((b, x, y) => b.bvNot(b.bvOr(x, y))),
  or: word((b, x, y) => b.bvOr(x, y)),
  xnor: word((b, x, y) => b.bvNot(b.bvXor(x, y))),
  xor: word((b, x, y) => b.bvXor(x, y)),
  rol: word(rotate(true)),
  ror: word(rotate(false)),
  sll: word((b, x, y) => b.shl(x, y)),
  sra: word((b, x, y) => b.ashr(x, y)),
  srl: word((b, x, y) => b.lshr(x, y)),
  add: word(add),
  mul: word(mul),
  sdiv: word((b, x, y) => b.sdiv(x, y)),
  udiv: word((b, x, y) => b.udiv(x, y)),
  smod: word(smod),
  srem: word((b, x, y) => b.srem(x, y)),
  urem: word((b, x, y) => b.urem(x, y)),
  sub: word(sub),
  saddo: compare(signedOverflow(add, 'one more')),
  uaddo: compare(unsignedOverflow(add, 'one more')),
  sdivo: compare((b, x, y) => b.and(b.eq(x, signedMinimum(b, x)), b.eq(y, allOnes(b, y)))),
  udivo: compare((b) => b.false),
  smulo: compare(signedOverflow(mul, 'twice')),
  umulo: compare(unsignedOverflow(mul, 'twice')),
  ssubo: compare(signedOverflow(sub, 'one more')),
  usubo: compare((b, x, y) => b.ult(x, y)),
  concat: { operands: 'any', result: 'sum', build: (b, x, y) => b.concat(x, y) },
};
