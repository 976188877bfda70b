import { finite, largestFinite, minExponent, POSITIVE_NAN } from '../../../base/softfloat.ts';
import type { RoundingMode, Term } from '../../../logic/terms/builder.ts';
import type { Execution } from '../machine/execution.ts';
import { rounded } from './rounding.ts';

/**
 * Functions of math.h from floats of one format to that format. IEEE 754 and C determine their
 * results.
 */
export type FloatFunction = (x: Execution, args: readonly Term[]) => Term;

export function notANumber(x: Execution, like: Term): Term {
  return x.terms.float(x.terms.format(like), POSITIVE_NAN);
}

/** Whether the float is negative. The sign of a NaN is in no term: it is any sign. */
export function signOf(x: Execution, a: Term): Term {
  const { terms } = x;
  const nan = terms.fpIsNan(a);
  const negative = terms.fpIsNegative(a);
  if (terms.and(x.guard, nan) === terms.false) return negative;
  return terms.ite(nan, x.unknown({ kind: 'bool' }, 'sign of a NaN', {}, nan), negative);
}

/** Returns |a| with the given sign. */
export function withSign(x: Execution, a: Term, negative: Term): Term {
  const { terms } = x;
  const magnitude = terms.fpAbs(a);
  return terms.ite(negative, terms.fpNeg(magnitude), magnitude);
}

function toIntegral(mode: RoundingMode): FloatFunction {
  return (x, [a]) => x.terms.fpRoundToIntegral(mode, a);
}

const toIntegralNow: FloatFunction = (x, [a]) => rounded(x, (mode) => x.terms.fpRoundToIntegral(mode, a));

/**
 * fmax, fmin: a NaN counts for nothing, and either of two zeros may be the result. `order` says when
 * the second argument is the result.
 */
function choice(order: (x: Execution, a: Term, b: Term) => Term): FloatFunction {
  return (x, [a, b]) => {
    const { terms } = x;
    const zero = x.encoding.zero(terms.sort(a));
    const zeros = terms.andAll([terms.fpEq(a, zero), terms.fpEq(b, zero), terms.not(terms.eq(a, b))]);
    const value = terms.ite(terms.or(terms.fpIsNan(a), order(x, a, b)), b, a);
    if (terms.and(x.guard, zeros) === terms.false) return value;
    const either = x.unknown({ kind: 'bool' }, 'fmax or fmin of zeros of different signs', {}, zeros);
    return terms.ite(zeros, terms.ite(either, a, b), value);
  };
}

const difference: FloatFunction = (x, [a, b]) => {
  const { terms } = x;
  const unordered = terms.or(terms.fpIsNan(a), terms.fpIsNan(b));
  const value = terms.ite(
    terms.fpLt(b, a),
    rounded(x, (mode) => terms.fpSub(mode, a, b)),
    x.encoding.zero(terms.sort(a)),
  );
  return terms.ite(unordered, notANumber(x, a), value);
};

/**
 * fmod, from IEEE's remainder r of the magnitudes, which lies in [-|b|/2, |b|/2]. Where r is negative,
 * r + |b| is the truncating remainder. It has a value in the format, so the sum is exact.
 */
const truncatingRemainder: FloatFunction = (x, [a, b]) => {
  const { terms } = x;
  const divisor = terms.fpAbs(b);
  const rest = terms.fpRem(terms.fpAbs(a), divisor);
  const negative = terms.fpLt(rest, x.encoding.zero(terms.sort(a)));
  const magnitude = terms.ite(negative, terms.fpAdd('RNE', rest, divisor), rest);
  // The magnitude is a NaN wherever a is one.
  return withSign(x, magnitude, terms.fpIsNegative(a));
};

/**
 * Returns the neighbouring value. Adding the least positive value rounds up to the next value upwards,
 * except for infinities. A sum of zero comes from the least negative value, and keeps its sign.
 */
function neighbour(x: Execution, a: Term, up: boolean): Term {
  const { terms } = x;
  const format = terms.format(a);
  const least = terms.float(format, finite(!up, 1n, minExponent(format) - format.precision + 1));
  const sum = terms.fpAdd(up ? 'RTP' : 'RTN', a, least);
  const zero = x.encoding.zero(terms.sort(a));
  const finiteCase = terms.ite(terms.fpEq(sum, zero), up ? terms.fpNeg(zero) : zero, sum);
  const fromInfinity = terms.and(terms.fpIsInfinite(a), up ? terms.fpIsNegative(a) : terms.not(terms.fpIsNegative(a)));
  return terms.ite(fromInfinity, terms.float(format, largestFinite(format, up)), finiteCase);
}

/**
 * nextafter and nexttoward. `b` may have another format than `a`: that of nexttoward's second
 * argument, which holds all values of `a`'s.
 */
export function nextTowards(x: Execution, a: Term, b: Term): Term {
  const { terms } = x;
  const wide = terms.fpToFp('RNE', a, terms.format(b));
  const moved = terms.ite(terms.fpLt(wide, b), neighbour(x, a, true), neighbour(x, a, false));
  const unordered = terms.or(terms.fpIsNan(a), terms.fpIsNan(b));
  const same = terms.fpToFp('RNE', b, terms.format(a));
  return terms.ite(unordered, notANumber(x, a), terms.ite(terms.fpEq(wide, b), same, moved));
}

export const EXACT_FUNCTIONS: ReadonlyMap<string, { readonly arity: number; readonly apply: FloatFunction }> = new Map(
  Object.entries({
    fabs: { arity: 1, apply: (x, [a]) => x.terms.fpAbs(a) },
    sqrt: { arity: 1, apply: (x, [a]) => rounded(x, (mode) => x.terms.fpSqrt(mode, a)) },
    floor: { arity: 1, apply: toIntegral('RTN') },
    ceil: { arity: 1, apply: toIntegral('RTP') },
    trunc: { arity: 1, apply: toIntegral('RTZ') },
    round: { arity: 1, apply: toIntegral('RNA') },
    roundeven: { arity: 1, apply: toIntegral('RNE') },
    rint: { arity: 1, apply: toIntegralNow },
    nearbyint: { arity: 1, apply: toIntegralNow },
    fma: { arity: 3, apply: (x, [a, b, c]) => rounded(x, (mode) => x.terms.fpFma(mode, a, b, c)) },
    fmax: { arity: 2, apply: choice((x, a, b) => x.terms.fpLt(a, b)) },
    fmin: { arity: 2, apply: choice((x, a, b) => x.terms.fpLt(b, a)) },
    fdim: { arity: 2, apply: difference },
    fmod: { arity: 2, apply: truncatingRemainder },
    remainder: { arity: 2, apply: (x, [a, b]) => x.terms.fpRem(a, b) },
    drem: { arity: 2, apply: (x, [a, b]) => x.terms.fpRem(a, b) },
    copysign: { arity: 2, apply: (x, [a, b]) => withSign(x, a, signOf(x, b)) },
    nextafter: { arity: 2, apply: (x, [a, b]) => nextTowards(x, a, b) },
  } satisfies Record<string, { arity: number; apply: FloatFunction }>),
);
