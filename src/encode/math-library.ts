import type { AutomatonFunction, Expr } from '../cfa/automaton.ts';
import type { RoundingMode, Term } from '../smt/builder.ts';
import type { Execution } from './execution.ts';

/** Functions of numbers alone, by formulas. Null: not one of them. */
export function mathFunction(x: Execution, name: string, fn: AutomatonFunction, args: readonly Expr[]): Term | null {
  const plain = name.replace(/^__builtin_/, '');
  const [first] = args;
  if (first === undefined) return null;
  if (first.type.kind === 'float') return floatFunction(x, plain, fn, args);
  if (first.type.kind === 'integer' || first.type.kind === 'enum')
    return integerFunction(x, plain, fn, x.evaluate.integer(x, first));
  return null;
}

function integerFunction(x: Execution, name: string, fn: AutomatonFunction, value: Term): Term | null {
  const { terms, encoding } = x;
  const width = terms.width(value);
  if (fn.type.result.kind !== 'integer') return null;
  const result = encoding.shapes.width(fn.type.result);
  const constant = (n: number): Term => terms.bv(width, BigInt.asUintN(width, BigInt(n)));
  const between = (low: string, high: string): Term =>
    terms.and(terms.ule(constant(low.charCodeAt(0)), value), terms.ule(value, constant(high.charCodeAt(0))));
  const upper = between('A', 'Z');
  const lower = between('a', 'z');
  switch (name) {
    case 'abs':
    case 'labs':
    case 'llabs':
      return terms.ite(terms.slt(value, constant(0)), terms.neg(value), value);
    case 'toupper':
      return terms.ite(lower, terms.sub(value, constant(32)), value);
    case 'tolower':
      return terms.ite(upper, terms.add(value, constant(32)), value);
    case 'isdigit':
      return anyTrue(x, between('0', '9'), result);
    case 'isupper':
      return anyTrue(x, upper, result);
    case 'islower':
      return anyTrue(x, lower, result);
    case 'isalpha':
      return anyTrue(x, terms.or(upper, lower), result);
    case 'isalnum':
      return anyTrue(x, terms.orAll([upper, lower, between('0', '9')]), result);
    case 'isspace':
      return anyTrue(
        x,
        terms.or(terms.eq(value, constant(32)), terms.and(terms.ule(constant(9), value), terms.ule(value, constant(13)))),
        result,
      );
    case 'bswap16':
    case 'bswap32':
    case 'bswap64': {
      let swapped = terms.extract(value, 7, 0);
      for (let low = 8; low < width; low += 8) swapped = terms.concat(swapped, terms.extract(value, low + 7, low));
      return swapped;
    }
    case 'popcount':
    case 'popcountl':
    case 'popcountll':
      return bitSum(x, value, result);
    case 'parity':
    case 'parityl':
    case 'parityll':
      return terms.bvAnd(bitSum(x, value, result), terms.bv(result, 1));
    case 'ffs':
    case 'ffsl':
    case 'ffsll':
      return firstSet(x, value, result, 1, 0);
    case 'ctz':
    case 'ctzl':
    case 'ctzll':
      return firstSet(x, value, result, 0, width);
    case 'clz':
    case 'clzl':
    case 'clzll': {
      let leading = terms.bv(result, width);
      for (let bit = 0; bit < width; bit++) leading = terms.ite(isSet(x, value, bit), terms.bv(result, width - 1 - bit), leading);
      return leading;
    }
    default:
      return null;
  }
}

/** Zero, or some non-zero value: which one is the library's affair. */
function anyTrue(x: Execution, condition: Term, width: number): Term {
  const { terms } = x;
  const zero = terms.bv(width, 0);
  const any = x.unknown({ kind: 'bv', width }, 'value of a character class');
  return terms.ite(condition, terms.ite(terms.eq(any, zero), terms.bv(width, 1), any), zero);
}

function isSet(x: Execution, value: Term, bit: number): Term {
  return x.terms.eq(x.terms.extract(value, bit, bit), x.terms.bv(1, 1));
}

function bitSum(x: Execution, value: Term, width: number): Term {
  const { terms } = x;
  let sum = terms.bv(width, 0);
  for (let bit = 0; bit < terms.width(value); bit++) sum = terms.add(sum, terms.zext(terms.extract(value, bit, bit), width));
  return sum;
}

function firstSet(x: Execution, value: Term, width: number, from: number, none: number): Term {
  const { terms } = x;
  let first = terms.bv(width, none);
  for (let bit = terms.width(value) - 1; bit >= 0; bit--)
    first = terms.ite(isSet(x, value, bit), terms.bv(width, bit + from), first);
  return first;
}

