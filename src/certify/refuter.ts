import type { Solver } from '../smt/solver.ts';

/** What the certificate checker needs of a solver: that something asserted cannot hold. Every {@link Solver} is one. */
export type Refuter = Pick<Solver, 'assert' | 'check' | 'reasonUnknown' | 'dispose'>;

export interface RefuterFactory {
  create(): Refuter;
}
