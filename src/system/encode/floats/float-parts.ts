import type { FloatFormat } from '../../../base/float.ts';
import { infinity, maxExponent, minExponent } from '../../../base/softfloat.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';
import { floatBits } from '../memory/bytes/float-bytes.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { storeResult } from '../memory/places/access.ts';
import { resolve } from '../memory/places/places.ts';
import { notANumber, withSign } from './float-exact.ts';
import { rounded } from './rounding.ts';

/** Functions of math.h that split values into exponent and significand, or combine them. */

/** Width in bits of exponents as integers. */
const WIDTH = 32;
const INT_MIN = 0x80000000;
const INT_MAX = 0x7fffffff;

/** A value as ± 1.fraction * 2^exponent. Zeros, infinities and NaNs have no meaningful parts. */
interface Parts {
  /** A signed number of {@link WIDTH} bits. */
  readonly exponent: Term;
  readonly sign: Term;
  readonly fraction: Term;
  readonly zero: Term;
  readonly nan: Term;
  readonly infinite: Term;
  readonly ordinary: Term;
}

function partsOf(x: Execution, a: Term): Parts {
  const { terms } = x;
  const format = terms.format(a);
  const { exponentBits, precision } = format;
  const bits = floatBits(x, a);
  const field = terms.extract(bits, precision + exponentBits - 2, precision - 1);
  const rest = terms.extract(bits, precision - 2, 0);
  const subnormal = terms.eq(field, terms.bv(exponentBits, 0));
  const { value, shift } = leadingOneUp(x, rest);
  const least = terms.sub(signed(x, minExponent(format) - 1), shift);
  const exponent = terms.ite(subnormal, least, terms.sub(terms.zext(field, WIDTH), signed(x, maxExponent(format))));
  const zero = terms.fpEq(a, x.encoding.zero(terms.sort(a)));
  const nan = terms.fpIsNan(a);
  const infinite = terms.fpIsInfinite(a);
  return {
    exponent,
    sign: terms.extract(bits, precision + exponentBits - 1, precision + exponentBits - 1),
    fraction: terms.ite(subnormal, terms.shl(value, terms.bv(precision - 1, 1)), rest),
    zero,
    nan,
    infinite,
    ordinary: terms.not(terms.orAll([zero, nan, infinite])),
  };
}

function signed(x: Execution, n: number): Term {
  return x.terms.bv(WIDTH, BigInt.asUintN(WIDTH, BigInt(n)));
}

/** Shifts the bits up until the highest is set, and returns the shift. Zero has no meaningful result. */
function leadingOneUp(x: Execution, bits: Term): { value: Term; shift: Term } {
  const { terms } = x;
  const width = terms.width(bits);
  let value = bits;
  let shift = terms.bv(WIDTH, 0);
  for (let step = 64; step >= 1; step /= 2) {
    if (step >= width) continue;
    const empty = terms.eq(terms.extract(value, width - 1, width - step), terms.bv(step, 0));
    value = terms.ite(empty, terms.shl(value, terms.bv(width, step)), value);
    shift = terms.ite(empty, terms.add(shift, terms.bv(WIDTH, step)), shift);
  }
  return { value, shift };
}

/** Returns ± 1.fraction * 2^exponent in a format where that is normal. */
function assemble(x: Execution, { sign, fraction }: Parts, exponent: Term, format: FloatFormat): Term {
  const { terms } = x;
  const field = terms.extract(terms.add(exponent, signed(x, maxExponent(format))), format.exponentBits - 1, 0);
  return terms.fpFromBits(terms.concat(terms.concat(sign, field), fraction), format);
}

/** ilogb. FP_ILOGB0 and FP_ILOGBNAN of x86 are INT_MIN; infinities give INT_MAX. */
export function ilogb(x: Execution, a: Term): Term {
  const { terms } = x;
  const { exponent, ordinary, infinite } = partsOf(x, a);
  return terms.ite(ordinary, exponent, terms.ite(infinite, terms.bv(WIDTH, INT_MAX), terms.bv(WIDTH, INT_MIN)));
}

