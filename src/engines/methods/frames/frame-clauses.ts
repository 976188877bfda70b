/** The level of clauses that hold in every reachable state. */
export const ALWAYS = Number.POSITIVE_INFINITY;

/** The clause "no run of at most `level` steps reaches a state of the cube". */
export interface FrameClause {
  /** A conjunction of literals over the state: terms, or literals of bits. */
  readonly cube: readonly number[];
  readonly level: number;
}

/**
 * Frames F_0 ⊆ F_1 ⊆ …, location by location. F_i contains all states that at most i steps reach; its
 * clauses are those of level i or more. At the entry each frame contains every state; elsewhere F_0 is
 * empty.
 */
export interface FrameClauses<Location, Clause extends FrameClause> {
  readonly locations: readonly Location[];
  /** The clauses at a location, in the order in which they were learnt. */
  clauses(location: Location): readonly Clause[];
  /**
   * Relative induction: does a step lead from the frame into the cube at a location, from a state
   * outside the cube? If not, `core` has literals of the cube that suffice for that. `milliseconds`:
   * limit of each query; 0: none.
   */
  consecution(location: Location, cube: Clause['cube'], level: number, milliseconds?: number): Consecution<Clause>;
  /**
   * Adds "at most `level` steps do not reach the cube", and removes the clauses that it implies. Returns
   * that clause, or a known one that implies it.
   */
  add(location: Location, cube: Clause['cube'], level: number): Clause;
  /** Raises the level of a clause that was shown to hold for more steps. */
  raise(location: Location, clause: Clause, level: number): void;
}

type Consecution<Clause extends FrameClause> =
  | { readonly kind: 'blocked'; readonly core: Clause['cube'] }
  | { readonly kind: 'predecessor' | 'unknown' };
