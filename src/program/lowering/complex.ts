import type { SourceLocation } from '../../base/source.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { isComplex } from '../../c/types/type-basics.ts';
import type { ComplexType, CType, FloatType, IntegerType } from '../../c/types/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import {
  binary,
  compare,
  conditional,
  convert,
  floatInteger,
  load,
  negate,
  not,
  ONE,
  truth,
  ZERO,
  zeroOf,
} from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { checkedConversion } from './checks.ts';

/** Complex arithmetic in terms of real and imaginary parts, as GCC lowers it. */

/** The real and the imaginary part of a complex value. */
export interface Parts {
  readonly real: Expr;
  readonly imaginary: Expr;
}

function base(type: CType): FloatType | IntegerType {
  if (!isComplex(type)) throw new TypeError(`parts of a ${type.kind}`);
  return type.base;
}

function complex(type: CType, real: Expr, imaginary: Expr): Expr {
  return { kind: 'complex', type, real, imaginary };
}

function part(which: 'real' | 'imaginary', operand: Expr): Expr {
  return { kind: 'complex-part', type: base(operand.type), part: which, operand };
}

/**
 * Returns both parts. An operand that is not simple is first stored in a hidden variable, so that
 * sharing it costs nothing.
 */
export function complexParts(b: FunctionBuilder, value: Expr, at: SourceLocation): Parts {
  if (value.kind === 'complex') return value;
  const simple = value.kind === 'load' ? value : b.hoist(value, at);
  return { real: part('real', simple), imaginary: part('imaginary', simple) };
}

/** Returns parts that may be used several times. */
function sharedParts(b: FunctionBuilder, value: Expr, at: SourceLocation): Parts {
  return complexParts(b, value.kind === 'load' || isPlain(value) ? value : b.hoist(value, at), at);
}

function isPlain(value: Expr): boolean {
  return value.kind === 'complex' && isLeaf(value.real) && isLeaf(value.imaginary);
}

function isLeaf(e: Expr): boolean {
  return (
    e.kind === 'integer' ||
    e.kind === 'float' ||
    e.kind === 'load' ||
    (e.kind === 'complex-part' && e.operand.kind === 'load')
  );
}

/** Returns 1 if a part is non-zero, else 0. */
export function complexTruth(b: FunctionBuilder, value: Expr, at: SourceLocation): Expr {
  const { real, imaginary } = complexParts(b, value, at);
  return conditional(ONE.type, truth(real), ONE, truth(imaginary));
}

/** Builds `==` or `!=` of complex values. */
export function complexCompare(
  b: FunctionBuilder,
  operator: '==' | '!=',
  left: Expr,
  right: Expr,
  at: SourceLocation,
): Expr {
  const l = complexParts(b, left, at);
  const r = complexParts(b, right, at);
  const equal = conditional(ONE.type, compare('==', l.real, r.real), compare('==', l.imaginary, r.imaginary), ZERO);
  return operator === '==' ? equal : not(equal);
}

/** Builds a unary operation. `complement` is conjugation. */
export function complexUnary(b: FunctionBuilder, kind: 'negate' | 'complement', value: Expr, at: SourceLocation): Expr {
  const { real, imaginary } = complexParts(b, value, at);
  const type = base(value.type);
  return complex(
    value.type,
    kind === 'negate' ? negate(b.layout, type, real) : real,
    negate(b.layout, type, imaginary),
  );
}

/** Builds conversions to and from complex types. */
export function convertComplex(b: FunctionBuilder, type: CType, value: Expr, at: SourceLocation): Expr {
  if (isComplex(value.type)) {
    if (type.kind === 'integer' && type.name === 'bool') return convert(b.layout, type, complexTruth(b, value, at));
    const { real, imaginary } = complexParts(b, value, at);
    if (!isComplex(type)) return checkedConversion(b, type, real, at);
    if (type.base.name === base(value.type).name) return value;
    return complex(type, checkedConversion(b, type.base, real, at), checkedConversion(b, type.base, imaginary, at));
  }
  const target = base(type);
  return complex(type, checkedConversion(b, target, value, at), zeroOf(target));
}

