import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enumeration } from '../../../../src/engines/interpolation/enumerate.ts';
import { letters } from '../../../../src/engines/interpolation/letters.ts';
import { NEWTON_NAMES } from '../../../../src/engines/interpolation/names.ts';
import { newton } from '../../../../src/engines/interpolation/newton/provider.ts';
import type { InterpolationProblem } from '../../../../src/engines/interpolation/problem.ts';
import type { Provider } from '../../../../src/engines/interpolation/provider.ts';
import { restrictedCut } from '../../../../src/engines/interpolation/restricted-cut.ts';
import { Interpolation } from '../../../../src/engines/interpolation/service.ts';
import { interpolationSource } from '../../../../src/engines/methods/interpolants/interpolants.ts';
import { TransitionParts } from '../../../../src/engines/methods/interpolants/transition-parts.ts';
import { KnownLemmas } from '../../../../src/engines/methods/known-lemmas.ts';
import type { SolverFactory } from '../../../../src/logic/terms/solver.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { oddCounter } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, solversFor } from '../context.ts';

const NEVER = (): boolean => false;

/** Runs of k steps into bad, in parts: initial states, steps, bad. */
function stepsIntoBad(system: TransitionSystem, solvers: SolverFactory, k: number): InterpolationProblem['parts'] {
  const context = contextFor(system, solvers);
  const steps = new TransitionParts(context, new KnownLemmas(context));
  const all = Array.from({ length: k }, () => steps.step(system.terms.true));
  return [steps.initialPart(), ...all, steps.suffix(0)];
}

function serviceOf(system: TransitionSystem, solvers: SolverFactory, provider: Provider): Interpolation {
  return new Interpolation(interpolationSource(system), solvers, { milliseconds: 5_000, providers: [provider] }, NEVER);
}

describe('providers of interpolants', () => {
  test('what they give for random systems passes the checker', async () => {
    const given = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.record({
        seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        blocks: fc.constantFrom(0, 2, 3),
        k: fc.integer({ min: 0, max: 3 }),
      }),
      async ({ seed, blocks, k }) => {
        const system = randomSystem(seed, { blocks, gaps: false });
        const { bad } = enumerate(system);
        const solvers = await solversFor(system);
        const parts = stepsIntoBad(system, solvers, k);
        const providers = [
          ['restricted-cut', restrictedCut] as const,
          ['enumeration', enumeration] as const,
          ['letters', letters] as const,
          ...NEWTON_NAMES.map((name) => [name, newton(name)] as const),
        ];
        for (const [name, provider] of providers) {
          const service = serviceOf(system, solvers, provider);
          const sequence = service.sequence(parts);
          service.dispose();
          if (bad === k) expect(sequence).toBeNull();
          // Exact eliminations give sequences that the checker accepts.
          for (const { refused, inexact } of service.statistics.providers.values())
            if (inexact === 0) expect(refused).toBe(0);
          if (sequence !== null) given.set(name, (given.get(name) ?? 0) + 1);
        }
      },
    );
    await fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 12),
      seed: Number(process.env.LEMMATA_SEED ?? 1),
    });
    expect([...given.keys()].sort()).toEqual(['enumeration', 'letters', ...NEWTON_NAMES.toSorted(), 'restricted-cut']);
  }, 300_000);

  test('an interpolant that is none is refused, and the next provider is asked', async () => {
    const system = oddCounter();
    const solvers = await solversFor(system);
    const liar: Provider = {
      name: 'restricted-cut',
      sequences: true,
      interpolate: ({ problem }) => ({
        kind: 'interpolants',
        interpolants: problem.parts.slice(1).map(() => problem.terms.true),
      }),
    };
    const service = new Interpolation(
      interpolationSource(system),
      solvers,
      { milliseconds: 5_000, providers: [liar, enumeration] },
      NEVER,
    );
    expect(service.sequence(stepsIntoBad(system, solvers, 1))).not.toBeNull();
    expect(service.statistics.providers.get('restricted-cut')?.refused).toBeGreaterThan(0);
    expect(service.statistics.providers.get('enumeration')?.given).toBeGreaterThan(0);
  });
});
