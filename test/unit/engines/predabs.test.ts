import { describe, expect, test } from 'vitest';
import { predabs } from '../../../src/engines/predabs.ts';
import type { EngineContext, EngineStatistics } from '../../../src/methods/engine.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { deadlocking, deterministicLoop, oddCounter, twoLoops, withDoubt, withGap } from '../transys/examples.ts';
import { contextFor, ownSolversFor, solversFor } from './context.ts';
import { decide, judge } from './judge.ts';

type Options = EngineContext['options'];

/** The verdict of the engine, certified or replayed. */
async function verdictOf(system: TransitionSystem, options: Options): Promise<string> {
  const context = contextFor(system, ownSolversFor(system), { options: { maxDepth: 30, ...options } });
  return judge(predabs(context), system, await solversFor(system), null).verdict;
}

const OPTIONS: readonly Options[] = [
  {},
  { abstraction: 'cartesian' },
  { predicates: 'conjuncts' },
  { predicates: 'whole', seed: true },
  { interpolants: 'craig' },
  { interpolants: 'letters' },
];

describe('predicate abstraction', () => {
  test.each(OPTIONS)('decides small systems with %o', async (options) => {
    expect(await verdictOf(oddCounter(), options)).toBe('TRUE');
    expect(await verdictOf(oddCounter(2), options)).toBe('FALSE');
    expect(await verdictOf(twoLoops(7), options)).toBe('TRUE');
    expect(await verdictOf(twoLoops(6), options)).toBe('FALSE');
    expect(await verdictOf(deadlocking(false), options)).toBe('TRUE');
    expect(await verdictOf(deadlocking(true), options)).toBe('FALSE');
    expect(await verdictOf(deterministicLoop(12, 12), options)).toBe('FALSE');
  });

  test('reports gaps and offers runs that rest on a doubt', async () => {
    const gap = await decide(predabs, withGap(true), { maxDepth: 10 });
    expect(gap.kind).toBe('unsafe');
    expect(await decide(predabs, withGap(false))).toMatchObject({ kind: 'unknown', reason: { kind: 'gap' } });
    const system = withDoubt(2, 4);
    const context = contextFor(system, ownSolversFor(system), { options: { maxDepth: 10 } });
    expect(judge(predabs(context), system, await solversFor(system), null)).toMatchObject({
      verdict: 'FALSE',
      depth: 5,
    });
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('announces growing bounds below the shortest run into bad, and counts its work', () => {
    const system = deterministicLoop(5, 5);
    let told: EngineStatistics = {};
    const context = contextFor(system, ownSolversFor(system));
    const statistics = (values: EngineStatistics): void => {
      told = values;
    };
    expect(predabs({ ...context, statistics }).kind).toBe('unsafe');
    expect(context.bounds).toEqual([...new Set(context.bounds)].sort((a, b) => a - b));
    expect(context.bounds.at(-1)).toBe(5);
    expect(told).toMatchObject({ depth: 5, longest: expect.any(Number), predicates: expect.any(Number) });
    expect(told.refinements).toBeGreaterThan(0);
    expect(told.posts).toBeGreaterThan(0);
  });

  test('gives up at the depth that it is given, with the bound that it reached', () => {
    const system = deterministicLoop(9, 9);
    const claim = predabs(contextFor(system, ownSolversFor(system), { options: { maxDepth: 4 }, rivals: ['bmc'] }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: 4 });
  });
});
