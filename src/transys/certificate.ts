import type { Term } from '../smt/builder.ts';

/**
 * Why no run reaches bad, in a form that can be checked in a fresh solver without knowing who found it. In both forms "bad" includes gaps.
 * Plain data apart from the terms: whoever sends one to another thread translates `invariant` and copies the rest.
 */
export type Certificate = KInductive | Exhaustive;

/** No run is longer than `bound` steps (T^(bound+1) is infeasible), and none of them meets bad. */
export interface Exhaustive {
  readonly kind: 'exhaustive';
  readonly bound: number;
}

/** (L, k): L is inductive and holds initially, and bad is k-inductive relative to it. k = 0: L excludes bad. */
export interface KInductive {
  readonly kind: 'k-inductive';
  readonly invariant: Term;
  readonly k: number;
  /**
   * Input values for which the step case assumes that bad is false in the states before the last one, whatever the run's own inputs are.
   * Sound for any values: the shortest run into bad passes no earlier state from which *some* input leads to bad. May be empty.
   */
  readonly instances: readonly InputInstance[];
  /**
   * Indices of state variables in which the states of the step case are assumed to be pairwise distinct (the shortest run repeats no
   * state), or null. The variables must be closed: nothing that decides their next values or bad depends on others.
   */
  readonly distinct: readonly number[] | null;
}

/** Values of some step inputs of one block, by index in `system.inputs`; Booleans are 0n and 1n. Inputs left out keep the run's own value. */
export interface InputInstance {
  readonly block: number;
  readonly values: readonly (readonly [input: number, value: bigint])[];
}
