import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoxSolver } from '../../../../src/logic/boxes/index.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { floatRecipe, satisfiedFloats } from '../terms/random-floats.ts';
import { recipe, said, satisfied } from '../terms/random-terms.ts';

/** Limit of one query in ms of work, which does not depend on the machine. */
const LIMIT = 10;
const RUNS = Number(process.env.LEMMATA_RUNS ?? 300);
const DOUBLE = { exponentBits: 11, precision: 53 };

test('what holds of floats somewhere is never refuted, and often satisfied', () => {
  let found = 0;
  fc.assert(
    fc.property(floatRecipe, (made) => {
      const { store, formulas } = satisfiedFloats(made);
      const solver = new BoxSolver(store);
      for (const t of formulas) solver.assert(t);
      const answer = solver.check([], { milliseconds: LIMIT });
      expect(answer).not.toBe('unsat');
      if (answer !== 'sat') return;
      found += 1;
      for (const t of formulas) expect(solver.value(t)).toBe(true);
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS / 5);
}, 120_000);

test('what holds of integers and arrays somewhere is never refuted, and often satisfied', () => {
  let found = 0;
  fc.assert(
    fc.property(recipe, said, (steps, which) => {
      const store = new TermStore();
      const formulas = satisfied(store, steps, which);
      const solver = new BoxSolver(store);
      const answer = solver.check(formulas, { milliseconds: LIMIT });
      expect(answer).not.toBe('unsat');
      if (answer === 'sat') found += 1;
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS / 2);
}, 120_000);

test('decides polynomials of doubles between bounds', () => {
  const store = new TermStore();
  const bits = store.variable('x', { kind: 'bv', width: 64 });
  const x = store.fpFromBits(bits, DOUBLE);
  const number = (value: number): Term => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return store.fpFromBits(store.bv(64, view.getBigUint64(0)), DOUBLE);
  };
  const square = store.fpMul('RNE', x, x);
  const cube = store.fpMul('RNE', square, x);
  const sine = store.fpSub('RNE', x, store.fpDiv('RNE', cube, number(6)));
  const within = store.and(store.fpLe(number(-1), x), store.fpLe(x, number(1)));
  const solver = new BoxSolver(store);
  solver.assert(within);
  expect(solver.check([store.fpLt(number(0.85), sine)])).toBe('unsat');
  expect(solver.check([store.fpLt(number(0.83), sine)])).toBe('sat');
  const found = solver.value(bits);
  expect(evaluate(store, store.and(within, store.fpLt(number(0.83), sine)), () => found)).toBe(true);
});
