import { workClock } from '../../base/clock.ts';
import { LemmataError } from '../../base/errors.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { CraigReader } from './craig.ts';
import { PartedClauses } from './parted-clauses.ts';
import { type InterpolationProblem, PartView } from './problem.ts';
import type { Provider, ProviderAnswer, ProviderQuery } from './provider.ts';

class TimeIsUp extends Error {}

/**
 * Interpolants from a resolution proof. Only the truth of chosen predicates passes a cut
 * (interpolation abstraction: Rümmer, Subotić, FMCAD 2013). So the interpolants are made of these
 * predicates, and arrays and floats stay on their sides. If every bit of the state is among the
 * predicates, this is McMillan's method (CAV 2003). One proof gives the interpolants at all cuts.
 */
export const restrictedCut: Provider = {
  name: 'restricted-cut',
  sequences: true,
  interpolate(query: ProviderQuery): ProviderAnswer {
    const deadline = workClock() + (query.limits.milliseconds ?? Number.POSITIVE_INFINITY);
    const isLate = (): boolean => workClock() > deadline || query.stopped();
    try {
      return refute(query, isLate);
    } catch (error) {
      if (error instanceof TimeIsUp) return { kind: 'unknown', why: 'out of time' };
      if (error instanceof Unsupported) return { kind: 'unknown', why: error.message };
      if (error instanceof LemmataError && error.code === 'E-LIMIT') return { kind: 'unknown', why: error.message };
      throw error;
    }
  },
};

function refute({ problem, predicates, gates }: ProviderQuery, isLate: () => boolean): ProviderAnswer {
  const stop = (): void => {
    if (isLate()) throw new TimeIsUp();
  };
  const sat = createSatSolver({ proof: true });
  const clauses = new PartedClauses(gates, sat, problem.parts.length, stop);
  problem.parts.forEach((part, i) => {
    clauses.assert(i, part.formula);
  });
  const meanings = shareAtCuts(problem, predicates, clauses);
  const answer = clauses.solve({ stop: isLate });
  if (answer === 'unknown') return { kind: 'unknown', why: 'out of time or memory' };
  if (answer === 'sat') return { kind: 'indistinct', why: 'the predicates do not separate the parts' };
  const reader = new CraigReader(problem.terms, sat.proof(), (variable) => {
    const meaning = meanings.get(variable);
    if (meaning === undefined)
      throw new LemmataError('E-INTERNAL', `two parts share the SAT variable ${variable}, which has no meaning`);
    return meaning;
  });
  return { kind: 'interpolants', interpolants: problem.parts.slice(1).map((_, cut) => reader.at(cut)) };
}

/** Lets the truth of each predicate pass its cut; returns the predicate of each shared variable. */
function shareAtCuts(
  problem: InterpolationProblem,
  predicates: readonly (readonly Term[])[],
  clauses: PartedClauses,
): Map<number, Term> {
  const meaning = new Map<number, Term>();
  const views = problem.parts.map((part) => new PartView(problem, part));
  for (let cut = 0; cut + 1 < views.length; cut++) {
    for (const p of predicates[cut]) {
      const variable = clauses.share(cut, views[cut].atExit(p), views[cut + 1].atEntry(p));
      meaning.set(variable, p);
    }
  }
  return meaning;
}
