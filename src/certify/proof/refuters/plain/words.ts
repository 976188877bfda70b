import type { Literal } from '../../../../logic/sat/types.ts';
import { type Clauses, NO, YES } from './clauses.ts';

/** A bit-vector as literals, lowest bit first. */
export type Word = readonly Literal[];

/**
 * SMT-LIB's functions on bit-vectors in the simplest circuits: ripple carries, long multiplication and
 * division.
 */

export function wordOf(width: number, value: bigint): Word {
  const digits = value.toString(2).padStart(width, '0');
  return Array.from({ length: width }, (_, i) => (digits[width - 1 - i] === '1' ? YES : NO));
}

export function inverted(a: Word): Word {
  return a.map((bit) => bit ^ 1);
}

export function sum(c: Clauses, a: Word, b: Word, carryIn: Literal = NO): Word {
  let carry = carryIn;
  return a.map((bit, i) => {
    const result = c.xor(c.xor(bit, b[i]), carry);
    carry = c.majority(bit, b[i], carry);
    return result;
  });
}

function difference(c: Clauses, a: Word, b: Word): Word {
  return sum(c, a, inverted(b), YES);
}

export function negated(c: Clauses, a: Word): Word {
  return difference(c, wordOf(a.length, 0n), a);
}

export function same(c: Clauses, a: Word, b: Word): Literal {
  return a.reduce((all, bit, i) => c.and(all, c.xor(bit, b[i]) ^ 1), YES);
}

/** a < b unsigned: the highest place in which they differ decides. */
export function below(c: Clauses, a: Word, b: Word): Literal {
  return a.reduce((lower, bit, i) => c.choose(c.xor(bit, b[i]), b[i], lower), NO);
}

/** a < b signed: the negative number is the smaller one. */
export function signedBelow(c: Clauses, a: Word, b: Word): Literal {
  const top = a.length - 1;
  return c.choose(c.xor(a[top], b[top]), a[top], below(c, a.slice(0, top), b.slice(0, top)));
}

export function chosen(c: Clauses, condition: Literal, a: Word, b: Word): Word {
  return a.map((bit, i) => c.choose(condition, bit, b[i]));
}

/**
 * The word whose number stands in `table`, in ascending order; `other` for numbers that are not there. The
 * bits of `number` decide one by one, from the highest.
 */
export function listed(c: Clauses, number: Word, table: readonly (readonly [bigint, Word])[], other: Word): Word {
  if (table.length === 0) return other;
  const top = number.length - 1;
  if (table.length === 1) {
    const [[only, word]] = table;
    return chosen(c, same(c, number, wordOf(number.length, only)), word, other);
  }
  const half = 1n << BigInt(top);
  const rest = number.slice(0, top);
  const split = table.findIndex(([key]) => key >= half);
  const lower = split < 0 ? table : table.slice(0, split);
  const upper = split < 0 ? [] : table.slice(split).map(([key, word]) => [key - half, word] as const);
  return chosen(c, number[top], listed(c, rest, upper, other), listed(c, rest, lower, other));
}

/** Long multiplication: one row for each digit of the multiplier. Constants have few digits: 254 is 256 - 2. */
export function product(c: Clauses, a: Word, b: Word): Word {
  if (isConstant(a) && !isConstant(b)) return product(c, b, a);
  const width = a.length;
  const row = (i: number): Word => Array.from({ length: width }, (_, j) => (j < i ? NO : c.and(a[j - i], b[i])));
  if (!isConstant(b))
    return b.reduce((result, bit, i) => (bit === NO ? result : sum(c, result, row(i))), wordOf(width, 0n));
  let result = wordOf(width, 0n);
  for (const { place, isNegative } of signedDigits(b)) {
    const shifted = Array.from({ length: width }, (_, j) => (j < place ? NO : a[j - place]));
    result = isNegative ? difference(c, result, shifted) : sum(c, result, shifted);
  }
  return result;
}

function isConstant(a: Word): boolean {
  return a.every((bit) => bit === YES || bit === NO);
}

/** The places of a constant's digits 1 and -1. A run of ones is -1 at its start and 1 behind its end. */
function signedDigits(a: Word): readonly { readonly place: number; readonly isNegative: boolean }[] {
  let isRun = false;
  return a.flatMap((bit, place) => {
    if ((bit === YES) === isRun) return [];
    isRun = a[place + 1] === YES;
    return [{ place, isNegative: isRun }];
  });
}

export interface Division {
  readonly quotient: Word;
  readonly remainder: Word;
}

/**
 * Long division. Zero fits into every rest and leaves it unchanged. Division by zero therefore gives
 * the quotient of all ones and the dividend as remainder, as SMT-LIB defines it.
 */
export function quotientAndRest(c: Clauses, a: Word, b: Word): Division {
  const width = a.length;
  // One bit more than the divisor: a rest is doubled and takes the next digit.
  const divisor = [...b, NO];
  let rest = wordOf(width + 1, 0n);
  const quotient: Literal[] = new Array(width);
  for (let i = width - 1; i >= 0; i--) {
    const longer = [a[i], ...rest.slice(0, width)];
    const fits = below(c, longer, divisor) ^ 1;
    quotient[i] = fits;
    rest = chosen(c, fits, difference(c, longer, divisor), longer);
  }
  return { quotient, remainder: rest.slice(0, width) };
}

/** Division towards zero; the remainder has the sign of the dividend. */
export function signedQuotientAndRest(c: Clauses, a: Word, b: Word): Division {
  const top = a.length - 1;
  const size = (x: Word): Word => chosen(c, x[top], negated(c, x), x);
  const { quotient, remainder } = quotientAndRest(c, size(a), size(b));
  return {
    quotient: chosen(c, c.xor(a[top], b[top]), negated(c, quotient), quotient),
    remainder: chosen(c, a[top], negated(c, remainder), remainder),
  };
}

/**
 * Shifts towards the lowest bit, or away from it; `fill` enters. A shift by the width or more leaves
 * only `fill`.
 */
export function shifted(c: Clauses, a: Word, by: Word, direction: 'down' | 'up', fill: Literal): Word {
  let result = a;
  by.forEach((bit, place) => {
    const distance = 2 ** place;
    const before = result;
    result = before.map((own, i) =>
      c.choose(bit, before[direction === 'down' ? i + distance : i - distance] ?? fill, own),
    );
  });
  return result;
}

/** Extends a word to `width` bits, with `fill` above. */
export function extended(a: Word, width: number, fill: Literal): Word {
  return Array.from({ length: width }, (_, i) => a[i] ?? fill);
}
