import type { Term } from '../smt/builder.ts';

/**
 * Why no run reaches bad, in a form that can be checked in a fresh solver without knowing who found it. In both forms "bad" includes gaps.
 */
export type Certificate =
  /** (L, k): L is inductive and holds initially, and bad is k-inductive relative to it. k = 0: L excludes bad. */
  | { readonly kind: 'k-inductive'; readonly invariant: Term; readonly k: number }
  /** No run is longer than `bound` steps, and none of them meets bad. */
  | { readonly kind: 'exhaustive'; readonly bound: number };
