import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNBOUNDED, Zone } from '../../../../src/system/analysis/zone.ts';

/** Points of three variables, x_0 being 0. */
const POINTS: (readonly number[])[] = [];
for (let x = -4; x <= 4; x++) for (let y = -4; y <= 4; y++) POINTS.push([0, x, y]);

const bound = fc.option(fc.integer({ min: -5, max: 5 }), { nil: UNBOUNDED, freq: 3 });
const zone = fc.array(bound, { minLength: 9, maxLength: 9 }).map(
  (b) =>
    new Zone(
      3,
      Float64Array.from(b, (c, i) => (i % 4 === 0 ? 0 : c)),
    ),
);

function contains(z: Zone, p: readonly number[]): boolean {
  return p.every((x, i) => p.every((y, j) => x - y <= z.at(i, j)));
}

const points = (z: Zone | null): (readonly number[])[] => (z === null ? [] : POINTS.filter((p) => contains(z, p)));

describe('zones', () => {
  test('keep their points when closed, and lose those that a further bound excludes', () => {
    fc.assert(
      fc.property(zone, fc.nat(2), fc.nat(2), fc.integer({ min: -5, max: 5 }), (z, i, j, c) => {
        expect(points(z.closed())).toEqual(points(z));
        fc.pre(i !== j);
        expect(points(z.closed([[i, j, c]]))).toEqual(points(z).filter((p) => p[i] - p[j] <= c));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('are told to be empty', () => {
    const all = Zone.all(3);
    expect(
      all.closed([
        [1, 2, -1],
        [2, 1, 0],
      ]),
    ).toBeNull();
    expect(
      all
        .closed([
          [1, 2, -1],
          [2, 0, 3],
        ])
        ?.at(1, 0),
    ).toBe(2);
  });

  test('join and widen to what contains both, and end', () => {
    fc.assert(
      fc.property(zone, fc.array(zone, { minLength: 1, maxLength: 20 }), (first, others) => {
        let z = first;
        let changes = 0;
        for (const other of others) {
          const joined = z.join(other);
          expect([...points(z), ...points(other)].every((p) => contains(joined, p))).toBe(true);
          const widened = z.widen(other);
          expect([...points(z), ...points(other)].every((p) => contains(widened, p))).toBe(true);
          if (widened !== z) changes += 1;
          z = widened;
        }
        expect(z.join(z)).toBe(z);
        // Six bounds, each of which stops at most three times before it is given up.
        expect(changes).toBeLessThanOrEqual(24);
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});
