import { describe, expect, test } from 'vitest';
import { rse } from '../../../src/engines/rse.ts';
import { split } from '../../../src/engines/split.ts';
import { traces } from '../../../src/engines/traces.ts';
import type { EngineContext, EngineStatistics } from '../../../src/methods/engine.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { deadlocking, deterministicLoop, oddCounter, twoLoops, withDoubt, withGap } from '../transys/examples.ts';
import { contextFor, ownSolversFor, solversFor } from './context.ts';
import { decide, judge } from './judge.ts';

type Options = EngineContext['options'];

const OPTIONS: readonly Options[] = [{}, { interpolants: 'craig' }, { interpolants: 'letters' }];

describe.each([
  ['traces', traces],
  ['split', split],
  ['rse', rse],
] as const)('%s', (name, engine) => {
  async function verdictOf(system: TransitionSystem, options: Options): Promise<string> {
    const context = contextFor(system, ownSolversFor(system), { options: { maxDepth: 30, ...options } });
    return judge(engine(context), system, await solversFor(system), null).verdict;
  }

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
    expect((await decide(engine, withGap(true), { maxDepth: 10 })).kind).toBe('unsafe');
    expect(await decide(engine, withGap(false))).toMatchObject({ kind: 'unknown', reason: { kind: 'gap' } });
    const system = withDoubt(2, 4);
    const context = contextFor(system, ownSolversFor(system), { options: { maxDepth: 10 } });
    expect(judge(engine(context), system, await solversFor(system), null)).toMatchObject({
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
    expect(engine({ ...context, statistics }).kind).toBe('unsafe');
    expect(context.bounds).toEqual([...new Set(context.bounds)].sort((a, b) => a - b));
    // A search depth first excludes no depth before it ends.
    expect(context.bounds.at(-1)).toBe(name === 'rse' ? undefined : 5);
    expect(told.refinements).toBeGreaterThan(0);
  });

  test('gives up at the depth that it is given, with the bound that it reached', () => {
    const system = deterministicLoop(9, 9);
    const claim = engine(contextFor(system, ownSolversFor(system), { options: { maxDepth: 4 }, rivals: ['bmc'] }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: name === 'rse' ? null : 4 });
  });
});
