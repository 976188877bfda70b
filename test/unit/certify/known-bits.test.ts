import { expect, test } from 'vitest';
import {
  asPositive,
  BoundedBits,
  belowBits,
  boundedWord,
  commonBits,
  type PartialWord,
  partialOperator,
  partialWord,
  sameBits,
  signedBelowBits,
  withoutZero,
} from '../../../src/certify/values/known-bits.ts';
import { ANY } from '../../../src/certify/values/partial-value.ts';
import { PartialValues } from '../../../src/certify/values/partial-values.ts';
import { Op } from '../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';

const WIDTH = 3;
const ALL = Array.from({ length: 2 ** WIDTH }, (_, value) => BigInt(value));

/** All words with some known bits, with and without the value zero, and all words within bounds. */
const WORDS: readonly PartialWord[] = [
  ...ALL.flatMap((zeros) =>
    ALL.filter((ones) => (zeros & ones) === 0n).flatMap((ones) =>
      [false, true].map((nonzero) => partialWord(WIDTH, zeros, ones, nonzero && (zeros | ones) !== 7n)),
    ),
  ),
  ...ALL.flatMap((low) => ALL.filter((high) => low <= high).map((high) => boundedWord(WIDTH, low, high))),
];

function covers(word: PartialWord, value: bigint): boolean {
  if (word === null || typeof word === 'bigint') return word === null || word === value;
  if (word instanceof BoundedBits && (value < word.low || value > word.high)) return false;
  return (value & word.zeros) === 0n && (value & word.ones) === word.ones && (value !== 0n || !word.nonzero);
}

const valuesOf = (word: PartialWord): readonly bigint[] => ALL.filter((value) => covers(word, value));
const signed = (value: bigint): bigint => BigInt.asIntN(WIDTH, value);

test('operators and comparisons hold for all values of the words', () => {
  const narrow = (value: bigint): bigint => BigInt.asUintN(WIDTH, value);
  const unary: readonly [number, number, (a: bigint) => bigint][] = [
    [Op.BV_NOT, WIDTH, (a) => narrow(~a)],
    [Op.NEG, WIDTH, (a) => narrow(-a)],
    [Op.ZEXT, WIDTH + 2, (a) => a],
    [Op.SEXT, WIDTH + 2, (a) => BigInt.asUintN(WIDTH + 2, signed(a))],
  ];
  const binary: readonly [number, number, (a: bigint, b: bigint) => bigint][] = [
    [Op.BV_AND, WIDTH, (a, b) => a & b],
    [Op.BV_OR, WIDTH, (a, b) => a | b],
    [Op.BV_XOR, WIDTH, (a, b) => a ^ b],
    [Op.ADD, WIDTH, (a, b) => narrow(a + b)],
    [Op.CONCAT, 2 * WIDTH, (a, b) => (a << BigInt(WIDTH)) | b],
  ];
  const comparisons: readonly [typeof sameBits, (a: bigint, b: bigint) => boolean][] = [
    [sameBits, (a, b) => a === b],
    [belowBits, (a, b) => a < b],
    [signedBelowBits, (a, b) => signed(a) < signed(b)],
  ];
  const wrong: string[] = [];
  const note = (fine: boolean, ...what: readonly unknown[]): void => {
    if (!fine) wrong.push(what.map(String).join(' '));
  };
  for (const a of WORDS) {
    for (const [op, width, compute] of unary) {
      const result = partialOperator(op, width, [WIDTH], a, 0n);
      for (const x of valuesOf(a)) note(covers(result, compute(x)), op, x);
    }
    for (const x of valuesOf(a)) {
      if (x !== 0n) note(covers(withoutZero(WIDTH, a), x), 'without zero', x);
      if (signed(x) > 0n) note(covers(asPositive(WIDTH, a), x), 'positive', x);
    }
    for (const b of WORDS) {
      for (const [op, width, compute] of binary) {
        const result = partialOperator(op, width, [WIDTH, WIDTH], a, b);
        for (const x of valuesOf(a)) for (const y of valuesOf(b)) note(covers(result, compute(x, y)), op, x, y);
      }
      for (const [compare, compute] of comparisons) {
        const result = compare(WIDTH, a, b);
        for (const x of valuesOf(a))
          for (const y of valuesOf(b)) note(result === null || result === compute(x, y), compare.name, x, y);
      }
      const common = commonBits(WIDTH, a, b);
      for (const x of [...valuesOf(a), ...valuesOf(b)]) note(covers(common, x), 'common', x);
    }
  }
  expect(wrong).toEqual([]);
});

test('a condition says that a branch is not zero', () => {
  const terms = new TermStore();
  const v = terms.variable('v', { kind: 'bv', width: 31 });
  const w = terms.variable('w', { kind: 'bv', width: 32 });
  const zero = terms.bv(32, 0);
  const magnitude = terms.zext(terms.ite(terms.eq(v, terms.bv(31, 0)), terms.bv(31, 1), v), 32);
  const positive = terms.ite(terms.slt(zero, w), w, terms.bv(32, 1));
  const [below, above, same, isPositive, open] = [
    terms.slt(terms.neg(magnitude), zero),
    terms.slt(zero, magnitude),
    terms.eq(terms.neg(magnitude), zero),
    terms.sle(positive, zero),
    terms.eq(positive, terms.bv(32, 2)),
  ];
  const roots = [below, above, same, isPositive, open];
  const values = new PartialValues(terms, roots, true).of(roots, () => ANY);
  expect(values.slice(0, 4)).toEqual([true, true, false, false]);
  expect(typeof values[4]).not.toBe('boolean');
});
