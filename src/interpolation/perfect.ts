import type { Term } from '../terms/builder.ts';
import type { CheckLimits, Solver, SolverFactory } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/**
 * Whether a sequence of interpolants is perfect: inductive for the path program, not only for the path
 * ([CVN17] Sect. 7.1). The path program has the parts of the path, between its locations. One of the
 * interpolants at each location has to be an invariant there, which all others at the location imply.
 * Each part leads from one invariant to the next, and the last part excludes the invariant before it.
 *
 * `locations`: what lies at each cut; equal values are the same location. Absent: all cuts are one
 * location, as in the unrolling of a whole system. `interpolants`: a sequence that the checker accepted.
 * Returns null if a query is not decided.
 */
export function isPerfect(
  problem: InterpolationProblem,
  interpolants: readonly Term[],
  solvers: SolverFactory,
  limits: CheckLimits,
  locations: readonly unknown[] = interpolants.map(() => null),
): boolean | null {
  const { terms, parts } = problem;
  const solver = solvers.create();
  try {
    const invariants = new Map<unknown, Term>();
    for (const [cut, t] of interpolants.entries()) {
      const weaker = weakerOf(terms, solver, invariants.get(locations[cut]) ?? t, t, limits);
      if (typeof weaker !== 'number') return weaker === 'neither' ? false : null;
      invariants.set(locations[cut], weaker);
    }
    const asked = new Set<Term>();
    let decided = true;
    for (let i = 1; i < parts.length; i++) {
      const view = new PartView(problem, parts[i]);
      const invariant = (cut: number): Term => invariants.get(locations[cut]) ?? terms.true;
      const after = i === parts.length - 1 ? terms.false : view.atExit(invariant(i));
      const leaves = terms.andAll([view.atEntry(invariant(i - 1)), parts[i].formula, terms.not(after)]);
      if (asked.has(leaves)) continue;
      asked.add(leaves);
      const answer = solver.check([leaves], limits);
      if (answer === 'sat') return false;
      if (answer === 'unknown') decided = false;
    }
    return decided ? true : null;
  } finally {
    solver.dispose();
  }
}

/** The one of two formulas that the other implies. */
function weakerOf(
  terms: TermStore,
  solver: Solver,
  a: Term,
  b: Term,
  limits: CheckLimits,
): Term | 'neither' | 'unknown' {
  if (a === b) return a;
  const second = solver.check([b, terms.not(a)], limits);
  if (second === 'unsat') return a;
  const first = solver.check([a, terms.not(b)], limits);
  if (first === 'unsat') return b;
  return first === 'sat' && second === 'sat' ? 'neither' : 'unknown';
}
