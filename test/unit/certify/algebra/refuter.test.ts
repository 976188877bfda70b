import { describe, expect, test } from 'vitest';
import { algebraicRefuters } from '../../../../src/certify/proof/refuters/algebra/refuter.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { loadZ3, z3Factory } from '../../../../src/logic/z3/index.ts';

function words(width: number) {
  const terms = new TermStore();
  const bv = { kind: 'bv', width } as const;
  const [a, b, n, x, y, z] = ['a', 'b', 'n', 'x', 'y', 'z'].map((name) => terms.variable(name, bv));
  const c = (value: number): Term => terms.bv(width, value);
  const product = (...ts: Term[]): Term => ts.reduce((p, q) => terms.mul(p, q));
  const sum = (...ts: Term[]): Term => ts.reduce((p, q) => terms.add(p, q));
  const refute = (...formulas: Term[]): string => {
    const refuter = algebraicRefuters(terms).create();
    for (const t of formulas) refuter.assert(t);
    return refuter.check([], { milliseconds: width < 8 ? 100 : 5_000 });
  };
  return { terms, a, b, n, x, y, z, c, product, sum, refute };
}

describe('refutation by algebra', () => {
  test.each([8, 32, 64])('differences of cubes of %d bits follow their recurrence', (width) => {
    const { terms, n, x, y, z, c, product, sum, refute } = words(width);
    const cubes = (m: Term, u: Term, v: Term, w: Term): Term =>
      terms.andAll([
        terms.eq(w, sum(product(c(6), m), c(6))),
        terms.eq(v, sum(product(c(3), m, m), product(c(3), m), c(1))),
        terms.eq(u, product(m, m, m)),
      ]);
    const after = cubes(sum(n, c(1)), sum(x, y), sum(y, z), sum(z, c(6)));
    expect(refute(cubes(n, x, y, z), terms.not(after))).toBe('unsat');
    const off = cubes(sum(n, c(1)), sum(x, y), sum(y, z), sum(z, c(5)));
    expect(refute(cubes(n, x, y, z), terms.not(off))).toBe('unknown');
  });

  test('multiplication by doubling and halving is followed through its cases', () => {
    const { terms, a, b, n, x, y, z, c, product, sum, refute } = words(64);
    const invariant = (u: Term, v: Term, w: Term): Term => terms.eq(sum(w, product(u, v)), product(a, b));
    const odd = terms.eq(terms.urem(x, c(2)), c(1));
    const next = invariant(terms.udiv(x, c(2)), product(c(2), y), terms.ite(odd, sum(z, y), z));
    expect(refute(invariant(x, y, z), terms.not(next))).toBe('unsat');
    const wrong = invariant(terms.udiv(x, c(2)), product(c(2), y), terms.ite(odd, sum(z, n), z));
    expect(refute(invariant(x, y, z), terms.not(wrong))).toBe('unknown');
  });

  test('a comparison of products is one of what equals them', () => {
    const { terms, a, b, x, y, c, product, refute } = words(32);
    const known = terms.eq(b, product(a, y));
    const goal = terms.slt(x, product(c(2), y, a));
    expect(refute(known, terms.not(terms.slt(x, product(c(2), b))), goal)).toBe('unsat');
    expect(refute(known, terms.not(terms.slt(x, b)), goal)).toBe('unknown');
  });

  test('two inequalities make an equation', () => {
    const { terms, a, n, x, c, product, sum, refute } = words(64);
    const goal = terms.not(terms.eq(product(x, n), sum(product(x, a), x)));
    expect(refute(terms.slt(a, n), terms.sle(n, sum(a, c(1))), goal)).toBe('unsat');
    expect(refute(terms.ult(a, n), terms.ule(sum(n, terms.neg(c(1))), a), goal)).toBe('unsat');
    expect(refute(terms.sle(a, n), terms.sle(n, sum(a, c(1))), goal)).toBe('unknown');
    expect(refute(terms.ult(a, n), terms.sle(n, sum(a, c(1))), goal)).toBe('unknown');
    expect(refute(terms.sle(a, n), terms.sle(n, a), terms.not(terms.eq(product(x, n), product(a, x))))).toBe('unsat');
  });

  test('quotient and remainder make up the dividend', () => {
    const { terms, a, b, product, sum, refute } = words(64);
    for (const [quotient, remainder] of [
      [terms.udiv(a, b), terms.urem(a, b)],
      [terms.sdiv(a, b), terms.srem(a, b)],
    ]) {
      expect(refute(terms.not(terms.eq(a, sum(product(b, quotient), remainder))))).toBe('unsat');
    }
    expect(refute(terms.not(terms.eq(a, sum(product(b, terms.udiv(a, b)), terms.srem(a, b)))))).toBe('unknown');
  });

  test('what has clear low bits is a multiple of a power of two, and of no other number', () => {
    const { terms, a, b, n, c, product, refute } = words(8);
    const low = (bits: number): Term => terms.eq(terms.extract(a, bits - 1, 0), terms.bv(bits, 0));
    const goal = (divisor: number): Term => terms.not(terms.eq(product(b, n, terms.srem(a, c(divisor))), c(0)));
    expect(refute(low(2), goal(4))).toBe('unsat');
    expect(refute(low(3), goal(8))).toBe('unsat');
    for (const divisor of [3, 5, 6, 7, 8])
      expect([divisor, refute(low(2), goal(divisor))]).toEqual([divisor, 'unknown']);
    expect(refute(low(1), goal(4))).toBe('unknown');
  });

  test('what it refutes has no model', async () => {
    const api = await loadZ3();
    const counts = { unsat: 0, unknown: 0, confirmed: 0 };
    for (let seed = 1; seed <= 100; seed++) {
      const { terms, a, b, n, x, c, refute } = words(3 + (seed % 3));
      const random = randomSource(seed);
      const pick = <T>(of: readonly T[]): T => of[random() % of.length];
      const word = (depth: number): Term => {
        if (depth === 0) return random() % 3 === 0 ? c(random() % 8) : pick([a, b, n, x]);
        const [p, q] = [word(depth - 1), word(depth - 1)];
        switch (random() % 12) {
          case 0:
          case 1:
          case 2:
            return terms.add(p, q);
          case 3:
            return terms.sub(p, q);
          case 4:
            return terms.ite(formula(0), p, q);
          case 5:
            return pick([terms.udiv(p, q), terms.sdiv(p, q)]);
          case 6:
            return pick([terms.urem(p, q), terms.srem(p, q), terms.bvNot(p)]);
          case 7:
            return pick([terms.udiv(p, c(2)), terms.ashr(p, c(1)), terms.shl(p, c(1)), terms.urem(p, c(4))]);
          default:
            return terms.mul(p, q);
        }
      };
      const formula = (depth: number): Term => {
        if (depth === 0) {
          const [p, q] = [word(1), word(1)];
          return pick([terms.eq(p, q), terms.ult(p, q), terms.slt(p, q)]);
        }
        const [p, q] = [formula(depth - 1), formula(depth - 1)];
        return pick([terms.and(p, q), terms.or(p, q), terms.not(p), terms.xor(p, q), terms.ite(formula(0), p, q)]);
      };
      // Equations, and a goal that they may reach.
      const [p, q, r] = [word(2), word(2), word(2)];
      const goal = pick([
        terms.not(terms.eq(terms.mul(p, r), terms.mul(q, r))),
        terms.not(terms.eq(terms.mul(terms.add(p, q), r), terms.add(terms.mul(p, r), terms.mul(q, r)))),
        terms.ult(terms.mul(p, r), terms.mul(q, r)),
        formula(2),
      ]);
      const formulas = [pick([terms.eq(p, q), formula(1)]), formula(1), terms.eq(word(1), word(1)), goal];
      const answer = refute(...formulas);
      if (answer === 'sat') throw new Error('algebra finds no models');
      counts[answer as 'unsat' | 'unknown'] += 1;
      if (answer !== 'unsat') continue;
      const z3 = z3Factory(api, terms).create();
      for (const t of formulas) z3.assert(t);
      const confirmed = z3.check([], { milliseconds: 2_000 });
      expect([seed, confirmed === 'sat']).toEqual([seed, false]);
      counts.confirmed += confirmed === 'unsat' ? 1 : 0;
      z3.dispose();
    }
    expect(counts.confirmed).toBeGreaterThan(20);
  }, 120_000);

  test('equations between sums are followed through a step where nothing is multiplied, if that is asked for', () => {
    const { terms, n, x, y, c, product, sum } = words(32);
    const refute = (...formulas: Term[]): string => {
      const refuter = algebraicRefuters(terms, 'sums').create();
      for (const t of formulas) refuter.assert(t);
      return refuter.check([], { milliseconds: 5_000 });
    };
    const held = terms.eq(y, sum(x, product(c(3), n)));
    const stepped = (by: number): Term =>
      terms.eq(sum(y, c(2 ** 32 - by)), sum(x, c(1), product(c(3), sum(n, c(2 ** 32 - 1)))));
    expect(refute(held, terms.not(stepped(2)))).toBe('unsat');
    expect(refute(held, terms.not(stepped(3)))).toBe('unknown');
    expect(refute(held, terms.eq(product(x, y), n), terms.not(stepped(2)))).toBe('unknown');
  });
});

function randomSource(seed: number): () => number {
  let x = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) >>> 3;
  };
}
