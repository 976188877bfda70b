import { expect } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import type { Claim, Engine } from '../../../../src/engines/methods/engine.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { certificateBack, traceBack } from '../../../../src/system/transys/way-back.ts';
import { contextFor, solversFor } from '../context.ts';

/**
 * Runs an engine on a system and on its simplification; every claim is certified or simulated on
 * the system itself.
 */
export async function decideSimplified(
  engine: Engine,
  system: TransitionSystem,
  options: Record<string, number | boolean> = {},
): Promise<Claim['kind']> {
  validateSystem(system);
  const solvers = await solversFor(system);
  const { system: reduced, back } = simplify(system);
  validateSystem(reduced);
  const kinds = [system, reduced].map((s) => {
    const claim = engine(contextFor(s, solvers, { options }));
    if (claim.kind === 'safe') {
      const certificate = s === system ? claim.certificate : certificateBack(system.terms, back, claim.certificate);
      expect(checkCertificate(system, certificate, solvers)).toMatchObject({ accepted: true });
    } else if (claim.kind === 'unsafe' && claim.run.kind === 'system') {
      const trace = s === system ? claim.run.trace : traceBack(back, claim.run.trace);
      expect(simulateTrace(system, trace)).toMatchObject({ kind: 'bad', step: trace.steps.length - 1 });
    }
    return claim.kind;
  });
  expect(kinds[1]).toBe(kinds[0]);
  return kinds[0];
}
