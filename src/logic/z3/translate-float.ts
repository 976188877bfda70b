import { LemmataError } from '../../base/errors.ts';
import { compare, fromInteger, largestFinite, POSITIVE_NAN, zero } from '../../base/softfloat.ts';
import type { RoundingMode, Term } from '../terms/builder.ts';
import { packFloat, patternWidth, unrepresentable } from '../terms/float-values.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';

/** The part of the translation of all terms that operators on floats need. */
interface FloatTranslation {
  readonly api: Z3Api;
  readonly context: Pointer;
  readonly store: TermStore;
  /** The argument's ast, which is there already. */
  arg(t: Term, i: number): Pointer;
  /** Protects a new ast from being collected; throws if Z3 refused to make it. */
  keep(ast: Pointer): Pointer;
  /** The ast of a sort, by its number. */
  sort(id: number): Pointer;
  /** A bit-vector constant of any width. */
  numeral(width: number, value: bigint): Pointer;
}

/** The ast of a floating-point operator; its arguments have theirs. */
export function translateFloat(x: FloatTranslation, t: Term): Pointer {
  const { store, context } = x;
  const { z3 } = x.api;
  const a = x.arg(t, 0);
  const b = store.arity(t) > 1 ? x.arg(t, 1) : 0;
  const mode = (): Pointer => roundingMode(x, store.rounding(t));
  switch (store.op(t)) {
    case Op.FP_NEG:
      return z3.Z3_mk_fpa_neg(context, a);
    case Op.FP_ABS:
      return z3.Z3_mk_fpa_abs(context, a);
    case Op.FP_ADD:
      return z3.Z3_mk_fpa_add(context, mode(), a, b);
    case Op.FP_SUB:
      return z3.Z3_mk_fpa_sub(context, mode(), a, b);
    case Op.FP_MUL:
      return z3.Z3_mk_fpa_mul(context, mode(), a, b);
    case Op.FP_DIV:
      return z3.Z3_mk_fpa_div(context, mode(), a, b);
    case Op.FP_FMA:
      return z3.Z3_mk_fpa_fma(context, mode(), a, b, x.arg(t, 2));
    case Op.FP_SQRT:
      return z3.Z3_mk_fpa_sqrt(context, mode(), a);
    case Op.FP_REM:
      return remainder(x, t);
    case Op.FP_ROUND_TO_INTEGRAL:
      return z3.Z3_mk_fpa_round_to_integral(context, mode(), a);
    case Op.FP_EQ:
      return z3.Z3_mk_fpa_eq(context, a, b);
    case Op.FP_LT:
      return z3.Z3_mk_fpa_lt(context, a, b);
    case Op.FP_LE:
      return z3.Z3_mk_fpa_leq(context, a, b);
    case Op.FP_IS_NAN:
      return z3.Z3_mk_fpa_is_nan(context, a);
    case Op.FP_IS_INFINITE:
      return z3.Z3_mk_fpa_is_infinite(context, a);
    case Op.FP_IS_NEGATIVE:
      return z3.Z3_mk_fpa_is_negative(context, a);
    case Op.FP_TO_FP:
      return z3.Z3_mk_fpa_to_fp_float(context, mode(), a, x.sort(store.sortId(t)));
    case Op.FP_FROM_SIGNED:
      return z3.Z3_mk_fpa_to_fp_signed(context, mode(), a, x.sort(store.sortId(t)));
    case Op.FP_FROM_UNSIGNED:
      return z3.Z3_mk_fpa_to_fp_unsigned(context, mode(), a, x.sort(store.sortId(t)));
    case Op.FP_FROM_BITS:
      return z3.Z3_mk_fpa_to_fp_bv(context, a, x.sort(store.sortId(t)));
    case Op.FP_TO_BITS:
      return toBits(x, t);
    case Op.FP_TO_SIGNED:
      return toInteger(x, t, mode(), true);
    case Op.FP_TO_UNSIGNED:
      return toInteger(x, t, mode(), false);
    default:
      throw new LemmataError('E-INTERNAL', `operator ${store.op(t)} is not known to the Z3 back end`);
  }
}

function roundingMode(x: FloatTranslation, mode: RoundingMode): Pointer {
  const { context } = x;
  const { z3 } = x.api;
  switch (mode) {
    case 'RNE':
      return x.keep(z3.Z3_mk_fpa_rne(context));
    case 'RNA':
      return x.keep(z3.Z3_mk_fpa_rna(context));
    case 'RTP':
      return x.keep(z3.Z3_mk_fpa_rtp(context));
    case 'RTN':
      return x.keep(z3.Z3_mk_fpa_rtn(context));
    case 'RTZ':
      return x.keep(z3.Z3_mk_fpa_rtz(context));
  }
}

/**
 * IEEE's remainder. Z3's circuit assumes that exponents differ by at most those of normal numbers. It
 * is wrong where a large number is divided by a subnormal one. Such a divisor b is therefore scaled to
 * a normal b' = b·2^k first. Then (a rem b') rem b is a rem b, because a multiple of b' is a multiple
 * of b by an even factor. This holds for formats whose largest exponent is not below their precision,
 * as is true of C's formats.
 */
