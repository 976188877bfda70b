import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { withEqualConjunctions } from '../../../../src/logic/terms/rebuild.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { assumed } from '../../../../src/system/analysis/cases.ts';
import { build, recipe } from '../../logic/terms/random-terms.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 400);

test('conditions that simplify each other say the same, and so do the values under them', () => {
  let contradictions = 0;
  let simplified = 0;
  fc.assert(
    fc.property(recipe, fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), (r, picks) => {
      const terms = new TermStore();
      const { all, assignment } = build(terms, r);
      const given = (t: Term): unknown => evaluate(terms, t, (v) => assignment.get(v)!);
      const booleans = all.filter(({ width }) => width === 0).map(({ term }) => term);
      const words = all.filter(({ width }) => width > 0).map(({ term }) => term);
      // A condition and what rests on it, as the conditions of a step do.
      const chosen = picks.map((pick) => booleans[pick % booleans.length]);
      const conditions = withEqualConjunctions(terms, [...chosen, terms.or(chosen[0], booleans[0]), booleans[1]]);
      const holds = [...chosen, terms.or(chosen[0], booleans[0]), booleans[1]].every((t) => given(t) === true);
      expect(conditions.every((t) => given(t) === true)).toBe(holds);
      const step = assumed(terms, { conditions, next: words });
      if (step === null) {
        contradictions += 1;
        expect(holds).toBe(false);
        return;
      }
      expect(step.conditions.every((t) => given(t) === true)).toBe(holds);
      if (step.next.some((t, i) => t !== words[i])) simplified += 1;
      if (holds) expect(step.next.map(given)).toEqual(words.map(given));
    }),
    { numRuns: runs },
  );
  if (runs >= 400) expect(Math.min(contradictions, simplified)).toBeGreaterThan(3);
});

test('a way that is not taken decides a choice', () => {
  const terms = new TermStore();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => terms.variable(name, { kind: 'bool' }));
  const x = terms.variable('x', { kind: 'bv', width: 8 });
  const small = terms.ult(x, terms.bv(8, 5));
  // The same conjunction twice, put together in two ways.
  const stays = terms.and(a, terms.and(b, c));
  const feasible = terms.or(terms.and(terms.and(a, b), c), small);
  const conditions = withEqualConjunctions(terms, [feasible, terms.not(stays)]);
  const next = withEqualConjunctions(terms, [terms.ite(terms.and(terms.and(c, b), a), x, terms.bv(8, 0))]);
  const step = assumed(terms, { conditions, next });
  expect(step?.conditions).toContain(small);
  expect(step?.next).toEqual([terms.bv(8, 0)]);
});

test('a choice whose condition is known leaves its branch as a condition', () => {
  const terms = new TermStore();
  const named = terms.variable('named', { kind: 'bool' });
  const [length, other] = ['length', 'other'].map((name) => terms.variable(name, { kind: 'bv', width: 8 }));
  const short = terms.ult(length, terms.bv(8, 33));
  const step = assumed(terms, {
    conditions: [terms.ite(named, short, terms.ult(other, length)), named],
    next: [length],
  });
  expect(step?.conditions).toContain(short);
});
