import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import type { EngineContext } from './engine.ts';

/** A union of sets of states that grows, with one incremental solver that says whether it contains another set. */
export class ImageSet {
  readonly #context: EngineContext;
  readonly #solver: Solver;
  #union: Term;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#solver = context.solvers.create({ seed: context.seed });
    this.#union = context.system.terms.false;
  }

  /** Over the state variables. */
  get union(): Term {
    return this.#union;
  }

  add(states: Term): void {
    const { terms } = this.#context.system;
    this.#union = terms.or(this.#union, states);
    this.#solver.assert(terms.not(states));
  }

  /** False also if the solver does not know. `limits`: of the check, ms. */
  contains(states: Term, milliseconds = 0): boolean {
    const limits = milliseconds > 0 ? { milliseconds } : {};
    return this.#solver.check([states], limits) === 'unsat';
  }

  dispose(): void {
    this.#solver.dispose();
  }
}

/** The smallest i > `first` of which the i-th set is contained in the union of those from `first` to i - 1, or null. */
export function fixpointOf(context: EngineContext, sets: readonly Term[], first: number): number | null {
  const earlier = new ImageSet(context);
  try {
    for (let i = first; i < sets.length; i += 1) {
      if (i > first && earlier.contains(sets[i])) return i;
      earlier.add(sets[i]);
    }
    return null;
  } finally {
    earlier.dispose();
  }
}
