import { LemmataError } from '../base/errors.ts';
import { BitModel } from '../bits/model.ts';
import { TermGates, type TermGatesOptions } from '../bits/term-gates.ts';
import { Unsupported } from '../bits/unsupported.ts';
import { createSatSolver } from '../sat/solver.ts';
import type { Literal, SatSolver } from '../sat/types.ts';
import type { Term } from '../terms/builder.ts';
import { type Evaluator, evaluatorOf } from '../terms/evaluate.ts';
import type { ModelValue } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { PartedClauses } from './parted-clauses.ts';
import { type InterpolationProblem, PartView } from './problem.ts';

/** Gates of all problems so far; beyond, the graph is begun anew. */
const MOST_GATES = 2 ** 20;
/** So many models are told apart by one more predicate at each cut; then the predicates taken at once become more. */
const PATIENCE = 12;
/** What leaving out one more predicate may cost. */
const CONFLICTS_PER_TRIAL = 500;
const MOST_TRIALS = 64;

export type PredicateChoice =
  /** For each cut those that are enough. */
  | { readonly kind: 'chosen'; readonly predicates: readonly (readonly Term[])[] }
  /** As far as all predicates say, the parts can hold together. */
  | { readonly kind: 'indistinct' }
  | { readonly kind: 'unknown'; readonly why: string };

class TimeIsUp extends Error {}

/**
 * Which predicates have to pass the cuts of a problem for its parts not to hold together. Begins with none: as long as the parts have values that
 * agree on what was chosen, the first predicate on which the states at a cut differ is chosen there too (interpolation abstraction:
 * Rümmer, Subotić, FMCAD 2013; the lattice is searched by counterexamples, as in Clarke, Grumberg, Jha, Lu, Veith, CAV 2000). What turns out to be
 * needless is left out again, the last predicates first. Fewer predicates make interpolants that say less of the problem at hand. The first that tells
 * two states apart need not be the one that tells all apart: where bad is left by few values in each number of steps (a level that has to be a multiple
 * of four, say), comparisons of an early tier fit these values, and engines that ask for one exact number of steps at a time (imc) may not come to the bits of
 * a later tier for long, while sequences (ismc, dar) meet them soon. To prefer the predicates that tell most models apart helps there, and does as
 * much harm elsewhere.
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

  /** The terms' gates, for whoever works on the same problem. */
  get gates(): TermGates {
    if (this.#gates.blaster.graph.size > MOST_GATES) this.#gates = new TermGates(this.#terms, this.#options);
    return this.#gates;
  }

  /** `candidates`: predicates over the state, those that are rather taken first. `isLate`: asked now and then. */
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

/** A predicate at a cut; while `literal` is assumed, it has the same truth on both sides. */
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
  /** By cut, which candidates were chosen. */
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
    for (let round = 0; ; round += 1) {
      const answer = this.#clauses.solve(
        { stop: isLate },
        this.#links.map(({ literal }) => literal),
      );
      if (answer === 'unknown') return { kind: 'unknown', why: 'out of time or memory' };
      if (answer === 'unsat') return { kind: 'chosen', predicates: this.#needed(isLate) };
      if (!this.#tellApart(1 + Math.floor(round / PATIENCE))) return { kind: 'indistinct' };
    }
  }

  /** Chooses up to `most` candidates at each cut at which the model's states differ; false if they differ on no candidate. */
  #tellApart(most: number): boolean {
    const { parts } = this.#problem;
    const states = parts.map((_, i) => this.#states(i));
    let found = false;
    for (let cut = 0; cut + 1 < parts.length; cut += 1) {
      const [left, right] = [states[cut].exit, states[cut + 1].entry];
      let missing = most;
      for (let c = 0; c < this.#candidates.length && missing > 0; c += 1) {
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

  /** After `unsat`: few of the links that make it so, by cut. */
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
