import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dar } from '../../../../src/engines/interpolating/dar.ts';
import { imc } from '../../../../src/engines/interpolating/imc.ts';
import { ismc } from '../../../../src/engines/interpolating/ismc.ts';
import { SOURCE_NAMES } from '../../../../src/engines/interpolation/names.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, solversFor, tracked } from '../context.ts';
import { judge } from '../judge.ts';

const ENGINES = [imc, ismc, dar];

const shapes = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  blocks: fc.constantFrom(0, 2, 3, 4),
  gaps: fc.boolean(),
});

describe.each(SOURCE_NAMES)(
  'imc, ismc and dar with interpolants from %s, against enumeration of all states',
  (source) => {
    test('verdicts, depths and certificates', async () => {
      const proofs = ENGINES.map(() => 0);
      const property = fc.asyncProperty(shapes, async ({ seed, blocks, gaps }) => {
        const system = randomSystem(seed, { blocks, gaps });
        const truth = enumerate(system);
        const solvers = await solversFor(system);
        for (const [e, engine] of ENGINES.entries()) {
          const own = tracked(solvers);
          const numbers: Record<string, unknown> = {};
          const claim = engine({
            ...contextFor(system, own, { options: { maxDepth: 6, interpolants: source } }),
            statistics: (given) => Object.assign(numbers, given),
          });
          expect(own.alive).toBe(0);
          const judgement = judge(claim, system, solvers, null);
          // Exact eliminations give sequences that the checker accepts.
          for (const [name, value] of Object.entries(numbers)) {
            if (!name.endsWith('.refused') || numbers[name.replace('.refused', '.inexact')] !== 0) continue;
            expect([name, value]).toEqual([name, 0]);
          }
          switch (judgement.verdict) {
            case 'FALSE':
              expect(judgement.depth).toBe(truth.bad);
              break;
            case 'TRUE':
              expect([truth.bad, truth.gap]).toEqual([null, null]);
              if (judgement.certificate === 'inductive') proofs[e] += 1;
              break;
            case 'refused':
              expect.fail(judgement.why);
              break;
            case 'UNKNOWN':
              if (truth.bad !== null) expect(truth.bad).toBeGreaterThan(6);
          }
        }
      });
      await fc.assert(property, {
        numRuns: Number(process.env.LEMMATA_RUNS ?? 12),
        seed: process.env.LEMMATA_SEED ? Number(process.env.LEMMATA_SEED) : 1,
      });
      for (const count of proofs) expect(count).toBeGreaterThan(0);
    }, 300_000);
  },
);
