/**
 * Relates a transition system to runs of its program. It has the place where a run arrives at each
 * block, and the place of the values of state variables. It is plain data. Ids are those of the
 * program, and paths those of contexts (`cfa/linked.ts`).
 */
export interface ProgramPlaces {
  /** Place of each block; null if no place shows that a run has arrived there. */
  readonly blocks: readonly (BlockPlace | null)[];
  /**
   * Place of each state variable; null if no run of the program has it: hidden variables, halves of
   * pointers, content of the heap.
   */
  readonly variables: readonly (ValuePlace | null)[];
  /** Indices of the state variables that matter, by block. All others are zero there. */
  readonly live: readonly (readonly number[])[];
}

/** A location of the program: a run arrives at a block there. */
export interface BlockPlace {
  readonly path: string;
  readonly function: number;
  readonly location: number;
}

/** A scalar in an object of the program, or one scalar in each element of an array. */
export interface ValuePlace {
  readonly variable: number;
  /** Context of the activation that the variable belongs to; null for objects of static storage. */
  readonly path: string | null;
  /** True if several activations of the context may exist at once. */
  readonly recursive: boolean;
  /** Distance from the start of the object, in bits. */
  readonly bit: number;
  /** Width in memory, in bits. */
  readonly bits: number;
  /** Number and distance of the elements; null for one scalar. */
  readonly elements: { readonly count: number; readonly strideBytes: number } | null;
}
