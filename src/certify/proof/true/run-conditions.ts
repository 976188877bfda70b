import type { Term } from '../../../logic/terms/builder.ts';
import type { Refuter } from '../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Enumerated } from '../../../system/transys/certificate.ts';
import { EveryRun, type Opening } from '../enumerated/every-run.ts';
import { DeterministicRun } from '../few-runs/deterministic-run.ts';
import { FewRuns } from '../few-runs/few-runs.ts';
import { CheckerRuns } from '../runs.ts';
import { type CertificateCondition, type Prover, Refused } from './prover.ts';

// Conditions of runs from the initial states. All functions throw `Refused` for a condition that is
// not proved.

const MOST_LENGTHS = 8;

/** An exhaustive certificate has one obligation. */
const EXHAUSTION = 0;

/** Proves that no run is longer than `bound` steps, and that none of them meets bad. */
export function showExhaustive(prover: Prover, bound: number): void {
  const { system } = prover;
  const inTime = (): void => void prover.timeLeft('base');
  const follow = (): boolean => new DeterministicRun(system).endsWithin(bound, inTime) || allEndWithin(prover, bound);
  const { shared, unroll = true } = prover.limits;
  if (shared === undefined ? follow() : shared.once(EXHAUSTION, follow, inTime)) {
    prover.credit('runs');
    return;
  }
  if (!unroll) throw new Refused('exhaustion', 'its runs were not followed to their ends', false);
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
    const gap = system.blocks.find((block) => block.gap !== system.terms.false);
    if (!(error instanceof Refused) || gap === undefined) throw error;
    throw new Refused(error.condition, `${gap.name}: a construct is not modelled`, false);
  }
}

/**
 * Proves {@link showExhaustive} by a run for each choice of the input values that the certificate
 * lists.
 */
export function showEnumerated(prover: Prover, certificate: Enumerated): void {
  const inTime = (): void => void prover.timeLeft('exhaustion');
  let open: Opening | null = { why: 'its runs were not followed to their ends', isDecided: false };
  const follow = (): boolean => {
    open = new EveryRun(prover.system, certificate).follow(inTime);
    return open === null;
  };
  const { shared } = prover.limits;
  const isShown = shared === undefined ? follow() : shared.once(EXHAUSTION, follow, inTime);
  if (!isShown) throw new Refused('exhaustion', open.why, open.isDecided);
  prover.credit('runs');
}

/** Whether all runs end within `bound` steps without bad or a gap. Also false if the runs are too many. */
export function allEndWithin(prover: Prover, bound: number): boolean {
  return new FewRuns(prover.system).endWithin(bound, () => {
    prover.timeLeft('base');
    return false;
  });
}

/**
 * Proves {@link showExhaustive} for runs in which each step changes one of the variables (by index).
 * Every run into bad gives such a run, without the other steps, because the variables alone decide how
 * a run continues.
 */
export function showExhaustiveBut(prover: Prover, changing: readonly number[], bound: number): void {
  const { terms, initConstraint } = prover.system;
  const runs = new CheckerRuns(prover.system, 'init');
  let before: readonly Term[] | null = null;
  prover.withSolver((solver) => {
    solver.assert(initConstraint);
    for (let j = 0; ; j++) {
      const { state } = runs;
      const step = runs.advance();
      for (const definition of step.definitions) solver.assert(definition);
      if (before !== null) solver.assert(terms.not(sameState(terms, changing, before, state)));
      if (j > bound)
        return prover.unsatisfiable(solver, terms.true, 'exhaustion', `a run of ${j} steps that change something`);
      prover.unsatisfiable(solver, step.bad, 'base', `a run into bad of ${j} steps`);
      if (step.feasible === terms.false) return;
      solver.assert(step.feasible);
      before = state;
    }
  });
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

/** Returns the formula that two states agree in some variables (by index). */
export function sameState(
  terms: TermStore,
  variables: readonly number[],
  a: readonly Term[],
  b: readonly Term[],
): Term {
  return terms.andAll(variables.map((v) => terms.eq(a[v], b[v])));
}

/** Returns the number of lengths of runs, from `first` on, for which one query refutes bad. */
function lengthsAtOnce(first: number): number {
  return Math.min(MOST_LENGTHS, Math.max(1, Math.floor(first / 2)));
}
