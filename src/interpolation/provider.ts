import type { TermGates } from '../bits/term-gates.ts';
import type { Term } from '../terms/builder.ts';
import type { CheckLimits, SolverFactory } from '../terms/solver.ts';
import type { InterpolationProblem } from './problem.ts';

export type ProviderName = 'restricted-cut' | 'enumeration';

/** `forward`: from A; `backward`: the negation of what follows from B ([IMC22] Sect. 4.5). */
export type Derivation = 'forward' | 'backward';

export interface ProviderQuery {
  /** Of two parts, unless the provider makes sequences. */
  readonly problem: InterpolationProblem;
  /** For each cut, over the state variables; the interpolant there is made of nothing else. */
  readonly predicates: readonly (readonly Term[])[];
  readonly derivation: Derivation;
  /** Where terms become gates. */
  readonly gates: TermGates;
  readonly solvers: SolverFactory;
  /** Of a single query to a solver. */
  readonly limits: CheckLimits;
  stopped(): boolean;
}

export type ProviderAnswer =
  | { readonly kind: 'interpolants'; readonly interpolants: readonly Term[] }
  /** As far as the predicates say, the parts can hold together. */
  | { readonly kind: 'indistinct'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Where interpolants come from. What it gives is checked before anybody uses it. */
export interface Provider {
  readonly name: ProviderName;
  /** Whether it answers for more than two parts at once. */
  readonly sequences: boolean;
  interpolate(query: ProviderQuery): ProviderAnswer;
}
