import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf } from '../../../src/certify/proof/refuters/bounds/evaluate.ts';
import { anyBits, signedBits, type TermRange } from '../../../src/certify/proof/refuters/bounds/range.ts';
import { comparisonOf, cutBy, decided, narrowed } from '../../../src/certify/proof/refuters/cases/comparison.ts';
import { casesRefuters } from '../../../src/certify/proof/refuters/cases/refuter.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { recipe, said, satisfied } from '../logic/terms/random-terms.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 300);
const WIDTH = 4;
const VALUES = Array.from({ length: 2 ** WIDTH }, (_, i) => BigInt(i));
const code = fc.tuple(fc.nat(5), fc.nat(2 ** WIDTH - 1));

/** A comparison of x with a constant, or its negation. */
function comparison(store: TermStore, x: Term, [kind, c]: readonly [number, number]): Term {
  const constant = store.bv(WIDTH, c);
  return [store.eq, store.ult, store.ule, store.slt, store.sle, (a: Term, b: Term) => store.ult(b, a)][kind].call(
    store,
    x,
    constant,
  );
}

/** The truth of a formula whose variables all have one of the values. */
function holds(store: TermStore, formula: Term, values: ReadonlyMap<Term, bigint>): boolean {
  return evaluate(store, formula, (t) => values.get(t) ?? 0n) === true;
}

test('what holds somewhere is never refuted', () => {
  fc.assert(
    fc.property(recipe, said, (steps, which) => {
      const store = new TermStore();
      const refuter = casesRefuters(store).create();
      for (const t of satisfied(store, steps, which)) refuter.assert(t);
      expect(refuter.check([], { milliseconds: 20 })).toBe('unknown');
    }),
    { numRuns: RUNS },
  );
}, 120_000);

test('comparisons with constants and choices between them are decided, as trying all values decides them', () => {
  const answers = new Set<boolean>();
  const formula = fc.array(fc.tuple(fc.nat(3), code, code, code), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(formula, (parts) => {
      const store = new TermStore();
      const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width: WIDTH }));
      const said = parts.map(([shape, a, b, c]) => {
        const [p, q, r] = [comparison(store, x, a), comparison(store, y, b), comparison(store, x, c)];
        const next = store.ite(q, store.add(x, store.bv(WIDTH, 1)), y);
        return [store.or(p, q), store.ite(p, q, r), store.not(store.and(p, r)), comparison(store, next, a)][shape];
      });
      const possible = VALUES.some((a) =>
        VALUES.some((b) =>
          said.every((t) =>
            holds(
              store,
              t,
              new Map([
                [x, a],
                [y, b],
              ]),
            ),
          ),
        ),
      );
      const refuter = casesRefuters(store).create();
      for (const t of said) refuter.assert(t);
      const refuted = refuter.check() === 'unsat';
      if (refuted) expect(possible).toBe(false);
      // Of the numbers within a case only ranges are known.
      if (!possible && parts.every(([shape]) => shape !== 3)) expect(refuted).toBe(true);
      answers.add(refuted);
    }),
    { numRuns: RUNS },
  );
  expect(answers.size).toBe(2);
});

