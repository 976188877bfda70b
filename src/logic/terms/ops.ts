import { LemmataError } from '../../base/errors.ts';
import type { RoundingMode } from './builder.ts';

/**
 * The operators that terms are made of, after normalisation. The builder's other functions are
 * expressed by them: `or(a, b)` is `NOT(AND(NOT(a), NOT(b)))`, Boolean exclusive or `NOT(EQ(a, b))`,
 * `a - b` is `ADD(a, NEG(b))`, `a <= b` is `NOT(ULT(b, a))`, and a Boolean as a bit is `ITE(a, #b1,
 * #b0)`. Printers turn them back.
 */
export const Op = {
  TRUE: 0,
  FALSE: 1,
  BV_CONST: 2,
  FLOAT_CONST: 3,
  VARIABLE: 4,
  CONST_ARRAY: 5,

  NOT: 6,
  AND: 7,
  EQ: 8,
  ITE: 9,

  BV_NOT: 10,
  BV_AND: 11,
  BV_OR: 12,
  BV_XOR: 13,
  NEG: 14,
  ADD: 15,
  MUL: 16,
  UDIV: 17,
  UREM: 18,
  SDIV: 19,
  SREM: 20,
  SHL: 21,
  LSHR: 22,
  ASHR: 23,
  ULT: 24,
  SLT: 25,
  CONCAT: 26,
  EXTRACT: 27,
  ZEXT: 28,
  SEXT: 29,

  SELECT: 30,
  STORE: 31,

  FP_NEG: 32,
  FP_ABS: 33,
  FP_ADD: 34,
  FP_SUB: 35,
  FP_MUL: 36,
  FP_DIV: 37,
  FP_FMA: 38,
  FP_SQRT: 39,
  FP_REM: 40,
  FP_ROUND_TO_INTEGRAL: 41,
  FP_EQ: 42,
  FP_LT: 43,
  FP_LE: 44,
  FP_IS_NAN: 45,
  FP_IS_INFINITE: 46,
  FP_IS_NEGATIVE: 47,
  FP_TO_FP: 48,
  FP_FROM_SIGNED: 49,
  FP_FROM_UNSIGNED: 50,
  FP_TO_SIGNED: 51,
  FP_TO_UNSIGNED: 52,
  FP_FROM_BITS: 53,
  FP_TO_BITS: 54,
} as const;

export type Op = (typeof Op)[keyof typeof Op];

/** How the sort of a result follows from its arguments; `own`: the term carries its sort. */
type ResultSort = 'bool' | 'first' | 'second' | 'element' | 'own';

export interface Operator {
  readonly name: keyof typeof Op;
  /** Number of term arguments. */
  readonly arity: 0 | 1 | 2 | 3;
  /** SMT-LIB function symbol; null for leaves and for indexed symbols, which need more than the name. */
  readonly smtlib: string | null;
  readonly result: ResultSort;
  /** True if a rounding mode is the first SMT-LIB argument. */
  readonly rounds: boolean;
}

function operator(
  name: keyof typeof Op,
  arity: Operator['arity'],
  smtlib: string | null,
  result: ResultSort,
  rounds = false,
): Operator {
  return { name, arity, smtlib, result, rounds };
}

/** Indexed by {@link Op}. */
export const OPERATORS: readonly Operator[] = [
  operator('TRUE', 0, 'true', 'bool'),
  operator('FALSE', 0, 'false', 'bool'),
  operator('BV_CONST', 0, null, 'own'),
  operator('FLOAT_CONST', 0, null, 'own'),
  operator('VARIABLE', 0, null, 'own'),
  operator('CONST_ARRAY', 1, null, 'own'),
  operator('NOT', 1, 'not', 'bool'),
  operator('AND', 2, 'and', 'bool'),
  operator('EQ', 2, '=', 'bool'),
  operator('ITE', 3, 'ite', 'second'),
  operator('BV_NOT', 1, 'bvnot', 'first'),
  operator('BV_AND', 2, 'bvand', 'first'),
  operator('BV_OR', 2, 'bvor', 'first'),
  operator('BV_XOR', 2, 'bvxor', 'first'),
  operator('NEG', 1, 'bvneg', 'first'),
  operator('ADD', 2, 'bvadd', 'first'),
  operator('MUL', 2, 'bvmul', 'first'),
  operator('UDIV', 2, 'bvudiv', 'first'),
  operator('UREM', 2, 'bvurem', 'first'),
  operator('SDIV', 2, 'bvsdiv', 'first'),
  operator('SREM', 2, 'bvsrem', 'first'),
  operator('SHL', 2, 'bvshl', 'first'),
  operator('LSHR', 2, 'bvlshr', 'first'),
  operator('ASHR', 2, 'bvashr', 'first'),
  operator('ULT', 2, 'bvult', 'bool'),
  operator('SLT', 2, 'bvslt', 'bool'),
  operator('CONCAT', 2, 'concat', 'own'),
  operator('EXTRACT', 1, null, 'own'),
  operator('ZEXT', 1, null, 'own'),
  operator('SEXT', 1, null, 'own'),
  operator('SELECT', 2, 'select', 'element'),
  operator('STORE', 3, 'store', 'first'),
  operator('FP_NEG', 1, 'fp.neg', 'first'),
  operator('FP_ABS', 1, 'fp.abs', 'first'),
  operator('FP_ADD', 2, 'fp.add', 'first', true),
  operator('FP_SUB', 2, 'fp.sub', 'first', true),
  operator('FP_MUL', 2, 'fp.mul', 'first', true),
  operator('FP_DIV', 2, 'fp.div', 'first', true),
  operator('FP_FMA', 3, 'fp.fma', 'first', true),
  operator('FP_SQRT', 1, 'fp.sqrt', 'first', true),
  operator('FP_REM', 2, 'fp.rem', 'first'),
  operator('FP_ROUND_TO_INTEGRAL', 1, 'fp.roundToIntegral', 'first', true),
  operator('FP_EQ', 2, 'fp.eq', 'bool'),
  operator('FP_LT', 2, 'fp.lt', 'bool'),
  operator('FP_LE', 2, 'fp.leq', 'bool'),
  operator('FP_IS_NAN', 1, 'fp.isNaN', 'bool'),
  operator('FP_IS_INFINITE', 1, 'fp.isInfinite', 'bool'),
  operator('FP_IS_NEGATIVE', 1, 'fp.isNegative', 'bool'),
  operator('FP_TO_FP', 1, null, 'own', true),
  operator('FP_FROM_SIGNED', 1, null, 'own', true),
  operator('FP_FROM_UNSIGNED', 1, null, 'own', true),
  operator('FP_TO_SIGNED', 1, null, 'own', true),
  operator('FP_TO_UNSIGNED', 1, null, 'own', true),
  operator('FP_FROM_BITS', 1, null, 'own'),
  operator('FP_TO_BITS', 1, null, 'own'),
];

/** Number of term arguments by operator: a flat copy of the table for hot loops. */
export const ARITY: Uint8Array = Uint8Array.from(OPERATORS, (o) => o.arity);

/** The order gives rounding modes their numbers in stored terms. */
export const ROUNDING_MODES: readonly RoundingMode[] = ['RNE', 'RNA', 'RTP', 'RTN', 'RTZ'];

/** Number of a rounding mode; throws on anything else. */
export function roundingIndex(mode: RoundingMode): number {
  const index = ROUNDING_MODES.indexOf(mode);
  if (index < 0) throw new LemmataError('E-INTERNAL', `no rounding mode: ${mode}`);
  return index;
}
