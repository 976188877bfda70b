import type { Term } from '../../logic/terms/builder.ts';
import { lift } from '../../logic/terms/justify.ts';
import type { CheckLimits, ModelValue, Solver } from '../../logic/terms/solver.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { dagSize, freeVariables } from '../../logic/terms/traverse.ts';
import { FoldedChain, withVariableEntries } from './fold.ts';
import { type InterpolationProblem, PartView } from './problem.ts';
import type { Provider, ProviderAnswer, ProviderQuery } from './provider.ts';

/** Most cubes at one cut. */
const MAX_CUBES = 150;
/** Most nodes of all excluded cubes at one cut. */
const MAX_NODES = 20_000;
/** Most literals of a cube that are tried to be left out, and the conflicts of one trial. */
const MAX_TRIALS = 30;
const CONFLICTS_PER_TRIAL = 500;

/**
 * Interpolants of weakest preconditions along single paths, from the last cut to the first. A model of
 * the part behind a cut chooses a path through it (a letter). The path's precondition is a cube of
 * literals over the state, with the inputs of the model. The earlier parts exclude it, and a core of
 * this refutation is excluded from the interpolant. That goes on until no state of the interpolant leads
 * out of the next one.
 *
 * The literals are the program's conditions along paths. The sequence is inductive, and all limits are
 * counts. Each theory with models and cores will do. IC3 (Bradley, VMCAI 2011) excludes cubes in this
 * way too, but relative to frames instead of the whole prefix.
 */
export const letters: Provider = {
  name: 'letters',
  sequences: true,
  predicates: false,
  interpolate(query: ProviderQuery): ProviderAnswer {
    const problem = withVariableEntries(query.problem);
    const { parts, terms } = problem;
    const prefix = new Prefix(problem, query);
    try {
      const interpolants: Term[] = [];
      let behind = terms.false;
      for (let cut = parts.length - 2; cut >= 0; cut--) {
        const found = interpolantAt(cut, behind, problem, prefix, query);
        if (typeof found !== 'number') return found;
        interpolants.unshift(found);
        behind = found;
        prefix.shorten();
      }
      return { kind: 'interpolants', interpolants };
    } finally {
      prefix.dispose();
    }
  },
};

/** The weakest interpolant at a cut that cubes give, where `behind` is that of the next cut. */
function interpolantAt(
  cut: number,
  behind: Term,
  problem: InterpolationProblem,
  prefix: Prefix,
  { solvers, limits, stopped }: ProviderQuery,
): Term | ProviderAnswer {
  const { terms, state } = problem;
  const part = problem.parts[cut + 1];
  const view = new PartView(problem, part);
  const goals = [part.formula, terms.not(part.exit === null ? behind : view.atExit(behind))];
  const variables = freeVariables(terms, goals);
  const entry = part.entry ?? [];
  const isEntry = new Set(entry);
  const toState = new Substitution(
    terms,
    entry.map((v, i) => [v, state[i]] as const),
  );
  const solver = solvers.create();
  try {
    for (const goal of goals) solver.assert(goal);
    const clauses: Term[] = [];
    let nodes = 0;
    for (;;) {
      if (stopped()) return { kind: 'unknown', why: 'stopped' };
      const answer = solver.check([], limits);
      if (answer === 'unsat') return terms.andAll(clauses);
      if (answer === 'unknown') return { kind: 'unknown', why: solver.reasonUnknown() };
      if (clauses.length >= MAX_CUBES) return { kind: 'unknown', why: `more than ${MAX_CUBES} cubes` };
      const model = new Map<Term, ModelValue>(variables.map((v) => [v, solver.value(v)]));
      const cube = lift(terms, goals, isEntry, model).map((t) => toState.apply(t));
      const core = prefix.excluding(cube);
      if (typeof core === 'string')
        return { kind: core, why: core === 'indistinct' ? 'the parts are consistent' : 'a cube is not decided' };
      nodes += dagSize(terms, core);
      if (nodes > MAX_NODES) return { kind: 'unknown', why: `cubes of more than ${MAX_NODES} nodes` };
      const clause = terms.not(terms.andAll(core));
      clauses.push(clause);
      solver.assert(view.atEntry(clause));
    }
  } finally {
    solver.dispose();
  }
}

/** The parts up to a cut, at first the last one; {@link shorten} goes back to the cut before. */
class Prefix {
  readonly #problem: InterpolationProblem;
  readonly #chain: FoldedChain;
  readonly #solver: Solver;
  readonly #limits: CheckLimits;
  #cut: number;
  #atCut: Substitution;

  constructor(problem: InterpolationProblem, { solvers, limits }: ProviderQuery) {
    this.#problem = problem;
    this.#chain = new FoldedChain(problem);
    this.#limits = limits;
    this.#solver = solvers.create();
    this.#cut = problem.parts.length - 2;
    for (const formula of this.#chain.formulas.slice(0, -1)) {
      this.#solver.push();
      this.#solver.assert(formula);
    }
    this.#atCut = this.#view();
  }

  shorten(): void {
    this.#solver.pop();
    this.#cut -= 1;
    this.#atCut = this.#view();
  }

  dispose(): void {
    this.#solver.dispose();
  }

  /** A small part of the cube that no state after the prefix satisfies; `indistinct`: one satisfies all. */
  excluding(cube: readonly Term[]): Term[] | 'indistinct' | 'unknown' {
    const literals = new Map(cube.map((t) => [this.#atCut.apply(t), t] as const));
    const check = (assumed: readonly Term[], limits: CheckLimits): Term[] | 'indistinct' | 'unknown' => {
      const answer = this.#solver.check(assumed, limits);
      if (answer === 'unsat') return this.#solver.core().filter((t) => literals.has(t));
      return answer === 'sat' ? 'indistinct' : 'unknown';
    };
    let core = check([...literals.keys()], this.#limits);
    if (typeof core === 'string') return core;
    // Fewer literals exclude more states, and the last ones lie deepest in the path.
    for (const t of core.toReversed().slice(0, MAX_TRIALS)) {
      if (core.length < 2) break;
      if (!core.includes(t)) continue;
      const rest = check(
        core.filter((other) => other !== t),
        { ...this.#limits, conflicts: CONFLICTS_PER_TRIAL },
      );
      if (typeof rest !== 'string') core = rest;
    }
    return core.flatMap((t) => literals.get(t) ?? []);
  }

  #view(): Substitution {
    const { terms, state } = this.#problem;
    const values = this.#chain.states[this.#cut] ?? state;
    return new Substitution(
      terms,
      state.map((v, i) => [v, values[i]] as const),
    );
  }
}
