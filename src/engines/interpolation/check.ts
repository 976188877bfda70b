import type { Term } from '../../logic/terms/builder.ts';
import type { Refuter, RefuterFactory } from '../../logic/terms/refuter.ts';
import type { CheckLimits, CheckResult } from '../../logic/terms/solver.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** The result of checking interpolants; `open`: the solver did not decide. */
export type InterpolantCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'open'; readonly why: string };

/** Most queries to one refuter, which keeps its translations. */
const QUERIES_PER_REFUTER = 200;

/**
 * Checks interpolants. It shares nothing with their provider but the terms; every step is a query of
 * its own.
 */
export class InterpolantChecker {
  readonly #refuters: RefuterFactory;
  #refuter: Refuter | null = null;
  #queries = 0;

  constructor(refuters: RefuterFactory) {
    this.#refuters = refuters;
  }

  /**
   * Checks that `interpolants[i]` at the cuts behind part i are an inductive sequence ([TRF24] Sect.
   * 4.2; Craig's conditions for two parts). Each must follow from the one before and the part between,
   * and the last must be inconsistent with the last part. `limits` hold for each query. `stopped` is
   * polled before each query; when it is true, the result is `open`.
   */
  check(
    problem: InterpolationProblem,
    interpolants: readonly Term[],
    limits: CheckLimits = {},
    stopped: () => boolean = () => false,
  ): InterpolantCheck {
    const { terms, state, parts } = problem;
    if (interpolants.length !== parts.length - 1)
      return { kind: 'refused', why: `${interpolants.length} interpolants for ${parts.length} parts` };
    const shared = new Set(state);
    for (const variable of freeVariables(terms, interpolants)) {
      if (!shared.has(variable))
        return { kind: 'refused', why: `an interpolant contains ${terms.name(variable)}, which is not shared` };
    }
    for (let i = 0; i < parts.length; i++) {
      if (stopped()) return { kind: 'open', why: 'stopped' };
      const view = new PartView(problem, parts[i]);
      const before = i === 0 ? terms.true : view.atEntry(interpolants[i - 1]);
      const after = i === parts.length - 1 ? terms.false : view.atExit(interpolants[i]);
      const conjuncts = [before, parts[i].formula, terms.not(after)];
      const answer = conjuncts.includes(terms.false) ? 'unsat' : this.#holdTogether(conjuncts, limits);
      if (answer === 'unsat') continue;
      const why = `part ${i} does not lead from one interpolant to the next`;
      return answer === 'sat' ? { kind: 'refused', why } : { kind: 'open', why: `not decided whether ${why}` };
    }
    return { kind: 'accepted' };
  }

  dispose(): void {
    this.#refuter?.dispose();
    this.#refuter = null;
    this.#queries = 0;
  }

  /** The conjuncts are assumed, not asserted, since later queries have others. */
  #holdTogether(conjuncts: readonly Term[], limits: CheckLimits): CheckResult {
    if (this.#queries >= QUERIES_PER_REFUTER) this.dispose();
    this.#refuter ??= this.#refuters.create();
    this.#queries += 1;
    const answer = this.#refuter.check(conjuncts, limits);
    // A refuter that gave up may hold much memory.
    if (answer === 'unknown') this.dispose();
    return answer;
  }
}
