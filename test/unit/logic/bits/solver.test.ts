import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { BitSolver, type BitSolverOptions } from '../../../../src/logic/bits/solver.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { BOOL, type Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../../../../src/logic/z3/index.ts';
import { build, recipe } from '../terms/random-terms.ts';

const bv = (width: number): Sort => ({ kind: 'bv', width });
const arrays = (index: number, element: number): Sort => ({ kind: 'array', index: bv(index), element: bv(element) });
const runs = Number(process.env.LEMMATA_RUNS ?? 40);
let api: Z3Api;

beforeEach(async () => {
  api = await loadZ3();
});

function solverOf(store: TermStore, options: Partial<BitSolverOptions> = {}): BitSolver {
  return new BitSolver(store, { sat: createSatSolver, evaluateModels: true, ...options });
}

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

test.each([false, true])(
  'random terms have the values that evaluation gives (clauses by polarity: %s)',
  (polarity) => {
    fc.assert(
      fc.property(recipe, (r) => {
        const store = new TermStore();
        const { all, assignment } = build(store, r);
        const solver = solverOf(store, { polarity });
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
        expect(solver.check([store.orAll(wrong)])).toBe('unsat');
        expect(solver.check()).toBe('sat');
      }),
      { numRuns: runs },
    );
  },
  120_000,
);

test.each([false, true])(
  'answers are those of Z3, and models hold (clauses by polarity: %s)',
  (polarity) => {
    const counts = { sat: 0, unsat: 0 };
    fc.assert(
      fc.property(recipe, (r) => {
        const store = new TermStore();
        const { all } = build(store, r);
        const bits = solverOf(store, { polarity });
        const z3 = z3Factory(api, store).create();
        const goals = all.filter(({ width, term }) => width === 0 && !store.isConst(term)).slice(-4);
        goals.forEach(({ term }, i) => {
          const t = i % 2 === 0 ? term : store.not(term);
          bits.push();
          z3.push();
          bits.assert(t);
          z3.assert(t);
          const answer = bits.check([], { milliseconds: 3000 });
          const expected = z3.check([], { milliseconds: 3000 });
          if (answer === 'unknown' || expected === 'unknown') return;
          expect(answer).toBe(expected);
          counts[answer]++;
          if (answer === 'sat') {
            const values = new Map(freeVariables(store, [t]).map((v) => [v, bits.value(v)]));
            expect(evaluate(store, t, (v) => values.get(v)!)).toBe(true);
          }
          if (i % 2 === 1) {
            bits.pop();
            z3.pop();
          }
        });
        z3.dispose();
      }),
      { numRuns: runs },
    );
    expect(counts.sat).toBeGreaterThan(0);
    expect(counts.unsat).toBeGreaterThan(0);
  },
  240_000,
);

/** What a random formula over arrays is made of; numbers pick from what is there. */
const arrayRecipe = fc.array(fc.tuple(fc.nat(7), fc.nat(99), fc.nat(99), fc.nat(99)), { minLength: 4, maxLength: 30 });

/** Formulas over arrays of equal sorts without constants, so that rewriting leaves the arrays alone. */
function arrayFormula(store: TermStore, sort: Sort & { kind: 'array' }, steps: readonly (readonly number[])[]): Term[] {
  const pool = {
    bools: [store.variable('p', BOOL)],
    indices: [] as Term[],
    elements: [] as Term[],
    arrays: [] as Term[],
  };
  for (const name of ['i', 'j']) pool.indices.push(store.variable(name, sort.index));
  for (const name of ['u', 'v']) pool.elements.push(store.variable(name, sort.element));
  for (const name of ['a', 'b']) pool.arrays.push(store.variable(name, sort));
  const pick = (from: readonly Term[], n: number): Term => from[n % from.length];
  const facts: Term[] = [];
  for (const [kind, x, y, z] of steps) {
    const array = pick(pool.arrays, x);
    switch (kind) {
      case 0:
      case 1:
        pool.arrays.push(store.store(array, pick(pool.indices, y), pick(pool.elements, z)));
        break;
      case 2:
        pool.elements.push(store.select(array, pick(pool.indices, y)));
        break;
      case 3:
        pool.arrays.push(store.ite(pick(pool.bools, z), array, pick(pool.arrays, y)));
        break;
      case 4:
        pool.arrays.push(store.constArray(sort.index, pick(pool.elements, y)));
        break;
      case 5:
        pool.bools.push(store.eq(array, pick(pool.arrays, y)));
        break;
      case 6: {
        const fact =
          z % 2 === 0
            ? store.eq(pick(pool.elements, x), pick(pool.elements, y))
            : store.eq(pick(pool.indices, x), pick(pool.indices, y));
        pool.bools.push(fact);
        break;
      }
      default: {
        const fact = pick(pool.bools, x);
        facts.push(y % 2 === 0 ? fact : store.not(fact));
      }
    }
  }
  return [...facts, ...pool.bools.slice(1).map((b, i) => (i % 2 === 0 ? b : store.not(b)))];
}

