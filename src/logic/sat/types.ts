/** 2 * variable + sign; sign 1 is the negation. Variables count from 0. `literal ^ 1` negates. */
export type Literal = number;

/** `unknown`: the budget or the memory is used up. It is neither `sat` nor `unsat`. */
export type SatAnswer = 'sat' | 'unsat' | 'unknown';

/** Limits of one call of `solve`. Absent: no limit. */
export interface SatBudget {
  /** Most conflicts of this call. */
  readonly conflicts?: number;
  /** Most literals assigned by propagation in this call. */
  readonly propagations?: number;
  /**
   * Polled every few hundred conflicts or some ten thousand propagations; true ends the call with
   * `unknown`.
   */
  readonly stop?: () => boolean;
}

export interface SatOptions {
  /** Log resolutions, so that `proof` can return one. Off by default, and then without cost. */
  readonly proof?: boolean;
  /**
   * The order of decisions. `scores` decides the variables with the highest scores first (VSIDS), the
   * default.
   * `latest` decides those of the latest conflicts first (VMTF), which makes queries with few conflicts
   * cheaper.
   */
  readonly order?: 'scores' | 'latest';
  /**
   * Conflicts of a call before clauses are simplified by subsumption and elimination of variables.
   * Variables come back when a later clause or assumption contains them. Default: 2000; `Infinity`:
   * never. The order `latest` never does.
   */
  readonly simplifyAfter?: number;
  /**
   * Bytes that clauses, watches and the proof may take before `solve` answers `unknown`; 2 GiB by
   * default. No array grows beyond 1 GiB.
   */
  readonly memory?: number;
}

/** Options of one call of `solve`. */
export interface SatScope {
  /** One more clause, for this call alone. Only for solvers that log no proof, else `E-INTERNAL`. */
  readonly clause?: ArrayLike<Literal>;
  /**
   * Restricts the call to the variables of its literals, those that were kept, and those that these
   * depend on by definitions. Other variables get no values: `sat` means that these values make no
   * clause false and that no clause forces one of them to differ. The caller must ensure that clauses
   * other than definitions contain kept variables only. Only for the order `latest`, else `E-INTERNAL`.
   */
  readonly isLocal?: boolean;
}

/** Statistics of a solver since it was made. */
export interface SatStatistics {
  readonly variables: number;
  /** Clauses of the problem held now, without units. */
  readonly clauses: number;
  /** Learnt clauses held now, without units. */
  readonly learnt: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly restarts: number;
  /** Number of reductions of the learnt clauses. */
  readonly reductions: number;
  /** Variables eliminated, including those that came back. */
  readonly eliminated: number;
  /** Clauses of the problem that others subsume, and those that lost a literal by resolution with another. */
  readonly subsumed: number;
  readonly strengthened: number;
  /** Learnt clauses that became shorter by propagation. */
  readonly vivified: number;
  /** Literals of learnt clauses before and after minimisation. */
  readonly learntLiterals: number;
  readonly keptLiterals: number;
  /** Nodes in the proof's log now; 0 without one. */
  readonly proofNodes: number;
  /** Nodes dropped from the log because nothing could need them any more. */
  readonly proofForgotten: number;
  /** Memory of the core's arrays, bytes. */
  readonly bytes: number;
}

/**
 * An incremental solver for propositional clauses. Synchronous; clauses and variables may be added
 * between calls of `solve`. Equal calls give equal answers, models, cores and proofs.
 */
export interface SatSolver {
  newVariable(): number;
  /**
   * Adds the disjunction of `literals`, whose variables must exist (else LemmataError `E-INTERNAL`).
   * Repeated literals count once; a literal beside its negation makes the clause trivially true. `part`:
   * the partition (0, 1, ...; 0 by default) of the clause in an interpolation problem, which matters to
   * the proof alone. False when the clauses are now known to be unsatisfiable.
   */
  addClause(literals: ArrayLike<Literal>, part?: number): boolean;
  /**
   * Adds a clause that is part of the definition of its first literal's variable by the others. Whatever
   * values these have, the variable must have a consistent value. Only for the order `latest`.
   */
  define(literals: ArrayLike<Literal>): boolean;
  /** Puts the variable, and those that it depends on, into the domain of local calls. */
  keep(variable: number): void;
  solve(assumptions?: ArrayLike<Literal>, budget?: SatBudget, scope?: SatScope): SatAnswer;
  /**
   * After `sat`, until the next `solve`: whether the model makes the literal true. Variables made since
   * are false; no literal of a variable without a value is true.
   */
  value(literal: Literal): boolean;
  /**
   * After `unsat`: some of the assumptions that cannot hold together, with the clause of that call if it
   * had one.
   * Empty if the clauses alone are unsatisfiable. The result is not always minimal.
   */
  core(): Literal[];
  /**
   * After `unsat`, in a solver that logs proofs: a resolution proof of the clause that negates `core()`,
   * without unneeded nodes. Throws LemmataError `E-INTERNAL` otherwise.
   */
  proof(): ResolutionProof;
  readonly statistics: SatStatistics;
}

/**
 * A resolution proof in flat arrays. Its nodes are clauses. First come the `leafCount` clauses of the
 * problem that it uses, in the order of their addition, then the derived ones in order of derivation.
 * Every node is used, directly or not, by `root`.
 *
 * Leaf i has the literals `leafLiterals[leafStarts[i] .. leafStarts[i + 1] - 1]`: all that it was
 * added with (repeated ones once; also those false by then). It belongs to `leafParts[i]`.
 *
 * Node `leafCount + j` is derived by a chain (trivial resolution, Beame, Kautz, Sabharwal 2004):
 * `chains[chainStarts[j]]` is the first antecedent, followed by pairs (pivot variable, antecedent) up
 * to `chainStarts[j + 1]`. The clause derived so far holds the pivot in one sign, the antecedent in
 * the other; the result is the union of both without it. Antecedents have smaller numbers than the
 * node. A chain of the first antecedent alone does not occur.
 */
export interface ResolutionProof {
  /** Variables of the solver; all literals have smaller variables. */
  readonly variableCount: number;
  readonly leafCount: number;
  /** Length leafCount + 1. */
  readonly leafStarts: Int32Array;
  readonly leafLiterals: Int32Array;
  readonly leafParts: Int32Array;
  /** Length: derived nodes + 1. */
  readonly chainStarts: Int32Array;
  readonly chains: Int32Array;
  /**
   * The node of the empty clause; under assumptions, of the clause of the negations of `core()`.
   * If the assumptions hold a literal and its negation, it is -1: that needs no proof, and the core is
   * these two literals.
   */
  readonly root: number;
}
