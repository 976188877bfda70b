import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { substitute } from '../../../../src/logic/terms/substitute.ts';
import { AffineSpace, dot, factorsOfTwo, type Vector } from '../../../../src/system/analysis/affine.ts';
import { equationTerm } from '../../../../src/system/analysis/equalities.ts';

const WIDTH = 3;
const SIZE = 1 << WIDTH;
const DIMENSIONS = 2;

const vector = fc.array(fc.integer({ min: 0, max: SIZE - 1 }).map(BigInt), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
});
const space = fc
  .tuple(vector, fc.array(vector, { maxLength: 3 }))
  .map(([point, generators]) => ({ space: new AffineSpace(WIDTH, point, generators), generators }));

const wrap = (x: bigint): bigint => BigInt.asUintN(WIDTH, x);

/** All elements, by adding generators until nothing new comes. */
function elements(point: Vector, generators: readonly Vector[]): Set<string> {
  const found = new Map([[point.map(wrap).join(), point.map(wrap)]]);
  for (const v of found.values()) {
    for (const g of generators) {
      const next = v.map((x, i) => wrap(x + g[i]));
      found.set(next.join(), next);
    }
  }
  return new Set(found.keys());
}

const all = (of: AffineSpace): Set<string> => elements(of.point, of.generators);

describe('affine spaces modulo a power of two', () => {
  test('keep their elements in echelon form, and are described by their equations', () => {
    fc.assert(
      fc.property(space, ({ space: s, generators }) => {
        const expected = elements(s.point, generators);
        expect(all(s)).toEqual(expected);
        const equations = s.equations();
        const solutions = new Set<string>();
        for (let x = 0n; x < SIZE; x += 1n) {
          for (let y = 0n; y < SIZE; y += 1n) {
            if (equations.every((e) => dot(WIDTH, e.coefficients, [x, y]) === e.constant)) solutions.add([x, y].join());
          }
        }
        expect(solutions).toEqual(expected);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  test('join to the smallest space around both, and to the same object if nothing is added', () => {
    fc.assert(
      fc.property(space, space, ({ space: a }, { space: b }) => {
        const between = b.point.map((x, i) => x - a.point[i]);
        const joined = a.join(b);
        expect(all(joined)).toEqual(elements(a.point, [...a.generators, ...b.generators, between]));
        expect(joined === a).toBe([...all(b)].every((v) => all(a).has(v)));
      }),
      { numRuns: 400, seed: 2 },
    );
  });

  test('meet an equation in exactly the elements that satisfy it', () => {
    fc.assert(
      fc.property(space, vector, fc.integer({ min: 0, max: SIZE - 1 }), ({ space: a }, coefficients, constant) => {
        const met = a.meet(coefficients, BigInt(constant));
        const satisfying = [...all(a)].filter(
          (v) => dot(WIDTH, coefficients, v.split(',').map(BigInt)) === BigInt(constant),
        );
        expect(met === null ? new Set() : all(met)).toEqual(new Set(satisfying));
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  test('have equations about low bits alone where only these are related', () => {
    // z = 6 n + 6, and x is odd where n is.
    const width = 46;
    const relation = new AffineSpace(
      width,
      [0n, 0n, 6n],
      [
        [1n, 1n, 6n],
        [0n, 2n, 0n],
      ],
    );
    const zeros = ({ coefficients }: { coefficients: Vector }): number =>
      Math.min(...coefficients.map((c) => factorsOfTwo(width, c)));
    const [whole, parity] = [...relation.equations()].sort((a, b) => zeros(a) - zeros(b));
    expect(whole.coefficients.map((c) => BigInt.asIntN(width, c))).toEqual(expect.arrayContaining([0n]));
    expect(zeros(parity)).toBe(width - 1);
    expect(parity.coefficients.map((c) => c >> BigInt(width - 1))).toEqual([1n, 1n, 0n]);
  });

  test('have equations as terms that say the same', () => {
    fc.assert(
      fc.property(space, ({ space: s }) => {
        const terms = new TermStore();
        const variables = ['x', 'y'].map((name) => terms.variable(name, { kind: 'bv', width: WIDTH }));
        const said = s
          .equations()
          .flatMap(({ coefficients, constant }) => equationTerm(terms, variables, coefficients, constant, 1) ?? []);
        const expected = all(s);
        for (let x = 0n; x < SIZE; x += 1n) {
          for (let y = 0n; y < SIZE; y += 1n) {
            const values = new Map([x, y].map((value, i) => [variables[i], terms.bv(WIDTH, value)]));
            expect(substitute(terms, terms.andAll(said), values)).toBe(
              expected.has([x, y].join()) ? terms.true : terms.false,
            );
          }
        }
      }),
      { numRuns: 200, seed: 4 },
    );
  });
});
