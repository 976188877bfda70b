import type { Term } from '../smt/builder.ts';
import type { CheckLimits, Solver, SolverFactory } from '../smt/solver.ts';
import { conjuncts } from '../smt/traverse.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

export interface SimplifyLimits extends CheckLimits {
  /** Wall clock for all of it, in ms. */
  readonly total: number;
}

/**
 * Leaves out conjuncts of an interpolant of two parts that are not needed to exclude the second, and then disjuncts that the first does not
 * need: what remains is an interpolant still (the checker sees to that), shorter and more general.
 */
export function simplifyInterpolant(
  problem: InterpolationProblem,
  interpolant: Term,
  solvers: SolverFactory,
  limits: SimplifyLimits,
): Term {
  const { terms, parts } = problem;
  const deadline = performance.now() + limits.total;
  const b = new PartView(problem, parts[1]);
  const kept = withoutNeedless(conjuncts(terms, interpolant), parts[1].formula, (t) => b.atEntry(t), solvers, limits, deadline);
  if (kept.length !== 1) return terms.andAll(kept);
  // A single disjunction: its disjuncts are the conjuncts of the negation, with the parts in each other's place.
  const a = new PartView(problem, parts[0]);
  const disjuncts = conjuncts(terms, terms.not(kept[0]));
  if (disjuncts.length < 2) return kept[0];
  return terms.not(terms.andAll(withoutNeedless(disjuncts, parts[0].formula, (t) => a.atExit(t), solvers, limits, deadline)));
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
  if (conditions.length < 2) return conditions;
  const solver = solvers.create();
  try {
    solver.assert(formula);
    let kept = coreOf(solver, conditions, said, limits);
    if (kept === null) return conditions;
    for (const candidate of [...kept]) {
      if (kept.length < 2 || performance.now() > deadline) break;
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
