import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartitionedFormula } from '../../../../src/smt/bits/partitioned.ts';
import { BitSolver } from '../../../../src/smt/bits/solver.ts';
import type { Term } from '../../../../src/smt/builder.ts';
import { checkProof } from '../../../../src/smt/sat/check-proof.ts';
import { createSatSolver } from '../../../../src/smt/sat/solver.ts';
import type { ResolutionProof } from '../../../../src/smt/sat/types.ts';
import type { ModelValue } from '../../../../src/smt/solver.ts';
import { BOOL, type Sort } from '../../../../src/smt/sort.ts';
import { TermStore } from '../../../../src/smt/store.ts';
import { freeVariables } from '../../../../src/smt/traverse.ts';
import { build, recipe } from '../random-terms.ts';

const bv = (width: number): Sort => ({ kind: 'bv', width });
const runs = Number(process.env.LEMMATA_RUNS ?? 40);

/** The literal of a SAT variable as a term. */
function bitTerm(store: TermStore, formula: PartitionedFormula, literal: number): Term {
  const origin = formula.origin(literal >> 1);
  if (origin === null) throw new Error(`SAT variable ${literal >> 1} stands for nothing that parts share`);
  const { variable, bit } = origin;
  const t = store.sort(variable).kind === 'bool' ? variable : store.eq(store.extract(variable, bit, bit), store.bv(1, 1));
  return (literal & 1) === 1 ? store.not(t) : t;
}

/** McMillan's interpolant (CAV 2003) between the parts below `cut` and the others. */
function interpolant(store: TermStore, formula: PartitionedFormula, proof: ResolutionProof, cut: number): Term {
  const { leafCount, leafStarts, leafLiterals, leafParts, chainStarts, chains, root } = proof;
  const occursIn = new Map<number, number>();
  for (let i = 0; i < leafCount; i++) {
    for (const x of leafLiterals.subarray(leafStarts[i], leafStarts[i + 1])) {
      occursIn.set(x >> 1, (occursIn.get(x >> 1) ?? 0) | (leafParts[i] < cut ? 1 : 2));
    }
  }
  const partial: Term[] = [];
  for (let i = 0; i < leafCount; i++) {
    const shared = [...leafLiterals.subarray(leafStarts[i], leafStarts[i + 1])].filter((x) => occursIn.get(x >> 1) === 3);
    partial.push(leafParts[i] < cut ? store.orAll(shared.map((x) => bitTerm(store, formula, x))) : store.true);
  }
  for (let j = 0; j + 1 < chainStarts.length; j++) {
    let t = partial[chains[chainStarts[j]]];
    for (let at = chainStarts[j] + 1; at < chainStarts[j + 1]; at += 2) {
      const other = partial[chains[at + 1]];
      t = occursIn.get(chains[at]) === 1 ? store.or(t, other) : store.and(t, other);
    }
    partial.push(t);
  }
  return partial[root];
}

/** Checks that the formula is unsatisfiable and what its proof gives at each cut. */
function expectInterpolants(store: TermStore, parts: readonly (readonly Term[])[]): void {
  const sat = createSatSolver({ proof: true });
  const formula = new PartitionedFormula(store, sat);
  parts.forEach((terms, part) => {
    for (const t of terms) formula.assert(part, t);
  });
  expect(formula.check()).toBe('unsat');
  const proof = sat.proof();
  expect(checkProof(proof)).toEqual({ valid: true, clause: [] });
  const solver = new BitSolver(store, { sat: createSatSolver });
  for (let cut = 1; cut < parts.length; cut++) {
    const [before, after] = [parts.slice(0, cut).flat(), parts.slice(cut).flat()];
    const t = interpolant(store, formula, proof, cut);
    const common = new Set(freeVariables(store, before).filter((v) => freeVariables(store, after).includes(v)));
    for (const v of freeVariables(store, [t])) expect(common.has(v), `${store.name(v)} is shared`).toBe(true);
    expect(solver.check([...before, store.not(t)])).toBe('unsat');
    expect(solver.check([t, ...after])).toBe('unsat');
  }
}

function mentionsArray(store: TermStore, t: Term): boolean {
  return freeVariables(store, [t]).some((v) => store.sort(v).kind === 'array');
}

