import { LemmataError } from '../../base/errors.ts';
import { BitModel } from '../../logic/bits/model.ts';
import { TermGates, type TermGatesOptions } from '../../logic/bits/term-gates.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { Literal, SatSolver } from '../../logic/sat/types.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { type Evaluator, evaluatorOf } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { PartedClauses } from './parted-clauses.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** Largest number of gates of all problems so far; beyond it, a fresh graph is started. */
const MOST_GATES = 2 ** 20;
/**
 * Number of models that are separated by one more predicate at each cut; after that, more predicates
 * are added at once.
 */
const PATIENCE = 12;
/** Limits of dropping predicates: conflicts of one trial, and trials. */
const CONFLICTS_PER_TRIAL = 500;
const MOST_TRIALS = 64;

/** The result of choosing predicates. */
export type PredicateChoice =
  /** Sufficient predicates for each cut. */
  | { readonly kind: 'chosen'; readonly predicates: readonly (readonly Term[])[] }
  /** The parts are consistent as far as all predicates can express. */
  | { readonly kind: 'indistinct' }
  | { readonly kind: 'unknown'; readonly why: string };

class TimeIsUp extends Error {}

/**
 * Chooses the predicates that pass the cuts of a problem, such that its parts become inconsistent. It
 * starts with none. While the parts have models that agree on the chosen predicates, it adds a
 * predicate at each cut. That is the first one on which the states there differ. This is interpolation
 * abstraction (Rümmer, Subotić, FMCAD 2013). Counterexamples search its lattice, as in Clarke,
 * Grumberg, Jha, Lu, Veith, CAV 2000. Predicates that turn out to be needless are dropped again, the
 * last ones first. Fewer predicates make interpolants that depend less on the problem at hand.
 *
 * The first predicate that separates two states need not be the one that separates all. Take a program
 * in which few values avoid bad at each number of steps, such as a level that must be a multiple of
 * four. Comparisons of an early tier fit these values. An engine that asks for one exact number of
 * steps at a time (imc) may not reach the bits of a later tier for long. Sequences (ismc, dar) meet
 * them soon. A preference for predicates that separate most models helps there, and does as much harm
 * elsewhere.
 */
export class PredicateChooser {
  readonly #terms: TermStore;
  readonly #options: TermGatesOptions;
  #gates: TermGates;

  constructor(terms: TermStore, options: TermGatesOptions = {}) {
    this.#terms = terms;
    this.#options = options;
    this.#gates = new TermGates(terms, options);
  }

  /** The gates of the terms, which providers of interpolants for the same problem share. */
  get gates(): TermGates {
    if (this.#gates.blaster.graph.size > MOST_GATES) this.#gates = new TermGates(this.#terms, this.#options);
    return this.#gates;
  }

  /** `candidates`: predicates over the state, preferred ones first. `isLate`: polled now and then. */
  choose(problem: InterpolationProblem, candidates: readonly Term[], isLate: () => boolean): PredicateChoice {
    const stop = (): void => {
      if (isLate()) throw new TimeIsUp();
    };
    try {
      return new Search(problem, candidates, this.gates, stop).run(isLate);
    } catch (error) {
      if (error instanceof TimeIsUp) return { kind: 'unknown', why: 'out of time' };
      if (error instanceof Unsupported) return { kind: 'unknown', why: error.message };
      if (error instanceof LemmataError && error.code === 'E-LIMIT') return { kind: 'unknown', why: error.message };
      throw error;
    }
  }
}

/** A predicate at a cut; while `literal` is assumed, it has the same truth value on both sides. */
interface Link {
  readonly cut: number;
  readonly candidate: number;
  readonly literal: Literal;
}

class Search {
  readonly #problem: InterpolationProblem;
  readonly #candidates: readonly Term[];
  readonly #gates: TermGates;
  readonly #sat: SatSolver = createSatSolver();
  readonly #clauses: PartedClauses;
  readonly #views: readonly PartView[];
  readonly #links: Link[] = [];
  /** Chosen candidates, by cut. */
  readonly #chosen: readonly Set<number>[];

