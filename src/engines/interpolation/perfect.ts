import type { Term } from '../../logic/terms/builder.ts';
import type { CheckLimits, CheckResult, SolverFactory } from '../../logic/terms/solver.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** A formula for the state at a place of a path. Places with equal locations are one place of the program. */
export interface PlacedLabel<L> {
  readonly location: L;
  readonly label: Term;
}

/**
 * The invariant that a sequence suggests for the path program. The path program has the statements of a
 * path and joins its places at a location ([CVN17] Sect. 7.1). The invariant there is the label that all
 * others at the location imply. `implies` returns null if it is not decided. Null: some location has no
 * such label; undefined: a query is not decided.
 */
export function pathInvariant<L>(
  labels: Iterable<PlacedLabel<L>>,
  implies: (location: L, a: Term, b: Term) => boolean | null,
): ReadonlyMap<L, Term> | null | undefined {
  const found = new Map<L, Term>();
  for (const { location, label } of labels) {
    const known = found.get(location) ?? label;
    const isStronger = known === label || implies(location, label, known);
    if (isStronger === true) {
      found.set(location, known);
      continue;
    }
    const isWeaker = implies(location, known, label);
    if (isWeaker !== true) return isStronger === false && isWeaker === false ? null : undefined;
    found.set(location, label);
  }
  return found;
}

/**
 * Whether a sequence of interpolants is perfect: inductive for the path program, not only for the path
 * ([CVN17] Sect. 7.1). Each part leads from its location's invariant to the next (`pathInvariant`), and
 * the last part excludes the invariant before it.
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
    const invariants = pathInvariant(
      interpolants.map((label, cut) => ({ location: locations[cut], label })),
      (_, a, b) => refuted(solver.check([a, terms.not(b)], limits)),
    );
    if (invariants === null) return false;
    if (invariants === undefined) return null;
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

function refuted(answer: CheckResult): boolean | null {
  return answer === 'unknown' ? null : answer === 'unsat';
}
