import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import type { EngineContext } from './engine.ts';

/** A union of sets of reachable states that grows, with one incremental solver that says whether it contains another set. */
export class ImageSet {
  readonly #context: EngineContext;
  readonly #solver: Solver;
  #union: Term;

  /** `invariants`: of other states it need not be known whether the union contains them. */
  constructor(context: EngineContext, invariants: readonly Term[]) {
    this.#context = context;
    this.#solver = context.solvers.create({ seed: context.seed });
    for (const invariant of invariants) this.#solver.assert(invariant);
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

  /** False also if the solver does not know. */
  contains(states: Term): boolean {
    return this.#solver.check([states]) === 'unsat';
  }

  dispose(): void {
    this.#solver.dispose();
  }
}

/** The smallest i > 0 of which the i-th set is contained in the union of those before it, as far as the invariants hold, or null. */
export function fixpointOf(context: EngineContext, sets: readonly Term[], invariants: readonly Term[]): number | null {
  const earlier = new ImageSet(context, invariants);
  try {
    for (let i = 0; i < sets.length; i += 1) {
      if (i > 0 && earlier.contains(sets[i])) return i;
      earlier.add(sets[i]);
    }
    return null;
  } finally {
    earlier.dispose();
  }
}
