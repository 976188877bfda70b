import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsRefuters } from '../../../src/certify/proof/refuters/bounds/refuter.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { floatRecipe, satisfiedFloats } from '../logic/terms/random-floats.ts';
import { recipe, said, satisfied } from '../logic/terms/random-terms.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 300);
const SINGLE = { exponentBits: 8, precision: 24 };

test('what holds of floats somewhere is never refuted', () => {
  fc.assert(
    fc.property(floatRecipe, (made) => {
      const { store, formulas } = satisfiedFloats(made);
      const refuter = boundsRefuters(store).create();
      for (const t of formulas) refuter.assert(t);
      expect(refuter.check([], { milliseconds: 10 })).toBe('unknown');
    }),
    { numRuns: RUNS },
  );
}, 120_000);

test('what holds of integers and arrays somewhere is never refuted', () => {
  fc.assert(
    fc.property(recipe, said, (steps, which) => {
      const store = new TermStore();
      const formulas = satisfied(store, steps, which);
      // Queries without floats are left to others.
      const float = store.fpFromBits(store.variable('f', { kind: 'bv', width: 32 }), SINGLE);
      const refuter = boundsRefuters(store).create();
      expect(refuter.check([...formulas, store.fpLe(float, float)], { milliseconds: 10 })).toBe('unknown');
    }),
    { numRuns: RUNS },
  );
}, 120_000);

test('a quotient of floats stays within what its ends say, by cases', () => {
  const store = new TermStore();
  const x = store.fpFromBits(store.variable('x', { kind: 'bv', width: 32 }), SINGLE);
  const [one, two, three, four] = [0x3f800000n, 0x40000000n, 0x40400000n, 0x40800000n].map((bits) =>
    store.fpFromBits(store.bv(32, bits), SINGLE),
  );
  // x / (1 + x) for x in [1, 3] is at most 3/4: at the ends of the whole range it would seem to reach 3/2.
  const quotient = store.fpDiv('RNE', x, store.fpAdd('RNE', one, x));
  const refuter = boundsRefuters(store).create();
  refuter.assert(store.fpLe(one, x));
  refuter.assert(store.fpLe(x, three));
  expect(refuter.check([store.fpLt(store.fpDiv('RNE', four, two), store.fpMul('RNE', two, quotient))])).toBe('unsat');
  expect(refuter.check([store.fpLe(one, store.fpMul('RNE', two, quotient))], { milliseconds: 200 })).toBe('unknown');
  refuter.dispose();
});

test('what a choice between sums comes to says which branch was taken, and what the sums are made of', () => {
  const store = new TermStore();
  const [x, y, d] = ['x', 'y', 'd'].map((name) =>
    store.fpFromBits(store.variable(name, { kind: 'bv', width: 32 }), SINGLE),
  );
  const number = (value: number): Term =>
    store.fpFromBits(store.bv(32, BigInt(new Uint32Array(new Float32Array([value]).buffer)[0])), SINGLE);
  const within = (low: number, t: Term, high: number): Term =>
    store.and(store.fpLe(number(low), t), store.fpLe(t, number(high)));
  // y follows x, by steps of at most d.
  const step = store.fpSub('RNE', x, y);
  const isBelow = store.fpLe(step, store.fpNeg(d));
  const up = store.ite(store.fpLe(d, step), store.fpAdd('RNE', y, d), x);
  const next = store.ite(isBelow, store.fpSub('RNE', y, d), up);
  const refuter = boundsRefuters(store).create();
  const n = store.variable('n', { kind: 'bv', width: 32 });
  for (const t of [within(-50, x, 50), within(-51, y, 51), within(0, d, 10), store.ult(n, store.bv(32, 1_000n))])
    refuter.assert(t);
  expect(refuter.check([store.not(within(-51, next, 51))], { milliseconds: 20_000 })).toBe('unsat');
  expect(refuter.check([store.not(within(-49, next, 49))], { milliseconds: 200 })).toBe('unknown');
  refuter.dispose();
});

