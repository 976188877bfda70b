import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { evaluatorOf } from '../../logic/terms/evaluate.ts';
import { hasFloats } from '../../system/transys/program-terms.ts';
import type { SystemTrace } from '../../system/transys/system.ts';
import { freshPrefix } from '../../system/transys/unroll.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext, EngineStatistics } from '../methods/engine.ts';
import { AskedErrors, type ErrorName } from '../methods/frames/asked-errors.ts';
import { runOf } from '../methods/frames/counterexample.ts';
import { ALWAYS } from '../methods/frames/frame-clauses.ts';
import { type BlockResult, type Ic3Domain, Ic3Search } from '../methods/frames/ic3-search.ts';
import type { Assignment } from '../methods/frames/location-solver.ts';
import { ControlGraph, type Edge, type Location } from '../methods/frames/locations.ts';
import type { Cube, Obligation } from '../methods/frames/obligations.ts';
import { elseSearchRuns } from '../methods/frames/runs.ts';
import { type Clause, Frames } from './pdr/frames.ts';
import { type Blocked, Generalisation } from './pdr/generalise.ts';
import { Lifting } from './pdr/lift.ts';
import { Predicates } from './pdr/predicates.ts';
import { ReachableStates } from './pdr/samples.ts';

/** Failed attempts to drop a literal of a cube before it stays as it is. */
const DROP_FAILURES = 8;
/** Time limit of a solver query that only improves a clause, in ms. */
const QUERY_MILLISECONDS = 2_000;

/**
 * Property-directed reachability on words (Bradley, VMCAI 2011; Eén, Mishchenko, Brayton, FMCAD 2011),
 * with frames for each location (Lange, Neuhäußer, Noll, FMCAD 2015). The search is
 * {@link Ic3Search}. Obligations are weakest preconditions along a path, made of the program's own
 * comparisons. So no predecessor is spurious, and a chain of them from the entry is a run.
 *
 * Options: `MAX_DEPTH` in `options.ts`.
 */
export function pdr(context: EngineContext): Claim {
  const base = new BoundedSearch(context, '');
  const errors = new AskedErrors(context);
  const words = new WordDomain(context, errors);
  try {
    const claim = new Ic3Search(context, words, errors, base).run();
    words.dispose();
    return elseSearchRuns(context, base, claim);
  } finally {
    words.dispose();
    base.dispose();
  }
}

/** The operations of the search on words: cubes are conjunctions of terms. */
class WordDomain implements Ic3Domain<Location, Clause, Obligation> {
  readonly frames: Frames;
  readonly entry: Location;
  readonly initialSteps: number;
  readonly milliseconds: number;
  readonly #context: EngineContext;
  readonly #isApart: boolean;
  readonly #graph: ControlGraph;
  readonly #lifting: Lifting;
  readonly #generalisation: Generalisation;
  #generalising = 0;

  constructor(context: EngineContext, errors: AskedErrors) {
    const { system, solvers, seed } = context;
    this.#context = context;
    this.#isApart = errors.isApart;
    this.#graph = new ControlGraph(system);
    this.entry = this.#graph.entry;
    this.initialSteps = this.#graph.initialSteps;
    this.milliseconds = QUERY_MILLISECONDS;
    this.frames = new Frames(
      this.#graph,
      {
        terms: system.terms,
        bits: !hasFloats(system),
        general: solvers,
        seed,
        prefix: freshPrefix(system, 'pdr'),
      },
      system.stateVars.map((v) => v.term),
      system.inputs.map((v) => v.term),
      errors,
    );
    this.#lifting = new Lifting(system, this.frames);
    this.#generalisation = new Generalisation(
      this.frames,
      new ReachableStates(system, seed),
      new Predicates(system, this.#graph),
      {
        failures: DROP_FAILURES,
        milliseconds: this.milliseconds,
        stopped: () => context.stopped() || errors.left <= 0,
      },
    );
    for (const fact of system.facts) this.frames.learn(fact);
  }

