import type { Solver } from './solver.ts';

/** What a checker needs of a solver: that something asserted cannot hold. Every {@link Solver} is one. */
export type Refuter = Pick<Solver, 'assert' | 'check' | 'reasonUnknown' | 'dispose'>;

export interface RefuterFactory {
  /** How many times longer its refuters' turns are than those of others, where several are asked in turn; 1 if absent. For those that soon see what is not for them. */
  readonly patience?: number;
  create(): Refuter;
}
