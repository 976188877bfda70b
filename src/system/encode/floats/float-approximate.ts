import { finite, infinity } from '../../../base/softfloat.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Execution } from '../machine/execution.ts';

/**
 * Functions of math.h whose results no standard determines to the last bit. The encoding gives any
 * value that satisfies what every C library guarantees (range, NaNs, a few points of C11 Annex F). A
 * run that uses such a function is an alarm only if its replay confirms it. The replay treats their
 * result as approximate too.
 */

type Domain = (x: Execution, args: readonly Term[]) => Term;

interface Knowledge {
  readonly arity: 1 | 2;
  /** The condition under which the result is a NaN; the function gives no NaN otherwise. */
  readonly nan: Domain;
  readonly least?: number;
  readonly most?: number;
  /** The value at zeros: the argument itself, 1, or a pole. */
  readonly atZero?: 'argument' | 1 | 'pole';
  /** Whether the value at 1 is +0. */
  readonly zeroAtOne?: boolean;
}

const nan: Domain = (x, args) => x.terms.orAll(args.map((a) => x.terms.fpIsNan(a)));
const either =
  (...domains: Domain[]): Domain =>
  (x, args) =>
    x.terms.orAll(domains.map((domain) => domain(x, args)));
const infinite: Domain = (x, [a]) => x.terms.fpIsInfinite(a);
const less =
  (limit: number): Domain =>
  (x, [a]) =>
    x.terms.fpLt(a, number(x, a, limit));
const beyondOne: Domain = (x, [a]) => x.terms.fpLt(number(x, a, 1), x.terms.fpAbs(a));

function number(x: Execution, like: Term, value: number): Term {
  return x.terms.float(x.terms.format(like), finite(value < 0, BigInt(Math.abs(value)), 0));
}

/** hypot of an infinity is an infinity, whatever the other argument is. */
const hypotNan: Domain = (x, [a, b]) => {
  const { terms } = x;
  return terms.and(
    terms.or(terms.fpIsNan(a), terms.fpIsNan(b)),
    terms.not(terms.or(terms.fpIsInfinite(a), terms.fpIsInfinite(b))),
  );
};

const FUNCTIONS: Readonly<Record<string, Knowledge>> = {
  sin: { arity: 1, nan: either(nan, infinite), least: -1, most: 1, atZero: 'argument' },
  cos: { arity: 1, nan: either(nan, infinite), least: -1, most: 1, atZero: 1 },
  tan: { arity: 1, nan: either(nan, infinite), atZero: 'argument' },
  asin: { arity: 1, nan: either(nan, beyondOne), least: -2, most: 2, atZero: 'argument' },
  acos: { arity: 1, nan: either(nan, beyondOne), least: 0, most: 4 },
  atan: { arity: 1, nan, least: -2, most: 2, atZero: 'argument' },
  atan2: { arity: 2, nan, least: -4, most: 4 },
  sinh: { arity: 1, nan, atZero: 'argument' },
  cosh: { arity: 1, nan, least: 1, atZero: 1 },
  tanh: { arity: 1, nan, least: -1, most: 1, atZero: 'argument' },
  asinh: { arity: 1, nan, atZero: 'argument' },
  acosh: { arity: 1, nan: either(nan, less(1)), least: 0, zeroAtOne: true },
  atanh: { arity: 1, nan: either(nan, beyondOne), atZero: 'argument' },
  exp: { arity: 1, nan, least: 0, atZero: 1 },
  exp2: { arity: 1, nan, least: 0, atZero: 1 },
  exp10: { arity: 1, nan, least: 0, atZero: 1 },
  pow10: { arity: 1, nan, least: 0, atZero: 1 },
  expm1: { arity: 1, nan, least: -1, atZero: 'argument' },
  log: { arity: 1, nan: either(nan, less(0)), atZero: 'pole', zeroAtOne: true },
  log2: { arity: 1, nan: either(nan, less(0)), atZero: 'pole', zeroAtOne: true },
  log10: { arity: 1, nan: either(nan, less(0)), atZero: 'pole', zeroAtOne: true },
  log1p: { arity: 1, nan: either(nan, less(-1)), atZero: 'argument' },
  cbrt: { arity: 1, nan, atZero: 'argument' },
  hypot: { arity: 2, nan: hypotNan, least: 0 },
  erf: { arity: 1, nan, least: -1, most: 1, atZero: 'argument' },
  erfc: { arity: 1, nan, least: 0, most: 2, atZero: 1 },
};

/** Returns the number of floating arguments of the approximated function; 0 for other names. */
export function approximateArity(name: string): number {
  if (name === 'pow') return 2;
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name].arity : 0;
}

/** Returns any value that the function of that name may give, as an approximation. */
export function approximate(x: Execution, name: string, args: readonly Term[]): Term {
  return name === 'pow' ? power(x, args[0], args[1]) : known(x, name, FUNCTIONS[name], args);
}

function known(x: Execution, name: string, knowledge: Knowledge, args: readonly Term[]): Term {
  const { terms } = x;
  const [a] = args;
  const format = terms.format(a);
  const fixed: [Term, Term][] = [];
  const zero = x.encoding.zero(terms.sort(a));
  if (knowledge.atZero !== undefined) {
    const { atZero } = knowledge;
    const value =
      atZero === 'argument' ? a : atZero === 'pole' ? terms.float(format, infinity(true)) : number(x, a, atZero);
    fixed.push([terms.fpEq(a, zero), value]);
  }
  if (knowledge.zeroAtOne === true) fixed.push([terms.fpEq(a, number(x, a, 1)), zero]);
  const open = terms.not(terms.orAll(fixed.map(([condition]) => condition)));
  const value = x.unknown(terms.sort(a), `value of ${name}`, {}, open);
  const isNan = knowledge.nan(x, args);
  const facts = [terms.eq(terms.fpIsNan(value), isNan)];
  const { least, most } = knowledge;
  if (least !== undefined) facts.push(terms.or(isNan, terms.fpLe(number(x, a, least), value)));
  if (most !== undefined) facts.push(terms.or(isNan, terms.fpLe(value, number(x, a, most))));
  x.require(terms.implies(open, terms.andAll(facts)));
  return fixed.reduce((result, [condition, at]) => terms.ite(condition, at, result), value);
}

/** pow: 1 where the base is 1 or the exponent 0. Numbers give no NaN unless the base is negative. */
function power(x: Execution, a: Term, b: Term): Term {
  const { terms } = x;
  const one = number(x, a, 1);
  const zero = x.encoding.zero(terms.sort(a));
  const fixed = terms.or(terms.fpEq(a, one), terms.fpEq(b, zero));
  const value = x.unknown(terms.sort(a), 'value of pow', {}, terms.not(fixed));
  const isNan = terms.or(terms.fpIsNan(a), terms.fpIsNan(b));
  const finiteBase = terms.fpLe(zero, a);
  const positive = terms.implies(terms.and(finiteBase, terms.not(isNan)), terms.fpLe(zero, value));
  x.require(terms.implies(terms.not(fixed), terms.and(terms.implies(isNan, terms.fpIsNan(value)), positive)));
  return terms.ite(fixed, one, value);
}
