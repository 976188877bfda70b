import { expect, test } from 'vitest';
import { Evaluator } from '../../../src/smt/evaluate.ts';
import { HornEvaluator, type HornProblem, type HornTerm, lessThan, number, sum, TRUTH } from '../../../src/smt/horn.ts';
import { TermStore } from '../../../src/smt/store.ts';
import { loadZ3, z3Horn } from '../../../src/smt/z3/index.ts';

const x: HornTerm = { kind: 'variable', index: 0 };
const y: HornTerm = { kind: 'variable', index: 1 };

/** x = y = 0; while (*) { x++; y += step; } then the two change places; error if x < y. */
function together(step: bigint): HornProblem {
  return {
    relations: [
      ['int', 'int'],
      ['int', 'int'],
    ],
    clauses: [
      { variables: [], from: null, body: TRUTH, to: { relation: 0, args: [number(0n), number(0n)] } },
      {
        variables: ['int', 'int'],
        from: { relation: 0, args: [x, y] },
        body: TRUTH,
        to: { relation: 0, args: [sum([{ factor: 1n, of: x }], 1n), sum([{ factor: 1n, of: y }], step)] },
      },
      { variables: ['int', 'int'], from: { relation: 0, args: [x, y] }, body: TRUTH, to: { relation: 1, args: [y, x] } },
      { variables: ['int', 'int'], from: { relation: 1, args: [x, y] }, body: lessThan(x, y), to: null },
    ],
  };
}

/** The truth of a formula for values of its variables. */
function holds(formula: HornTerm, values: readonly bigint[]): boolean {
  return new HornEvaluator((index) => values[index]).value(formula) === 1n;
}

test('a solution holds in what is reachable at each location, and excludes the error', async () => {
  const answer = z3Horn(await loadZ3(), 0).solve(together(1n), 10_000);
  if (answer.kind !== 'solved') throw new Error(answer.kind);
  for (let i = 0n; i < 5n; i += 1n) {
    for (const formula of answer.formulas) expect(holds(formula, [i, i])).toBe(true);
    expect(holds(answer.formulas[1], [i, i + 1n])).toBe(false);
  }
}, 120_000);

test('clauses without a solution are refuted', async () => {
  const horn = z3Horn(await loadZ3(), 0);
  expect(horn.solve(together(2n), 10_000).kind).toBe('solved');
  expect(horn.solve(together(0n), 10_000)).toEqual({ kind: 'refuted' });
}, 120_000);

test('a search without end is ended by its limit, and the solver goes on', async () => {
  const horn = z3Horn(await loadZ3(), 0);
  const twice = (constant: bigint): HornTerm => sum([{ factor: 2n, of: x }], constant);
  /** x = 1; while (*) x is rotated as 8 bits; error if x = 3. */
  const rotation: HornProblem = {
    relations: [['int']],
    clauses: [
      { variables: [], from: null, body: TRUTH, to: { relation: 0, args: [number(1n)] } },
      {
        variables: ['int'],
        from: { relation: 0, args: [x] },
        body: TRUTH,
        to: { relation: 0, args: [{ kind: 'ite', condition: lessThan(x, number(128n)), yes: twice(0n), no: twice(-255n) }] },
      },
      { variables: ['int'], from: { relation: 0, args: [x] }, body: { kind: 'equal', a: x, b: number(3n) }, to: null },
    ],
  };
  const start = performance.now();
  expect(horn.solve(rotation, 300).kind).toBe('unknown');
  expect(performance.now() - start).toBeLessThan(30_000);
  expect(horn.solve(together(1n), 20_000).kind).toBe('solved');
}, 120_000);

test('clauses over bit-vectors are solved with their wrap-around', async () => {
  const horn = z3Horn(await loadZ3(), 0);
  const terms = new TermStore();
  const x = terms.variable('x', { kind: 'bv', width: 4 });
  const number = (value: number) => terms.bv(4, value);
  /** x = 1; while (*) x += 6; error if x is the value. */
  const reaching = (value: number) =>
    horn.solveTerms(
      terms,
      {
        relations: [[x]],
        clauses: [
          { from: null, body: terms.true, to: { relation: 0, args: [number(1)] } },
          { from: { relation: 0, args: [x] }, body: terms.true, to: { relation: 0, args: [terms.add(x, number(6))] } },
          { from: { relation: 0, args: [x] }, body: terms.eq(x, number(value)), to: null },
        ],
      },
      30_000,
    );
  // 1, 7, 13, 19.
  expect(reaching(3)).toEqual({ kind: 'refuted' });
  const answer = reaching(4);
  if (answer.kind !== 'solved') throw new Error(answer.kind);
  const says = (value: bigint) => new Evaluator(terms, () => value).value(answer.formulas[0]);
  for (let value = 1n; value < 16n; value += 2n) expect(says(value)).toBe(true);
  expect(says(4n)).toBe(false);
}, 120_000);
