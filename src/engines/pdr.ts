import { bounded, invariant } from '../exchange/lemma.ts';
import { LIMITS } from '../exchange/limits.ts';
import type { Term } from '../smt/builder.ts';
import { evaluatorOf } from '../smt/evaluate.ts';
import { freshPrefix } from '../transys/unroll.ts';
import { BoundedSearch } from './bmc-core.ts';
import type { Claim, EngineContext, EngineUnknown } from './engine.ts';
import { runOf } from './pdr/counterexample.ts';
import { type Clause, Frames } from './pdr/frames.ts';
import { type Blocked, Generalisation } from './pdr/generalise.ts';
import { Lifting } from './pdr/lift.ts';
import { ALWAYS, type Assignment } from './pdr/location-solver.ts';
import { ControlGraph, type Edge, type Location } from './pdr/locations.ts';
import { type Cube, LevelQueue, type Obligation } from './pdr/obligations.ts';
import { propagate } from './pdr/propagate.ts';
import { claimOfRun, elseSearchRuns } from './pdr/runs.ts';
import { ReachableStates } from './pdr/samples.ts';
import { hasFloats } from './pdr/sorts.ts';
import { Vocabulary } from './pdr/vocabulary.ts';

/** States that were obligations lately: so many are remembered, to see whether lemmas of others exclude them. */
const OBSTACLES = 32;

/**
 * Property-directed reachability on words (Bradley, VMCAI 2011; Eén, Mishchenko, Brayton, FMCAD 2011), with frames for each location (Lange,
 * Neuhäußer, Noll, FMCAD 2015): for N = 0, 1, 2, … all states of frame N that lead into bad are shown out of reach within N steps, each by a clause
 * that excludes as many more as it can; then clauses move to later frames, and where two frames are equal they are an invariant. Obligations
 * are weakest preconditions along a path, made of the program's own comparisons, so that no predecessor is spurious and a chain of them from
 * the entry is a run.
 *
 * Options: `maxDepth` (0: no limit), `bits` (gates and clauses instead of Z3 where there are no floats), `dropFailures` (literals of a cube that are
 * tried to be left out in vain), `predicates` (clauses of the program's predicates, too), `queryMilliseconds` (limit of a query that only improves a clause).
 */
export function pdr(context: EngineContext): Claim {
  const base = new BoundedSearch(context, '');
  const search = new Reachability(context, base);
  try {
    const claim = search.run();
    search.dispose();
    return elseSearchRuns(context, base, claim);
  } finally {
    search.dispose();
    base.dispose();
  }
}

class Reachability {
  readonly #context: EngineContext;
  readonly #base: BoundedSearch;
  readonly #graph: ControlGraph;
  readonly #frames: Frames;
  readonly #lifting: Lifting;
  readonly #generalisation: Generalisation;
  readonly #milliseconds: number;
  #bound: number | null = null;
  #obligations = 0;
  #generalising = 0;
  readonly #obstacles: { readonly location: Location; readonly values: Assignment }[] = [];
  readonly #start = performance.now();

