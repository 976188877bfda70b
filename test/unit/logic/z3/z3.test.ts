import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { BOOL, type Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import { Z3Api } from '../../../../src/logic/z3/api.ts';
import { loadZ3, z3Factory } from '../../../../src/logic/z3/index.ts';
import { build, recipe } from '../terms/random-terms.ts';

const bv = (width: number): Sort => ({ kind: 'bv', width });
const runs = Number(process.env.LEMMATA_RUNS ?? 30);
let api: Z3Api;

beforeAll(async () => {
  api = await loadZ3();
});

/** The variables of the assignment have their values. */
function fixed(store: TermStore, assignment: ReadonlyMap<Term, ModelValue>): Term[] {
  const out: Term[] = [];
  for (const [variable, value] of assignment) {
    if (typeof value === 'boolean') out.push(value ? variable : store.not(variable));
    else if (typeof value === 'bigint') out.push(store.eq(variable, store.bv(store.width(variable), value)));
    else
      for (const [k, v] of value.entries)
        out.push(store.eq(store.select(variable, store.bv(3, k)), store.bv(8, v as bigint)));
  }
  return out;
}

test('Z3 gives random terms the values that evaluation gives', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const solver = z3Factory(api, store).create();
      for (const t of fixed(store, assignment)) solver.assert(t);
      const wrong = all
        .filter(({ width }) => width >= 0)
        .map(({ term, value }) =>
          store.not(
            store.eq(
              term,
              typeof value === 'boolean' ? store.bool(value) : store.bv(store.width(term), value as bigint),
            ),
          ),
        );
      // A term may still stand for the negation of its equation: take them one by one only where
      // all together fail.
      expect(solver.check([store.orAll(wrong)])).toBe('unsat');
      expect(solver.check()).toBe('sat');
      solver.dispose();
    }),
    { numRuns: runs },
  );
}, 120_000);

test('models satisfy what was asserted', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all } = build(store, r);
      const solver = z3Factory(api, store).create({ seed: 7 });
      for (const { term } of all.filter(({ width }) => width === 0).slice(-3)) {
        solver.push();
        solver.assert(term);
        const answer = solver.check([], { milliseconds: 2000 });
        if (answer === 'sat') {
          const values = new Map(freeVariables(store, [term]).map((v) => [v, solver.value(v)]));
          expect(evaluate(store, term, (v) => values.get(v)!)).toBe(true);
        }
        solver.pop();
      }
      solver.dispose();
    }),
    { numRuns: runs },
  );
}, 120_000);

test('push, pop, assumptions and cores', () => {
  const store = new TermStore();
  const [p, q] = [store.variable('p', BOOL), store.variable('q', BOOL)];
  const x = store.variable('x', bv(32));
  const solver = z3Factory(api, store).create();
  solver.assert(store.implies(p, store.ult(x, store.bv(32, 10))));
  const big = store.ult(store.bv(32, 20), x);
  expect(solver.check([q, p, big])).toBe('unsat');
  expect([...solver.core()].sort()).toEqual([p, big].sort());
  solver.push();
  solver.assert(store.eq(x, store.bv(32, 3)));
  expect(solver.check([big])).toBe('unsat');
  expect(solver.core()).toEqual([big]);
  expect(solver.check([p])).toBe('sat');
  expect(solver.value(x)).toBe(3n);
  expect(solver.value(store.add(x, x))).toBe(6n);
  solver.pop();
  expect(solver.check([big])).toBe('sat');
  expect(solver.value(x)).toBeGreaterThan(20n);
  expect(solver.check([store.false, p])).toBe('unsat');
  expect(solver.core()).toEqual([store.false]);
  expect(() => solver.pop()).toThrow('pop');
  expect(() => solver.value(x)).toThrow('not sat');
  solver.dispose();
  expect(() => solver.check()).toThrow('disposed');
});

