import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullValue, valueAmong } from '../../../../src/logic/domains/value.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { dualCone, product, type Vector } from '../../../../src/system/analysis/dual-cone.ts';
import { inequality } from '../../../../src/system/analysis/inequality.ts';

/** All vectors of a size with elements from -2 to 2. */
function grid(size: number): Vector[] {
  let all: Vector[] = [[]];
  for (let i = 0; i < size; i++) all = all.flatMap((v) => [-2n, -1n, 0n, 1n, 2n].map((x) => [...v, x]));
  return all;
}

const element = fc.integer({ min: -3, max: 3 }).map(BigInt);

test('the vectors of a dual cone are sums of those that describe it', () => {
  let rays = 0;
  const given = fc
    .integer({ min: 2, max: 3 })
    .chain((size) => fc.array(fc.array(element, { minLength: size, maxLength: size }), { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(given, (vectors) => {
      const cone = dualCone(vectors)!;
      rays += cone.length;
      const size = vectors[0].length;
      for (const ray of cone) for (const g of vectors) expect(product(ray, g) <= 0n).toBe(true);
      const within = grid(size).filter((x) => cone.every((ray) => product(ray, x) <= 0n));
      const dual = grid(size).filter((a) => vectors.every((g) => product(a, g) <= 0n));
      for (const a of dual) for (const x of within) expect(product(a, x) <= 0n).toBe(true);
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(rays).toBeGreaterThan(150);
});

test('steps that add one and up to two: what is written is at most twice what is read', () => {
  const rays = dualCone([
    [1n, 1n],
    [1n, 2n],
  ]);
  expect(rays).toHaveLength(2);
  expect(rays).toContainEqual([-2n, 1n]);
  expect(rays).toContainEqual([1n, -1n]);
});

test('an inequality as a formula holds where the numbers keep it', () => {
  let held = 0;
  let failed = 0;
  const number = fc.record({
    factor: fc.integer({ min: -300, max: 300 }).map(BigInt),
    all: fc.boolean(),
    signed: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.array(fc.nat(15), { minLength: 3, maxLength: 3 }),
      (numbers, most, picked) => {
        const terms = new TermStore();
        const used = numbers.filter(({ factor }) => factor !== 0n);
        const of = used.map(({ factor, all, signed }, i) => {
          const among = signed ? [0n, 1n, 7n, 14n, 15n] : [0n, 1n, 5n, 7n];
          const t = terms.variable(`x${i}`, { kind: 'bv', width: 4 });
          return { t, factor, value: all ? fullValue(4) : valueAmong(4, among), among: all ? null : among };
        });
        const values = new Map(
          of.map(({ t, among }, i) => [t, among === null ? BigInt(picked[i]) : among[picked[i] % among.length]]),
        );
        const [formula, ...bounds] = inequality(terms, of, BigInt(most));
        const truth = (f: typeof formula): boolean => evaluate(terms, f, (t) => values.get(t) ?? 0n) === true;
        // The readings are those of the ranges: full ranges are read without sign.
        const sum = of.reduce((total, { t, factor, among }, i) => {
          const signed = among !== null && used[i].signed;
          return total + factor * (signed ? BigInt.asIntN(4, values.get(t)!) : values.get(t)!);
        }, 0n);
        if (sum <= BigInt(most)) {
          held += 1;
          for (const f of [formula, ...bounds]) expect(truth(f)).toBe(true);
        } else {
          failed += 1;
          expect([formula, ...bounds].every(truth)).toBe(false);
        }
      },
    ),
    { numRuns: 400, seed: 8 },
  );
  expect(Math.min(held, failed)).toBeGreaterThan(50);
});
