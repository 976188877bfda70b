import type { TermGates } from '../../logic/bits/term-gates.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { CheckLimits, SolverFactory } from '../../logic/terms/solver.ts';
import type { NewtonName } from './names.ts';
import type { InterpolationProblem } from './problem.ts';

/** The names of the providers. */
export type ProviderName = 'restricted-cut' | 'enumeration' | 'letters' | NewtonName;

/** A query to a provider, with everything it may use. */
export interface ProviderQuery {
  /** A problem of two parts, unless the provider makes sequences. */
  readonly problem: InterpolationProblem;
  /**
   * Predicates over the state variables for each cut; the interpolant there is made of nothing else.
   * Empty for providers that need none.
   */
  readonly predicates: readonly (readonly Term[])[];
  /** The gates of the terms. */
  readonly gates: TermGates;
  readonly solvers: SolverFactory;
  /** Limits of a single query to a solver. */
  readonly limits: CheckLimits;
  stopped(): boolean;
}

/** The answer of a provider. */
export type ProviderAnswer =
  | {
      readonly kind: 'interpolants';
      readonly interpolants: readonly Term[];
      /** Number of eliminations whose result contains more states than were asked for; 0 if absent. */
      readonly inexact?: number;
    }
  /** The parts are consistent as far as the predicates can express. */
  | { readonly kind: 'indistinct'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** A source of interpolants. Its results are checked before use. */
export interface Provider {
  readonly name: ProviderName;
  /** True if it handles more than two parts at once. */
  readonly sequences: boolean;
  /** False if it needs no predicates; true if absent. */
  readonly predicates?: boolean;
  interpolate(query: ProviderQuery): ProviderAnswer;
}