test('values of every sort; arrays and floats may come late', () => {
  const store = new TermStore();
  const wide = store.variable('wide', bv(512));
  const solver = z3Factory(api, store).create();
  solver.assert(store.eq(store.extract(wide, 511, 500), store.bv(12, 0xabc)));
  solver.push();
  const big = store.ult(wide, store.bv(512, 1n << 300n));
  expect(solver.check([big])).toBe('unsat');
  expect(solver.core()).toEqual([big]);
  const array = store.variable('array', { kind: 'array', index: bv(64), element: bv(70) });
  const index = store.variable('index', bv(64));
  solver.assert(store.eq(store.select(array, index), store.bv(70, (1n << 69n) + 5n)));
  solver.assert(store.eq(store.select(array, store.bv(64, 1)), store.bv(70, 9)));
  const format = { exponentBits: 8, precision: 24 };
  const float = store.variable('float', { kind: 'float', ...format });
  solver.assert(store.fpEq(store.fpAdd('RNE', float, float), store.fpFromSigned('RNE', store.bv(8, 0xfd), format)));
  expect(solver.check([big])).toBe('unsat');
  expect(solver.check()).toBe('sat');
  expect((solver.value(wide) as bigint) >> 500n).toBe(0xabcn);
  expect(solver.value(float)).toBe(0xbfc00000n);
  const value = solver.value(array) as Extract<ModelValue, object>;
  expect(value.entries.get(solver.value(index) as bigint) ?? value.default).toBe((1n << 69n) + 5n);
  expect(value.entries.get(1n) ?? value.default).toBe(9n);
  solver.pop();
  expect(solver.check([store.not(big)])).toBe('sat');
  solver.dispose();
});

test('a time limit ends a hard check, and the solver goes on', () => {
  const store = new TermStore();
  const [x, y] = [store.variable('x', bv(64)), store.variable('y', bv(64))];
  const solver = z3Factory(api, store).create();
  const small = store.bv(64, 2_000_000_000);
  solver.assert(
    store.andAll([
      store.ult(x, small),
      store.ult(y, small),
      store.ult(store.bv(64, 1), x),
      store.ult(store.bv(64, 1), y),
    ]),
  );
  const factors = store.eq(store.mul(x, y), store.bv(64, 1_000_000_016_000_000_063n));
  const start = performance.now();
  expect(solver.check([factors], { milliseconds: 300 })).toBe('unknown');
  expect(performance.now() - start).toBeLessThan(5000);
  expect(solver.reasonUnknown()).not.toBe('');
  expect(() => solver.value(x)).toThrow();
  expect(solver.check([store.eq(x, store.bv(64, 7))])).toBe('sat');
  expect(solver.check([], { milliseconds: 0 })).toBe('unknown');
  solver.dispose();
});

test('thousands of checks do not pile up memory, and deep terms are no matter', () => {
  const store = new TermStore();
  const [x, y] = [store.variable('x', bv(32)), store.variable('y', bv(32))];
  const solver = z3Factory(api, store).create();
  solver.assert(store.ult(x, store.bv(32, 1000)));
  const ask = (n: number): void => {
    for (let i = 0; i < n; i++) {
      solver.push();
      solver.assert(store.ult(store.bv(32, i % 50), store.bvAnd(x, y)));
      expect(solver.check([store.ult(y, store.bv(32, 5000 + (i % 50)))])).toBe('sat');
      solver.value(y);
      solver.pop();
    }
  };
  ask(200);
  const before = api.bytes();
  ask(400);
  expect(api.bytes() - before).toBeLessThan(8 << 20);
  const flags = [0, 1, 2, 3, 4, 5, 6].map((i) => store.variable(`p${i}`, BOOL));
  let deep = flags[0];
  for (let i = 1; i < 10_000; i++)
    deep = store.ite(flags[i % 7], store.xor(deep, flags[(i * 3) % 7]), store.and(deep, flags[(i * 5) % 7]));
  expect(solver.check([...flags.slice(1), deep])).not.toBe('unknown');
  solver.dispose();
});

test('a trap poisons the instance', () => {
  const store = new TermStore();
  const broken = new Z3Api(api.z3, new Uint8Array());
  expect(() =>
    broken.guard(() => {
      throw new Error('memory access out of bounds');
    }),
  ).toThrow('Z3 trapped');
  expect(() => z3Factory(broken, store).create()).toThrow('Z3 is unusable');
});
