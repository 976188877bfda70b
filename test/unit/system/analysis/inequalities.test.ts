import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined, projected, type Said, type Sum, sum } from '../../../../src/system/analysis/inequalities.ts';

/** Points of four columns. */
const COLUMNS = [0, 1, 2, 3];
const VALUES = [-3n, -2n, -1n, 0n, 1n, 2n, 3n];
const POINTS = COLUMNS.reduce<readonly bigint[][]>((all) => all.flatMap((p) => VALUES.map((x) => [...p, x])), [[]]);

const small = fc.bigInt({ min: -3n, max: 3n });
const linear = fc
  .tuple(fc.array(small, { minLength: 4, maxLength: 4 }), small)
  .map(([parts, constant]) => sum(parts.entries(), constant));
const said: fc.Arbitrary<Said> = fc.record({
  zero: fc.array(linear, { maxLength: 2 }),
  least: fc.array(linear, { maxLength: 4 }),
});

function at({ parts, constant }: Sum, point: readonly bigint[]): bigint {
  return [...parts].reduce((all, [column, c]) => all + c * point[column], constant);
}

function holds({ zero, least }: Said, point: readonly bigint[]): boolean {
  return zero.every((e) => at(e, point) === 0n) && least.every((e) => at(e, point) >= 0n);
}

test('what is said of the columns that are kept holds wherever the whole does', () => {
  fc.assert(
    fc.property(said, fc.subarray(COLUMNS), (all, kept) => {
      const result = projected(all, (column) => kept.includes(column));
      for (const { parts } of [...result.zero, ...result.least])
        expect([...parts.keys()].every((column) => kept.includes(column))).toBe(true);
      for (const point of POINTS) if (holds(all, point)) expect(holds(result, point)).toBe(true);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('what both say holds of the points of either', () => {
  fc.assert(
    fc.property(said, said, (a, b) => {
      const both = joined(a, b);
      for (const point of POINTS) if (holds(a, point) || holds(b, point)) expect(holds(both, point)).toBe(true);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('a number of turns is eliminated, and bounds of both systems are kept', () => {
  const [k, j, n, turns] = COLUMNS;
  const turned: Said = {
    zero: [
      sum([
        [j, 1n],
        [turns, -1n],
      ]),
    ],
    least: [
      sum([[turns, 1n]]),
      sum([
        [k, 1n],
        [turns, 1n],
        [n, -1n],
      ]),
    ],
  };
  const after = projected(turned, (column) => column !== turns);
  expect(after.least).toContainEqual(
    sum([
      [k, 1n],
      [n, -1n],
      [j, 1n],
    ]),
  );
  expect(after.least).toContainEqual(sum([[j, 1n]]));
  const other: Said = { zero: [sum([[j, 1n]], -4n)], least: [sum([[k, 1n]])] };
  expect(joined(after, other)).toEqual({ zero: [], least: [sum([[j, 1n]])] });
});
