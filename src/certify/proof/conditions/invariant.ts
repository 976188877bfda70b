import type { Term } from '../../../logic/terms/builder.ts';
import { substitute } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Inductive, Universal } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { CheckerRuns } from '../runs/unrolling.ts';
import type { Prover } from './prover.ts';

/** Time in ms for all parts of an invariant behind a step at once: solvers decide hard ones faster one by one. */
const JOINT_MILLISECONDS = 300;

// Conditions of invariants. All functions throw `Refused` for a condition that is not proved.

/** (1) I ⇒ L. */
export function showInitiation(prover: Prover, invariant: Term): void {
  const { terms, stateVars, init, initConstraint } = prover.system;
  const initially = substitute(terms, invariant, new Map(stateVars.map((v, i) => [v.term, init[i]])));
  prover.withSolver((solver) => {
    solver.assert(initConstraint);
    prover.unsatisfiable(solver, terms.not(initially), 'initiation', 'an initial state outside the invariant');
  });
}

/** (2) L ∧ T ⇒ L', for a block; `premises`: the consequences of L for the state before the step. */
export function showConsecution(prover: Prover, invariant: Term, id: number, premises: readonly Term[]): void {
  const { terms, stateVars, blocks } = prover.system;
  const block = blocks[id];
  // A step leads to successors alone, which validateSystem checks.
  const targets = prover.located(invariant).at(block.successors);
  if (targets.length === 0) return;
  const here = atBlock(prover.system, id);
  const named = new Set(freeVariables(terms, targets));
  const after = new Map<Term, Term>();
  stateVars.forEach(({ term }, i) => {
    if (named.has(term)) after.set(term, substitute(terms, block.next[i], here));
  });
  prover.withSolver((solver) => {
    for (const premise of premises)
      for (const part of prover.located(premise).at([id])) solver.assert(substitute(terms, part, here));
    solver.assert(substitute(terms, block.feasible, here));
    const what = `a step of block ${id} (${block.name}) out of the invariant`;
    const kept = targets.map((part) => substitute(terms, part, after));
    const show = (parts: readonly Term[]): void =>
      prover.unsatisfiable(solver, terms.not(terms.andAll(parts)), 'consecution', what);
    const isJoint = kept.length > 1 && prover.isShownWithin(JOINT_MILLISECONDS, () => show(kept));
    if (!isJoint) for (const part of kept) show([part]);
  });
}

/** (4) k steps within L from which no input leads into bad, and then bad. */
export function showStep(prover: Prover, { invariant, k, instances }: Inductive): void {
  const { system } = prover;
  const { terms, stateVars } = system;
  const runs = new CheckerRuns(system, 'any', instances);
  prover.withSolver((solver) => {
    for (let j = 0; ; j++) {
      const state = runs.state;
      const step = runs.advance();
      for (const definition of step.definitions) solver.assert(definition);
      // The invariant holds in every state of the run by (2).
      solver.assert(substitute(terms, invariant, new Map(stateVars.map((v, i) => [v.term, state[i]]))));
      if (j === k)
        return prover.unsatisfiable(solver, step.bad, 'safety', `${k} steps within the invariant and then bad`);
      solver.assert(terms.not(step.couldBeBad));
      solver.assert(step.feasible);
    }
  });
}

/**
 * Lists the premises from a universal invariant before a step of the block: for any bound variables,
 * and for the instances.
 */
export function premisesAt(
  { terms }: TransitionSystem,
  { invariant, bound, instances }: Universal,
  id: number,
): readonly Term[] {
  const mine = instances.filter(({ block }) => block === id);
  const values = mine.map((instance) => new Map(instance.values.map(([b, value]) => [bound[b], value])));
  return [invariant, ...values.map((map) => substitute(terms, invariant, map))];
}

/** (4) for k = 0, at a block: L excludes bad and gaps. `premises`: as in {@link showConsecution}. */
export function showNoBadAt(prover: Prover, premises: readonly Term[], id: number): void {
  const { terms, blocks } = prover.system;
  const { name, bad, gap } = blocks[id];
  const here = atBlock(prover.system, id);
  const goal = substitute(terms, terms.or(bad, gap), here);
  if (goal === terms.false) return;
  prover.withSolver((solver) => {
    for (const premise of premises)
      for (const part of prover.located(premise).at([id])) solver.assert(substitute(terms, part, here));
    prover.unsatisfiable(solver, goal, 'safety', `bad in block ${id} (${name}) within the invariant`);
  });
}

/** Returns the value of the program counter at the block, to be substituted. */
export function atBlock({ terms, stateVars, pc }: TransitionSystem, id: number): ReadonlyMap<Term, Term> {
  return pc === null ? new Map() : new Map([[stateVars[pc].term, terms.bv(terms.width(stateVars[pc].term), id)]]);
}
