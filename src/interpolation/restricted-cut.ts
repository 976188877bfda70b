import { LemmataError } from '../base/errors.ts';
import type { Edge } from '../smt/bits/aig.ts';
import { Blaster } from '../smt/bits/blast.ts';
import { Unsupported } from '../smt/bits/unsupported.ts';
import type { Term } from '../smt/builder.ts';
import { createSatSolver } from '../smt/sat/solver.ts';
import type { TermStore } from '../smt/store.ts';
import { CraigReader, type InterpolationSystem } from './craig.ts';
import { PartedClauses } from './parted-clauses.ts';
import { type InterpolationProblem, PartView } from './problem.ts';
import type { Provider, ProviderAnswer, ProviderQuery } from './provider.ts';

/** Gates of all formulas that were asked about; beyond, the graph is begun anew. */
const MAX_GATES = 2 ** 22;

class TimeIsUp extends Error {}

/**
 * Interpolants from a resolution proof, at a cut through which nothing passes but the truth of chosen predicates (interpolation abstraction:
 * Rümmer, Subotić, FMCAD 2013; the interpolant is made of these predicates then, and arrays stay on their sides). With every bit of the state among the
 * predicates it is McMillan's method (CAV 2003). One proof gives the interpolants at all cuts.
 */
export class RestrictedCut implements Provider {
  readonly name = 'restricted-cut';
  readonly sequences = true;
  readonly #terms: TermStore;
  readonly #system: InterpolationSystem | null;
  #blaster: Blaster;
  #axioms: Edge[][] = [];

  /** `system`: how partial interpolants are labelled; null: the stronger for forward derivation, the weaker for backward. */
  constructor(terms: TermStore, system: InterpolationSystem | null = null) {
    this.#terms = terms;
    this.#system = system;
    this.#blaster = new Blaster(terms);
  }

  interpolate(query: ProviderQuery): ProviderAnswer {
    const deadline = performance.now() + (query.limits.milliseconds ?? Number.POSITIVE_INFINITY);
    const isLate = (): boolean => performance.now() > deadline || query.stopped();
    const system = this.#system ?? (query.derivation === 'forward' ? 'mcmillan' : 'dual');
    if (this.#blaster.graph.size > MAX_GATES) {
      this.#blaster = new Blaster(this.#terms);
      this.#axioms = [];
    }
    try {
      return this.#refute(query, system, isLate);
    } catch (error) {
      if (error instanceof TimeIsUp) return { kind: 'unknown', why: 'out of time' };
      if (error instanceof Unsupported) return { kind: 'unknown', why: error.message };
      if (error instanceof LemmataError && error.code === 'E-LIMIT') return { kind: 'unknown', why: error.message };
      throw error;
    }
  }

  #refute({ problem, predicates }: ProviderQuery, system: InterpolationSystem, isLate: () => boolean): ProviderAnswer {
    const stop = (): void => {
      if (isLate()) throw new TimeIsUp();
    };
    const sat = createSatSolver({ proof: true });
    const clauses = new PartedClauses(this.#blaster, this.#axioms, sat, problem.parts.length);
    problem.parts.forEach((part, i) => {
      clauses.assert(i, part.formula, stop);
    });
    const meaning = shareAtCuts(problem, predicates, clauses, stop);
    const answer = clauses.solve(isLate);
    if (answer === 'unknown') return { kind: 'unknown', why: 'out of time or memory' };
    if (answer === 'sat') return { kind: 'indistinct', why: 'the predicates do not tell the parts apart' };
    const reader = new CraigReader(this.#terms, sat.proof(), (variable) => meaning.get(variable) ?? this.#terms.true);
    return { kind: 'interpolants', interpolants: problem.parts.slice(1).map((_, cut) => reader.at(cut, system)) };
  }
}

/** Lets the truth of each predicate pass each cut; returns what the variables mean that do so. */
function shareAtCuts(
  problem: InterpolationProblem,
  predicates: readonly Term[],
  clauses: PartedClauses,
  stop: () => void,
): Map<number, Term> {
  const meaning = new Map<number, Term>();
  const views = problem.parts.map((part) => new PartView(problem, part));
  for (let cut = 0; cut + 1 < views.length; cut += 1) {
    for (const p of predicates) {
      const variable = clauses.share(cut, views[cut].atExit(p), views[cut + 1].atEntry(p), stop);
      meaning.set(variable, p);
    }
  }
  return meaning;
}
