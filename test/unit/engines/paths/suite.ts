import { expect, test } from 'vitest';
import type { Engine, EngineContext, EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import type { Block, TransitionSystem } from '../../../../src/system/transys/system.ts';
import {
  deadlocking,
  deterministicLoop,
  oddCounter,
  twoLoops,
  withDoubt,
  withGap,
} from '../../system/transys/examples.ts';
import { enumerate, randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';
import { decide, judge } from '../judge.ts';

type Options = EngineContext['options'];

/** Other work on the machine ends no query: the limit of the test is of CPU time. */
export const UNHURRIED: Options = { queryMilliseconds: 100_000 };

/** A number that each engine counts beside those of its refinements. */
const OWN = { predabs: 'posts', impact: 'covered', traces: 'triples', split: 'copies', rse: 'explored' } as const;

/** The verdict of an engine, certified or replayed. */
async function verdictOf(engine: Engine, system: TransitionSystem, options: Options): Promise<string> {
  const context = contextFor(system, ownSolversFor(system), { options: { maxDepth: 30, ...options } });
  return judge(engine(context), system, await solversFor(system), null).verdict;
}

/** The tests that each engine over paths passes, under each of these options. */
export function testPathEngine(id: keyof typeof OWN, engine: Engine, options: readonly Options[]): void {
  test.each(options)('decides small systems with %o', async (options) => {
    expect(await verdictOf(engine, oddCounter(), options)).toBe('TRUE');
    expect(await verdictOf(engine, oddCounter(2), options)).toBe('FALSE');
    expect(await verdictOf(engine, twoLoops(7), options)).toBe('TRUE');
    expect(await verdictOf(engine, twoLoops(6), options)).toBe('FALSE');
    expect(await verdictOf(engine, deadlocking(false), options)).toBe('TRUE');
    expect(await verdictOf(engine, deadlocking(true), options)).toBe('FALSE');
    expect(await verdictOf(engine, deterministicLoop(12, 12), options)).toBe('FALSE');
  });

  // A search depth first excludes no depth before it ends.
  const isDepthFirst = id === 'rse';

  test('reports gaps and offers runs that rest on a doubt', async () => {
    const gap = await decide(engine, withGap(true), { maxDepth: 10 });
    expect(gap.kind).toBe('unsafe');
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
    expect(context.bounds.at(-1)).toBe(isDepthFirst ? undefined : 5);
    expect(told.depth).toBe(isDepthFirst ? 0 : 5);
    expect(told.longest).toBeGreaterThan(1);
    expect(told.refinements).toBeGreaterThan(0);
    if (id === 'predabs' || id === 'impact') expect(told.nodes).toBeGreaterThan(0);
    expect(told[OWN[id]]).toBeDefined();
  });

  test('gives up at the depth that it is given, with the bound that it reached', () => {
    const system = deterministicLoop(9, 9);
    const claim = engine(
      contextFor(system, ownSolversFor(system), { options: { maxDepth: 4 }, otherEngines: ['bmc'] }),
    );
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: isDepthFirst ? null : 4 });
  });

  test('gives the same verdict whatever the order of edges', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const system = randomSystem(seed, { blocks: [0, 3, 4][seed % 3] });
      const random = randomSource(seed);
      const blocks = system.blocks.map((block) => {
        const successors = [...block.successors];
        for (let i = successors.length - 1; i > 0; i--) {
          const j = random(i + 1);
          [successors[i], successors[j]] = [successors[j], successors[i]];
        }
        return { ...block, successors };
      });
      const expected = enumerate(system).bad === null ? 'TRUE' : 'FALSE';
      for (const s of [system, { ...system, blocks }, { ...system, blocks: blocks.map(reversed) }])
        expect(await verdictOf(engine, s, {})).toBe(expected);
    }
  }, 120_000);
}

const reversed = (block: Block): Block => ({ ...block, successors: block.successors.toReversed() });