  constructor(problem: InterpolationProblem, candidates: readonly Term[], gates: TermGates, stop: () => void) {
    const { parts } = problem;
    this.#problem = problem;
    this.#candidates = candidates;
    this.#gates = gates;
    this.#clauses = new PartedClauses(gates, this.#sat, parts.length, stop);
    this.#views = parts.map((part) => new PartView(problem, part));
    this.#chosen = parts.slice(1).map(() => new Set<number>());
  }

  run(isLate: () => boolean): PredicateChoice {
    this.#problem.parts.forEach(({ formula }, i) => {
      this.#clauses.assert(i, formula);
    });
    for (let round = 0; ; round++) {
      const answer = this.#clauses.solve(
        { stop: isLate },
        this.#links.map(({ literal }) => literal),
      );
      if (answer === 'unknown') return { kind: 'unknown', why: 'out of time or memory' };
      if (answer === 'unsat') return { kind: 'chosen', predicates: this.#needed(isLate) };
      if (!this.#tellApart(1 + Math.floor(round / PATIENCE))) return { kind: 'indistinct' };
    }
  }

  /**
   * Chooses up to `most` candidates at each cut at which the model's states differ; false if they differ
   * on no candidate.
   */
  #tellApart(most: number): boolean {
    const { parts } = this.#problem;
    const states = parts.map((_, i) => this.#states(i));
    let found = false;
    for (let cut = 0; cut + 1 < parts.length; cut++) {
      const [left, right] = [states[cut].exit, states[cut + 1].entry];
      let missing = most;
      for (let c = 0; c < this.#candidates.length && missing > 0; c++) {
        if (this.#chosen[cut].has(c) || left.value(this.#candidates[c]) === right.value(this.#candidates[c])) continue;
        this.#choose(cut, c);
        missing -= 1;
        found = true;
      }
    }
    return found;
  }

  #choose(cut: number, candidate: number): void {
    const p = this.#candidates[candidate];
    const literal = this.#clauses.link(cut, this.#views[cut].atExit(p), this.#views[cut + 1].atEntry(p));
    this.#chosen[cut].add(candidate);
    this.#links.push({ cut, candidate, literal });
  }

  /** The model's states before and behind a part. */
  #states(part: number): { readonly entry: Evaluator; readonly exit: Evaluator } {
    const { terms, state, parts } = this.#problem;
    const model = new BitModel(terms, this.#gates, this.#clauses.model(part));
    const at = (values: readonly Term[] | null): Evaluator => {
      const known = new Map<Term, ModelValue>(values?.map((t, v) => [state[v], model.value(t)]));
      return evaluatorOf(terms, known);
    };
    return { entry: at(parts[part].entry), exit: at(parts[part].exit) };
  }

  /** After `unsat`: a small set of links that suffices for it, by cut. */
  #needed(isLate: () => boolean): Term[][] {
    const core = (): Link[] => {
      const literals = new Set(this.#sat.core());
      return this.#links.filter(({ literal }) => literals.has(literal));
    };
    let needed = core();
    const trials = needed.toSorted((a, b) => b.candidate - a.candidate).slice(0, MOST_TRIALS);
    for (const link of trials) {
      if (needed.length === 1 || isLate()) break;
      if (!needed.includes(link)) continue;
      const rest = needed.filter((other) => other !== link);
      const answer = this.#clauses.solve(
        { stop: isLate, conflicts: CONFLICTS_PER_TRIAL },
        rest.map(({ literal }) => literal),
      );
      if (answer === 'unsat') needed = core();
    }
    return this.#chosen.map((_, cut) =>
      needed.filter((link) => link.cut === cut).map(({ candidate }) => this.#candidates[candidate]),
    );
  }
}