test('the parts of a range cover it, and decide what cuts them', () => {
  const range = fc.tuple(fc.nat(15), fc.nat(15));
  fc.assert(
    fc.property(range, fc.array(code, { minLength: 1, maxLength: 6 }), ([a, b], codes) => {
      const store = new TermStore();
      const x = store.variable('x', { kind: 'bv', width: WIDTH });
      const whole = signedBits(WIDTH, BigInt(Math.min(a, b) - 8), BigInt(Math.max(a, b) - 8));
      const inside = ({ unsigned, signed }: typeof whole, value: bigint): boolean => {
        const reading = BigInt.asIntN(WIDTH, value);
        return unsigned.low <= value && value <= unsigned.high && signed.low <= reading && reading <= signed.high;
      };
      const comparisons = codes.flatMap((c) => {
        const t = comparison(store, x, c);
        return comparisonOf(store, t) ?? comparisonOf(store, store.not(t)) ?? [];
      });
      const parts = cutBy(whole, comparisons, 1000) ?? [];
      for (const value of VALUES)
        if (inside(whole, value)) expect(parts.filter((part) => inside(part, value)).length).toBeGreaterThan(0);
      for (const part of parts) {
        for (const one of comparisons) {
          const truths = new Set(
            VALUES.filter((v) => inside(part, v)).map((v) => holds(store, one.atom, new Map([[x, v]]))),
          );
          if (truths.size > 0) expect([...truths]).toEqual([decided(part, one)]);
        }
      }
      for (const one of comparisons) {
        for (const truth of [true, false]) {
          const left = narrowed(whole, one, truth);
          for (const value of VALUES)
            if (inside(whole, value) && holds(store, one.atom, new Map([[x, value]])) === truth)
              expect(left !== null && inside(left, value)).toBe(true);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('ranges of quotients and remainders contain what divisors of any sign give', () => {
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width: WIDTH }));
  const bounds = fc.tuple(fc.nat(15), fc.nat(15)).map(([a, b]) => [Math.min(a, b) - 8, Math.max(a, b) - 8] as const);
  fc.assert(
    fc.property(bounds, bounds, ([a, b], [c, d]) => {
      const ranges = new Map<Term, TermRange>([
        [x, signedBits(WIDTH, BigInt(a), BigInt(b))],
        [y, signedBits(WIDTH, BigInt(c), BigInt(d))],
      ]);
      for (const t of [store.sdiv(x, y), store.srem(x, y)]) {
        const range = rangeOf(store, t, (arg) => ranges.get(arg) ?? anyBits(WIDTH));
        if (range.kind !== 'bits') throw new Error('no range of bits');
        for (let i = a; i <= b; i++) {
          for (let j = c; j <= d; j++) {
            const values = [i, j].map((value) => BigInt.asUintN(WIDTH, BigInt(value)));
            const value = evaluate(store, t, (v) => values[v === x ? 0 : 1]);
            if (typeof value !== 'bigint') throw new Error('no number');
            expect(range.unsigned.low <= value && value <= range.unsigned.high).toBe(true);
            expect(
              BigInt.asIntN(WIDTH, value) >= range.signed.low && BigInt.asIntN(WIDTH, value) <= range.signed.high,
            ).toBe(true);
          }
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('numbers that are computed within a case need no circuits', () => {
  const store = new TermStore();
  const [mode, x] = ['mode', 'x'].map((name) => store.variable(name, { kind: 'bv', width: 32 }));
  const number = (value: number): Term => store.bv(32, BigInt.asUintN(32, BigInt(value)));
  const wrapped = store.add(store.srem(store.sdiv(store.mul(x, number(9)), number(-10)), number(-25)), number(13));
  const next = store.ite(store.eq(mode, number(2)), wrapped, x);
  const refuter = casesRefuters(store).create();
  const between = (t: Term, low: number, high: number): Term =>
    store.and(store.sle(number(low), t), store.sle(t, number(high)));
  refuter.assert(store.or(store.and(store.eq(mode, number(2)), between(x, -100_000, 100_000)), between(x, -11, 37)));
  expect(refuter.check([store.not(between(next, -11, 37))])).toBe('unsat');
  expect(refuter.check([store.not(between(next, -11, 36))])).toBe('unknown');
});

test('where an atom cannot hold, what is left is that it does not', () => {
  for (const kind of ['variables', 'comparisons'] as const) {
    const store = new TermStore();
    const word = (name: string): Term => store.variable(name, { kind: 'bv', width: WIDTH });
    const [b, p, q] = ['b', 'p', 'q'].map((name) =>
      kind === 'variables' ? store.variable(name, { kind: 'bool' }) : store.ult(word(`${name}0`), word(`${name}1`)),
    );
    const refuter = casesRefuters(store).create();
    for (const t of [store.implies(b, p), store.implies(store.and(b, p), q), store.implies(b, store.not(q))])
      refuter.assert(t);
    expect([kind, refuter.check()]).toEqual([kind, 'unknown']);
    expect([kind, refuter.check([b])]).toEqual([kind, 'unsat']);
  }
});
