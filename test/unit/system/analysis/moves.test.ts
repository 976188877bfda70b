import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullValue, type Value, valueAmong } from '../../../../src/logic/domains/value.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { moves } from '../../../../src/system/analysis/moves.ts';

const WIDTH = 4;
const ALL = 2 ** WIDTH;

const number = (x: bigint, width: number, signed: boolean): bigint => (signed ? BigInt.asIntN(width, x) : x);

test('a sum moves a variable between the bounds', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.record({
        xs: fc.uniqueArray(fc.nat(ALL - 1), { minLength: 1, maxLength: 6 }),
        ys: fc.uniqueArray(fc.nat(ALL - 1), { minLength: 1, maxLength: 4 }),
        factor: fc.constantFrom(0, 1, 2, ALL - 1),
        constant: fc.nat(ALL - 1),
        signed: fc.boolean(),
      }),
      ({ xs, ys, factor, constant, signed }) => {
        const terms = new TermStore();
        const [x, y] = ['x', 'y'].map((name) => terms.variable(name, { kind: 'bv', width: WIDTH }));
        const among = (values: readonly number[]): Value =>
          valueAmong(
            WIDTH,
            values.map(BigInt).sort((a, b) => Number(a - b)),
          ) ?? fullValue(WIDTH);
        const sum = terms.add(x, terms.add(terms.mul(terms.bv(WIDTH, factor), y), terms.bv(WIDTH, constant)));
        const value = (t: Term): Value | null => {
          if (t === x) return among(xs);
          if (t === y) return among(ys);
          return null;
        };
        const move = moves(terms, x, sum, signed, value);
        if (move === null) return;
        found += 1;
        for (const a of xs)
          for (const b of ys) {
            const given = (t: Term): bigint => (t === x ? BigInt(a) : BigInt(b));
            const [before, after] = [x, sum].map((t) => number(evaluate(terms, t, given) as bigint, WIDTH, signed));
            expect(after - before >= move.least && after - before <= move.most).toBe(true);
          }
      },
    ),
    { numRuns: 400 },
  );
  expect(found).toBeGreaterThan(100);
});
