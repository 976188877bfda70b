import type { Solver } from './solver.ts';

/**
 * Kinds of refuters, for the account of a proof: circuits and clauses with a replayed proof,
 * polynomials, ranges, splitting of cases, Z3. `other`: a solver without a name.
 */
export type RefuterName = 'plain' | 'algebra' | 'bounds' | 'cases' | 'z3' | 'other';

/**
 * The part of a solver that a checker needs: it shows that something asserted cannot hold. Every
 * {@link Solver} is one.
 */
export type Refuter = Pick<Solver, 'assert' | 'check' | 'reasonUnknown' | 'dispose'> & {
  /** The refuters behind the last `unsat`; absent: the one that its factory names. */
  answeredBy?(): ReadonlySet<RefuterName>;
};

export interface RefuterFactory {
  /** The kind of its refuters; absent: they tell it, or it is `other`. */
  readonly name?: RefuterName;
  /**
   * Time-slice multiplier where several refuters take turns; 1 if absent. Larger values suit refuters
   * that reject unsuitable queries early.
   */
  readonly patience?: number;
  create(): Refuter;
}

/** Returns the refuters behind the last `unsat` of a refuter that the factory made. */
export function answeredBy(refuter: Refuter, { name = 'other' }: RefuterFactory): ReadonlySet<RefuterName> {
  return refuter.answeredBy?.() ?? new Set([name]);
}
