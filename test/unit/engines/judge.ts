import { expect } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import type { Claim, Engine, EngineContext } from '../../../src/engines/methods/engine.ts';
import type { SolverFactory } from '../../../src/logic/terms/solver.ts';
import type { Certificate } from '../../../src/system/transys/certificate.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../../src/system/transys/system.ts';
import { certificateBack, traceBack, type WayBack } from '../../../src/system/transys/way-back.ts';
import { contextFor, solversFor } from './context.ts';

/**
 * What an engine's claim is worth: a certified proof, a run that was simulated, or nothing; or a
 * claim that is wrong.
 */
export type Judgement =
  | { readonly verdict: 'TRUE'; readonly certificate: Certificate['kind']; readonly bound: number | null }
  | { readonly verdict: 'FALSE'; readonly trace: SystemTrace; readonly depth: number }
  | { readonly verdict: 'UNKNOWN'; readonly why: string }
  | { readonly verdict: 'refused'; readonly why: string };

/** Takes a claim about a system that the passes changed back to the original, and checks it there. */
export function judge(
  claim: Claim,
  original: TransitionSystem,
  solvers: SolverFactory,
  back: WayBack | null,
): Judgement {
  switch (claim.kind) {
    case 'partial':
      throw new Error('a claim about single checks of a whole property');
    case 'unknown':
      return { verdict: 'UNKNOWN', why: claim.reason.kind };
    case 'safe': {
      const certificate = back === null ? claim.certificate : certificateBack(original.terms, back, claim.certificate);
      const check = checkCertificate(original, certificate, solvers);
      if (!check.accepted) return { verdict: 'refused', why: `${check.condition}: ${check.why}` };
      return {
        verdict: 'TRUE',
        certificate: certificate.kind,
        bound: certificate.kind === 'runs' ? certificate.bound : null,
      };
    }
    case 'unsafe': {
      if (claim.run.kind !== 'system') return { verdict: 'refused', why: 'not a run of the system' };
      const trace = back === null ? claim.run.trace : traceBack(back, claim.run.trace);
      const end = simulateTrace(original, trace);
      if (end.kind !== 'bad') return { verdict: 'refused', why: `the run ends ${end.kind}` };
      return { verdict: 'FALSE', trace, depth: end.step };
    }
  }
}

/** An engine's claim about a system; a proof was certified, and a run ends in bad with its last step. */
export async function decide(
  engine: Engine,
  system: TransitionSystem,
  options: EngineContext['options'] = {},
): Promise<Claim> {
  const solvers = await solversFor(system);
  const claim = engine(contextFor(system, solvers, { options }));
  const judgement = judge(claim, system, solvers, null);
  if (judgement.verdict === 'refused') expect.fail(judgement.why);
  if (judgement.verdict === 'FALSE') expect(judgement.depth).toBe(judgement.trace.steps.length - 1);
  return claim;
}
