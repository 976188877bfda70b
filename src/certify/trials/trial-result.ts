import type { SourceLocation } from '../../base/source.ts';

/** Counts of comparisons so far, over all runs. */
export interface Comparisons {
  /** Number of states of runs. */
  states: number;
  /** Number of state variables whose value is known both in the run and by the system. */
  values: number;
  /** Number of conjuncts of the invariant that were evaluated in those states; `skipped` counts the others. */
  conjuncts: number;
  skipped: number;
}

/** Result of the runs of a proved program. */
export type TrialResult =
  | ({ readonly kind: 'agreed'; readonly runs: number } & Readonly<Comparisons>)
  /** The proof is wrong, or the interpreter is. `what`: the event in the run, with its inputs. */
  | { readonly kind: 'contradicted'; readonly what: string; readonly at: SourceLocation | null };