  constructor(context: EngineContext, base: BoundedSearch) {
    const { system, options, solvers, seed } = context;
    this.#context = context;
    this.#base = base;
    this.#graph = new ControlGraph(system);
    this.#milliseconds = Number(options.queryMilliseconds ?? 2_000);
    this.#frames = new Frames(
      this.#graph,
      {
        terms: system.terms,
        bits: options.bits !== false && !hasFloats(system),
        general: solvers,
        seed,
        prefix: freshPrefix(system, 'pdr'),
      },
      system.stateVars.map((v) => v.term),
      system.inputs.map((v) => v.term),
    );
    this.#lifting = new Lifting(system, this.#frames);
    this.#generalisation = new Generalisation(
      this.#frames,
      new ReachableStates(system, seed),
      new Vocabulary(system, this.#graph),
      {
        failures: Number(options.dropFailures ?? 8),
        predicates: options.predicates !== false,
        milliseconds: this.#milliseconds,
        stopped: () => context.stopped(),
      },
    );
    for (const fact of system.facts) this.#frames.learn(fact);
  }

  run(): Claim {
    const context = this.#context;
    const graph = this.#graph;
    const maxDepth = Number(context.options.maxDepth ?? 0);
    for (let n = 0; ; n += 1) {
      // Of a system with initial values, frame n has the states that are reached in n - 1 of its own steps.
      const steps = n - graph.initialSteps;
      if (maxDepth > 0 && steps > maxDepth)
        return this.#unknown({ kind: 'incomplete', why: `no two frames are equal for runs of up to ${maxDepth} steps` });
      const end = this.#exclude(n);
      if (end !== null) return end;
      if (steps < 0) continue;
      this.#bound = steps;
      context.bound(steps);
      const fixpoint = propagate(this.#frames, n, {
        milliseconds: this.#milliseconds,
        stopped: () => context.stopped(),
        found: (location, clause) => this.#proved(location, clause),
      });
      this.#publish(n + 1, steps + 1);
      context.note(this.#summary(n));
      if (fixpoint !== null) return this.#safe(fixpoint);
    }
  }

  dispose(): void {
    this.#frames.dispose();
  }

  /** Makes sure that no state of frame n leads into bad; a claim if that is not so. */
  #exclude(n: number): Claim | null {
    this.#receive();
    for (const location of this.#graph.locations) {
      if (location.bad === this.#context.system.terms.false) continue;
      if ((n === 0) !== (location === this.#graph.entry)) continue;
      for (;;) {
        if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
        const values = this.#frames.find(location, n, [location.bad]);
        if (values === null) break;
        if (values === 'unknown') return this.#unknown({ kind: 'solver', why: `bad at frame ${n}` });
        const end = this.#block(this.#obligation(location, [location.bad], values, n, null), n);
        if (end !== null) return end;
      }
    }
    return null;
  }

  /** Shows that the obligation's states are not reached within its level, and neither what leads to them; a claim if they are. */
  #block(root: Obligation, n: number): Claim | null {
    const queue = new LevelQueue<Obligation>();
    queue.push(root);
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
      const { location, cube, level } = next;
      if (location === this.#graph.entry) return this.#reached(next);
      if (this.#frames.subsumes(location, cube, level)) continue;
      const state = this.#frames.find(location, level, cube);
      if (state === null) continue;
      const answer = this.#frames.consecution(location, cube, level - 1);
      switch (answer.kind) {
        case 'unknown':
          return this.#unknown({ kind: 'solver', why: answer.why });
        case 'predecessor':
          queue.push(next);
          queue.push(this.#predecessor(next, answer.edge, answer.values));
          break;
        case 'blocked': {
          const reached = this.#learn(next, answer.core, state === 'unknown' ? next.values : state, n);
          if (reached < n) queue.push({ ...next, level: reached + 1 });
          break;
        }
      }
    }
    return null;
  }

  #predecessor(next: Obligation, { from, guard }: Edge, values: Assignment): Obligation {
    return this.#obligation(from, [guard, ...next.cube.map((t) => from.after(t))], values, next.level - 1, next);
  }

  #obligation(location: Location, goals: readonly Term[], values: Assignment, level: number, next: Obligation | null): Obligation {
    this.#obstacles[this.#obligations % OBSTACLES] = { location, values };
    this.#obligations += 1;
    const cube = this.#lifting.cube(location, goals, values);
    return { location, cube, level, values, next, distance: next === null ? 0 : next.distance + 1 };
  }

  /**
   * Learns clauses that block the obligation's cube, `core` of which is enough; gives the highest level for which they do. `state`: one of the cube
   * that no clause excludes yet.
   */
  #learn({ location, cube, level }: Obligation, core: Cube, state: Assignment, n: number): number {
    const start = performance.now();
    const clause = this.#generalisation.generalise(location, core, level, n);
    this.#add(location, clause);
    if (clause.level < ALWAYS) {
      const abstract = this.#generalisation.abstract(location, cube, state, Math.min(clause.level, n), n);
      if (abstract !== null) this.#add(location, abstract);
    }
    this.#generalising += performance.now() - start;
    return clause.level;
  }

  #add(location: Location, { cube, level }: Blocked): void {
    const clause = this.#frames.add(location, cube, level);
    if (level === ALWAYS) this.#proved(location, clause);
  }

  /** A clause holds in every reachable state. */
  #proved(location: Location, clause: Clause): void {
    const formula = this.#graph.locate(location, this.#frames.formula(clause));
    this.#context.lemmas.publish(invariant(formula));
  }

  /** A chain of obligations begins at the entry: it is a run, unless undefined behaviour or a gap is in its way. */
  #reached(first: Obligation): Claim {
    const trace = runOf(this.#context.system, this.#graph, first);
    return claimOfRun(this.#context, this.#base, trace, this.#bound);
  }

  #receive(): void {
    const useful: number[] = [];
    for (const { id, bound, formula } of this.#context.lemmas.receive()) {
      if (bound !== null || !this.#frames.learn(formula)) continue;
      if (this.#excludesObstacle(formula)) useful.push(id);
    }
    this.#context.lemmas.used?.(useful);
  }

  /** Whether an invariant says that a state is not reached that was an obligation lately. */
  #excludesObstacle(invariant: Term): boolean {
    const { terms } = this.#context.system;
    return this.#obstacles.some(
      ({ location, values }) => evaluatorOf(terms, values).value(this.#graph.at(location, invariant)) === false,
    );
  }

  /** Tells others what holds for longest, short clauses first. */
  #publish(level: number, bound: number): void {
    const found = this.#graph.locations.flatMap((location) =>
      this.#frames.clauses(location).flatMap((clause) => (clause.level === level ? [{ location, clause }] : [])),
    );
    found.sort((a, b) => a.clause.cube.length - b.clause.cube.length);
    for (const { location, clause } of found.slice(0, LIMITS.publishing.clausesOfFrame)) {
      const formula = this.#graph.locate(location, this.#frames.formula(clause));
      this.#context.lemmas.publish(bounded(formula, bound));
    }
  }

  #safe(level: number): Claim {
    const invariant = this.#frames.invariant(level);
    return { kind: 'safe', certificate: { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null } };
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#bound };
  }

  #summary(n: number): string {
    const clauses = this.#graph.locations.reduce((sum, location) => sum + this.#frames.clauses(location).length, 0);
    const share = Math.round((100 * this.#generalising) / Math.max(1, performance.now() - this.#start));
    const { queries } = this.#frames;
    return `frame ${n}: ${clauses} clauses, ${this.#obligations} obligations, ${queries} queries, ${share} % of the time for generalisation`;
  }
}
