import type { Solver } from './solver.ts';

/**
 * The part of a solver that a checker needs: it shows that something asserted cannot hold. Every
 * {@link Solver} is one.
 */
export type Refuter = Pick<Solver, 'assert' | 'check' | 'reasonUnknown' | 'dispose'>;

export interface RefuterFactory {
  /**
   * Time-slice multiplier where several refuters take turns; 1 if absent. Larger values suit refuters
   * that reject unsuitable queries early.
   */
  readonly patience?: number;
  create(): Refuter;
}
