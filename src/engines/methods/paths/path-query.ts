import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { stateTerms } from '../../../system/transys/control.ts';
import type { SystemTrace, TraceValue } from '../../../system/transys/system.ts';
import { traceValue } from '../bounded/trace.ts';
import type { EngineContext } from '../engine.ts';
import type { KnownLemmas } from '../known-lemmas.ts';
import type { InnerEdge, PathEdge, PathGraph } from './graph.ts';
import { type PathStep, PathUnrolling } from './unrolling.ts';

/** The answer about a path from the entry into an error edge. */
export type PathAnswer =
  | { readonly kind: 'run'; readonly trace: SystemTrace }
  /** No run has the steps `first` to `last` of the path (from 0, inclusive), whatever state it begins in. */
  | { readonly kind: 'infeasible'; readonly first: number; readonly last: number }
  | { readonly kind: 'unknown'; readonly why: string };

/** Most queries to one solver: the terms of earlier queries enlarge its models. */
const QUERIES_PER_SOLVER = 300;

/**
 * Most conflicts of a query that only improves a refinement. Its answer then depends little on the time
 * limit, which is for solvers that count no conflicts.
 */
const MOST_CONFLICTS = 5_000;

/** A step of the path that was asked about last. */
interface Level {
  readonly edge: PathEdge;
  readonly step: PathStep;
}

/**
 * Decides whether paths have runs. One incremental solver has a level for each step of the latest
 * path, so that paths with a common beginning share its translation.
 */
export class PathQuery {
  readonly #context: EngineContext;
  readonly #graph: PathGraph;
  readonly #known: KnownLemmas;
  readonly #unrolling: PathUnrolling;
  readonly #levels: Level[] = [];
  /** Number of levels that the solver has. */
  #given = 0;
  #solver: Solver | null = null;
  #queries = 0;
  /** Solver for stretches of paths that begin in any state. */
  #loose: Solver | null = null;
  #looseQueries = 0;

  constructor(context: EngineContext, graph: PathGraph, known: KnownLemmas) {
    this.#context = context;
    this.#graph = graph;
    this.#known = known;
    this.#unrolling = new PathUnrolling(context.system, graph);
  }

