import type { Term } from '../../../logic/terms/builder.ts';
import type { Refuter } from '../../../logic/terms/refuter.ts';
import type { Runs } from '../../../system/transys/certificate.ts';
import { FEW_CLAIMED, MOST_CLAIMED, NOT_FOLLOWED, type Opening, RunFollower } from '../runs/follower.ts';
import { CheckerRuns } from '../runs/unrolling.ts';
import { type CertificateCondition, type Prover, Refused } from './prover.ts';

// Conditions of runs from the initial states. All functions throw `Refused` for a condition that is
// not proved.

const MOST_LENGTHS = 8;

/** The only obligation of a certificate of runs. */
const EXHAUSTION = 0;

/** The time in ms in which solvers unroll runs that are more than few, before all of them are followed. */
const UNROLLING_MS = 500;

/**
 * Proves that no run is longer than the bound, and that none of them meets bad. Few runs are followed. Solvers often
 * unroll in a moment those that following would tell apart bit by bit, so they come before many runs are followed.
 */
export function showRuns(prover: Prover, claim: Runs): void {
  const { inputs } = claim;
  const { unroll = true } = prover.limits;
  const isUnrolled = unroll && inputs === undefined;
  if (isUnrolled) {
    if (areShown(prover, claim, FEW_CLAIMED) === null) return;
    if (prover.isShownWithin(UNROLLING_MS, () => unrollRuns(prover, claim))) return;
  }
  const opening = areShown(prover, claim, MOST_CLAIMED);
  if (opening === null) return;
  // Solvers know nothing of the ways in which listed runs differ.
  if (inputs !== undefined) throw new Refused('exhaustion', opening.why, opening.isDecided);
  if (!isUnrolled) throw new Refused('exhaustion', opening.why, false);
  unrollRuns(prover, claim);
}

/** Follows the runs, in one thread of those that share the check; null if all end well. `most`: how many terms. */
function areShown(prover: Prover, { bound, inputs }: Runs, most: number): Opening | null {
  let opening: Opening | null = { why: NOT_FOLLOWED, isDecided: false };
  const limits = { most, alone: Number.POSITIVE_INFINITY };
  const condition = inputs === undefined ? 'base' : 'exhaustion';
  const follow = (): boolean => {
    opening = new RunFollower(prover.system, inputs, limits).follow(bound, () => prover.timeLeft(condition) <= 0);
    return opening === null;
  };
  const { shared } = prover.limits;
  const work = most === FEW_CLAIMED ? shared?.whole : EXHAUSTION;
  const isShown =
    shared === undefined || work === undefined
      ? follow()
      : shared.once(work, follow, () => void prover.timeLeft(condition));
  if (!isShown) return opening;
  prover.credit('runs');
  return null;
}

/** Proves by solvers that no run is longer than `bound` steps, and that none of them meets bad. */
function unrollRuns(prover: Prover, { bound, isExecuted = false }: Runs): void {
  const { system } = prover;
  try {
    showNoBadWithin(prover, bound, 'base', (solver, goesOn) =>
      prover.unsatisfiable(solver, goesOn, 'exhaustion', `a run of ${bound + 1} steps`),
    );
  } catch (error) {
    // Such a claim may come from executing the program, with constructs that have no meaning or only an
    // approximate one in the system.
    if (error instanceof Refused && system.doubts.length > 0) {
      const { construct } = system.doubts[0];
      throw new Refused(error.condition, `${error.message} (perhaps by way of an approximation: ${construct})`, false);
    }
    if (isExecuted && error instanceof Refused && error.condition === 'exhaustion')
      throw new Refused('exhaustion', error.message, false);
    const gap = system.blocks.find((block) => block.gap !== system.terms.false);
    if (!(error instanceof Refused) || gap === undefined) throw error;
    throw new Refused(error.condition, `${gap.name}: a construct is not modelled`, false);
  }
}

/** Whether all runs end within `bound` steps without bad or a gap. Also false if the runs are too many. */
export function allEndWithin(prover: Prover, bound: number): boolean {
  const runs = new RunFollower(prover.system, undefined, { most: MOST_CLAIMED, alone: MOST_CLAIMED });
  return runs.follow(bound, () => prover.timeLeft('base') <= 0) === null;
}

/**
 * (3) Proves that I ∧ T^j ∧ bad is unsatisfiable for all j up to `last`. `then` gets the solver with
 * the runs of these lengths, and the condition under which a run continues. Later lengths share a
 * query: each refutation has a proof of its own, which repeats most of the earlier ones.
 */
export function showNoBadWithin(
  prover: Prover,
  last: number,
  condition: CertificateCondition,
  then: (solver: Refuter, goesOn: Term) => void = () => {},
): void {
  const { terms, initConstraint } = prover.system;
  const runs = new CheckerRuns(prover.system, 'init');
  prover.withSolver((solver) => {
    solver.assert(initConstraint);
    for (let first = 0; ; ) {
      const end = Math.min(last, first + lengthsAtOnce(first) - 1);
      let bad = terms.false;
      let goesOn = terms.true;
      for (let j = first; j <= end && goesOn !== terms.false; j++) {
        const step = runs.advance();
        for (const definition of step.definitions) solver.assert(definition);
        bad = terms.or(bad, terms.and(goesOn, step.bad));
        goesOn = terms.and(goesOn, step.feasible);
      }
      const lengths = end === first ? `${first}` : `${first} to ${end}`;
      prover.unsatisfiable(solver, bad, condition, `a run into bad of ${lengths} steps`);
      if (end === last) return then(solver, goesOn);
      if (goesOn === terms.false) return; // no run is longer
      if (goesOn !== terms.true) solver.assert(goesOn);
      first = end + 1;
    }
  });
}

/** Returns the number of lengths of runs, from `first` on, for which one query refutes bad. */
function lengthsAtOnce(first: number): number {
  return Math.min(MOST_LENGTHS, Math.max(1, Math.floor(first / 2)));
}
