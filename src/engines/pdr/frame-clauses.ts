/** The level of what holds in every reachable state. */
export const ALWAYS = Number.POSITIVE_INFINITY;

/** "No state of the cube is reached in at most `level` steps." */
export interface FrameClause {
  /** A conjunction of literals over the state: terms, or bits. */
  readonly cube: readonly number[];
  readonly level: number;
}

/**
 * Frames F_0 ⊆ F_1 ⊆ …, location by location: F_i contains what is reached in at most i steps, as clauses of level i or more. At the entry it is
 * everything, elsewhere F_0 is nothing.
 */
export interface FrameClauses<Location, Clause extends FrameClause> {
  readonly locations: readonly Location[];
  /** The clauses at a location, in the order in which they were found. */
  clauses(location: Location): readonly Clause[];
  /**
   * Whether a step leads from the frame into the cube at a location, other than from the cube itself (relative induction); if none does, literals of it
   * that suffice for that. `milliseconds`: limit for each query, 0 for none.
   */
  consecution(location: Location, cube: Clause['cube'], level: number, milliseconds?: number): Consecution<Clause>;
  /** Adds "the cube is not reached within `level` steps", instead of what says less; gives what says so. */
  add(location: Location, cube: Clause['cube'], level: number): Clause;
  /** A clause is known to hold for longer. */
  raise(location: Location, clause: Clause, level: number): void;
}

type Consecution<Clause extends FrameClause> =
  | { readonly kind: 'blocked'; readonly core: Clause['cube'] }
  | { readonly kind: 'predecessor' | 'unknown' };
