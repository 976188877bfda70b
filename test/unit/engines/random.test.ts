import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/true.ts';
import { bmc } from '../../../src/engines/bmc.ts';
import { dar } from '../../../src/engines/dar.ts';
import type { Engine } from '../../../src/engines/engine.ts';
import { imc } from '../../../src/engines/imc.ts';
import { ismc } from '../../../src/engines/ismc.ts';
import { kind } from '../../../src/engines/kind.ts';
import { validateSystem } from '../../../src/transys/check.ts';
import { simplify } from '../../../src/transys/passes/simplify.ts';
import { simulateTrace } from '../../../src/transys/simulate.ts';
import { enumerate, randomSystem } from '../transys/random-systems.ts';
import { contextFor, solversFor } from './context.ts';

const ENGINES: readonly Engine[] = [bmc, kind, imc, ismc, dar];

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
      const solvers = await solversFor(system);
      const { system: reduced, back } = simplify(system);
      validateSystem(reduced);
      expect(enumerate(reduced)).toMatchObject({ bad: truth.bad, gap: truth.gap, longest: truth.longest });
      for (const s of [system, reduced]) {
        for (const engine of ENGINES) {
          const claim = engine(contextFor(s, solvers, { options: { maxDepth: 6 } }));
          if (claim.kind === 'unsafe') {
            decided.set(engine, (decided.get(engine) ?? 0) + 1);
            if (claim.run.kind !== 'system') throw new Error('not a run of the system');
            const trace = s === system ? claim.run.trace : back.trace(claim.run.trace);
            expect(trace.steps.length - 1).toBe(truth.bad);
            expect(simulateTrace(system, trace)).toMatchObject({ kind: 'bad', step: truth.bad });
          } else if (claim.kind === 'safe') {
            decided.set(engine, (decided.get(engine) ?? 0) + 1);
            expect([truth.bad, truth.gap]).toEqual([null, null]);
            const certificate = s === system ? claim.certificate : back.certificate(claim.certificate);
            expect(checkCertificate(system, certificate, solvers)).toEqual({ accepted: true });
            if (certificate.kind === 'exhaustive') {
              expect(truth.longest).not.toBeNull();
              expect(certificate.bound).toBeGreaterThanOrEqual(truth.longest ?? 0);
            }
          } else if (truth.bad !== null) expect(truth.bad).toBeGreaterThan(6);
          else if (claim.reason.kind === 'gap') {
            expect(truth.gap).not.toBeNull();
            if (claim.reason.trace === null) throw new Error('no trace');
            expect(simulateTrace(s, claim.reason.trace)).toMatchObject({ kind: 'gap', step: truth.gap });
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