function remainder(x: FloatTranslation, t: Term): Pointer {
  const { context } = x;
  const { z3 } = x.api;
  const a = x.arg(t, 0);
  const b = x.arg(t, 1);
  const { precision } = x.store.format(t);
  const power = constant(x, t, packFloat(x.store.format(t), fromInteger(1n << BigInt(precision - 1))));
  const scaled = x.keep(z3.Z3_mk_fpa_mul(context, roundingMode(x, 'RNE'), b, power));
  const subnormal = x.keep(z3.Z3_mk_fpa_is_subnormal(context, b));
  const first = x.keep(z3.Z3_mk_fpa_rem(context, a, x.keep(z3.Z3_mk_ite(context, subnormal, scaled, b))));
  const second = x.keep(z3.Z3_mk_fpa_rem(context, first, b));
  // A remainder of zero has the sign of a, which the first one need not have.
  const magnitude = x.keep(z3.Z3_mk_fpa_abs(context, second));
  const negative = x.keep(z3.Z3_mk_fpa_is_negative(context, a));
  const signed = x.keep(z3.Z3_mk_ite(context, negative, x.keep(z3.Z3_mk_fpa_neg(context, magnitude)), magnitude));
  const isZero = x.keep(z3.Z3_mk_fpa_is_zero(context, second));
  return z3.Z3_mk_ite(context, subnormal, x.keep(z3.Z3_mk_ite(context, isZero, signed, second)), first);
}

/** The bit pattern, which Z3 leaves open for a NaN. */
function toBits(x: FloatTranslation, t: Term): Pointer {
  const { store, context } = x;
  const { z3 } = x.api;
  const a = x.arg(t, 0);
  const nan = x.keep(x.numeral(store.width(t), packFloat(store.format(store.arg(t, 0)), POSITIVE_NAN)));
  const bits = x.keep(z3.Z3_mk_fpa_to_ieee_bv(context, a));
  return z3.Z3_mk_ite(context, x.keep(z3.Z3_mk_fpa_is_nan(context, a)), nan, bits);
}

/** Conversion to integers, with our choice of a value where SMT-LIB leaves it open. */
function toInteger(x: FloatTranslation, t: Term, mode: Pointer, signed: boolean): Pointer {
  const { store, context } = x;
  const { z3 } = x.api;
  const a = x.arg(t, 0);
  const width = store.width(t);
  const converted = x.keep(
    signed ? z3.Z3_mk_fpa_to_sbv(context, mode, a, width) : z3.Z3_mk_fpa_to_ubv(context, mode, a, width),
  );
  const fixed = x.keep(x.numeral(width, unrepresentable(width, signed)));
  const rounded = x.keep(z3.Z3_mk_fpa_round_to_integral(context, mode, a));
  const lowest = bound(x, t, signed ? -(1n << BigInt(width - 1)) : 0n);
  const tooHigh = bound(x, t, 1n << BigInt(signed ? width - 1 : width));
  const aboveLowest = x.keep(z3.Z3_mk_fpa_leq(context, lowest ?? lowestFinite(x, t), rounded));
  const below = x.keep(
    tooHigh === null
      ? z3.Z3_mk_fpa_leq(context, rounded, highestFinite(x, t))
      : z3.Z3_mk_fpa_lt(context, rounded, tooHigh),
  );
  const low = x.keep(z3.Z3_mk_ite(context, aboveLowest, converted, fixed));
  return z3.Z3_mk_ite(context, below, low, fixed);
}

/** A power of two (or 0) as a float of the format of `t`'s argument; null if it is beyond the format. */
function bound(x: FloatTranslation, t: Term, value: bigint): Pointer | null {
  const format = x.store.format(x.store.arg(t, 0));
  const exact = value === 0n ? zero(false) : fromInteger(value);
  if (compare(exact, largestFinite(format, false)) === 1 || compare(exact, largestFinite(format, true)) === -1)
    return null;
  return constant(x, t, packFloat(format, exact));
}

function lowestFinite(x: FloatTranslation, t: Term): Pointer {
  const format = x.store.format(x.store.arg(t, 0));
  return constant(x, t, packFloat(format, largestFinite(format, true)));
}

function highestFinite(x: FloatTranslation, t: Term): Pointer {
  const format = x.store.format(x.store.arg(t, 0));
  return constant(x, t, packFloat(format, largestFinite(format, false)));
}

function constant(x: FloatTranslation, t: Term, bits: bigint): Pointer {
  const format = x.store.format(x.store.arg(t, 0));
  const numeral = x.keep(x.numeral(patternWidth(format), bits));
  return x.keep(
    x.api.z3.Z3_mk_fpa_to_fp_bv(x.context, numeral, x.sort(x.store.sorts.float(format.exponentBits, format.precision))),
  );
}