  dispose(): void {
    this.frames.dispose();
  }

  badObligation(
    location: Location,
    n: number,
    asked: ErrorName,
  ): Exclude<BlockResult<Obligation>, { readonly kind: 'blocked' }> | null {
    const { terms } = this.#context.system;
    const others = this.#isApart ? location.others : location.bad;
    const error = asked === null ? others : (location.checks.get(asked) ?? terms.false);
    if (error === terms.false) return null;
    const values = this.frames.find(location, n, [error]);
    if (values === null) return null;
    if (values === 'unknown') return { kind: 'unknown', reason: { kind: 'solver', why: `bad at frame ${n}` } };
    return { kind: 'predecessor', obligation: this.#obligation(location, [error], values, n, null) };
  }

  block(obligation: Obligation, n: number): BlockResult<Obligation> {
    const { location, cube, level } = obligation;
    if (this.frames.subsumes(location, cube, level)) return { kind: 'blocked', again: null };
    const state = this.frames.find(location, level, cube);
    if (state === null) return { kind: 'blocked', again: null };
    const answer = this.frames.consecution(location, cube, level - 1);
    switch (answer.kind) {
      case 'unknown':
        return { kind: 'unknown', reason: { kind: 'solver', why: answer.why } };
      case 'predecessor':
        return { kind: 'predecessor', obligation: this.#predecessor(obligation, answer.edge, answer.values) };
      case 'blocked': {
        const reached = this.#learn(obligation, answer.core, state === 'unknown' ? obligation.values : state, n);
        return { kind: 'blocked', again: reached < n ? { ...obligation, level: reached + 1 } : null };
      }
    }
  }

  #predecessor(next: Obligation, { from, guard }: Edge, values: Assignment): Obligation {
    return this.#obligation(from, [guard, ...next.cube.map((t) => from.after(t))], values, next.level - 1, next);
  }

  #obligation(
    location: Location,
    goals: readonly Term[],
    values: Assignment,
    level: number,
    next: Obligation | null,
  ): Obligation {
    const cube = this.#lifting.cube(location, goals, values);
    return { location, cube, level, values, next, distance: next === null ? 0 : next.distance + 1 };
  }

  /**
   * Learns clauses that block the obligation's cube, given that `core` suffices. Returns the highest
   * level at which they hold. `state`: a state of the cube that no clause excludes yet.
   */
  #learn({ location, cube, level }: Obligation, core: Cube, state: Assignment, n: number): number {
    const start = workClock();
    const clause = this.#generalisation.generalise(location, core, level, n);
    this.#add(location, clause);
    if (clause.level < ALWAYS) {
      const abstract = this.#generalisation.abstract(location, cube, state, Math.min(clause.level, n), n);
      if (abstract !== null) this.#add(location, abstract);
    }
    this.#generalising += workClock() - start;
    return clause.level;
  }

  #add(location: Location, { cube, level }: Blocked): void {
    const clause = this.frames.add(location, cube, level);
    if (level === ALWAYS) this.#context.lemmas.publish(this.formula(location, clause));
  }

  run(first: Obligation): SystemTrace {
    return runOf(this.#context.system, this.#graph, first);
  }

  formula(location: Location, clause: Clause): Term {
    return this.#graph.locate(location, this.frames.formula(clause));
  }

  invariant(level: number): Term {
    return this.frames.invariant(level);
  }

  learn(formula: Term): boolean {
    return this.frames.learn(formula);
  }

  excludes(formula: Term, { location, values }: Obligation): boolean {
    return evaluatorOf(this.#context.system.terms, values).value(this.#graph.at(location, formula)) === false;
  }

  statistics(): EngineStatistics & { readonly queries: number } {
    return { queries: this.frames.queries, generalisationMilliseconds: Math.round(this.#generalising) };
  }
}
