import type { SystemTrace } from '../../../system/transys/system.ts';
import { searchDepths } from '../bounded/depth-search.ts';
import type { BoundedSearch } from '../bounded/search.ts';
import type { Claim, EngineContext, EngineUnknown } from '../engine.ts';
import { isCertain } from './counterexample.ts';

/**
 * The claim that follows from a run into bad or into a gap that the search constructed. The run is
 * claimed if it ends in bad and rests on no doubt. Otherwise bounded model checking determines which
 * runs of its length there are. `bound`: the engine's bound, for the claim `unknown`.
 */
export function claimOfRun(
  context: EngineContext,
  base: BoundedSearch,
  trace: SystemTrace,
  bound: number | null,
): Claim {
  if (isCertain(context.system, trace)) return { kind: 'unsafe', run: { kind: 'system', trace } };
  const unknown = (reason: EngineUnknown): Claim => ({ kind: 'unknown', reason, bound });
  const steps = trace.steps.length - 1;
  while (base.depth <= steps) {
    if (context.stopped()) return unknown({ kind: 'stopped' });
    const result = base.step();
    if (result.kind === 'bad') return { kind: 'unsafe', run: { kind: 'system', trace: result.trace } };
    if (result.kind === 'unknown') return unknown(result.reason);
    if (base.obstacle !== null) return unknown(base.obstacle);
    if (result.kind === 'exhausted') return { kind: 'safe', certificate: result.certificate };
  }
  return unknown({ kind: 'solver', why: `another solver does not confirm the run of ${steps} steps` });
}

/**
 * Searches for runs where a gap or a doubt has made proofs impossible, unless `bmc` takes part in the
 * race.
 */
export function elseSearchRuns(context: EngineContext, base: BoundedSearch, claim: Claim): Claim {
  if (claim.kind !== 'unknown' || context.otherEngines.includes('bmc')) return claim;
  if (claim.reason.kind !== 'gap' && claim.reason.kind !== 'doubt') return claim;
  return searchDepths(context, base, { limited: (depth) => `only runs of at most ${depth} steps were searched` });
}
