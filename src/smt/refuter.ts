import type { Solver } from './solver.ts';

/** What a checker needs of a solver: that something asserted cannot hold. Every {@link Solver} is one. */
export type Refuter = Pick<Solver, 'assert' | 'check' | 'reasonUnknown' | 'dispose'>;

export interface RefuterFactory {
  create(): Refuter;
}
