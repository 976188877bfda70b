import { expect, test } from 'vitest';
import { numbersBelow } from '../../../../src/base/xorshift.ts';
import { Equations } from '../../../../src/certify/proof/refuters/algebra/equations.ts';
import {
  constant,
  factors,
  type Polynomial,
  plusTimes,
  TooLarge,
} from '../../../../src/certify/proof/refuters/algebra/polynomial.ts';

test('what equations reduce a polynomial to has its value wherever they hold', () => {
  let changed = 0;
  for (let seed = 1; seed <= 3_000; seed++) {
    const below = numbersBelow(seed);
    const width = 2 + below(5);
    const point = [below(2 ** width), below(2 ** width), below(2 ** width)].map(BigInt);
    const at = (p: Polynomial): bigint => {
      const sum = [...p].reduce((s, [m, c]) => s + factors(m).reduce((product, t) => product * point[t], c), 0n);
      return BigInt.asUintN(width, sum);
    };
    const random = (): Polynomial => {
      const monomials = ['', '0', '1', '2', '0,0', '0,1', '1,2', '0,1,2'];
      const coefficient = (): bigint => BigInt(below(2 ** width)) << BigInt(below(3) === 0 ? below(width) : 0);
      return [0, 1, 2].reduce<Polynomial>((p) => {
        return plusTimes(width, p, coefficient(), new Map([[monomials[below(monomials.length)], 1n]]));
      }, new Map());
    };
    const equations = new Equations(width);
    try {
      for (let i = 0; i < 4; i++) {
        const p = random();
        equations.add(plusTimes(width, p, -1n, constant(width, at(p))));
      }
      const q = random();
      const reduced = equations.reduce(q);
      expect([seed, at(reduced)]).toEqual([seed, at(q)]);
      expect([seed, equations.contradictory]).toEqual([seed, false]);
      if (reduced !== q) changed += 1;
    } catch (error) {
      // Rules are no Gröbner basis: some sets of them go on for too long.
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  expect(changed).toBeGreaterThan(1_500);
});
