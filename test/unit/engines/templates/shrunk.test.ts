import { expect, test } from 'vitest';
import { shrunkSamples } from '../../../../src/engines/templates/shrunk.ts';
import { evaluatorOf } from '../../../../src/logic/terms/evaluate.ts';
import { type SampleLimits, sampleStates } from '../../../../src/system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';

const LIMITS: SampleLimits = { seed: 1, milliseconds: 5_000, stopped: () => false };

/** Two loops, the second of which begins where the first one ended. */
const system = (turns: number): TransitionSystem =>
  compile(`
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int marks[${turns}];
int main(void) {
  unsigned i, j;
  for (i = 0; i < ${turns}; i++) marks[i] = __VERIFIER_nondet_int();
  for (j = i; j > 0; j--) if (j > ${turns}) reach_error();
}`).system;

test('runs of a program with small constants get past loops of many turns', () => {
  const large = system(60_000);
  expect(sampleStates(large, LIMITS).map((states) => states.length > 0)).toEqual([true, true, false]);
  const shrunk = shrunkSamples(large, LIMITS);
  if (shrunk === null) throw new Error('there are no large constants');
  const { samples, over } = shrunk;
  expect(samples[2].length).toBeGreaterThan(0);
  const { terms, stateVars } = large;
  const j = stateVars.find(({ name }) => /::j/.test(name))?.term;
  if (j === undefined) throw new Error('there is no j');
  const width = terms.width(j);
  const isAtLimit = terms.eq(j, terms.bv(width, 60_000));
  const isBeyond = terms.ult(terms.bv(width, 60_000), j);
  const seen = samples[2].map((state) => {
    const evaluator = evaluatorOf(terms, new Map(stateVars.map((v, i) => [v.term, state[i]])));
    return { isAtLimit: evaluator.value(over.apply(isAtLimit)), isBeyond: evaluator.value(over.apply(isBeyond)) };
  });
  expect(seen.some((state) => state.isAtLimit === true)).toBe(true);
  expect(seen.every((state) => state.isBeyond === false)).toBe(true);
});

test('a program of small constants stays as it is', () => {
  expect(shrunkSamples(system(12), LIMITS)).toBe(null);
});
