/**
 * The errors that a question is about, that a race decides, or that a certificate excludes. A gap counts in
 * each target but one of other blocks, since a run may do anything behind it.
 */
export type Target =
  | { readonly kind: 'all' }
  /** The errors with these names (`Block.bads`), and all errors of blocks whose errors have no names. */
  | { readonly kind: 'labels'; readonly labels: readonly string[] }
  /** The errors and gaps of these blocks. A proof of them is one of the system together with proofs of the others. */
  | { readonly kind: 'blocks'; readonly blocks: readonly number[] };

/** All errors of a system. */
export const ALL: Target = { kind: 'all' };
