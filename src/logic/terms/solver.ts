import type { Term } from './builder.ts';

/** `unknown` is an answer of its own: it is never read as one of the others. */
export type CheckResult = 'sat' | 'unsat' | 'unknown';

/**
 * The value of a term in a model: Bool as boolean, bit-vectors and floats (IEEE bits) as unsigned
 * bigint, arrays as finite maps over a default.
 */
export type ModelValue = boolean | bigint | ArrayValue;
export interface ArrayValue {
  readonly default: ModelValue;
  readonly entries: ReadonlyMap<bigint, ModelValue>;
}

export interface CheckLimits {
  /** Wall clock in ms; absent: none. */
  readonly milliseconds?: number;
  /** Most conflicts of each call of a SAT core; absent: no limit. Back ends that count none ignore it. */
  readonly conflicts?: number;
}

/**
 * An incremental solver over the terms of one store. Not thread-safe, synchronous. Throws LemmataError
 * `E-SOLVER` if the back end traps.
 */
export interface Solver {
  assert(t: Term): void;
  push(): void;
  pop(levels?: number): void;
  check(assumptions?: readonly Term[], limits?: CheckLimits): CheckResult;
  /** After `sat` only. Terms that the query does not determine get some value consistent with the model. */
  value(t: Term): ModelValue;
  /** After `unsat` under assumptions: a subset of them that is enough for `unsat`. */
  core(): readonly Term[];
  /** Why the last check was `unknown`. */
  reasonUnknown(): string;
  /** Frees what the back end holds. */
  dispose(): void;
}

export interface SolverFactory {
  /** `seed` varies the search; equal seeds give equal runs. */
  create(options?: { readonly seed?: number }): Solver;
}
