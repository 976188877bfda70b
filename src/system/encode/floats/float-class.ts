import { finite, minExponent } from '../../../base/softfloat.ts';
import { signBitOf } from '../../../c/builtins/sign-bits.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';
import { signOf } from './float-exact.ts';

/**
 * Classification and ordering of floating values under all the names that C, GCC and glibc have for
 * them.
 */

/** FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL of glibc. */
const GLIBC_CLASSES = [0, 1, 2, 3, 4] as const;

interface Classes {
  readonly nan: Term;
  readonly infinite: Term;
  readonly zero: Term;
  readonly subnormal: Term;
}

function classesOf(x: Execution, a: Term): Classes {
  const { terms } = x;
  const format = terms.format(a);
  const zero = terms.fpEq(a, x.encoding.zero(terms.sort(a)));
  const least = terms.float(format, finite(false, 1n, minExponent(format)));
  const small = terms.fpLt(terms.fpAbs(a), least);
  return { nan: terms.fpIsNan(a), infinite: terms.fpIsInfinite(a), zero, subnormal: terms.and(small, terms.not(zero)) };
}

/** Returns one of five values, by the class of the float. */
function byClass(x: Execution, a: Term, [nan, infinite, zero, subnormal, normal]: readonly Term[]): Term {
  const { terms } = x;
  const classes = classesOf(x, a);
  const small = terms.ite(classes.zero, zero, terms.ite(classes.subnormal, subnormal, normal));
  return terms.ite(classes.nan, nan, terms.ite(classes.infinite, infinite, small));
}

/** Returns a test of floats as a condition; null if the name does not denote one. */
function testOf(x: Execution, name: string, values: readonly Term[]): Term | null {
  const { terms } = x;
  const [a, b] = values;
  if (values.length === 1) {
    switch (name) {
      case 'isnan':
        return terms.fpIsNan(a);
      case 'isinf':
        return terms.fpIsInfinite(a);
      case 'finite':
      case 'isfinite':
        return terms.not(terms.or(terms.fpIsNan(a), terms.fpIsInfinite(a)));
      case 'isnormal': {
        const { nan, infinite, zero, subnormal } = classesOf(x, a);
        return terms.not(terms.orAll([nan, infinite, zero, subnormal]));
      }
      case 'iszero':
        return classesOf(x, a).zero;
      case 'issubnormal':
        return classesOf(x, a).subnormal;
      default:
        return null;
    }
  }
  if (values.length !== 2) return null;
  switch (name) {
    case 'isgreater':
      return terms.fpLt(b, a);
    case 'isgreaterequal':
      return terms.fpLe(b, a);
    case 'isless':
      return terms.fpLt(a, b);
    case 'islessequal':
      return terms.fpLe(a, b);
    case 'islessgreater':
      return terms.or(terms.fpLt(a, b), terms.fpLt(b, a));
    case 'isunordered':
      return terms.or(terms.fpIsNan(a), terms.fpIsNan(b));
    default:
      return null;
  }
}

const UNARY =
  /^(?:__)?(isnan|isinf|finite|isfinite|isnormal|iszero|issubnormal|signbit|fpclassify)(?:f|l|f32x?|f64x?|f128)?$/;

/**
 * Returns a classification, by its name without the prefix `__builtin_`. Null for other names, or if
 * the arguments do not fit.
 */
export function classification(x: Execution, name: string, result: CType, args: readonly Expr[]): Term | null {
  if (result.kind !== 'integer') return null;
  const { terms } = x;
  const width = x.plan.shapes.width(result);
  const constant = (n: number): Term => terms.bv(width, BigInt.asUintN(width, BigInt(n)));
  if (name === 'fpclassify' && args.length === 6) {
    const [value] = floats(x, args.slice(5)) ?? [];
    const choices = args.slice(0, 5).map((argument) => x.evaluate.integer(x, argument));
    if (value === undefined || choices.some((choice) => terms.width(choice) !== width)) return null;
    const [nan, infinite, normal, subnormal, zero] = choices;
    return byClass(x, value, [nan, infinite, zero, subnormal, normal]);
  }
  const plain = UNARY.exec(name)?.[1] ?? name;
  if (UNARY.test(name) ? args.length !== 1 : !/^is(less|greater|unordered)/.test(name) && name !== 'isinf_sign')
    return null;
  const values = floats(x, args);
  if (values === null) return null;
  switch (plain) {
    case 'signbit':
      return anyNonZero(x, 'signbit', signOf(x, values[0]), width, usualSignBit(x, name));
    case 'isinf':
      if (name.startsWith('__')) break;
      return terms.ite(
        terms.fpIsNegative(values[0]),
        anyNonZero(x, 'isinf', terms.fpIsInfinite(values[0]), width),
        terms.zext(terms.boolToBv(terms.fpIsInfinite(values[0])), width),
      );
    case 'fpclassify':
      return byClass(x, values[0], GLIBC_CLASSES.map(constant));
    default:
      break;
  }
  // GCC's own isinf distinguishes the infinities only under this name. glibc's function always does.
  if (plain === 'isinf_sign' || /^__isinf/.test(name)) {
    const signed = terms.ite(terms.fpIsNegative(values[0]), constant(-1), constant(1));
    return terms.ite(terms.fpIsInfinite(values[0]), signed, constant(0));
  }
  const test = testOf(x, plain, values);
  return test === null ? null : terms.zext(terms.boolToBv(test), width);
}

/**
 * Returns the value of `signbit` for negative arguments. The name decides between glibc's own function
 * and the compiler's, which gives 1.
 */
function usualSignBit(x: Execution, name: string): number {
  const suffix = /^__signbit(.*)$/.exec(name)?.[1];
  return suffix === undefined ? 1 : signBitOf(suffix, x.plan.linked.program.dataModel === 'ILP32' ? 4 : 8);
}

/**
 * Returns zero, or some other value where the condition holds. GCC's code mostly gives 1. Elsewhere it
 * leaves the sign bit where it is, or gives -1 for an infinity.
 */
function anyNonZero(x: Execution, construct: 'signbit' | 'isinf', condition: Term, width: number, usual = 1): Term {
  const { terms } = x;
  const zero = terms.bv(width, 0);
  if (condition === terms.false) return zero;
  const unlike = (any: Term): Term => terms.and(condition, terms.not(terms.eq(any, terms.bv(width, usual))));
  const any = x.unknown({ kind: 'bv', width }, `value of ${construct}`, {}, unlike);
  return terms.ite(condition, terms.ite(terms.eq(any, zero), terms.bv(width, 1), any), zero);
}

/**
 * Returns the values of floating arguments, converted to one format that holds them all. Null if some
 * argument is not floating.
 */
function floats(x: Execution, args: readonly Expr[]): Term[] | null {
  const { terms } = x;
  const values: Term[] = [];
  for (const argument of args) {
    const [value] = argument.type.kind === 'float' ? x.evaluate.cells(x, argument) : [];
    if (value === undefined || terms.sort(value).kind !== 'float') return null;
    values.push(value);
  }
  const widest = values.map((value) => terms.format(value)).reduce((a, b) => (a.precision >= b.precision ? a : b));
  return values.map((value) => terms.fpToFp('RNE', value, widest));
}
