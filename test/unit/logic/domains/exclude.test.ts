import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutExcluded } from '../../../../src/logic/domains/exclude.ts';
import { RANGES } from '../../../../src/logic/domains/ranges.ts';
import { VALUES } from '../../../../src/logic/domains/values.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { dropExcluded } from '../../../../src/system/transys/passes/exclude.ts';
import { compile } from '../../system/encode/compile.ts';
import { recipe, said, satisfied } from '../terms/random-terms.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 300);
const LIMITS = { evaluations: 100_000 };

test('what holds somewhere is never excluded', () => {
  fc.assert(
    fc.property(recipe, said, fc.nat(), (steps, which, cut) => {
      const store = new TermStore();
      const formulas = satisfied(store, steps, which);
      const at = formulas.length === 0 ? 0 : cut % formulas.length;
      const goal = store.andAll(formulas.slice(at));
      for (const formula of [goal, store.or(goal, store.not(goal)), ...formulas])
        for (const rest of [
          withoutExcluded(RANGES, store, formulas.slice(0, at), formula, LIMITS),
          withoutExcluded(VALUES, store, formulas.slice(0, at), formula, LIMITS),
        ])
          expect(rest).not.toBe(store.false);
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/** Words of 64 bits that hold a signed word of 32 bits between the limits. */
function factor(store: TermStore, name: string, low: bigint, high: bigint): { wide: Term; given: Term[] } {
  const x = store.variable(name, { kind: 'bv', width: 32 });
  return {
    wide: store.sext(x, 64),
    given: [store.sle(store.bv(32, BigInt.asUintN(32, low)), x), store.sle(x, store.bv(32, BigInt.asUintN(32, high)))],
  };
}

test('the product of small factors is small, and only disjuncts that nothing excludes are left', () => {
  const store = new TermStore();
  const a = factor(store, 'a', -46340n, 46340n);
  const b = factor(store, 'b', -46340n, 46340n);
  const product = store.mul(a.wide, b.wide);
  const above = (limit: bigint): Term => store.slt(store.bv(64, limit), product);
  const given = [...a.given, ...b.given];
  const rest = (formula: Term): Term => withoutExcluded(RANGES, store, given, formula, LIMITS);
  expect(rest(above(0x7fffffffn))).toBe(store.false);
  expect(rest(above(46340n * 46340n - 1n))).toBe(above(46340n * 46340n - 1n));
  const negative = store.slt(a.wide, store.bv(64, 0n));
  expect(rest(store.or(above(0x7fffffffn), negative))).toBe(negative);
});

test('a choice among the given formulas is tried case by case', () => {
  const store = new TermStore();
  const x = store.variable('x', { kind: 'bv', width: 8 });
  const y = store.variable('y', { kind: 'bv', width: 8 });
  const is = (t: Term, value: bigint): Term => store.eq(t, store.bv(8, value));
  const given = [store.or(is(x, 3n), is(x, 200n)), store.ult(y, store.bv(8, 2n))];
  const sum = store.add(x, y);
  expect(withoutExcluded(RANGES, store, given, is(sum, 100n), LIMITS)).toBe(store.false);
  expect(withoutExcluded(RANGES, store, given, is(sum, 201n), LIMITS)).toBe(is(sum, 201n));
});

test('a system without errors is left of a program whose products are small, and only of such a one', () => {
  const left = (most: number): boolean => {
    const text = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -46340 || a > ${most} || b < -46340 || b > ${most}) return 0;
  int c = a * b;
  return c > 0;
}`;
    const { system } = compile(text, 'LP64', { checks: ['overflow'] });
    return dropExcluded(system).system.blocks.some(({ bad }) => bad !== system.terms.false);
  };
  expect([left(46340), left(46341)]).toEqual([false, true]);
});
