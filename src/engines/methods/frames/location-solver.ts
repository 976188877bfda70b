import { BitSolver } from '../../../logic/bits/solver.ts';
import { createSatSolver } from '../../../logic/sat/solver.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { CheckResult, ModelValue, Solver, SolverFactory } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { ALWAYS } from './frame-clauses.ts';

/** A fact about one location: `formula` holds in all its states that at most `level` steps reach. */
export interface LocationFact {
  readonly level: number;
  readonly formula: Term;
}

/**
 * Largest number of gates in the solver on bits. Beyond it, a fresh solver starts with the facts that
 * still hold.
 */
const MAX_GATES = 2 ** 20;

/** Source of solvers, and of names that nothing else has. */
export interface SolverSource {
  readonly terms: TermStore;
  /** Ask the solver on bits first. */
  readonly bits: boolean;
  /** Solvers for queries that the solver on bits does not answer. */
  readonly general: SolverFactory;
  readonly seed: number;
  /** Prefix of the names of the variables that stand for frames. */
  readonly prefix: string;
}

/** An assignment to state variables and inputs; missing ones are zero. */
export type Assignment = ReadonlyMap<Term, ModelValue>;

/**
 * The frames of one location in an incremental solver. A formula of level j is asserted under a
 * variable that stands for frame j. The variable of each frame implies that of the next one, so that
 * one assumption selects a frame.
 */
export class LocationSolver {
  readonly #source: SolverSource;
  readonly #contents: () => Iterable<LocationFact>;
  #solver: Solver | null = null;
  #bits: boolean;
  /** Number of frames, from 1, whose variables are connected by implications. */
  #frames = 0;

  /** `contents`: all known facts, for a fresh solver. */
  constructor(source: SolverSource, contents: () => Iterable<LocationFact>) {
    this.#source = source;
    this.#contents = contents;
    this.#bits = source.bits;
  }

  /** Adds a fact that {@link contents} also returns from now on. */
  know(known: LocationFact): void {
    if (this.#solver !== null) this.#give(this.#solver, known);
  }

  /** Is there a state of the frame that satisfies all assumptions? `milliseconds`: limit; 0: none. */
  check(level: number, assumptions: readonly Term[], milliseconds = 0): CheckResult {
    const limits = milliseconds > 0 ? { milliseconds } : {};
    const solver = this.#ready();
    const answer = solver.check(this.#inFrame(solver, level, assumptions), limits);
    if (answer !== 'unknown' || !this.#bits || solver.reasonUnknown() === 'timeout') return answer;
    this.#bits = false;
    this.dispose();
    const other = this.#ready();
    return other.check(this.#inFrame(other, level, assumptions), limits);
  }

  /** After `unsat`: assumptions that suffice. The variable of the frame may be one of them. */
  core(): ReadonlySet<Term> {
    return new Set(this.#solver?.core() ?? []);
  }

  /** After `sat`: the values of some variables. */
  values(variables: Iterable<Term>): Assignment {
    const solver = this.#ready();
    return new Map([...variables].map((v) => [v, solver.value(v)]));
  }

  reasonUnknown(): string {
    return this.#solver?.reasonUnknown() ?? 'no answer';
  }

  dispose(): void {
    this.#solver?.dispose();
    this.#solver = null;
    this.#frames = 0;
  }

  #ready(): Solver {
    const { terms, general, seed } = this.#source;
    if (this.#solver instanceof BitSolver && this.#solver.statistics.gates > MAX_GATES) this.dispose();
    if (this.#solver !== null) return this.#solver;
    const solver = this.#bits
      ? new BitSolver(terms, { sat: () => createSatSolver(), polarity: true })
      : general.create({ seed });
    for (const known of this.#contents()) this.#give(solver, known);
    this.#solver = solver;
    return solver;
  }

  #inFrame(solver: Solver, level: number, assumptions: readonly Term[]): readonly Term[] {
    if (level === ALWAYS) return assumptions;
    this.#connect(solver, level);
    return [this.#frame(level), ...assumptions];
  }

  #give(solver: Solver, { level, formula }: LocationFact): void {
    const { terms } = this.#source;
    if (level === ALWAYS) {
      solver.assert(formula);
      return;
    }
    this.#connect(solver, level);
    solver.assert(terms.implies(this.#frame(level), formula));
  }

  #connect(solver: Solver, level: number): void {
    const { terms } = this.#source;
    for (; this.#frames < level; this.#frames++) {
      if (this.#frames > 0) solver.assert(terms.implies(this.#frame(this.#frames), this.#frame(this.#frames + 1)));
    }
  }

  #frame(level: number): Term {
    const { terms, prefix } = this.#source;
    return terms.variable(`frame${prefix}${level}`, { kind: 'bool' });
  }
}