/** logb: the exponent as a float. Zeros give -infinity, infinities give infinity. */
export function logb(x: Execution, a: Term): Term {
  const { terms } = x;
  const format = terms.format(a);
  const { exponent, zero, nan, infinite } = partsOf(x, a);
  const number = terms.fpFromSigned('RNE', exponent, format);
  const special = terms.ite(zero, terms.float(format, infinity(true)), number);
  return terms.ite(nan, notANumber(x, a), terms.ite(infinite, terms.float(format, infinity(false)), special));
}

/** significand: a value with the exponent 0. Zeros, infinities and NaNs give themselves. */
export function significand(x: Execution, a: Term): Term {
  const parts = partsOf(x, a);
  return x.terms.ite(parts.ordinary, assemble(x, parts, signed(x, 0), x.terms.format(a)), a);
}

/** Returns a * 2^n, rounded once: a format with more exponents has the exact value. */
export function scale(x: Execution, a: Term, n: Term): Term {
  const { terms } = x;
  const format = terms.format(a);
  const width = terms.width(n);
  // Beyond this every value but zeros overflows, or is less than half of the least one.
  const limit = 2 * maxExponent(format) + format.precision + 2;
  const constant = (value: number): Term => terms.bv(width, BigInt.asUintN(width, BigInt(value)));
  const above = terms.ite(terms.slt(constant(limit), n), constant(limit), n);
  const clamped = terms.ite(terms.slt(n, constant(-limit)), constant(-limit), above);
  const parts = partsOf(x, a);
  const wide = { exponentBits: format.exponentBits + 3, precision: format.precision };
  const exact = assemble(x, parts, terms.add(parts.exponent, terms.extract(clamped, WIDTH - 1, 0)), wide);
  return terms.ite(
    parts.ordinary,
    rounded(x, (mode) => terms.fpToFp(mode, exact, format)),
    a,
  );
}

/** Stores a value at the pointer's target. */
function storeAt(x: Execution, pointer: Expr, value: Term): void {
  if (pointer.type.kind !== 'pointer') return;
  storeResult(x, resolve(x, { kind: 'dereference', type: pointer.type.target, pointer }), [value]);
}

/**
 * frexp. It stores the exponent, which is unspecified for infinities and NaNs, and returns the
 * fraction.
 */
export function frexp(x: Execution, a: Term, exponentAt: Expr): Term {
  const { terms } = x;
  const parts = partsOf(x, a);
  const { exponent, ordinary, zero } = parts;
  const other = terms.not(terms.or(ordinary, zero));
  const unspecified = (): Term =>
    x.unknown({ kind: 'bv', width: WIDTH }, 'exponent of frexp of an infinity or NaN', {}, other);
  const special =
    terms.and(x.guard, other) === terms.false ? terms.bv(WIDTH, 0) : terms.ite(zero, terms.bv(WIDTH, 0), unspecified());
  storeAt(x, exponentAt, terms.ite(ordinary, terms.add(exponent, terms.bv(WIDTH, 1)), special));
  return terms.ite(ordinary, assemble(x, parts, signed(x, -1), terms.format(a)), a);
}

/** modf. It stores the integral part and returns the fraction, with the sign of the argument. */
export function modf(x: Execution, a: Term, wholeAt: Expr): Term {
  const { terms } = x;
  const whole = terms.fpRoundToIntegral('RTZ', a);
  storeAt(x, wholeAt, whole);
  const rest = terms.ite(terms.fpIsInfinite(a), x.encoding.zero(terms.sort(a)), terms.fpSub('RNE', a, whole));
  return withSign(x, rest, terms.fpIsNegative(a));
}

/**
 * remquo. The remainder is exact. C determines only the sign and lowest bits of the quotient, so it is
 * any value.
 */
export function remquo(x: Execution, a: Term, b: Term, quotientAt: Expr): Term {
  const result = x.terms.fpRem(a, b);
  storeAt(x, quotientAt, x.unknown({ kind: 'bv', width: WIDTH }, 'quotient of remquo'));
  return result;
}

/** Returns an exponent argument unchanged; null if its type is not an integer. */
export function exponentArgument(x: Execution, expr: Expr): Term | null {
  if (expr.type.kind !== 'integer' && expr.type.kind !== 'enum') return null;
  const value = x.evaluate.integer(x, expr);
  return x.terms.width(value) < WIDTH ? resize(x, value, WIDTH) : value;
}
