import type { Term } from '../terms/builder.ts';
import type { CheckLimits, SolverFactory } from '../terms/solver.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/**
 * Whether a sequence of interpolants is perfect: inductive for the path program, not only for the path
 * ([CVN17] Sect. 7.1). The path program has the parts of the path, between its locations. Its invariant
 * at a location is the disjunction of the interpolants there. Each part must lead from one invariant to
 * the other, and the last part must be inconsistent with the invariant before it.
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
  const invariants = new Map<unknown, Term>();
  interpolants.forEach((t, cut) => {
    invariants.set(locations[cut], terms.or(invariants.get(locations[cut]) ?? terms.false, t));
  });
  const invariant = (cut: number): Term => invariants.get(locations[cut]) ?? terms.true;
  const solver = solvers.create();
  try {
    const asked = new Set<Term>();
    let decided = true;
    for (let i = 1; i < parts.length; i++) {
      const view = new PartView(problem, parts[i]);
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
