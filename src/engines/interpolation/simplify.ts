import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { CheckLimits, Solver, SolverFactory } from '../../logic/terms/solver.ts';
import { conjuncts } from '../../logic/terms/traverse.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** Limits of {@link simplifySequence}; those of a single query are inherited. */
export interface SimplifyLimits extends CheckLimits {
  /** Limit of the whole simplification in ms of `workClock`. */
  readonly total: number;
}

/** Among more conditions, only those outside the solver's first core are dropped. */
const MOST_TRIED = 100;
/** Among more conditions, none is dropped. */
const MOST_CONDITIONS = 2000;

/**
 * Drops conjuncts of interpolants that are not needed to exclude the later parts, from the last cut to
 * the first. The result is still an inductive sequence (the checker verifies that), shorter and more
 * general. Where a single disjunction is left, disjuncts are dropped that the earlier parts do not
 * need.
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
  for (let cut = simple.length - 1; cut >= 0; cut--) {
    const after = parts[cut + 1];
    const behind = new PartView(problem, after);
    const goal =
      cut + 1 < simple.length ? terms.and(after.formula, terms.not(behind.atExit(simple[cut + 1]))) : after.formula;
    const kept = withoutNeedless(
      conjuncts(terms, simple[cut]),
      goal,
      (t) => behind.atEntry(t),
      solvers,
      limits,
      deadline,
    );
    simple[cut] = terms.andAll(kept);
    if (kept.length !== 1) continue;
    // The disjuncts are the conjuncts of the negation, with the two sides swapped.
    const disjuncts = conjuncts(terms, terms.not(kept[0]));
    const view = new PartView(problem, parts[cut]);
    const before = cut > 0 ? terms.and(parts[cut].formula, view.atEntry(simple[cut - 1])) : parts[cut].formula;
    const needed = withoutNeedless(disjuncts, before, (t) => view.atExit(t), solvers, limits, deadline);
    simple[cut] = terms.not(terms.andAll(needed));
  }
  return simple;
}

/** A subset of the conditions that is inconsistent with the formula, given that all of them are. */
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

function coreOf(
  solver: Solver,
  conditions: readonly Term[],
  said: (t: Term) => Term,
  limits: CheckLimits,
): Term[] | null {
  const instances = new Map(conditions.map((t) => [said(t), t]));
  if (solver.check([...instances.keys()], limits) !== 'unsat') return null;
  return solver.core().flatMap((t) => instances.get(t) ?? []);
}
