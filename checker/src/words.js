// SPDX-License-Identifier: Apache-2.0
import { NO, YES } from './clauses.js';

// Circuits of operations on words. A word is a list of literals, the lowest bit first.

/** @typedef {number[]} Word */

export const constant = (width, value) =>
  Array.from({ length: width }, (_, i) => (((value >> BigInt(i)) & 1n) === 1n ? YES : NO));
export const not = (a) => a.map((bit) => -bit);
export const and = (c, a, b) => a.map((bit, i) => c.and(bit, b[i]));
export const or = (c, a, b) => a.map((bit, i) => c.or(bit, b[i]));
export const xor = (c, a, b) => a.map((bit, i) => c.xor(bit, b[i]));
export const choose = (c, condition, a, b) => a.map((bit, i) => c.choose(condition, bit, b[i]));
export const all = (c, bits) => bits.reduce((x, y) => c.and(x, y), YES);
export const some = (c, bits) => bits.reduce((x, y) => c.or(x, y), NO);
export const parity = (c, bits) => bits.reduce((x, y) => c.xor(x, y), NO);

export function equal(c, a, b) {
  return all(c, not(xor(c, a, b)));
}

/** a + b + carry. */
export function sum(c, a, b, carry = NO) {
  return a.map((bit, i) => {
    const differ = c.xor(bit, b[i]);
    const result = c.xor(differ, carry);
    carry = c.or(c.and(bit, b[i]), c.and(differ, carry));
    return result;
  });
}

export function difference(c, a, b) {
  return sum(c, a, not(b), YES);
}

export function negative(c, a) {
  return sum(c, not(a), constant(a.length, 0n), YES);
}

/** The rows of written multiplication, one for each bit of b. */
export function product(c, a, b) {
  const [short, long] = constants(a) > constants(b) ? [a, b] : [b, a];
  let result = constant(a.length, 0n);
  short.forEach((bit, i) => {
    if (bit === NO) return;
    const row = long.map((_, j) => (j < i ? NO : c.and(bit, long[j - i])));
    result = sum(c, result, row);
  });
  return result;
}

function constants(word) {
  return word.filter((bit) => bit === YES || bit === NO).length;
}

/** a < b, unsigned. */
export function less(c, a, b) {
  let isLess = NO;
  a.forEach((bit, i) => {
    isLess = c.choose(c.xor(bit, b[i]), b[i], isLess);
  });
  return isLess;
}

/** a < b, signed: the signs change their roles. */
export function signedLess(c, a, b) {
  const flipped = (word) => word.map((bit, i) => (i === word.length - 1 ? -bit : bit));
  return less(c, flipped(a), flipped(b));
}

/**
 * Quotient and remainder of written division. A divisor of 0 gives the largest quotient, and a as remainder, as
 * BTOR2 has it.
 */
export function division(c, a, b) {
  const wide = [...b, NO];
  let rest = constant(wide.length, 0n);
  const quotient = [];
  for (let i = a.length - 1; i >= 0; i--) {
    rest = [a[i], ...rest.slice(0, -1)];
    const fits = -less(c, rest, wide);
    quotient[i] = fits;
    rest = choose(c, fits, difference(c, rest, wide), rest);
  }
  return { quotient, remainder: rest.slice(0, a.length) };
}

/** Division of absolute values, with the signs of truncated division. */
export function signedDivision(c, a, b) {
  const [signA, signB] = [a.at(-1), b.at(-1)];
  const absolute = (word) => choose(c, word.at(-1), negative(c, word), word);
  const { quotient, remainder } = division(c, absolute(a), absolute(b));
  return {
    quotient: choose(c, c.xor(signA, signB), negative(c, quotient), quotient),
    remainder: choose(c, signA, negative(c, remainder), remainder),
  };
}

/** The remainder with the sign of the divisor. */
export function modulo(c, a, b) {
  const { remainder } = signedDivision(c, a, b);
  const isOther = c.and(some(c, remainder), c.xor(remainder.at(-1), b.at(-1)));
  const moved = choose(c, isOther, sum(c, remainder, b), remainder);
  // SMT-LIB's bvsmod gives a for a divisor of 0.
  return choose(c, some(c, b), moved, a);
}

/** Shifts by the bits of `by`, one after the other; `fill` comes in. */
export function shifted(c, a, by, isLeft, fill) {
  const width = a.length;
  let result = a;
  by.forEach((bit, i) => {
    const distance = i < 30 ? 2 ** i : width;
    const moved = result.map((_, j) => {
      const from = isLeft ? j - distance : j + distance;
      return from >= 0 && from < width ? result[from] : fill;
    });
    result = choose(c, bit, moved, result);
  });
  return result;
}
