import type { Term } from '../../../logic/terms/builder.ts';
import { constant, lift } from '../../../logic/terms/justify.ts';
import type { CheckLimits, ModelValue, Solver, SolverFactory } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import type { OpenVariables } from './open.ts';
import { type Group, groupsOf, rewritten } from './rewrite.ts';

/** Most cases of one group. */
const MAX_CASES = 64;

/** The means of an elimination. */
export interface EliminationTools {
  readonly terms: TermStore;
  readonly solvers: SolverFactory;
  /** Limits of a single query. */
  readonly limits: CheckLimits;
  stopped(): boolean;
}

/**
 * Eliminates the open variables of a group case by case (model-based projection: Komuravelli, Gurfinkel,
 * Chaki, CAV 2014). A model chooses a case, which is a conjunction without `ite` and disjunction. Rules
 * eliminate its open variables as far as they can. The others take values, such that the state of the
 * model stays in the case. The next model lies outside of all cases so far. The disjunction of the cases
 * is equivalent to the existential quantification. Null if there are too many, or a query is not decided.
 */
export function casesOf(tools: EliminationTools, group: Group, open: OpenVariables): Term | null {
  const { terms, solvers, limits } = tools;
  const variables = [...group.kept, ...group.open];
  const all = new Set(variables);
  const solver = solvers.create();
  try {
    for (const t of group.literals) solver.assert(t);
    const cases: Term[] = [];
    while (!tools.stopped()) {
      const answer = solver.check([], limits);
      if (answer === 'unsat') return terms.orAll(cases);
      if (answer === 'unknown' || cases.length >= MAX_CASES) return null;
      const model = new Map<Term, ModelValue>(variables.map((v) => [v, solver.value(v)]));
      const conditions = rewritten(terms, lift(terms, group.literals, all, model), open);
      // The model satisfies the groups of the case that say nothing about the state.
      const about = groupsOf(terms, conditions, open).filter((g) => g.kept.length > 0);
      const found = about.map((g) => (g.open.length === 0 ? g.literals : instantiated(tools, g, model)));
      const states = terms.andAll(found.flatMap((literals) => literals ?? [terms.false]));
      if (states === terms.false) return null;
      cases.push(states);
      solver.assert(terms.not(states));
    }
    return null;
  } finally {
    solver.dispose();
  }
}

/** The literals with values for the open variables that fit the kept variables' values; null if undecided. */
function instantiated(
  { terms, solvers, limits }: EliminationTools,
  group: Group,
  model: ReadonlyMap<Term, ModelValue>,
): Term[] | null {
  const at = new Substitution(
    terms,
    group.kept.flatMap((v): [Term, Term][] => {
      const value = model.get(v);
      return value === undefined ? [] : [[v, constant(terms, terms.sort(v), value)]];
    }),
  );
  const solver = solvers.create();
  try {
    for (const t of group.literals) solver.assert(at.apply(t));
    if (solver.check([], limits) !== 'sat') return null;
    const values = new Substitution(terms, valuesOf(terms, solver, group.open));
    return group.literals.map((t) => values.apply(t));
  } finally {
    solver.dispose();
  }
}

function valuesOf(terms: TermStore, solver: Solver, variables: readonly Term[]): [Term, Term][] {
  return variables.map((v) => [v, constant(terms, terms.sort(v), solver.value(v))]);
}
