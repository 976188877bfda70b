import { workClock } from '../../base/clock.ts';
import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { KIND, numberOf } from '../methods/options.ts';
import { StepCase } from './step-case.ts';

/** Limit in ms of the search for a proof with a smaller k. */
const SIMPLER_MILLISECONDS = 1_000;

/**
 * k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000; with continuously refined invariants: Beyer,
 * Dangl, Wendler, CAV 2015). The loop is over k = 0, 1, 2, …: the base case looks for a run of k steps
 * into bad. The step case starts in any state that satisfies all known invariants, and looks for k
 * steps that avoid bad and then meet it.
 *
 * The invariants come from `system.facts` and from other engines, and are read again at each k. Once
 * no proof is possible any more (a run can meet a gap, say), only the base case is left. That is
 * bounded model checking, so that this engine then ends if `bmc` takes part in the same race.
 *
 * Options: `MAX_DEPTH` and `KIND` in `options.ts`.
 */
export function kind(context: EngineContext): Claim {
  return kindWith(context, new KnownLemmas(context));
}

/**
 * Called after depth k. It may `check` whether k steps suffice for a proof, within a limit in ms if it
 * gives one, or make another proof.
 */
export type Attempt = (k: number, check: (milliseconds?: number) => boolean) => boolean | Claim;

/**
 * k-induction for an engine that finds invariants itself and publishes them by `known`. `attempt`
 * decides when a proof is worth its time.
 */
export function kindWith(context: EngineContext, known: KnownLemmas, attempt: Attempt = (_, check) => check()): Claim {
  const base = new BoundedSearch(context, '');
  const step = new StepCase(context, known, numberOf(context, KIND.step));
  try {
    return searchDepths(context, base, {
      limited: (depth) => `not k-inductive for any k up to ${depth}`,
      prove: (k) => {
        let isChecked = false;
        const holds = attempt(k, (milliseconds) => {
          isChecked = true;
          return step.holds(k, milliseconds);
        });
        if (typeof holds !== 'boolean') return holds;
        if (!isChecked) step.skip(k);
        return holds ? (simplerProof(context, known, k) ?? proof(known, step, k)) : null;
      },
      proofsOnly: context.otherEngines.includes('bmc'),
    });
  } finally {
    base.dispose();
    step.dispose();
  }
}

function proof(known: KnownLemmas, step: StepCase, k: number): Claim {
  return { kind: 'safe', certificate: step.certificate(k), uses: known.idsOf(step.needed(k)) };
}

/**
 * Searches for a proof with a smaller k, as certificates of long runs take long to check. Lemmas that
 * came in meanwhile may have made the property j-inductive for a j that failed before. Null if none is
 * found in time.
 */
function simplerProof(context: EngineContext, known: KnownLemmas, k: number): Claim | null {
  if (known.idsOf(known.invariants).length === 0) return null;
  const deadline = workClock() + SIMPLER_MILLISECONDS;
  const step = new StepCase(context, known, SIMPLER_MILLISECONDS);
  try {
    for (let j = 0; j < k && workClock() < deadline && !context.stopped(); j++)
      if (step.holds(j)) return proof(known, step, j);
    return null;
  } finally {
    step.dispose();
  }
}