/**
 * Builds `+ - * /`. `realSide` says which operand was converted from a real type. That one takes part
 * as a real number, as GCC thereby keeps signs of zero. The product is the plain formula, with
 * infinities recovered where both of its parts are NaN (C11 Annex G.5.1). The quotient of two complex
 * integers is Smith's, as GCC expands it. A quotient of floats stays one operation, as it depends on
 * the scaling of the compiler's library.
 */
export function complexBinary(
  b: FunctionBuilder,
  type: ComplexType,
  operator: BinaryOperator,
  left: Expr,
  right: Expr,
  realSide: 'left' | 'right' | null,
  at: SourceLocation,
): Expr {
  const scalar = type.base;
  const op = (o: BinaryOperator, x: Expr, y: Expr) => binary(b.layout, scalar, o, x, y);
  const multiplies = operator === '*' || operator === '/';
  const l = multiplies ? sharedParts(b, left, at) : complexParts(b, left, at);
  const r = multiplies ? sharedParts(b, right, at) : complexParts(b, right, at);
  if (operator === '+' || operator === '-') {
    const real = op(operator, l.real, r.real);
    if (realSide === 'right') return complex(type, real, l.imaginary);
    if (realSide === 'left')
      return complex(type, real, operator === '+' ? r.imaginary : negate(b.layout, scalar, r.imaginary));
    return complex(type, real, op(operator, l.imaginary, r.imaginary));
  }
  if (realSide === 'right') return complex(type, op(operator, l.real, r.real), op(operator, l.imaginary, r.real));
  if (operator === '*') {
    if (realSide === 'left') return complex(type, op('*', l.real, r.real), op('*', l.real, r.imaginary));
    const real = op('-', op('*', l.real, r.real), op('*', l.imaginary, r.imaginary));
    const imaginary = op('+', op('*', l.real, r.imaginary), op('*', l.imaginary, r.real));
    return scalar.kind === 'integer' ? complex(type, real, imaginary) : annexProduct(b, type, scalar, l, r, at);
  }
  if (scalar.kind === 'integer') return integerQuotient(b, type, scalar, l, r, at);
  return {
    kind: 'binary',
    type,
    operator,
    left: complex(type, l.real, l.imaginary),
    right: complex(type, r.real, r.imaginary),
  };
}

/** Builds `__muldc3` of GCC's library: the example of C11 Annex G.5.1. */
function annexProduct(
  b: FunctionBuilder,
  type: ComplexType,
  scalar: FloatType,
  l: Parts,
  r: Parts,
  at: SourceLocation,
): Expr {
  const op = (o: BinaryOperator, x: Expr, y: Expr) => binary(b.layout, scalar, o, x, y);
  const product = (x: Expr, y: Expr) => b.hoist(op('*', x, y), at);
  const [ac, bd] = [product(l.real, r.real), product(l.imaginary, r.imaginary)];
  const [ad, bc] = [product(l.real, r.imaginary), product(l.imaginary, r.real)];
  const place = b.temporary(type, at);
  b.assign(place, complex(type, op('-', ac, bd), op('+', ad, bc)), at);
  const { real, imaginary } = complexParts(b, load(place), at);
  const [maybe, odd, recover, join] = [b.newLocation(), b.newLocation(), b.newLocation(), b.newLocation()];
  b.branch(compare('==', real, real), join, maybe, at);
  b.here = maybe;
  b.branch(compare('==', imaginary, imaginary), join, odd, at);
  b.here = odd;
  const left = b.hoist(either(isInfinite(l.real), isInfinite(l.imaginary)), at);
  const right = b.hoist(either(isInfinite(r.real), isInfinite(r.imaginary)), at);
  const overflow = [ac, bd, ad, bc].map(isInfinite).reduce(either);
  b.branch(either(either(left, right), overflow), recover, join, at);
  b.here = recover;
  // The result does not show the sign of a zero that stands for a NaN.
  const boxed = (part: Expr, infinite: Expr): Expr =>
    b.hoist(conditional(scalar, infinite, boxOf(scalar, part), unlessNaN(scalar, part)), at);
  const [a, c] = [boxed(l.real, left), boxed(r.real, right)];
  const [i, d] = [boxed(l.imaginary, left), boxed(r.imaginary, right)];
  const infinity: Expr = {
    kind: 'float',
    type: scalar,
    value: { kind: 'infinity', negative: false, significand: 0n, exponent: 0 },
  };
  const scaled = (o: '+' | '-', x: Expr, y: Expr) => op('*', infinity, op(o, x, y));
  b.assign(
    place,
    complex(type, scaled('-', op('*', a, c), op('*', i, d)), scaled('+', op('*', a, d), op('*', i, c))),
    at,
  );
  b.continueAt(join, at);
  return load(place);
}

