import type { SolverFactory } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { BoxSolver, type BoxSolverOptions } from './solver.ts';

export { BoxSolver, type BoxSolverOptions } from './solver.ts';
export { Work } from './work.ts';

/** Solvers by branch and prune over the terms of one store. The seed changes nothing. */
export function boxFactory(store: TermStore, options: BoxSolverOptions = {}): SolverFactory {
  return { create: () => new BoxSolver(store, options) };
}
