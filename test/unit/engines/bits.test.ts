import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { bmc } from '../../../src/engines/bounded/bmc.ts';
import { kind } from '../../../src/engines/bounded/kind.ts';
import type { Engine } from '../../../src/engines/methods/engine.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import { enumerate, randomSystem } from '../system/transys/random-systems.ts';
import { contextFor, solversFor } from './context.ts';

const ENGINES: readonly Engine[] = [bmc, kind];

test('engines on the solver for bits against enumeration of all states, certified by Z3', async () => {
  const decided = { safe: 0, unsafe: 0 };
  const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4) });
  const property = fc.asyncProperty(shapes, async ({ seed, blocks }) => {
    const system = randomSystem(seed, { blocks, gaps: false });
    const truth = enumerate(system);
    const solvers = bitFactory(system.terms, { sat: createSatSolver, evaluateModels: true });
    for (const engine of ENGINES) {
      const claim = engine(contextFor(system, solvers, { options: { maxDepth: 6 } }));
      switch (claim.kind) {
        case 'unsafe':
          if (claim.run.kind !== 'system') throw new Error('not a run of the system');
          expect(claim.run.trace.steps.length - 1).toBe(truth.bad);
          expect(simulateTrace(system, claim.run.trace)).toMatchObject({ kind: 'bad', step: truth.bad });
          decided.unsafe++;
          break;
        case 'safe':
          expect(truth.bad).toBeNull();
          expect(checkCertificate(system, claim.certificate, await solversFor(system))).toMatchObject({
            accepted: true,
          });
          decided.safe++;
          break;
        case 'unknown':
          if (truth.bad !== null) expect(truth.bad).toBeGreaterThan(6);
      }
    }
  });
  await fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 40) });
  expect(decided.safe).toBeGreaterThan(0);
  expect(decided.unsafe).toBeGreaterThan(0);
}, 300_000);
