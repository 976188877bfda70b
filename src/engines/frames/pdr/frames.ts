import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { AskedErrors } from '../../methods/frames/asked-errors.ts';
import { ALWAYS, type FrameClause, type FrameClauses } from '../../methods/frames/frame-clauses.ts';
import {
  type Assignment,
  type LocationFact,
  LocationSolver,
  type SolverSource,
} from '../../methods/frames/location-solver.ts';
import type { ControlGraph, Edge, Location } from '../../methods/frames/locations.ts';
import type { Cube } from '../../methods/frames/obligations.ts';

/** A clause that excludes a cube of terms from the frames up to its level. */
export interface Clause extends FrameClause {
  readonly cube: Cube;
  readonly literals: ReadonlySet<Term>;
  level: number;
}

/** Does a step lead from a frame into a cube? */
export type Consecution =
  /** No step does; `core` has literals of the cube that suffice. */
  | { readonly kind: 'blocked'; readonly core: Cube }
  /** The values of the state and of the inputs of such a step. */
  | { readonly kind: 'predecessor'; readonly edge: Edge; readonly values: Assignment }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Frames of words (Lange, Neuhäußer, Noll, FMCAD 2015). No cube outside the entry contains an initial
 * state.
 */
export class Frames implements FrameClauses<Location, Clause> {
  readonly graph: ControlGraph;
  readonly terms: TermStore;
  readonly #stateVars: readonly Term[];
  readonly #inputs: readonly Term[];
  readonly #clauses: Clause[][];
  readonly #solvers: LocationSolver[];
  /** Formulas that hold in every reachable state, over all state variables. */
  readonly #invariants = new Set<Term>();
  queries = 0;

  constructor(
    graph: ControlGraph,
    source: SolverSource,
    stateVars: readonly Term[],
    inputs: readonly Term[],
    private readonly errors: Pick<AskedErrors, 'left'>,
  ) {
    this.graph = graph;
    this.terms = source.terms;
    this.#stateVars = stateVars;
    this.#inputs = inputs;
    this.#clauses = graph.locations.map(() => []);
    this.#solvers = graph.locations.map((location) => new LocationSolver(source, () => this.#contents(location)));
  }

  dispose(): void {
    for (const solver of this.#solvers) solver.dispose();
  }

  get locations(): readonly Location[] {
    return this.graph.locations;
  }

  clauses(location: Location): readonly Clause[] {
    return this.#clauses[location.id];
  }

  /** Takes in an invariant that was proved; false if it is known. */
  learn(invariant: Term): boolean {
    if (this.#invariants.has(invariant) || invariant === this.terms.true) return false;
    this.#invariants.add(invariant);
    for (const location of this.graph.locations) {
      if (location === this.graph.entry) continue;
      this.#solvers[location.id].know({ level: ALWAYS, formula: this.graph.at(location, invariant) });
    }
    return true;
  }

  add(location: Location, cube: Cube, level: number): Clause {
    const literals = new Set(cube);
    const known = this.#subsuming(location, literals, level);
    if (known !== undefined) return known;
    const kept = this.#clauses[location.id].filter((c) => c.level > level || !cube.every((t) => c.literals.has(t)));
    const clause = { cube, literals, level };
    kept.push(clause);
    this.#clauses[location.id] = kept;
    this.#solvers[location.id].know({ level, formula: this.formula(clause) });
    return clause;
  }

  raise(location: Location, clause: Clause, level: number): void {
    clause.level = level;
    this.#solvers[location.id].know({ level, formula: this.formula(clause) });
  }

  /** The clause as a formula over the state at its location. */
  formula(clause: Clause): Term {
    return this.terms.not(this.terms.andAll(clause.cube));
  }

  /** True if a single clause of the frame excludes the cube by its literals alone. */
  subsumes(location: Location, cube: Cube, level: number): boolean {
    return this.#subsuming(location, new Set(cube), level) !== undefined;
  }

  #subsuming(location: Location, literals: ReadonlySet<Term>, level: number): Clause | undefined {
    return this.#clauses[location.id].find((c) => c.level >= level && c.cube.every((t) => literals.has(t)));
  }

  /**
   * A state of the frame at the location, with inputs, that satisfies all conditions; null if there is
   * none.
   */
  find(location: Location, level: number, conditions: readonly Term[]): Assignment | 'unknown' | null {
    const answer = this.#ask(location, level, conditions);
    return answer === 'unsat' ? null : answer === 'unknown' ? answer : this.#values(location);
  }

  /**
   * A subset of the conditions that is inconsistent in any frame; null if the conditions are consistent
   * or undecided.
   */
  conflict(location: Location, conditions: readonly Term[]): ReadonlySet<Term> | null {
    if (this.#ask(location, ALWAYS, conditions) !== 'unsat') return null;
    return this.#solvers[location.id].core();
  }

  consecution(location: Location, cube: Cube, level: number, milliseconds = 0): Consecution {
    const core = new Set<Term>();
    const terms = this.terms;
    for (const edge of location.incoming) {
      const { from, guard } = edge;
      if (level === 0 && from !== this.graph.entry) continue;
      const after = cube.map((t) => from.after(t));
      const never = after.indexOf(terms.false);
      if (never >= 0) {
        core.add(cube[never]);
        continue;
      }
      const outside = from === location ? [terms.not(terms.andAll(cube))] : [];
      const answer = this.#ask(from, level, [guard, ...outside, ...after], milliseconds);
      if (answer === 'unknown') return { kind: 'unknown', why: this.#solvers[from.id].reasonUnknown() };
      if (answer === 'sat') return { kind: 'predecessor', edge, values: this.#values(from) };
      const needed = this.#solvers[from.id].core();
      cube.forEach((t, i) => {
        if (needed.has(after[i]) && after.indexOf(after[i]) === i) core.add(t);
      });
    }
    return { kind: 'blocked', core: cube.filter((t) => core.has(t)) };
  }

  /** The conjunction of all clauses and invariants of the frame, over all state variables. */
  invariant(level: number): Term {
    const parts = [...this.#invariants];
    for (const location of this.graph.locations) {
      const clauses = this.#clauses[location.id].filter((c) => c.level >= level).map((c) => this.formula(c));
      if (clauses.length > 0) parts.push(this.graph.locate(location, this.terms.andAll(clauses)));
    }
    return this.terms.andAll(parts);
  }

  #ask(location: Location, level: number, assumptions: readonly Term[], milliseconds = 0): 'sat' | 'unsat' | 'unknown' {
    this.queries += 1;
    const { left } = this.errors;
    const limit =
      left === Number.POSITIVE_INFINITY ? milliseconds : Math.max(1, Math.ceil(Math.min(left, milliseconds || left)));
    // The entry has no clauses: each of its frames contains every state.
    return this.#solvers[location.id].check(location === this.graph.entry ? ALWAYS : level, assumptions, limit);
  }

  #values(location: Location): Assignment {
    return this.#solvers[location.id].values([...this.#stateVars, ...location.inputs.map((i) => this.#inputs[i])]);
  }

  *#contents(location: Location): Iterable<LocationFact> {
    if (location === this.graph.entry) return;
    for (const t of this.#invariants) yield { level: ALWAYS, formula: this.graph.at(location, t) };
    for (const clause of this.#clauses[location.id]) yield { level: clause.level, formula: this.formula(clause) };
  }
}
