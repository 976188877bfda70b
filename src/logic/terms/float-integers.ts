import { finite } from '../../base/softfloat.ts';
import type { RoundingMode, Term } from './builder.ts';
import { unrepresentable } from './float-values.ts';
import type { TermStore } from './store.ts';

/**
 * Rounding to integers and conversion to them by other operators, because Z3's `fpa2bv` does not take
 * these as single operators.
 */

/**
 * `fpRoundToIntegral` by sums: with 2^(p-1) of x's sign added, the unit in the last place is 1, so
 * that the sum rounds as x should. In a format with more exponents, which has that power for all
 * formats.
 */
export function integralBySums(store: TermStore, mode: RoundingMode, x: Term): Term {
  const format = store.format(x);
  const wide = {
    exponentBits: format.exponentBits + Math.ceil(Math.log2(format.precision)) + 1,
    precision: format.precision,
  };
  const y = store.fpToFp('RNE', x, wide);
  const power = store.float(wide, finite(false, 1n, format.precision - 1));
  const magnitude = store.fpAbs(y);
  const negative = store.fpIsNegative(y);
  const shift = store.ite(negative, store.fpNeg(power), power);
  const rounded = store.fpSub('RNE', store.fpAdd(mode, y, shift), shift);
  const absolute = store.fpAbs(rounded);
  const result = store.ite(negative, store.fpNeg(absolute), absolute);
  return store.ite(store.fpLt(magnitude, power), store.fpToFp('RNE', result, format), x);
}

/**
 * The integer that equals an integral value, given its pattern.
 * Values that do not fit, infinities and NaNs give the results of float-values.ts.
 */
export function integerOfPattern(
  store: TermStore,
  pattern: Term,
  { exponentBits, precision }: { readonly exponentBits: number; readonly precision: number },
  width: number,
  signed: boolean,
): Term {
  // Wide enough for the significand and for all that fits, with a bit to see what does not.
  const wide = Math.max(width + 1, precision) + 1;
  const exponent = store.extract(pattern, exponentBits + precision - 2, precision - 1);
  const negative = store.eq(
    store.extract(pattern, exponentBits + precision - 1, exponentBits + precision - 1),
    store.bv(1, 1),
  );
  const significand = store.zext(store.concat(store.bv(1, 1), store.extract(pattern, precision - 2, 0)), wide);
  const bits = Math.max(exponentBits, 32 - Math.clz32(2 ** (exponentBits - 1) + width + precision)) + 1;
  const field = store.zext(exponent, bits);
  const bias = 2 ** (exponentBits - 1) - 1;
  const constant = (n: number): Term => store.bv(bits, n);
  // An integral value below 1 is a zero; from 2^(width + 1) on none fits.
  const zero = store.ult(field, constant(bias));
  const large = store.ule(constant(bias + width + 1), field);
  const point = constant(bias + precision - 1);
  const amount = (t: Term): Term => (bits <= wide ? store.zext(t, wide) : store.extract(t, wide - 1, 0));
  const left = store.shl(significand, amount(store.sub(field, point)));
  const right = store.lshr(significand, amount(store.sub(point, field)));
  const shifted = store.ite(store.ule(point, field), left, right);
  const magnitude = store.ite(zero, store.bv(wide, 0), shifted);
  const most = signed ? 1n << BigInt(width - 1) : 1n << BigInt(width);
  const below = store.ult(magnitude, store.bv(wide, most));
  const lowest = signed ? store.ule(magnitude, store.bv(wide, most)) : store.eq(magnitude, store.bv(wide, 0));
  const special = store.eq(exponent, store.bvNot(store.bv(exponentBits, 0)));
  const fits = store.and(store.not(store.or(large, special)), store.ite(negative, lowest, below));
  const value = store.extract(magnitude, width - 1, 0);
  return store.ite(fits, store.ite(negative, store.neg(value), value), store.bv(width, unrepresentable(width, signed)));
}
