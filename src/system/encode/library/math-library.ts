import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { AutomatonFunction, Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';
import { isLittle } from '../memory/bytes/raw-bytes.ts';
import { characterFunction } from './character-library.ts';

/** Encodes functions of integers alone by formulas; null for other functions. */
export function mathFunction(
  x: Execution,
  name: string,
  fn: Pick<AutomatonFunction, 'type'>,
  args: readonly Expr[],
): Term | null {
  const plain = name.replace(/^__builtin_/, '');
  const [first] = args;
  if (first === undefined) return null;
  if (first.type.kind === 'integer' || first.type.kind === 'enum')
    return integerFunction(x, plain, fn, x.evaluate.integer(x, first));
  return null;
}

function integerFunction(x: Execution, name: string, fn: Pick<AutomatonFunction, 'type'>, value: Term): Term | null {
  const { terms } = x;
  const width = terms.width(value);
  if (fn.type.result.kind !== 'integer') return null;
  const result = x.plan.shapes.width(fn.type.result);
  const zero = terms.bv(width, 0);
  // The suffixes `l`, `ll`, `imax` and `g` give the argument's width, which the argument already has.
  switch (name.replace(/^(popcount|parity|ffs|ctz|clz|clrsb)(l|ll|imax|g)$/, '$1')) {
    case 'abs':
    case 'labs':
    case 'llabs':
    case 'imaxabs':
      return terms.ite(terms.slt(value, zero), terms.neg(value), value);
    case 'bswap16':
    case 'bswap32':
    case 'bswap64':
    case 'bswap128':
    case '__bswap_16':
    case '__bswap_32':
    case '__bswap_64':
      return swapped(terms, value);
    case 'htonl':
    case 'htons':
    case 'ntohl':
    case 'ntohs':
      return isLittle(x) ? swapped(terms, value) : value;
    case 'popcount':
      return bitSum(x, value, result);
    case 'parity':
      return terms.bvAnd(bitSum(x, value, result), terms.bv(result, 1));
    case 'ffs':
      return firstSet(x, value, result, 1, 0);
    case 'ctz':
      x.undefinedWhen(terms.eq(value, zero), '__builtin_ctz of 0');
      return firstSet(x, value, result, 0, width);
    case 'clz':
      x.undefinedWhen(terms.eq(value, zero), '__builtin_clz of 0');
      return leadingZeros(x, value, result);
    case 'clrsb': {
      const magnitude = terms.ite(terms.slt(value, zero), terms.bvNot(value), value);
      return terms.sub(leadingZeros(x, magnitude, result), terms.bv(result, 1));
    }
    default:
      return characterFunction(x, name, value, result);
  }
}

/** Returns the bytes of the value in the other order. */
function swapped(terms: TermStore, value: Term): Term {
  let result = terms.extract(value, 7, 0);
  for (let low = 8; low < terms.width(value); low += 8)
    result = terms.concat(result, terms.extract(value, low + 7, low));
  return result;
}

function isSet(x: Execution, value: Term, bit: number): Term {
  return x.terms.eq(x.terms.extract(value, bit, bit), x.terms.bv(1, 1));
}

function bitSum(x: Execution, value: Term, width: number): Term {
  const { terms } = x;
  let sum = terms.bv(width, 0);
  for (let bit = 0; bit < terms.width(value); bit++)
    sum = terms.add(sum, terms.zext(terms.extract(value, bit, bit), width));
  return sum;
}

function firstSet(x: Execution, value: Term, width: number, from: number, none: number): Term {
  const { terms } = x;
  let first = terms.bv(width, none);
  for (let bit = terms.width(value) - 1; bit >= 0; bit--)
    first = terms.ite(isSet(x, value, bit), terms.bv(width, bit + from), first);
  return first;
}

function leadingZeros(x: Execution, value: Term, width: number): Term {
  const { terms } = x;
  const bits = terms.width(value);
  let leading = terms.bv(width, bits);
  for (let bit = 0; bit < bits; bit++)
    leading = terms.ite(isSet(x, value, bit), terms.bv(width, bits - 1 - bit), leading);
  return leading;
}

const COMPLEX = /^(creal|cimag|conj)[fl]?$/;

/**
 * Returns the cells of the result of a function of complex.h that only takes a number apart; null for
 * other functions.
 */
export function complexFunction(x: Execution, name: string, [value]: readonly Expr[]): readonly Term[] | null {
  const which = COMPLEX.exec(name)?.[1];
  if (which === undefined || value?.type.kind !== 'complex') return null;
  const type = value.type.base;
  const real = x.evaluate.cells(x, { kind: 'complex-part', type, part: 'real', operand: value });
  if (which === 'creal') return real;
  const imaginary: Expr = { kind: 'complex-part', type, part: 'imaginary', operand: value };
  if (which === 'cimag') return x.evaluate.cells(x, imaginary);
  return [...real, ...x.evaluate.cells(x, { kind: 'negate', type, operand: imaginary })];
}