function either(x: Expr, y: Expr): Expr {
  return conditional(ONE.type, x, ONE, y);
}

function isInfinite(x: Expr): Expr {
  if (x.type.kind !== 'float') throw new TypeError(`infinity of a ${x.type.kind}`);
  const infinity = (negative: boolean): Expr => ({
    kind: 'float',
    type: x.type as FloatType,
    value: { kind: 'infinity', negative, significand: 0n, exponent: 0 },
  });
  return either(compare('==', x, infinity(false)), compare('==', x, infinity(true)));
}

/** Returns ±1 for an infinity, 0 for other values. */
function boxOf(type: FloatType, x: Expr): Expr {
  const one = conditional(type, compare('>', x, zeroOf(type)), floatInteger(type, 1), floatInteger(type, -1));
  return conditional(type, isInfinite(x), one, zeroOf(type));
}

function unlessNaN(type: FloatType, x: Expr): Expr {
  return conditional(type, compare('==', x, x), x, zeroOf(type));
}

/** Builds Smith's quotient, scaled by the divisor's part with the larger absolute value. */
function integerQuotient(
  b: FunctionBuilder,
  type: ComplexType,
  scalar: IntegerType,
  l: Parts,
  r: Parts,
  at: SourceLocation,
): Expr {
  const op = (o: BinaryOperator, x: Expr, y: Expr) => binary(b.layout, scalar, o, x, y);
  const absolute = (x: Expr) =>
    b.layout.isSigned(scalar)
      ? conditional(scalar, compare('<', x, zeroOf(scalar)), negate(b.layout, scalar, x), x)
      : x;
  const place = b.temporary(type, at);
  const [small, large, join] = [b.newLocation(), b.newLocation(), b.newLocation()];
  b.branch(compare('<', absolute(r.real), absolute(r.imaginary)), small, large, at);
  const side = (less: Expr, more: Expr, real: (ratio: Expr) => Expr, imaginary: (ratio: Expr) => Expr) => {
    const ratio = b.hoist(op('/', less, more), at);
    const norm = b.hoist(op('+', op('*', less, ratio), more), at);
    b.assign(place, complex(type, op('/', real(ratio), norm), op('/', imaginary(ratio), norm)), at);
  };
  b.here = small;
  side(
    r.real,
    r.imaginary,
    (ratio) => op('+', op('*', l.real, ratio), l.imaginary),
    (ratio) => op('-', op('*', l.imaginary, ratio), l.real),
  );
  b.jump(join, at);
  b.here = large;
  side(
    r.imaginary,
    r.real,
    (ratio) => op('+', op('*', l.imaginary, ratio), l.real),
    (ratio) => op('-', l.imaginary, op('*', l.real, ratio)),
  );
  b.continueAt(join, at);
  return load(place);
}
