import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 150);

/** Solvers that know how products of one factor are ordered. */
const SOLVERS = [
  ['engines', (store: TermStore) => bitFactory(store, { sat: () => createSatSolver(), evaluateModels: true }).create()],
  [
    'the certifier',
    (store: TermStore) => plainRefuters(store, { sat: () => createSatSolver({ proof: true }) }).create(),
  ],
] as const;

describe.each(SOLVERS)('products of extended numbers, as %s decide them', (_, solverOf) => {
  const width = fc.integer({ min: 1, max: 3 });
  // Products with too few bits wrap around.
  const room = fc.integer({ min: -2, max: 2 });

  test('the answers are those of all values', () => {
    const comparisons = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 4 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(width, width, width, room, room, comparisons, (wx, wy, ws, moreX, moreY, picked) => {
        const store = new TermStore();
        const variable = (name: string, bits: number): Term => store.variable(name, { kind: 'bv', width: bits });
        const [x, y, s] = [variable('x', wx), variable('y', wy), variable('s', ws)];
        const product = (a: Term, b: Term, more: number): Term => {
          const bits = Math.max(store.width(a), store.width(b), store.width(a) + store.width(b) + more);
          return store.mul(store.zext(a, bits), store.zext(b, bits));
        };
        const wide = 12;
        const quotients = (a: Term, b: Term): readonly Term[] => {
          const [n, d] = [a, b].map((t) => store.zext(t, wide));
          return [store.udiv(n, d), store.urem(n, d), store.sdiv(n, d), store.srem(n, d)];
        };
        const numbers = [
          x,
          y,
          s,
          product(x, s, moreX),
          product(s, y, moreY),
          product(x, y, 0),
          product(s, s, moreX),
          ...[x, product(x, y, moreY)].flatMap((t) => quotients(t, s)),
        ].map((t) => store.zext(t, wide));
        const goal = picked.map(([i, j, by, holds]) => {
          const [a, b] = [numbers[i % numbers.length], numbers[j % numbers.length]];
          const less = store.ult(store.add(a, store.bv(wide, by)), b);
          return holds ? less : store.not(less);
        });
        let isPossible = false;
        for (let vx = 0n; vx < 1 << wx && !isPossible; vx++)
          for (let vy = 0n; vy < 1 << wy && !isPossible; vy++)
            for (let vs = 0n; vs < 1 << ws && !isPossible; vs++) {
              const values = new Map([x, y, s].map((t, i) => [t, [vx, vy, vs][i]]));
              const evaluator = new Evaluator(store, (t) => values.get(t) ?? 0n);
              isPossible = goal.every((t) => evaluator.value(t) === true);
            }
        const solver = solverOf(store);
        for (const t of goal.slice(1)) solver.assert(t);
        expect(solver.check([goal[0]], {})).toBe(isPossible ? 'sat' : 'unsat');
      }),
      { numRuns: runs },
    );
  });

  test('a product by the divisor of a quotient is at most the dividend', () => {
    const store = new TermStore();
    const [full, used, rate] = ['full', 'used', 'rate'].map((name) =>
      store.zext(store.variable(name, { kind: 'bv', width: 32 }), 64),
    );
    const elapsed = store.variable('elapsed', { kind: 'bv', width: 64 });
    const solver = solverOf(store);
    solver.assert(store.ule(used, full));
    solver.assert(store.not(store.eq(rate, store.bv(64, 0))));
    solver.assert(store.ule(elapsed, store.udiv(store.sub(full, used), rate)));
    const now = store.add(used, store.mul(elapsed, rate));
    expect(solver.check([store.ult(full, now)], { milliseconds: 20_000 })).toBe('unsat');
  });

  test('a place in a table of rows and columns is within the table', () => {
    const store = new TermStore();
    const [row, column, rows, columns] = ['row', 'column', 'rows', 'columns'].map((name) =>
      store.zext(store.variable(name, { kind: 'bv', width: 16 }), 64),
    );
    const solver = solverOf(store);
    solver.assert(store.ult(row, rows));
    solver.assert(store.ult(column, columns));
    const place = store.add(store.mul(row, columns), column);
    expect(solver.check([store.not(store.ult(place, store.mul(rows, columns)))], { milliseconds: 20_000 })).toBe(
      'unsat',
    );
  });
});
