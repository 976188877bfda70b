import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ic3 } from '../../../src/engines/ic3.ts';
import { pdr } from '../../../src/engines/pdr.ts';
import { bitFactory } from '../../../src/smt/bits/index.ts';
import { evaluatorOf } from '../../../src/smt/evaluate.ts';
import { createSatSolver } from '../../../src/smt/sat/solver.ts';
import { simulateTrace } from '../../../src/transys/simulate.ts';
import { twoLoops, withDoubt, withGap } from '../transys/examples.ts';
import { enumerate, randomSystem } from '../transys/random-systems.ts';
import { contextFor, publishedBy, solversFor } from './context.ts';
import { decide } from './judge.ts';

const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4) });

describe.each([
  ['pdr', pdr, 3],
  ['ic3', ic3, 5],
] as const)('%s', (_, engine, start) => {
  test('a gap is no alarm, and behind it only a bug can be claimed', async () => {
    expect((await decide(engine, withGap(true))).kind).toBe('unsafe');
    const claim = await decide(engine, withGap(false));
    if (claim.kind !== 'unknown' || claim.reason.kind !== 'gap' || claim.reason.trace === null) throw new Error('no trace');
    expect(simulateTrace(withGap(false), claim.reason.trace)).toMatchObject({ kind: 'gap', step: 4 });
  });

  test('runs in doubt are offered, and a longer one without is claimed', async () => {
    const system = withDoubt(3, 18);
    const context = contextFor(system, await solversFor(system));
    const claim = engine(context);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
    expect(claim.run.trace.steps.length).toBe(20);
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('a depth limit ends the search without an answer', async () => {
    const claim = await decide(engine, twoLoops(8), { maxDepth: 4 });
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: 4 });
  });

  test('the end of the race ends it', async () => {
    let asked = 0;
    const system = twoLoops(8);
    const claim = engine(contextFor(system, await solversFor(system), { stopped: () => ++asked > 5 }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
  });

  test('what it publishes holds: everywhere, or for as many steps as it says', async () => {
    let [invariants, bounded] = [0, 0];
    const property = fc.property(shapes, ({ seed, blocks }) => {
      const system = randomSystem(seed, { blocks });
      const { terms, stateVars } = system;
      const solvers = bitFactory(terms, { sat: () => createSatSolver() });
      const published = publishedBy(engine, contextFor(system, solvers, { options: { maxDepth: 8 } }));
      for (const { kind } of published) kind === 'invariant' ? invariants++ : bounded++;
      enumerate(system, (steps, state) => {
        const evaluator = evaluatorOf(terms, new Map(stateVars.map((v, i) => [v.term, state[i]])));
        for (const { bound, formula } of published)
          if (bound === null || steps <= bound) expect(evaluator.value(formula)).toBe(true);
      });
    });
    fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: start });
    expect(invariants).toBeGreaterThan(0);
    expect(bounded).toBeGreaterThan(0);
  }, 120_000);
});
