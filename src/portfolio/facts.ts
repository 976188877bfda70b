/** What the scheduler and people want to know about a compiled system; computed once by the compile thread. */
export interface SystemFacts {
  readonly source: 'program' | 'hardware';
  /** Of the files that were given. */
  readonly lines: number;
  /** Cut points other than the entry. */
  readonly loops: number;
  readonly stateVars: number;
  /** Sum of the widths of state variables; an array counts its element once. */
  readonly stateBits: number;
  readonly inputs: number;
  /** Some state variable or block term has an array sort. */
  readonly arrays: boolean;
  readonly floats: boolean;
  /** Bit-vectors that are no constants are multiplied with each other. */
  readonly products: boolean;
  /** The system reads no input at all: it has exactly one run. */
  readonly deterministic: boolean;
  /** Constructs replaced by "any value". */
  readonly approximations: number;
  /** Constructs without a meaning that a run may meet. */
  readonly gaps: number;
  readonly terms: number;
  /** About how many gates a step of each block takes together; products and quotients of unknowns count by the square of their width. */
  readonly gates: number;
}

export type LoopShape = 'none' | 'one' | 'many';

export function loopShape(facts: SystemFacts): LoopShape {
  return facts.loops === 0 ? 'none' : facts.loops === 1 ? 'one' : 'many';
}
