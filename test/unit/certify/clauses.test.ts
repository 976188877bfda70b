import { expect, test } from 'vitest';
import { Clauses, GateTable, NO, NO_GATE, YES } from '../../../src/certify/proof/refuters/plain/clauses.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Literal } from '../../../src/logic/sat/types.ts';

const GATES: readonly (readonly [
  string,
  (c: Clauses, x: Literal, y: Literal, z: Literal) => Literal,
  (x: boolean, y: boolean, z: boolean) => boolean,
])[] = [
  ['and', (c, x, y) => c.and(x, y), (x, y) => x && y],
  ['or', (c, x, y) => c.or(x, y), (x, y) => x || y],
  ['xor', (c, x, y) => c.xor(x, y), (x, y) => x !== y],
  ['choose', (c, x, y, z) => c.choose(x, y, z), (x, y, z) => (x ? y : z)],
  ['majority', (c, x, y, z) => c.majority(x, y, z), (x, y, z) => Number(x) + Number(y) + Number(z) >= 2],
];

test.each(GATES)('%s of all operands, constant, equal and opposite ones among them', (_, gate, meaning) => {
  const sat = createSatSolver();
  const clauses = new Clauses(sat, 100_000);
  const variables = [clauses.variable(), clauses.variable(), clauses.variable()];
  const literals = [YES, NO, ...variables.flatMap((v) => [v, v ^ 1])];
  for (const x of literals) {
    for (const y of literals) {
      for (const z of literals) {
        const output = gate(clauses, x, y, z);
        expect(gate(clauses, x, y, z)).toBe(output);
        for (let values = 0; values < 8; values++) {
          const assigned = variables.map((v, i) => v ^ ((values >> i) & 1));
          const holds = (literal: Literal): boolean => literal === YES || assigned.includes(literal);
          const right = meaning(holds(x), holds(y), holds(z)) ? output : output ^ 1;
          expect(sat.solve([...assigned, right ^ 1])).toBe('unsat');
          expect(sat.solve([...assigned, right])).toBe('sat');
        }
      }
    }
  }
});

test('gates that are equal but for the order or the signs of their operands are made once', () => {
  const clauses = new Clauses(createSatSolver(), 100_000);
  const [x, y, z] = [clauses.variable(), clauses.variable(), clauses.variable()];
  expect(clauses.and(y, x)).toBe(clauses.and(x, y));
  expect(clauses.xor(y ^ 1, x)).toBe(clauses.xor(x, y) ^ 1);
  expect(clauses.choose(x ^ 1, y, z)).toBe(clauses.choose(x, z, y));
  expect(clauses.majority(z, x, y)).toBe(clauses.majority(x, y, z));
});

test('clauses are known by their number', () => {
  const clauses = new Clauses(createSatSolver(), 100_000);
  const added = Array.from({ length: 5000 }, () =>
    [clauses.variable(), clauses.variable(), NO].slice(0, 1 + (clauses.variable() % 3)),
  );
  for (const clause of added) clauses.add(...clause);
  expect(added.map((_, i) => [...(clauses.at(i + 1) ?? [])])).toEqual(added);
  expect(clauses.at(0)).toEqual(Int32Array.of(YES));
  for (const number of [-1, 5001, Number.NaN]) expect(clauses.at(number)).toBeNull();
});

test('a table of gates finds what was put in, and nothing else', () => {
  const table = new GateTable();
  const keys = Array.from({ length: 20_000 }, (_, i) => [i % 4, i >> 2, (i * 7) % 1000, (i * i) % 97] as const);
  keys.forEach(([kind, a, b, c], i) => {
    table.set(kind, a, b, c, i);
  });
  expect(keys.every(([kind, a, b, c], i) => table.get(kind, a, b, c) === i)).toBe(true);
  expect(keys.some(([kind, a, b, c]) => table.get(kind, a, b, c + 97) !== NO_GATE)).toBe(false);
});