  /**
   * Is there a run along the path? The query has no time limit. If there is none, the answer names a
   * stretch of the path that is infeasible by itself; a query for that may take `milliseconds`.
   */
  check(path: readonly PathEdge[], milliseconds: number): PathAnswer {
    const { terms } = this.#context.system;
    const blocked = this.#unroll(path);
    if (blocked !== null) return this.#stretch(path, blocked, milliseconds);
    const solver = this.#ready();
    this.#queries += 1;
    const guards = this.#levels.map(({ step }) => step.guard);
    const answer = solver.check(guards.filter((t) => t !== terms.true));
    switch (answer) {
      case 'sat':
        return { kind: 'run', trace: this.#trace(solver) };
      case 'unknown':
        return { kind: 'unknown', why: solver.reasonUnknown() };
      case 'unsat': {
        const last = Math.max(-1, ...solver.core().map((t) => guards.indexOf(t)));
        return this.#stretch(path, last < 0 ? path.length - 1 : last, milliseconds);
      }
    }
  }

  /**
   * True if the solver shows within the limit that no run leads from a state of `before` along the path
   * into a state of `after`. Both are formulas over the state at the ends of the path.
   */
  separates(before: Term, path: readonly InnerEdge[], after: Term, milliseconds: number): boolean {
    const { terms } = this.#context.system;
    const conjuncts = [before, ...this.#invariants(path[0])];
    const state = this.#fold(path, conjuncts);
    if (state === null) return true;
    const atEnd = new Substitution(
      terms,
      stateTerms(this.#context.system).map((v, i) => [v, state[i]] as const),
    );
    return this.#excluded([...conjuncts, atEnd.apply(after)], milliseconds);
  }

  dispose(): void {
    this.#forget();
    this.#levels.length = 0;
    this.#loose?.dispose();
    this.#loose = null;
  }

  /** Makes the levels of the path. Returns the index of a step that cannot be made, or null. */
  #unroll(path: readonly PathEdge[]): number | null {
    const { terms } = this.#context.system;
    let common = 0;
    while (common < this.#levels.length && this.#levels[common].edge === path[common]) common += 1;
    this.#levels.length = common;
    if (this.#given > common) {
      this.#solver?.pop(this.#given - common);
      this.#given = common;
    }
    for (let i = common; i < path.length; i++) {
      const state = i === 0 ? this.#unrolling.start : this.#levels[i - 1].step.state;
      if (state === null) return i - 1;
      const step = this.#unrolling.step(path[i], state, i);
      if (step.guard === terms.false) return i;
      this.#levels.push({ edge: path[i], step });
    }
    return null;
  }

  /** The solver with all levels. */
  #ready(): Solver {
    if (this.#queries >= QUERIES_PER_SOLVER) this.#forget();
    this.#solver ??= this.#context.solvers.create({ seed: this.#context.seed });
    for (; this.#given < this.#levels.length; this.#given++) {
      this.#solver.push();
      for (const t of this.#levels[this.#given].step.definitions) this.#solver.assert(t);
    }
    return this.#solver;
  }

  #forget(): void {
    this.#solver?.dispose();
    this.#solver = null;
    this.#given = 0;
    this.#queries = 0;
  }

  /**
   * The shortest infeasible stretch that ends with the step `last`, by bisection. The steps from the
   * entry to `last` are infeasible.
   */
  #stretch(path: readonly PathEdge[], last: number, milliseconds: number): PathAnswer {
    let [first, feasible] = [0, last + 1];
    for (let length = 1; length <= last && first === 0; length *= 2) {
      const from = last + 1 - length;
      if (this.#isInfeasible(path.slice(from, last + 1), milliseconds)) first = from;
      else feasible = from;
    }
    while (feasible - first > 1) {
      const middle = (first + feasible) >> 1;
      if (this.#isInfeasible(path.slice(middle, last + 1), milliseconds)) first = middle;
      else feasible = middle;
    }
    return { kind: 'infeasible', first, last };
  }

  /** True if the solver shows that no run has these steps, in whatever state it begins. */
  #isInfeasible(steps: readonly PathEdge[], milliseconds: number): boolean {
    const conjuncts = this.#invariants(steps[0]);
    return this.#fold(steps, conjuncts) === null || this.#excluded(conjuncts, milliseconds);
  }

  /** Adds the conditions of the steps, from any state; returns the state behind, null if none is possible. */
  #fold(steps: readonly PathEdge[], conjuncts: Term[]): readonly Term[] | null {
    let state = this.#unrolling.anyState(steps[0].from);
    for (const [i, edge] of steps.entries()) {
      const step = this.#unrolling.step(edge, state, i);
      if (step.guard === this.#context.system.terms.false) return null;
      conjuncts.push(step.guard, ...step.definitions);
      state = step.state ?? state;
    }
    return state;
  }

  /** Known invariants of the states before a step. */
  #invariants({ from }: PathEdge): Term[] {
    if (from === this.#graph.entry) return [];
    return this.#known.invariants.map((t) => this.#graph.control.at(from, t));
  }

  #excluded(conjuncts: readonly Term[], milliseconds: number): boolean {
    if (conjuncts.includes(this.#context.system.terms.false)) return true;
    if (this.#looseQueries >= QUERIES_PER_SOLVER) {
      this.#loose?.dispose();
      this.#loose = null;
      this.#looseQueries = 0;
    }
    this.#loose ??= this.#context.solvers.create({ seed: this.#context.seed });
    this.#looseQueries += 1;
    return this.#loose.check(conjuncts, { milliseconds, conflicts: MOST_CONFLICTS }) === 'unsat';
  }

  /** The run in the solver's model, whose last answer was `sat`. */
  #trace(solver: Solver): SystemTrace {
    const steps = this.#levels.map(
      ({ step }): ReadonlyMap<number, TraceValue> =>
        new Map(step.inputs.map(([index, term]) => [index, traceValue(solver.value(term))])),
    );
    const init = new Map<number, TraceValue>();
    if (this.#graph.initialSteps > 0) for (const [index, value] of steps.shift() ?? []) init.set(index, value);
    return { init, steps };
  }
}
