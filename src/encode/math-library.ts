import type { AutomatonFunction, Expr } from '../cfa/automaton.ts';
import type { Term } from '../smt/builder.ts';
import type { Execution } from './execution.ts';

/** Functions of integers alone, by formulas. Null: not one of them. */
export function mathFunction(x: Execution, name: string, fn: Pick<AutomatonFunction, 'type'>, args: readonly Expr[]): Term | null {
  const plain = name.replace(/^__builtin_/, '');
  const [first] = args;
  if (first === undefined) return null;
  if (first.type.kind === 'integer' || first.type.kind === 'enum')
    return integerFunction(x, plain, fn, x.evaluate.integer(x, first));
  return null;
}

function integerFunction(x: Execution, name: string, fn: Pick<AutomatonFunction, 'type'>, value: Term): Term | null {
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
