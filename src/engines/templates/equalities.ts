import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { pattern } from '../../logic/terms/evaluate.ts';
import type { Solver } from '../../logic/terms/solver.ts';
import { AffineSpace, type Vector } from '../../system/analysis/affine.ts';
import { equationTerm } from '../../system/analysis/equalities.ts';
import { Sums } from '../../system/analysis/sums.ts';
import { type State, stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { EngineContext } from '../methods/engine.ts';
import { ControlGraph, type Edge, type Location } from '../methods/frames/locations.ts';

/** The input of {@link inductiveEqualities}. */
export interface EqualityProblem {
  readonly context: EngineContext;
  /**
   * Known facts about the states from which a block makes its steps, over state variables and inputs,
   * without the program counter.
   */
  before(block: number): readonly Term[];
  readonly samples: Samples;
  /** Groups of terms over the state variables; the terms of a group have one width and are related. */
  readonly groups: readonly (readonly Term[])[];
}

/** One affine space for each group; null where no state is known yet. */
type Spaces = readonly AffineSpace[] | null;

/**
 * The linear equalities c · x = d modulo 2^width between the terms of a group that are inductive
 * together, location by location. Affine spaces of the sampled states grow by states that a solver
 * finds one step outside of them (Reps, Sagiv, Yorsh: Symbolic Implementation of the Best Transformer,
 * VMCAI 2004). That ends after at most `width` steps for each term, with the least spaces that the
 * steps preserve.
 *
 * Returns null if the time does not suffice. Where a single query takes too long, the location that it
 * is about has no equalities.
 */
export function inductiveEqualities(
  problem: EqualityProblem,
  milliseconds: number,
  queryMilliseconds: number,
): Term[] | null {
  return new Ascent(problem, workClock() + milliseconds, queryMilliseconds).run();
}

/** The equalities that hold in all of the states, as formulas over the state variables. */
export function sampledEqualities(
  context: Pick<EngineContext, 'system'>,
  group: readonly Term[],
  states: readonly State[],
): Term[] {
  const point = pointOf(context);
  const [first, ...rest] = states.map((state) => point(group, state));
  if (first === undefined) return [];
  const width = context.system.terms.width(group[0]);
  let space = new AffineSpace(width, first);
  for (const p of rest) space = space.join(new AffineSpace(width, p));
  return equations(context, group, space);
}

class Ascent {
  readonly #problem: EqualityProblem;
  readonly #deadline: number;
  readonly #queryMilliseconds: number;
  readonly #graph: ControlGraph;
  readonly #spaces: Spaces[];

  constructor(problem: EqualityProblem, deadline: number, queryMilliseconds: number) {
    const { context, samples, groups } = problem;
    this.#problem = problem;
    this.#deadline = deadline;
    this.#queryMilliseconds = queryMilliseconds;
    this.#graph = new ControlGraph(context.system);
    this.#spaces = this.#graph.locations.map(() => null);
    const point = pointOf(context);
    samples.forEach((states, id) => {
      for (const state of states)
        this.#enter(
          id,
          groups.map((group) => point(group, state)),
        );
    });
  }

  run(): Term[] | null {
    const { locations, entry } = this.#graph;
    const edges = locations.flatMap((to) => (to === entry ? [] : to.incoming.map((edge) => ({ edge, to }))));
    const waiting = new Set(edges);
    for (const step of waiting) {
      waiting.delete(step);
      const { edge, to } = step;
      if (edge.from !== entry && this.#spaces[edge.from.id] === null) continue;
      const grown = this.#saturate(edge, to);
      if (grown === null) return null;
      if (grown) for (const other of edges) if (other.edge.from === to) waiting.add(other);
    }
    return locations.flatMap((location) => {
      if (location === entry) return [];
      return this.#equations(location).map((t) => this.#graph.locate(location, t));
    });
  }

  /**
   * Extends the space at `to` until it contains all states that the edge leads to. Returns true if it
   * grew, and null if there is no time left.
   */
  #saturate(edge: Edge, to: Location): boolean | null {
    const { context, groups } = this.#problem;
    const { terms } = context.system;
    const solver = context.solvers.create({ seed: context.seed });
    try {
      const before =
        edge.from === this.#graph.entry ? [] : [...this.#problem.before(edge.from.id), ...this.#equations(edge.from)];
      for (const t of [...before, edge.guard]) if (t !== terms.true) solver.assert(t);
      const after = groups.map((group) => group.map((t) => edge.from.after(t)));
      const kept = new Set<Term>();
      const sums = new Sums(terms, [...before, edge.guard]);
      // Solvers decide equations one by one much faster than all at once.
      let open = this.#said(to);
      let grown = false;
      for (;;) {
        const next = open.shift();
        if (next === undefined) return grown;
        const broken = terms.not(edge.from.after(next.equation));
        const answer = kept.has(next.equation) || sums.exclude(broken) ? 'unsat' : this.#check(solver, broken);
        if (answer === null) return null;
        if (answer === 'unsat') {
          kept.add(next.equation);
          continue;
        }
        const values = (): Vector[] => after.map((group) => group.map((t) => pattern(solver.value(t))));
        if (answer === 'unknown') this.#forget(to.id, next.groups);
        else if (!this.#enter(to.id, values())) return null;
        grown = true;
        open = this.#said(to);
      }
    } finally {
      solver.dispose();
    }
  }

  #check(solver: Solver, goal: Term): 'sat' | 'unsat' | 'unknown' | null {
    const { terms } = this.#problem.context.system;
    if (goal === terms.false) return 'unsat';
    const left = Math.ceil(this.#deadline - workClock());
    if (left <= 0 || this.#problem.context.stopped()) return null;
    return solver.check(goal === terms.true ? [] : [goal], { milliseconds: Math.min(left, this.#queryMilliseconds) });
  }

  #equations(location: Location): Term[] {
    return this.#said(location).map(({ equation }) => equation);
  }

  /** The equations of the location, each with the number of its group; "false" where no state is known yet. */
  #said(location: Location): { readonly equation: Term; readonly groups: readonly number[] }[] {
    const { context, groups } = this.#problem;
    const spaces = this.#spaces[location.id];
    if (spaces === null) return [{ equation: context.system.terms.false, groups: [...groups.keys()] }];
    return spaces.flatMap((space, i) =>
      equations(context, groups[i], space).map((equation) => ({ equation, groups: [i] })),
    );
  }

  /** Gives up the equations of some groups at a location. */
  #forget(id: number, forgotten: readonly number[]): void {
    const { context, groups } = this.#problem;
    const before = this.#spaces[id];
    this.#spaces[id] = groups.map((group, i) =>
      before === null || forgotten.includes(i)
        ? everything(context.system.terms.width(group[0]), group.length)
        : before[i],
    );
  }

  /** Adds one state, given as the values of each group; false if it was in the space. */
  #enter(id: number, points: readonly Vector[]): boolean {
    const { context, groups } = this.#problem;
    const before = this.#spaces[id];
    const now = points.map((p, i) => new AffineSpace(context.system.terms.width(groups[i][0]), p));
    const after = before === null ? now : before.map((space, i) => space.join(now[i]));
    this.#spaces[id] = after;
    return before === null || after.some((space, i) => space !== before[i]);
  }
}

/** The values of a group's terms in a state. */
function pointOf({ system }: Pick<EngineContext, 'system'>): (group: readonly Term[], state: State) => Vector {
  const evaluatorIn = stateEvaluators(system);
  return (group, state) => {
    const evaluator = evaluatorIn(state);
    return group.map((t) => pattern(evaluator.value(t)));
  };
}

function equations({ system }: Pick<EngineContext, 'system'>, group: readonly Term[], space: AffineSpace): Term[] {
  return space
    .equations()
    .flatMap(({ coefficients, constant }) => equationTerm(system.terms, group, coefficients, constant, 1) ?? []);
}

function everything(width: number, length: number): AffineSpace {
  const zero = new Array<bigint>(length).fill(0n);
  return new AffineSpace(
    width,
    zero,
    zero.map((_, i) => zero.map((__, j) => (i === j ? 1n : 0n))),
  );
}
