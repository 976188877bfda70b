import { workClock } from '../base/clock.ts';
import { BoundedSearch } from './bmc-core.ts';
import { searchDepths } from './depth-search.ts';
import type { Claim, EngineContext } from './engine.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { isOn, KIND, numberOf } from './options.ts';
import { StepCase, type StepCaseOptions } from './step-case.ts';

/** For the search of a proof with a smaller k. */
const SIMPLER_MILLISECONDS = 1_000;

/**
 * k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000; with continuously refined invariants: Beyer, Dangl, Wendler,
 * CAV 2015): for k = 0, 1, 2, … the base case looks for a run of k steps into bad, the step case for k steps that avoid bad from any state
 * that satisfies all known invariants, and then meet it. The invariants come from `system.facts` and from other engines; they are re-read
 * at each k. Once there can be no proof any more (a run can meet a gap, say), only the base case is left: that is bounded model checking, so
 * this engine leaves if another one does that in the same race.
 *
 * Options: `maxDepth` (0: no limit), `eliminate` (inputs that only decide branches are eliminated from bad; default true), `simplePath` (the
 * states of the step case differ pairwise; default false), `stepMilliseconds` (limit of the first step check that takes long; doubled
 * each time; 0: none).
 */
export function kind(context: EngineContext): Claim {
  return kindWith(context, new KnownLemmas(context));
}

/** Asked after depth k whether there is a proof for k steps, which it may `check`, within so many milliseconds if they are given, or another proof. */
export type Attempt = (k: number, check: (milliseconds?: number) => boolean) => boolean | Claim;

/** k-induction by an engine that finds invariants itself, which it publishes by `known`, and that says when a proof is worth its time. */
export function kindWith(context: EngineContext, known: KnownLemmas, attempt: Attempt = (_, check) => check()): Claim {
  const base = new BoundedSearch(context, '');
  const options: StepCaseOptions = {
    eliminate: isOn(context, KIND.eliminate),
    simplePath: isOn(context, KIND.simplePath),
    milliseconds: numberOf(context, KIND.step),
  };
  const step = new StepCase(context, known, options);
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
        return holds ? (simplerProof(context, known, options, k) ?? proof(known, step, k)) : null;
      },
      proofsOnly: context.rivals.includes('bmc'),
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
 * A proof with a smaller k: lemmas that came in on the way may have made the property inductive for one at which it was not when that was tried, and certificates
 * of long runs take long to check. Null if none is found in time.
 */
function simplerProof(context: EngineContext, known: KnownLemmas, options: StepCaseOptions, k: number): Claim | null {
  if (known.idsOf(known.invariants).length === 0) return null;
  const deadline = workClock() + SIMPLER_MILLISECONDS;
  const step = new StepCase(context, known, { ...options, milliseconds: SIMPLER_MILLISECONDS });
  try {
    for (let j = 0; j < k && workClock() < deadline && !context.stopped(); j += 1) if (step.holds(j)) return proof(known, step, j);
    return null;
  } finally {
    step.dispose();
  }
}
