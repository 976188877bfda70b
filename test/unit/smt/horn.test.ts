import { expect, test } from 'vitest';
import { foldHorn, type HornProblem, type HornTerm, lessThan, number, sum, TRUTH } from '../../../src/smt/horn.ts';
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

/** The truth of a linear formula for values of its variables. */
function holds(formula: HornTerm, values: readonly bigint[]): boolean {
  return (
    foldHorn<bigint>(formula, new Map(), (t, below) => {
      switch (t.kind) {
        case 'truth':
          return t.value ? 1n : 0n;
        case 'number':
          return t.value;
        case 'variable':
          return values[t.index];
        case 'not':
          return 1n - below[0];
        case 'and':
          return below.every((b) => b === 1n) ? 1n : 0n;
        case 'or':
          return below.some((b) => b === 1n) ? 1n : 0n;
        case 'equal':
          return below[0] === below[1] ? 1n : 0n;
        case 'at-most':
          return below[0] <= below[1] ? 1n : 0n;
        case 'sum':
          return t.parts.reduce((total, { factor }, i) => total + factor * below[i], t.constant);
        default:
          throw new Error(`no ${t.kind} is expected here`);
      }
    }) === 1n
  );
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
