/** 2 * variable + sign; sign 1 is the negation. Variables count from 0. `literal ^ 1` negates. */
export type Literal = number;

/** `unknown`: the budget or the memory is used up. It is neither of the others. */
export type SatAnswer = 'sat' | 'unsat' | 'unknown';

/** What one call of `solve` may spend. Absent: no limit. */
export interface SatBudget {
  /** Conflicts of this call. */
  readonly conflicts?: number;
  /** Literals assigned by propagation in this call. */
  readonly propagations?: number;
  /** Asked every few hundred conflicts or some ten thousand propagations; true ends the call with `unknown`. */
  readonly stop?: () => boolean;
}

export interface SatOptions {
  /** Log resolutions, so that `proof` answers. Off by default, and then without cost. */
  readonly proof?: boolean;
  /**
   * What is decided first: the variables with the highest `scores` (VSIDS), the default; or those of the `latest` conflicts (VMTF), which makes queries with
   * few conflicts cheaper.
   */
  readonly order?: 'scores' | 'latest';
  /**
   * Conflicts of a call before clauses are simplified by subsumption and elimination of variables. Variables come back where a
   * later clause or assumption speaks of them. 2000 by default; `Infinity`: never. The order `latest` never does.
   */
  readonly simplifyAfter?: number;
  /** Bytes that clauses, watches and the proof may take before `solve` answers `unknown`; 2 GiB by default. No array grows beyond 1 GiB. */
  readonly memory?: number;
}

/** What makes one call of `solve` different from others. */
export interface SatScope {
  /** One more clause, for this call alone. For solvers that log no proof, else `E-INTERNAL`. */
  readonly clause?: ArrayLike<Literal>;
  /**
   * The call is only about the variables that its literals speak of, those that were kept, and those that these depend on by definitions. No others get values: `sat` says
   * that these values make no clause false and force none of them to be otherwise. The caller has to know that clauses that are no definitions speak of kept variables alone. For
   * the order `latest`, else `E-INTERNAL`.
   */
  readonly isLocal?: boolean;
}

/** What a solver has done since it was made. */
export interface SatStatistics {
  readonly variables: number;
  /** Clauses of the problem held now, units apart. */
  readonly clauses: number;
  /** Learnt clauses held now, units apart. */
  readonly learnt: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly restarts: number;
  /** How often learnt clauses were thrown away. */
  readonly reductions: number;
  /** Variables eliminated, those that came back among them. */
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
  /** Nodes that left the log because nothing could need them any more. */
  readonly proofForgotten: number;
  /** Memory of the core's arrays, bytes. */
  readonly bytes: number;
}

/**
 * An incremental solver for propositional clauses. Synchronous; clauses and variables may be added between calls of `solve`.
 * Equal calls give equal answers, models, cores and proofs.
 */
export interface SatSolver {
  newVariable(): number;
  /**
   * Adds the disjunction of `literals`, whose variables must exist (else LemmataError `E-INTERNAL`). Repeated literals count once, a literal
   * beside its negation makes the clause no clause. `part`: the partition (0, 1, ...; 0 by default) that the clause belongs to in an interpolation problem,
   * which matters to the proof alone. False when the clauses are now known to be unsatisfiable.
   */
  addClause(literals: ArrayLike<Literal>, part?: number): boolean;
  /** Adds a clause that is part of the definition of its first literal's variable by the others: whatever values these have, there is one for it. For the order `latest`. */
  define(literals: ArrayLike<Literal>): boolean;
  /** Calls that are local are about the variable, too, and what it depends on. */
  keep(variable: number): void;
  solve(assumptions?: ArrayLike<Literal>, budget?: SatBudget, scope?: SatScope): SatAnswer;
  /** After `sat`, until the next `solve`: whether the model makes the literal true. Variables made since are false; no literal of a variable without a value is true. */
  value(literal: Literal): boolean;
  /**
   * After `unsat`: some of the assumptions which cannot hold together, with the clause of that call if it had one; none if the clauses alone are unsatisfiable. Not
   * always minimal.
   */
  core(): Literal[];
  /**
   * After `unsat`, in a solver that logs proofs: a resolution proof of the clause that negates `core()`, with what it needs alone.
   * Throws LemmataError `E-INTERNAL` otherwise.
   */
  proof(): ResolutionProof;
  readonly statistics: SatStatistics;
}

/**
 * A resolution proof in flat arrays. Its nodes are clauses, numbered: first the `leafCount` clauses of the problem that it uses, in the
 * order in which they were added, then the derived ones in order of derivation. Every node is used, directly or not, by `root`.
 *
 * Leaf i has the literals `leafLiterals[leafStarts[i] .. leafStarts[i + 1] - 1]`, all that it was added with (repeated ones once; those
 * false by then too), and belongs to `leafParts[i]`.
 *
 * Node `leafCount + j` is derived by a chain (trivial resolution, Beame, Kautz, Sabharwal 2004): `chains[chainStarts[j]]` is the first
 * antecedent, followed by pairs (pivot variable, antecedent) up to `chainStarts[j + 1]`. The clause derived so far holds the pivot in one
 * sign, the antecedent in the other; the result is the union of both without it. Antecedents have smaller numbers than the node. A chain of the first antecedent alone does
 * not occur.
 */
export interface ResolutionProof {
  /** Variables of the solver; those of all literals are below. */
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
   * The node of the empty clause; under assumptions, of the clause of the negations of `core()`. -1 where the assumptions hold
   * a literal and its negation: that needs no proof, and the core is those two.
   */
  readonly root: number;
}
