import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beforeErrors } from '../../../src/certify/proof/parts.ts';
import { bmc } from '../../../src/engines/bounded/bmc.ts';
import { kind } from '../../../src/engines/bounded/kind.ts';
import { ic3 } from '../../../src/engines/frames/ic3.ts';
import { dar } from '../../../src/engines/interpolating/dar.ts';
import { imc } from '../../../src/engines/interpolating/imc.ts';
import { ismc } from '../../../src/engines/interpolating/ismc.ts';
import type { Engine } from '../../../src/engines/methods/engine.ts';
import { impact } from '../../../src/engines/paths/impact.ts';
import { predabs } from '../../../src/engines/paths/predabs.ts';
import { rse } from '../../../src/engines/paths/rse.ts';
import { split } from '../../../src/engines/paths/split.ts';
import { traces } from '../../../src/engines/paths/traces.ts';
import { validateSystem } from '../../../src/system/transys/check.ts';
import { simplify } from '../../../src/system/transys/passes/simplify.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import { enumerate, randomSystem } from '../system/transys/random-systems.ts';
import { contextFor, solversFor, tracked } from './context.ts';
import { judge } from './judge.ts';

const ENGINES: readonly Engine[] = [bmc, kind, imc, ismc, dar, ic3, predabs, impact, rse, split, traces];

/** Sources of interpolants, for the engines that have the option. */
const SOURCES = ['craig', 'letters', 'letters,craig', 'newton:it-wp,craig'];

const shapes = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  blocks: fc.constantFrom(0, 2, 3, 4),
  gaps: fc.boolean(),
});

describe('engines against enumeration of all states', () => {
  test('verdicts, depths and certificates, on the system and on its simplification', async () => {
    const decided = new Map<Engine, number>(ENGINES.map((engine) => [engine, 0]));
    const property = fc.asyncProperty(shapes, async ({ seed, blocks, gaps }) => {
      const system = randomSystem(seed, { blocks, gaps });
      validateSystem(system);
      const truth = enumerate(system);
      // The runs that may come to an error.
      const near = enumerate(beforeErrors(system));
      const solvers = await solversFor(system);
      const interpolants = SOURCES[seed % SOURCES.length];
      const { system: reduced, back } = simplify(system);
      validateSystem(reduced);
      expect(enumerate(reduced)).toMatchObject({ bad: truth.bad, gap: truth.gap, longest: truth.longest });
      for (const s of [system, reduced]) {
        for (const engine of ENGINES) {
          const own = tracked(solvers);
          const claim = engine(contextFor(s, own, { options: { maxDepth: 6, interpolants } }));
          expect(own.alive).toBe(0);
          const judgement = judge(claim, system, solvers, s === system ? null : back);
          if (judgement.verdict === 'TRUE' || judgement.verdict === 'FALSE')
            decided.set(engine, (decided.get(engine) ?? 0) + 1);
          switch (judgement.verdict) {
            case 'FALSE':
              expect(judgement.depth).toBe(truth.bad);
              expect(judgement.trace.steps.length - 1).toBe(truth.bad);
              break;
            case 'TRUE':
              expect([truth.bad, truth.gap]).toEqual([null, null]);
              if (judgement.bound === null) break;
              expect(near.longest).not.toBeNull();
              expect(judgement.bound).toBeGreaterThanOrEqual(near.longest ?? 0);
              break;
            case 'refused':
              expect.fail(judgement.why);
              break;
            case 'UNKNOWN':
              if (truth.bad !== null) expect(truth.bad).toBeGreaterThan(6);
              else if (claim.kind === 'unknown' && claim.reason.kind === 'gap') {
                expect(truth.gap).not.toBeNull();
                if (claim.reason.trace === null) throw new Error('no trace');
                expect(simulateTrace(s, claim.reason.trace)).toMatchObject({ kind: 'gap', step: truth.gap });
              }
          }
        }
      }
    });
    await fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 12),
      seed: process.env.LEMMATA_SEED ? Number(process.env.LEMMATA_SEED) : 1,
    });
    for (const count of decided.values()) expect(count).toBeGreaterThan(0);
  }, 300_000);
});
