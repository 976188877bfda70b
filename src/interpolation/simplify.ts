import { workClock } from '../base/clock.ts';
import type { Term } from '../terms/builder.ts';
import type { CheckLimits, Solver, SolverFactory } from '../terms/solver.ts';
import { conjuncts } from '../terms/traverse.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

export interface SimplifyLimits extends CheckLimits {
  /** Wall clock for all of it, in ms. */
  readonly total: number;
}

/** Of more conditions only those are left out that the solver's first core leaves out. */
const MOST_TRIED = 100;
/** More conditions are not looked at. */
const MOST_CONDITIONS = 2000;

/**
 * Leaves out conjuncts of interpolants that are not needed to exclude what follows, from the last cut to the first: what remains is an inductive
 * sequence still (the checker sees to that), shorter and more general. Where a single disjunction is left, disjuncts are left out that what comes
 * before does not need.
 */
export function simplifySequence(
  problem: InterpolationProblem,
  interpolants: readonly Term[],
  solvers: SolverFactory,
  limits: SimplifyLimits,
): Term[] {
  const { terms, parts } = problem;
  const deadline = workClock() + limits.total;
  const simple = [...interpolants];
  for (let cut = simple.length - 1; cut >= 0; cut -= 1) {
    const after = parts[cut + 1];
    const behind = new PartView(problem, after);
    const goal = cut + 1 < simple.length ? terms.and(after.formula, terms.not(behind.atExit(simple[cut + 1]))) : after.formula;
    const kept = withoutNeedless(conjuncts(terms, simple[cut]), goal, (t) => behind.atEntry(t), solvers, limits, deadline);
    simple[cut] = terms.andAll(kept);
    if (kept.length !== 1) continue;
    // The disjuncts are the conjuncts of the negation, with the parts in each other's place.
    const disjuncts = conjuncts(terms, terms.not(kept[0]));
    const view = new PartView(problem, parts[cut]);
    const before = cut > 0 ? terms.and(parts[cut].formula, view.atEntry(simple[cut - 1])) : parts[cut].formula;
    const needed = withoutNeedless(disjuncts, before, (t) => view.atExit(t), solvers, limits, deadline);
    simple[cut] = terms.not(terms.andAll(needed));
  }
  return simple;
}

/** Some of the conditions that cannot hold together with the formula, as all of them cannot. */
function withoutNeedless(
  conditions: readonly Term[],
  formula: Term,
  said: (t: Term) => Term,
  solvers: SolverFactory,
  limits: CheckLimits,
  deadline: number,
): readonly Term[] {
  if (conditions.length < 2 || conditions.length > MOST_CONDITIONS || workClock() > deadline) return conditions;
  const solver = solvers.create();
  try {
    solver.assert(formula);
    let kept = coreOf(solver, conditions, said, limits);
    if (kept === null) return conditions;
    if (kept.length > MOST_TRIED) return kept;
    for (const candidate of [...kept]) {
      if (kept.length < 2 || workClock() > deadline) break;
      if (!kept.includes(candidate)) continue;
      const smaller = coreOf(
        solver,
        kept.filter((t) => t !== candidate),
        said,
        limits,
      );
      if (smaller !== null) kept = smaller;
    }
    return kept;
  } finally {
    solver.dispose();
  }
}

function coreOf(solver: Solver, conditions: readonly Term[], said: (t: Term) => Term, limits: CheckLimits): Term[] | null {
  const instances = new Map(conditions.map((t) => [said(t), t]));
  if (solver.check([...instances.keys()], limits) !== 'unsat') return null;
  return solver.core().flatMap((t) => instances.get(t) ?? []);
}