test.each([
  [1, 1],
  [2, 8],
  [3, 2],
  [32, 32],
] as const)(
  'arrays of %i-bit indices and %i-bit elements: the answers are those of Z3',
  (index, element) => {
    const counts = { sat: 0, unsat: 0 };
    const sort = { kind: 'array', index: bv(index), element: bv(element) } as const;
    fc.assert(
      fc.property(arrayRecipe, (steps) => {
        const store = new TermStore();
        const facts = arrayFormula(store, sort, steps);
        const bits = solverOf(store);
        const z3 = z3Factory(api, store).create();
        for (const t of facts.slice(0, 6)) {
          bits.assert(t);
          z3.assert(t);
          const expected = z3.check([], { milliseconds: 3000 });
          const answer = bits.check([], { milliseconds: 10_000 });
          if (expected === 'unknown') break;
          expect(answer).toBe(expected);
          counts[expected]++;
          if (expected === 'unsat') break;
        }
        z3.dispose();
      }),
      { numRuns: 4 * runs },
    );
    expect(counts.sat).toBeGreaterThan(0);
    expect(counts.unsat).toBeGreaterThan(0);
  },
  240_000,
);

test('constant arrays that stores cannot make equal', () => {
  for (const width of [1, 2, 32]) {
    const store = new TermStore();
    const sort = bv(width);
    const [e, f] = ['e', 'f'].map((name) => store.variable(name, bv(8)));
    let array = store.constArray(sort, e);
    for (const n of [0, 1]) array = store.store(array, store.variable(`i${n}`, sort), store.variable(`v${n}`, bv(8)));
    const equal = store.eq(array, store.constArray(sort, f));
    const solver = solverOf(store);
    // Two writes cover all indices of one bit, and no more.
    expect(solver.check([equal, store.not(store.eq(e, f))])).toBe(width === 1 ? 'sat' : 'unsat');
    expect(solver.check([equal])).toBe('sat');
  }
});

test('push, pop, assumptions and cores', () => {
  const store = new TermStore();
  const [p, q] = [store.variable('p', BOOL), store.variable('q', BOOL)];
  const x = store.variable('x', bv(32));
  const solver = solverOf(store);
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
  solver.push();
  solver.assert(store.false);
  expect(solver.check()).toBe('unsat');
  expect(solver.core()).toEqual([]);
  solver.pop();
  expect(solver.check([store.true, q])).toBe('sat');
  expect(solver.value(q)).toBe(true);
  solver.assert(store.not(q));
  expect(solver.check([q])).toBe('unsat');
  expect(solver.core()).toEqual([q]);
  solver.dispose();
  expect(() => solver.check()).toThrow('disposed');
});

test('what is too hard is unknown, and the solver goes on', () => {
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, bv(64)));
  const one = store.bv(64, 1);
  // A product of two primes of 31 bits, neither operand 1.
  const factors = store.andAll([
    store.eq(store.mul(x, y), store.bv(64, 2147483647n * 2147483629n)),
    store.ult(one, x),
    store.ult(one, y),
    store.ult(x, store.bv(64, 1n << 32n)),
    store.ult(y, store.bv(64, 1n << 32n)),
  ]);
  const solver = solverOf(store);
  expect(solver.check([factors], { milliseconds: 200 })).toBe('unknown');
  expect(solver.reasonUnknown()).toBe('timeout');
  expect(solver.check([factors], { milliseconds: 0 })).toBe('unknown');
  expect(solver.check([store.eq(x, one)])).toBe('sat');
  const small = solverOf(store, { gates: 2048 });
  expect(small.check([store.ult(x, y)])).toBe('sat');
  expect(small.check([factors])).toBe('unknown');
  expect(small.reasonUnknown()).toContain('gates');
  expect(small.check([store.ult(x, y)])).toBe('sat');
});