const ROUNDING: ReadonlyMap<string, RoundingMode> = new Map([
  ['floor', 'RTN'],
  ['ceil', 'RTP'],
  ['trunc', 'RTZ'],
  ['round', 'RNA'],
  ['rint', 'RNE'],
  ['nearbyint', 'RNE'],
  ['roundeven', 'RNE'],
]);

function floatFunction(x: Execution, name: string, fn: AutomatonFunction, args: readonly Expr[]): Term | null {
  const { terms, encoding } = x;
  const values: Term[] = [];
  for (const argument of args) {
    const [value] = argument.type.kind === 'float' ? x.evaluate.cells(x, argument) : [];
    if (value === undefined || terms.sort(value).kind !== 'float') return null;
    values.push(value);
  }
  const [a, b] = values;
  const test = (condition: Term): Term | null => {
    const { result } = fn.type;
    return result.kind === 'integer' ? terms.zext(terms.boolToBv(condition), encoding.shapes.width(result)) : null;
  };
  const base = name.replace(/[fl]$/, '');
  const rounding = ROUNDING.get(name) ?? ROUNDING.get(base);
  if (rounding !== undefined) return terms.fpRoundToIntegral(rounding, a);
  const infinite = terms.fpIsInfinite(a);
  const nan = terms.fpIsNan(a);
  switch (name) {
    case 'fabs':
    case 'fabsf':
    case 'fabsl':
      return terms.fpAbs(a);
    case 'sqrt':
    case 'sqrtf':
    case 'sqrtl':
      return terms.fpSqrt('RNE', a);
    case 'isnan':
    case '__isnan':
    case '__isnanf':
    case '__isnanl':
      return test(nan);
    case 'isinf':
    case '__isinf':
    case '__isinff':
    case '__isinfl':
      return test(infinite);
    case 'isinf_sign': {
      const flag = test(infinite);
      return flag === null ? null : terms.ite(terms.fpIsNegative(a), terms.neg(flag), flag);
    }
    case 'finite':
    case 'isfinite':
    case '__finite':
    case '__finitef':
    case '__finitel':
      return test(terms.not(terms.or(nan, infinite)));
    case 'signbit':
    case 'signbitf':
    case '__signbit':
    case '__signbitf':
      // The sign of a NaN is in no term.
      return terms.ite(
        nan,
        x.unknown({ kind: 'bv', width: 32 }, 'sign of a NaN', {}, nan),
        test(terms.fpIsNegative(a)) ?? terms.bv(32, 0),
      );
    case 'fmax':
    case 'fmaxf':
      return b === undefined ? null : choose(x, a, b, terms.fpLt(a, b));
    case 'fmin':
    case 'fminf':
      return b === undefined ? null : choose(x, a, b, terms.fpLt(b, a));
    case 'isgreater':
      return b === undefined ? null : test(terms.fpLt(b, a));
    case 'isgreaterequal':
      return b === undefined ? null : test(terms.fpLe(b, a));
    case 'isless':
      return b === undefined ? null : test(terms.fpLt(a, b));
    case 'islessequal':
      return b === undefined ? null : test(terms.fpLe(a, b));
    case 'islessgreater':
      return b === undefined ? null : test(terms.or(terms.fpLt(a, b), terms.fpLt(b, a)));
    case 'isunordered':
      return b === undefined ? null : test(terms.or(nan, terms.fpIsNan(b)));
    case 'copysign':
    case 'copysignf': {
      if (b === undefined) return null;
      const other = terms.fpIsNan(b);
      const negative = terms.ite(other, x.unknown({ kind: 'bool' }, 'sign of a NaN', {}, other), terms.fpIsNegative(b));
      return terms.ite(negative, terms.fpNeg(terms.fpAbs(a)), terms.fpAbs(a));
    }
    default:
      return null;
  }
}

/** fmax, fmin: a NaN counts for nothing; of two zeros either may come. */
function choose(x: Execution, a: Term, b: Term, second: Term): Term {
  const { terms } = x;
  const zero = x.encoding.zero(terms.sort(a));
  const zeros = terms.andAll([terms.fpEq(a, zero), terms.fpEq(b, zero), terms.not(terms.eq(a, b))]);
  const value = terms.ite(terms.or(terms.fpIsNan(a), second), b, a);
  if (terms.and(x.guard, zeros) === terms.false) return value;
  return terms.ite(terms.and(zeros, x.unknown({ kind: 'bool' }, 'fmax or fmin of zeros', {}, zeros)), a, value);
}
