import { LemmataError } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { CheckResult, ModelValue, Solver } from '../../../logic/terms/solver.ts';
import type { EngineContext } from '../engine.ts';
import type { Location } from '../frames/locations.ts';
import type { KnownLemmas } from '../known-lemmas.ts';
import type { PathGraph } from './graph.ts';

/** Most queries to one solver: the terms of earlier queries enlarge its models. */
const QUERIES_PER_SOLVER = 1_000;
/**
 * Most conflicts of a query with a time limit. Answers then depend little on that limit, which is for
 * solvers that count no conflicts.
 */
const MOST_CONFLICTS = 20_000;
/** Most answers that are remembered. */
const MOST_ANSWERS = 100_000;
/** The remembered answer that the formulas are inconsistent. */
const EXCLUDED = -1;

/** An incremental solver for the states at one location. */
interface LocationSolver {
  readonly solver: Solver;
  /** Number of known invariants that it has. */
  invariants: number;
  queries: number;
}

/**
 * Queries about a state at a location and the step from it. Each location has an incremental solver
 * with the known invariants, so that its edges are translated once. All other formulas are
 * assumptions.
 */
export class LocationQueries {
  readonly #context: EngineContext;
  readonly #graph: PathGraph;
  readonly #known: KnownLemmas;
  readonly #solvers = new Map<Location, LocationSolver>();
  /** Answers of {@link excluded}: {@link EXCLUDED}, or the number of invariants that did not suffice. */
  readonly #answers = new Map<string, number>();
  /** Number of queries to solvers. */
  asked = 0;
  /** True if the last check found the constant false among its formulas. */
  #isTrivial = false;

  constructor(context: EngineContext, graph: PathGraph, known: KnownLemmas) {
    this.#context = context;
    this.#graph = graph;
    this.#known = known;
  }

  /**
   * Is there a state at the location, with inputs, that satisfies all formulas? `milliseconds`: limit;
   * 0: none.
   */
  check(location: Location, formulas: readonly Term[], milliseconds = 0): CheckResult {
    this.#isTrivial = formulas.includes(this.#context.system.terms.false);
    if (this.#isTrivial) return 'unsat';
    const entry = this.#ready(location);
    entry.queries += 1;
    this.asked += 1;
    return entry.solver.check(formulas, milliseconds > 0 ? { milliseconds, conflicts: MOST_CONFLICTS } : {});
  }

  /** After `sat`: the value of a term in the model. Throws LemmataError `E-INTERNAL` after other answers. */
  value(location: Location, t: Term): ModelValue {
    const entry = this.#solvers.get(location);
    if (entry === undefined) throw new LemmataError('E-INTERNAL', 'a value is asked for before any query');
    return entry.solver.value(t);
  }

  /** After `unsat`: formulas that suffice. */
  core(location: Location): readonly Term[] {
    if (this.#isTrivial) return [this.#context.system.terms.false];
    return this.#solvers.get(location)?.solver.core() ?? [];
  }

  /**
   * True if the solver shows that no state at the location satisfies all formulas. Answers are
   * remembered.
   */
  excluded(location: Location, formulas: readonly Term[], milliseconds = 0): boolean {
    const key = `${location.id}:${[...new Set(formulas)].sort((a, b) => a - b).join(' ')}`;
    const invariants = this.#known.invariants.length;
    const answer = this.#answers.get(key);
    if (answer === EXCLUDED) return true;
    if (answer === invariants) return false;
    const isExcluded = this.check(location, formulas, milliseconds) === 'unsat';
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear();
    this.#answers.set(key, isExcluded ? EXCLUDED : invariants);
    return isExcluded;
  }

  /**
   * True if the solver shows that each state at the location with the label satisfies one of the
   * others. `milliseconds`: limit; 0: none.
   */
  implies(location: Location, label: Term, others: readonly Term[], milliseconds = 0): boolean {
    const { terms } = this.#context.system;
    if (label === terms.false || others.includes(terms.true) || others.includes(label)) return true;
    return this.excluded(location, [label, ...others.map((t) => terms.not(t))], milliseconds);
  }

  dispose(): void {
    for (const { solver } of this.#solvers.values()) solver.dispose();
    this.#solvers.clear();
  }

  #ready(location: Location): LocationSolver {
    let entry = this.#solvers.get(location);
    if (entry !== undefined && entry.queries >= QUERIES_PER_SOLVER) {
      entry.solver.dispose();
      entry = undefined;
    }
    if (entry === undefined) {
      const { solvers, seed } = this.#context;
      entry = { solver: solvers.create({ seed }), invariants: 0, queries: 0 };
      this.#solvers.set(location, entry);
    }
    // The entry reads no state, so that invariants say nothing about steps from there.
    if (location === this.#graph.entry) return entry;
    const { invariants } = this.#known;
    for (; entry.invariants < invariants.length; entry.invariants++)
      entry.solver.assert(this.#graph.control.at(location, invariants[entry.invariants]));
    return entry;
  }
}
