import type { SolverFactory } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import { Z3Solver } from './solver.ts';

export type { Z3Api } from './api.ts';
export { Z3FloatCircuits } from './float-circuits.ts';
export { loadZ3 } from './load.ts';

/** Solvers of one Z3 instance over the terms of one store. */
export function z3Factory(api: Z3Api, store: TermStore): SolverFactory {
  return { create: (options = {}) => new Z3Solver(api, store, options.seed ?? 0) };
}
