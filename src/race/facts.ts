/** Facts about a compiled system for the scheduler and for people; computed once by the compile thread. */
export interface SystemFacts {
  readonly source: 'program' | 'hardware';
  /** The lines of the given files. */
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
  /** Whether non-constant bit-vectors are multiplied with each other. */
  readonly products: boolean;
  /** The program allocates objects that the error may depend on. */
  readonly heap: boolean;
  /** Number of checks that are decided one by one and may fail; 0: they are not told apart. */
  readonly checks: number;
  /** Whether inputs choose between threads. */
  readonly threads: boolean;
  /** Number of different comparisons of non-constant terms with constants, in all blocks. */
  readonly comparisons: number;
  /**
   * Whether the program takes no input. Its runs differ at most in values that it leaves open, such as
   * uninitialised content.
   */
  readonly deterministic: boolean;
  /** Constructs replaced by "any value". */
  readonly approximations: number;
  /** Constructs without a meaning that a run may meet. */
  readonly gaps: number;
  readonly terms: number;
  /**
   * Approximate number of gates that a step of each block takes together; products and quotients of
   * unknowns count by the square of their width.
   */
  readonly gates: number;
}

export type LoopShape = 'none' | 'one' | 'many';

function loopShape(facts: SystemFacts): LoopShape {
  return facts.loops === 0 ? 'none' : facts.loops === 1 ? 'one' : 'many';
}

/** A single check is a property like others. */
const SEVERAL_CHECKS = 2;

/** Programs with at least this number of comparisons with constants act by cases. */
const MANY_COMPARISONS = 15;

/** The class of a compiled system: the only facts that a schedule may depend on. */
export interface SystemClass {
  readonly loops: LoopShape;
  readonly arrays: boolean;
  readonly floats: boolean;
  readonly products: boolean;
  readonly heap: boolean;
  /** Several checks are decided one by one. */
  readonly checks: boolean;
  readonly threads: boolean;
  readonly deterministic: boolean;
  readonly cases: boolean;
}

export function classOf(facts: SystemFacts): SystemClass {
  const { arrays, floats, products, heap, threads, deterministic, comparisons } = facts;
  const cases = comparisons >= MANY_COMPARISONS;
  return {
    loops: loopShape(facts),
    arrays,
    floats,
    products,
    heap,
    checks: facts.checks >= SEVERAL_CHECKS,
    threads,
    deterministic,
    cases,
  };
}
