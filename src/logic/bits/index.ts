import type { SolverFactory } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { BitSolver, type BitSolverOptions } from './solver.ts';

export { BitSolver, type BitSolverOptions } from './solver.ts';

/** Solvers on bits over the terms of one store. The seed changes nothing: equal queries have equal runs. */
export function bitFactory(store: TermStore, options: BitSolverOptions): SolverFactory {
  return { create: () => new BitSolver(store, options) };
}
