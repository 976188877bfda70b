import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntegerReading } from '../../../src/engines/spacer/reading.ts';
import { Views } from '../../../src/engines/spacer/views.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { Evaluator } from '../../../src/smt/evaluate.ts';
import { HornEvaluator } from '../../../src/smt/horn.ts';
import { TermStore } from '../../../src/smt/store.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { build, recipe } from '../smt/random-terms.ts';
import { randomSystem } from '../transys/random-systems.ts';

/** A hardware-like system without a state that looks at these terms. */
function systemOf(terms: TermStore, roots: readonly Term[]): TransitionSystem {
  const system = randomSystem(1, { blocks: 0, gaps: false });
  const zero = (t: Term): Term => terms.eq(t, terms.bv(terms.width(t), 0));
  const bad = terms.andAll(roots.map((t) => (terms.sort(t).kind === 'bool' ? t : zero(t))));
  const block = { ...system.blocks[0], feasible: terms.false, bad, gap: terms.false, next: [] };
  return { ...system, terms, blocks: [block], stateVars: [], init: [], initConstraint: terms.true, facts: [] };
}

test('what is read of a term has its value: where everything wraps around always, otherwise as long as nothing does', () => {
  const tally = { exact: 0, plain: 0, wrapped: 0 };
  const property = fc.property(recipe, (steps) => {
    const terms = new TermStore();
    const { all, assignment } = build(terms, steps);
    const readable = all.filter(({ value }) => typeof value !== 'object').slice(-6);
    const roots = readable.map(({ term }) => term);
    const views = new Views(systemOf(terms, roots));
    const values = new Evaluator(terms, (variable) => assignment.get(variable) ?? 0n);
    const meant = (t: Term): bigint => {
      const value = values.value(t);
      if (typeof value === 'object') throw new Error('an array is read');
      if (typeof value === 'boolean') return value ? 1n : 0n;
      return views.signed(t) ? BigInt.asIntN(terms.width(t), value) : value;
    };
    for (const wraps of [true, false]) {
      const reading = new IntegerReading(terms, views, { has: () => wraps }, [], roots);
      const numbers = new HornEvaluator((index) => meant(reading.meaning[index]));
      const read = roots.map((t) => [false, true].map((signed) => numbers.value(reading.value(t, signed))));
      if (![...reading.assumed].every(([t, value]) => numbers.value(value) === meant(t))) {
        expect(wraps).toBe(false);
        tally.wrapped += 1;
        continue;
      }
      tally[wraps ? 'exact' : 'plain'] += 1;
      for (const constraint of reading.constraints) expect(numbers.value(constraint)).toBe(1n);
      readable.forEach(({ value, width }, i) => {
        if (typeof value === 'boolean') expect(read[i]).toEqual(value ? [1n, 1n] : [0n, 0n]);
        if (typeof value === 'bigint') expect(read[i]).toEqual([value, BigInt.asIntN(width, value)]);
      });
    }
  });
  fc.assert(property, { numRuns: 3_000, seed: 1 });
  // The property is about both.
  expect(tally.exact).toBeGreaterThan(1_000);
  expect(tally.plain).toBeGreaterThan(300);
  expect(tally.wrapped).toBeGreaterThan(300);
}, 60_000);
