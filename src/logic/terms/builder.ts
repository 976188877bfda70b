import type { FloatFormat, FloatValue } from '../../base/float.ts';
import type { Sort } from './sort.ts';

/**
 * A hash-consed term: an index into its store. Equal terms are equal numbers. Never negative;
 * {@link NO_TERM} marks absence.
 */
export type Term = number;
export const NO_TERM = -1;

/** IEEE rounding modes, as SMT-LIB names them. */
export type RoundingMode = 'RNE' | 'RNA' | 'RTP' | 'RTN' | 'RTZ';

/**
 * Builds terms; rewriting happens here (constants fold, `ite`, `select`/`store` and bit-vector
 * identities collapse), so that building a term over constants *is* running it. Operands must have the
 * right sorts: a mismatch throws (an internal error). Bit-vector semantics are SMT-LIB's: `udiv` by
 * zero is all ones, `urem` by zero the dividend; shifts by the width or more give 0 (or the sign).
 * Constants are unsigned bigints in 0 .. 2^width - 1.
 */
export interface TermBuilder {
  readonly true: Term;
  readonly false: Term;

  sort(t: Term): Sort;
  /** Width in bits of a bit-vector term; throws for other sorts. */
  width(t: Term): number;

  bool(value: boolean): Term;
  bv(width: number, value: bigint | number): Term;
  float(format: FloatFormat, value: FloatValue): Term;
  /** A constant array: the same element everywhere. */
  constArray(index: Sort, element: Term): Term;
  /**
   * A free variable. Names are unique in a store: the same name and sort give the same term, another
   * sort throws.
   */
  variable(name: string, sort: Sort): Term;

  not(a: Term): Term;
  and(a: Term, b: Term): Term;
  or(a: Term, b: Term): Term;
  andAll(ts: readonly Term[]): Term;
  orAll(ts: readonly Term[]): Term;
  xor(a: Term, b: Term): Term;
  implies(a: Term, b: Term): Term;
  /** Any two terms of one sort (for floats: identity of values, NaN = NaN, +0 ≠ -0, as SMT-LIB `=`). */
  eq(a: Term, b: Term): Term;
  ite(c: Term, a: Term, b: Term): Term;

  bvNot(a: Term): Term;
  neg(a: Term): Term;
  bvAnd(a: Term, b: Term): Term;
  bvOr(a: Term, b: Term): Term;
  bvXor(a: Term, b: Term): Term;
  add(a: Term, b: Term): Term;
  sub(a: Term, b: Term): Term;
  mul(a: Term, b: Term): Term;
  udiv(a: Term, b: Term): Term;
  urem(a: Term, b: Term): Term;
  sdiv(a: Term, b: Term): Term;
  srem(a: Term, b: Term): Term;
  shl(a: Term, b: Term): Term;
  lshr(a: Term, b: Term): Term;
  ashr(a: Term, b: Term): Term;
  ult(a: Term, b: Term): Term;
  ule(a: Term, b: Term): Term;
  slt(a: Term, b: Term): Term;
  sle(a: Term, b: Term): Term;
  /** `high` is the most significant half. */
  concat(high: Term, low: Term): Term;
  /** Bits `high` down to `low`, inclusive. */
  extract(a: Term, high: number, low: number): Term;
  /** Zero extension; `width` is the total width in bits, not the number of bits added. */
  zext(a: Term, width: number): Term;
  sext(a: Term, width: number): Term;
  /** A one-bit vector: 1 for true. */
  boolToBv(a: Term): Term;

  select(array: Term, index: Term): Term;
  store(array: Term, index: Term, element: Term): Term;

  fpNeg(a: Term): Term;
  fpAbs(a: Term): Term;
  fpAdd(mode: RoundingMode, a: Term, b: Term): Term;
  fpSub(mode: RoundingMode, a: Term, b: Term): Term;
  fpMul(mode: RoundingMode, a: Term, b: Term): Term;
  fpDiv(mode: RoundingMode, a: Term, b: Term): Term;
  fpFma(mode: RoundingMode, a: Term, b: Term, c: Term): Term;
  fpSqrt(mode: RoundingMode, a: Term): Term;
  fpRem(a: Term, b: Term): Term;
  fpRoundToIntegral(mode: RoundingMode, a: Term): Term;
  /** IEEE comparisons: false on NaN, +0 equals -0. */
  fpEq(a: Term, b: Term): Term;
  fpLt(a: Term, b: Term): Term;
  fpLe(a: Term, b: Term): Term;
  fpIsNan(a: Term): Term;
  fpIsInfinite(a: Term): Term;
  fpIsNegative(a: Term): Term;
  fpToFp(mode: RoundingMode, a: Term, format: FloatFormat): Term;
  fpFromSigned(mode: RoundingMode, a: Term, format: FloatFormat): Term;
  fpFromUnsigned(mode: RoundingMode, a: Term, format: FloatFormat): Term;
  fpToSigned(mode: RoundingMode, a: Term, width: number): Term;
  fpToUnsigned(mode: RoundingMode, a: Term, width: number): Term;
  /** From the IEEE bit pattern. */
  fpFromBits(a: Term, format: FloatFormat): Term;
  /** The IEEE bit pattern; for a NaN, the pattern of the positive quiet one without payload. */
  fpToBits(a: Term): Term;
}