test('floats are lowered, and unknown where there are no circuits or none for a comparison', () => {
  const store = new TermStore();
  const format = { exponentBits: 5, precision: 11 };
  const circuits = new Z3FloatCircuits(api);
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'float', ...format }));
  const sum = store.fpAdd('RNE', x, y);
  const query = [store.fpLt(x, y), store.fpEq(sum, store.fpFromSigned('RNE', store.bv(8, 3), format))];
  const solver = solverOf(store, { circuits });
  expect(solver.check(query)).toBe('sat');
  expect(solver.value(store.fpLt(x, y))).toBe(true);
  expect(solver.value(store.fpIsNan(x))).toBe(false);
  expect(solver.check([store.fpLt(x, y), store.fpLt(y, x)])).toBe('unsat');
  const floats = store.variable('floats', { kind: 'array', index: bv(8), element: { kind: 'float', ...format } });
  const read = store.select(floats, store.bv(8, 1));
  // An element is a NaN if and only if it is the one NaN.
  const nan = store.fpDiv(
    'RNE',
    store.float(format, { kind: 'finite', negative: false, significand: 0n, exponent: 0 }),
    store.float(format, { kind: 'finite', negative: false, significand: 0n, exponent: 0 }),
  );
  expect(solver.check([store.fpIsNan(read), store.not(store.eq(read, nan))])).toBe('unsat');
  expect(solver.check([store.fpIsNan(read)])).toBe('sat');
  expect(solver.value(read)).toBe(store.constValue(nan));
  const other = store.variable('others', store.sort(floats));
  expect(solver.check([store.eq(floats, other)])).toBe('unknown');
  expect(solver.reasonUnknown()).toContain('arrays of floats');
  const plain = solverOf(store);
  expect(plain.check(query)).toBe('unknown');
  expect(plain.reasonUnknown()).toBe('floating point');
});

test('arrays of arrays are unknown', () => {
  const store = new TermStore();
  const nested = store.variable('nested', { kind: 'array', index: bv(4), element: arrays(4, 8) });
  const solver = solverOf(store);
  expect(
    solver.check([store.eq(store.select(store.select(nested, store.bv(4, 1)), store.bv(4, 2)), store.bv(8, 3))]),
  ).toBe('unknown');
  expect(solver.reasonUnknown()).toBe('array of arrays');
});

test('long chains of writes, read once and often', () => {
  const store = new TermStore();
  const a = store.variable('a', arrays(32, 32));
  let written = a;
  for (let n = 0; n < 150; n++) {
    const at = store.variable(`i${n}`, bv(32));
    written = store.make(Op.STORE, store.sortId(a), written, at, at);
  }
  const solver = solverOf(store);
  const j = store.variable('j', bv(32));
  const read = store.select(written, j);
  const hit = store.eq(read, j);
  // An index that was written to holds itself, whichever write it was.
  expect(solver.check([store.eq(j, store.variable('i7', bv(32))), store.not(hit)])).toBe('unsat');
  expect(solver.check([store.not(hit)])).toBe('sat');
  expect(solver.value(store.eq(read, store.select(a, j)))).toBe(true);
});

describe('reads of tables of constants', () => {
  /** Sparse, with some entries written twice. */
  function tableOf(
    store: TermStore,
    base: Term,
    size: number,
  ): { readonly table: Term; readonly last: Map<number, number> } {
    const last = new Map<number, number>();
    let table = base;
    for (let n = 0; n < size + size / 4; n++) {
      const at = ((n % size) * 37) % 4096;
      const element = (n * 11) % 64;
      table = store.make(Op.STORE, store.sortId(base), table, store.bv(12, at), store.bv(8, element));
      last.set(at, element);
    }
    return { table, last };
  }

  test('all elements are found, and no others', () => {
    const store = new TermStore();
    const { table, last } = tableOf(store, store.constArray(bv(12), store.bv(8, 200)), 100);
    const solver = solverOf(store);
    const read = store.select(table, store.variable('i', bv(12)));
    const found = new Set<bigint>();
    while (solver.check() === 'sat') {
      const value = solver.value(read) as bigint;
      expect(found.has(value)).toBe(false);
      found.add(value);
      solver.assert(store.not(store.eq(read, store.bv(8, value))));
    }
    expect(found).toEqual(new Set([...last.values(), 200].map(BigInt)));
  });

  test('at other indices, they have the elements of the array below', () => {
    const store = new TermStore();
    const below = store.variable('a', { kind: 'array', index: bv(12), element: bv(8) });
    const { table, last } = tableOf(store, below, 100);
    const i = store.variable('i', bv(12));
    const solver = solverOf(store);
    solver.assert(store.not(store.eq(store.select(table, i), store.select(below, i))));
    solver.assert(store.ult(store.bv(8, 63), store.select(table, i)));
    expect(solver.check()).toBe('unsat');
    const other = solverOf(store);
    for (const at of last.keys()) other.assert(store.not(store.eq(i, store.bv(12, at))));
    other.assert(store.not(store.ult(store.select(table, i), store.bv(8, 64))));
    expect(other.check()).toBe('sat');
    expect(last.has(Number(other.value(i)))).toBe(false);
  });

  test('gates are linear in the size of the table, and lemmas are few', () => {
    const [small, large] = [500, 2000].map((size) => {
      const store = new TermStore();
      const { table } = tableOf(store, store.constArray(bv(12), store.bv(8, 7)), size);
      const solver = solverOf(store);
      expect(solver.check([store.ult(store.bv(8, 63), store.select(table, store.variable('i', bv(12))))])).toBe(
        'unsat',
      );
      return solver.statistics;
    });
    expect(large.gates).toBeLessThan(5 * small.gates);
    expect(large.lemmas).toBeLessThan(12);
  });
});