test('the pattern of a float that may be a zero may be that of either one, and one that may be a NaN may be that of a NaN', () => {
  const store = new TermStore();
  const [p, q] = ['p', 'q'].map((name) => store.variable(name, { kind: 'bv', width: 32 }));
  const [x, y] = [store.fpFromBits(p, SINGLE), store.fpFromBits(q, SINGLE)];
  const [one, two] = [0x3f800000n, 0x40000000n].map((bits) => store.fpFromBits(store.bv(32, bits), SINGLE));
  const zero = store.fpSub('RNE', one, one);
  const isAbove = (bits: Term, least: bigint): Term => store.ult(store.bv(32, least), bits);
  const answer = (...formulas: readonly Term[]): string =>
    boundsRefuters(store).create().check(formulas, { milliseconds: 200 });
  const isSmall = store.and(store.fpLe(zero, x), store.fpLe(x, two));
  expect(answer(isSmall, isAbove(p, 0x7fffffffn))).toBe('unknown');
  expect(answer(store.fpLe(one, x), isAbove(p, 0x7fffffffn))).toBe('unsat');
  const isNegative = store.and(store.fpLe(store.fpNeg(two), x), store.fpLe(x, store.fpNeg(one)));
  for (const end of [0xbf800000n, 0xc0000000n])
    expect(answer(isNegative, isAbove(p, end - 1n), store.not(isAbove(p, end)))).toBe('unknown');
  expect(answer(isNegative, isAbove(p, 0xc0000000n))).toBe('unsat');
  expect(answer(isNegative, store.not(isAbove(p, 0xbf7fffffn)))).toBe('unsat');
  // Of a negative number, the root is a NaN.
  const sum = store.fpAdd('RNE', one, store.fpSqrt('RNE', x));
  expect(answer(store.eq(y, sum), isAbove(q, 0x7fbfffffn), isAbove(store.bvNot(q), 0x7fffffffn))).toBe('unknown');
});

test('what is split leaves no value out', () => {
  const store = new TermStore();
  const float = store.fpFromBits(store.variable('f', { kind: 'bv', width: 32 }), SINGLE);
  const n = store.variable('n', { kind: 'bv', width: 8 });
  const p = store.variable('p', { kind: 'bool' });
  const [one, two] = [0x3f800000n, 0x40000000n].map((bits) => store.fpFromBits(store.bv(32, bits), SINGLE));
  const isFloat = store.and(store.fpLe(one, float), store.fpLe(float, two));
  const answer = (...formulas: readonly Term[]): string =>
    boundsRefuters(store)
      .create()
      .check([...formulas, isFloat], { milliseconds: 2_000 });
  // Nothing goes backward through products: values are found by halves.
  const is = (t: Term, root: number): Term => {
    const wide = store.zext(t, 16);
    return store.eq(store.mul(wide, wide), store.bv(16, BigInt(root * root)));
  };
  for (let value = 0; value < 256; value++) expect(answer(is(n, value))).toBe('unknown');
  expect(answer(store.eq(store.mul(store.zext(n, 16), store.zext(n, 16)), store.bv(16, 7n)))).toBe('unsat');
  const chosen = store.ite(p, n, store.bv(8, 7n));
  const isSmall = store.ult(n, store.bv(8, 6n));
  for (const value of [0, 5, 7]) expect(answer(is(chosen, value), isSmall)).toBe('unknown');
  expect(answer(is(chosen, 6), isSmall)).toBe('unsat');
});

test('reads of constant tables are refuted by cases of their indices', () => {
  const store = new TermStore();
  const word = { kind: 'bv', width: 16 } as const;
  const i = store.variable('i', word);
  const next = store.add(i, store.bv(16, 1));
  /** An ascending table of 3,000 entries, written in any order, and one element out of place. */
  const tableOf = (odd: number): Term => {
    let table = store.constArray(word, store.bv(16, 9));
    for (let n = 0; n < 3000; n++) {
      const at = (n * 7) % 3000;
      table = store.store(table, store.bv(16, at), store.bv(16, at === odd ? 0 : 5 * at + 10));
    }
    return table;
  };
  const inside = store.ult(i, store.bv(16, 2999));
  const refuter = boundsRefuters(store, 'tables').create();
  const right = tableOf(-1);
  const descends = (table: Term): Term => store.ult(store.select(table, next), store.select(table, i));
  expect(refuter.check([inside, store.ult(store.select(right, i), store.bv(16, 10))])).toBe('unsat');
  expect(refuter.check([inside, descends(right)])).toBe('unsat');
  expect(refuter.check([inside, descends(tableOf(1234))])).toBe('unknown');
  expect(refuter.check([descends(right)])).toBe('unknown');
});