test('proofs of random partitions give interpolants', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const values: Term[] = [];
      for (const [v, value] of assignment) {
        if (typeof value === 'boolean') values.push(value ? v : store.not(v));
        else if (typeof value === 'bigint') values.push(store.eq(v, store.bv(store.width(v), value)));
      }
      const wrong = all
        .filter(({ term, width }) => width >= 0 && !mentionsArray(store, term))
        .map(({ term, value }) =>
          store.not(store.eq(term, typeof value === 'boolean' ? store.bool(value) : store.bv(store.width(term), value as bigint))),
        );
      // The same terms in all parts: the last one follows from the first two.
      expectInterpolants(store, [values.slice(0, 3), [store.orAll(wrong), ...values.slice(2, 4)], values]);
    }),
    { numRuns: runs },
  );
}, 120_000);

test('steps of a counter, cut between any two', () => {
  const store = new TermStore();
  const [x, y] = [0, 1].map((n) => [0, 1, 2, 3, 4].map((k) => store.variable(`${n}@${k}`, bv(16))));
  const first = [store.eq(x[0], store.bv(16, 0)), store.eq(y[0], store.bv(16, 0))];
  const steps = [0, 1, 2, 3].map((k) => [
    store.eq(x[k + 1], store.add(x[k], store.bv(16, 2))),
    store.eq(y[k + 1], store.add(y[k], store.bv(16, 2))),
  ]);
  expectInterpolants(store, [first, ...steps, [store.not(store.eq(x[4], y[4]))]]);
  expectInterpolants(store, [first, ...steps, [store.eq(store.extract(x[4], 0, 0), store.bv(1, 1))]]);
});

test('equal state bits are different SAT variables, the same in all parts', () => {
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, bv(8)));
  const sat = createSatSolver();
  const formula = new PartitionedFormula(store, sat);
  formula.assert(0, store.eq(x, y));
  formula.assert(1, store.not(store.eq(x, y)));
  const bits = new Set<string>();
  for (let v = 0; v < sat.statistics.variables; v++) {
    const origin = formula.origin(v);
    if (origin === null) continue;
    const key = `${store.name(origin.variable)}${origin.bit}`;
    expect(bits.has(key)).toBe(false);
    bits.add(key);
  }
  expect(bits.size).toBe(16);
  expect(formula.check()).toBe('unsat');
});

test('arrays stay in their part, predicates of them are shared', () => {
  const store = new TermStore();
  const sort = { kind: 'array', index: bv(32), element: bv(8) } as const;
  const [a, b] = ['a', 'b'].map((name) => store.variable(name, sort));
  const [i, j, k] = ['i', 'j', 'k'].map((name) => store.variable(name, bv(32)));
  const holds = store.variable('holds', BOOL);
  const five = store.bv(8, 5);
  const left = [store.eq(b, store.store(a, i, five)), store.eq(i, j), store.eq(holds, store.eq(store.select(b, j), five))];
  expectInterpolants(store, [left, [store.not(holds), store.eq(k, j)]]);
  const sat = createSatSolver({ proof: true });
  const formula = new PartitionedFormula(store, sat);
  for (const t of left) formula.assert(0, t);
  formula.assert(1, holds);
  expect(formula.check()).toBe('sat');
  expect(formula.value(store.select(b, i))).toBe(5n);
  expect(formula.value(store.eq(b, store.store(a, j, five)))).toBe(true);
  expect(() => formula.assert(1, store.eq(store.select(a, k), five))).toThrow('array a is in parts 0 and 1');
});

test('models, budgets and floats without circuits', () => {
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, bv(32)));
  const formula = new PartitionedFormula(store, createSatSolver());
  formula.assert(0, store.eq(store.extract(x, 3, 0), store.bv(4, 9)));
  formula.assert(2, store.eq(store.add(x, y), store.bv(32, 100)));
  expect(formula.check()).toBe('sat');
  const value = (t: Term): ModelValue => formula.value(t);
  expect(((value(x) as bigint) + (value(y) as bigint)) & 0xffffffffn).toBe(100n);
  expect((value(x) as bigint) & 15n).toBe(9n);
  formula.assert(1, store.eq(store.mul(x, y), store.bv(32, 0x12345673)));
  formula.assert(1, store.ult(store.bv(32, 1000), x));
  formula.assert(1, store.ult(store.bv(32, 1000), y));
  expect(formula.check({ conflicts: 3 })).toBe('unknown');
  expect(formula.reasonUnknown()).toContain('limit');
  expect(() => formula.value(x)).toThrow('not sat');
  formula.assert(3, store.fpIsNan(store.fpFromBits(x, { exponentBits: 8, precision: 24 })));
  expect(formula.check()).toBe('unknown');
  expect(formula.reasonUnknown()).toBe('floating point');
});
