/** Limits of inlining. */
export interface LinkLimits {
  /**
   * Number of edges up to which all calls are inlined that can be. Beyond it, functions are laid out
   * once.
   */
  readonly inlined: number;
  /** Limit of the depth of calls that are inlined into each other. */
  readonly depth: number;
  /** Limit of the edges. Calls that would make the program larger become `unsupported`. */
  readonly edges: number;
}

export const DEFAULT_LIMITS: LinkLimits = { inlined: 200_000, depth: 256, edges: 4_000_000 };
