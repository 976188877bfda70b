import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsRefuters } from '../../../src/certify/bounds/refuter.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { TermStore } from '../../../src/smt/store.ts';
import { floatRecipe, satisfiedFloats } from '../smt/random-floats.ts';
import { build, recipe } from '../smt/random-terms.ts';

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
    fc.property(recipe, fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }), (steps, said) => {
      const store = new TermStore();
      const { all } = build(store, steps);
      const formulas = said.flatMap((which): Term[] => {
        const { term, value, width } = all[which % all.length];
        if (typeof value === 'boolean') return [value ? term : store.not(term)];
        return typeof value === 'bigint' ? [store.eq(term, store.bv(width, value))] : [];
      });
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
  const [x, y, d] = ['x', 'y', 'd'].map((name) => store.fpFromBits(store.variable(name, { kind: 'bv', width: 32 }), SINGLE));
  const number = (value: number): Term =>
    store.fpFromBits(store.bv(32, BigInt(new Uint32Array(new Float32Array([value]).buffer)[0])), SINGLE);
  const within = (low: number, t: Term, high: number): Term => store.and(store.fpLe(number(low), t), store.fpLe(t, number(high)));
  // y follows x, by steps of at most d.
  const step = store.fpSub('RNE', x, y);
  const isBelow = store.fpLe(step, store.fpNeg(d));
  const up = store.ite(store.fpLe(d, step), store.fpAdd('RNE', y, d), x);
  const next = store.ite(isBelow, store.fpSub('RNE', y, d), up);
  const refuter = boundsRefuters(store).create();
  const n = store.variable('n', { kind: 'bv', width: 32 });
  for (const t of [within(-50, x, 50), within(-51, y, 51), within(0, d, 10), store.ult(n, store.bv(32, 1_000n))]) refuter.assert(t);
  expect(refuter.check([store.not(within(-51, next, 51))], { milliseconds: 20_000 })).toBe('unsat');
  expect(refuter.check([store.not(within(-49, next, 49))], { milliseconds: 200 })).toBe('unknown');
  refuter.dispose();
});
