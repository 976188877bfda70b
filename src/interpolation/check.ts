import type { Term } from '../smt/builder.ts';
import type { CheckLimits, CheckResult, SolverFactory } from '../smt/solver.ts';
import { freeVariables } from '../smt/traverse.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** What is wrong with interpolants, or that nothing is; `open`: the solver did not decide. */
export type InterpolantCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'open'; readonly why: string };

/**
 * Whether `interpolants[i]` at the cut behind part i are an inductive sequence: each follows from the one before and the part between, and the
 * last cannot hold together with the last part ([TRF24] Sect. 4.2; for two parts Craig's conditions). Every step is one query in a fresh solver;
 * nothing is shared with who made them but the terms.
 */
export function checkInterpolants(
  problem: InterpolationProblem,
  interpolants: readonly Term[],
  solvers: SolverFactory,
  limits: CheckLimits = {},
): InterpolantCheck {
  const { terms, state, parts } = problem;
  if (interpolants.length !== parts.length - 1)
    return { kind: 'refused', why: `${interpolants.length} interpolants for ${parts.length} parts` };
  const shared = new Set(state);
  for (const variable of freeVariables(terms, interpolants)) {
    if (!shared.has(variable))
      return { kind: 'refused', why: `an interpolant speaks of ${terms.name(variable)}, which is not shared` };
  }
  for (let i = 0; i < parts.length; i += 1) {
    const view = new PartView(problem, parts[i]);
    const before = i === 0 ? terms.true : view.atEntry(interpolants[i - 1]);
    const after = i === parts.length - 1 ? terms.false : view.atExit(interpolants[i]);
    const answer = holdTogether([before, parts[i].formula, terms.not(after)], terms.false, solvers, limits);
    if (answer === 'unsat') continue;
    const why = `part ${i} does not lead from one interpolant to the next`;
    return answer === 'sat' ? { kind: 'refused', why } : { kind: 'open', why: `not decided whether ${why}` };
  }
  return { kind: 'accepted' };
}

function holdTogether(conjuncts: readonly Term[], never: Term, solvers: SolverFactory, limits: CheckLimits): CheckResult {
  if (conjuncts.includes(never)) return 'unsat';
  const solver = solvers.create();
  try {
    for (const t of conjuncts) solver.assert(t);
    return solver.check([], limits);
  } finally {
    solver.dispose();
  }
}
