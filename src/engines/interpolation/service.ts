import { workClock } from '../../base/clock.ts';
import { BitSolver } from '../../logic/bits/index.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { FloatCircuits } from '../../logic/terms/float-circuits.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import { dagSize } from '../../logic/terms/traverse.ts';
import { Chain } from './chain.ts';
import { InterpolantChecker } from './check.ts';
import { PredicateChooser } from './choose.ts';
import { type PredicateSource, predicateTiers } from './predicates.ts';
import { type ChainPart, type InterpolationProblem, PartView } from './problem.ts';
import type { Provider } from './provider.ts';
import { simplifySequence } from './simplify.ts';
import { providersOf } from './sources.ts';
import { InterpolationStatistics } from './statistics.ts';

/** Options of an {@link Interpolation}. */
export interface InterpolationOptions {
  /** Limit of a single solver query, in ms. */
  readonly milliseconds: number;
  /** Providers in the order in which they are tried. */
  readonly providers?: readonly Provider[];
  /** Circuits of floats. Without them, there are no interpolants for parts with floats. */
  readonly circuits?: FloatCircuits | null;
}

/** Limit for simplifying one problem's interpolants, in ms. */
const SIMPLIFY_MS = 1_000;
/** Larger interpolants (in nodes, over all cuts) are kept only if no other provider has smaller ones. */
const MOST_NODES = 5_000;

/**
 * Interpolants for the engines of one system, as Boolean combinations of predicates over its state
 * variables. This restricts the algorithms of the literature. The service tries the providers in order.
 * It chooses predicates that make the parts inconsistent, where a provider needs some. Results are
 * simplified and checked; failing ones are dropped. Everything except the checker works on one graph of
 * gates and our own SAT solver.
 */
export class Interpolation {
  readonly statistics = new InterpolationStatistics();
  readonly #source: PredicateSource;
  readonly #checker: InterpolantChecker;
  readonly #options: InterpolationOptions;
  readonly #providers: readonly Provider[];
  readonly #stopped: () => boolean;
  readonly #chooser: PredicateChooser;
  #tiers: readonly (readonly Term[])[] | null = null;
  /** Predicates that were chosen before. */
  readonly #familiar = new Set<Term>();

  /** `checkers`: solvers that check each interpolant; they should share nothing with the providers. */
  constructor(
    source: PredicateSource,
    checkers: RefuterFactory,
    options: InterpolationOptions,
    stopped: () => boolean,
  ) {
    this.#source = source;
    this.#checker = new InterpolantChecker(checkers);
    this.#options = options;
    this.#providers = options.providers ?? providersOf(['craig']);
    this.#stopped = stopped;
    this.#chooser = new PredicateChooser(source.terms, { circuits: options.circuits ?? null });
  }

  /**
   * An interpolant of two parts. Null if no provider has one that passes the check: the parts may be
   * consistent, the predicates too weak, or the time too short.
   */
  interpolant(a: ChainPart, b: ChainPart): Term | null {
    return this.sequence([a, b])?.[0] ?? null;
  }

  /**
   * An inductive sequence for a chain of parts, with an interpolant for each cut; null as for
   * {@link interpolant}.
   */
  sequence(parts: readonly ChainPart[]): readonly Term[] | null {
    const { terms, state } = this.#source;
    const problem: InterpolationProblem = { terms, state, parts };
    /** Undefined until a provider needs them. */
    let chosen: readonly (readonly Term[])[] | null | undefined;
    let best: SizedInterpolants | null = null;
    for (const provider of this.#providers) {
      if (this.#stopped()) return null;
      if (provider.predicates ?? true) {
        if (chosen === undefined) chosen = this.#choose(problem);
        if (chosen === null) continue;
      }
      const found =
        parts.length === 2 || provider.sequences
          ? this.#ask(provider, problem, (provider.predicates ?? true) ? (chosen ?? []) : [])
          : this.#oneByOne(provider, problem);
      if (found !== null && (best === null || found.nodes < best.nodes)) best = found;
      if (best !== null && best.nodes <= MOST_NODES) break;
    }
    return best?.interpolants ?? null;
  }

  /** Frees the checker's solver. */
  dispose(): void {
    this.#checker.dispose();
  }

  /** The statistics so far, in one line. */
  summary(): string {
    return this.statistics.summary();
  }

  /**
   * Predicates for each cut that make the parts inconsistent; null if there are none, or in case of a
   * timeout.
   */
  #choose(problem: InterpolationProblem): readonly (readonly Term[])[] | null {
    const { choices, chosen } = this.statistics;
    const start = workClock();
    const deadline = start + this.#options.milliseconds;
    const answer = this.#chooser.choose(problem, this.#candidates(), () => this.#stopped() || workClock() > deadline);
    choices.asked += 1;
    choices.time += workClock() - start;
    if (answer.kind !== 'chosen') {
      choices[answer.kind] += 1;
      return null;
    }
    const all = answer.predicates.flat();
    chosen.push(all.length);
    for (const p of all) this.#familiar.add(p);
    return answer.predicates;
  }

  /**
   * The predicates, tier by tier. In each tier those that were chosen before come first, so that
   * interpolants share predicates.
   */
  #candidates(): Term[] {
    this.#tiers ??= predicateTiers(this.#source);
    const isFamiliar = (p: Term): boolean => this.#familiar.has(p);
    return this.#tiers.flatMap((tier) => [...tier.filter(isFamiliar), ...tier.filter((p) => !isFamiliar(p))]);
  }

  /**
   * A sequence from a provider of single interpolants: each lies between the image of the one before and
   * all later parts.
   */
  #oneByOne(provider: Provider, problem: InterpolationProblem): SizedInterpolants | null {
    const { terms, parts } = problem;
    const chain = new Chain(problem);
    const interpolants: Term[] = [];
    let nodes = 0;
    for (let i = 0; i + 1 < parts.length; i++) {
      if (this.#stopped()) return null;
      const before = i === 0 ? terms.true : interpolants[i - 1];
      const pair = { ...problem, parts: [withEntry(problem, parts[i], before), chain.join(i + 1, parts.length - 1)] };
      const predicates = this.#choose(pair);
      const next = predicates === null ? null : this.#ask(provider, pair, predicates);
      if (next === null) return null;
      interpolants.push(...next.interpolants);
      nodes += next.nodes;
    }
    return { interpolants, nodes };
  }

  #ask(
    provider: Provider,
    problem: InterpolationProblem,
    predicates: readonly (readonly Term[])[],
  ): SizedInterpolants | null {
    const { terms } = problem;
    const statistics = this.statistics.of(provider.name);
    const { milliseconds, circuits = null } = this.#options;
    const limits = { milliseconds };
    const { gates } = this.#chooser;
    const solvers = {
      create: () => new BitSolver(terms, { sat: createSatSolver, circuits, stopped: this.#stopped }, gates),
    };
    const start = workClock();
    const answer = provider.interpolate({
      problem,
      predicates,
      gates,
      solvers,
      limits,
      stopped: this.#stopped,
    });
    const answered = workClock();
    statistics.time += answered - start;
    if (answer.kind !== 'interpolants') {
      statistics.failed += 1;
      return null;
    }
    const raw = answer.interpolants;
    statistics.inexact += answer.inexact ?? 0;
    if (raw.length !== problem.parts.length - 1) {
      statistics.refused += 1;
      return null;
    }
    const interpolants = simplifySequence(problem, raw, solvers, { ...limits, total: SIMPLIFY_MS });
    const simplified = workClock();
    statistics.simplifyTime += simplified - answered;
    const check = this.#checker.check(problem, interpolants, limits, this.#stopped);
    statistics.checkTime += workClock() - simplified;
    if (check.kind !== 'accepted') {
      statistics[check.kind] += 1;
      return null;
    }
    const sizes = interpolants.map((t) => dagSize(terms, [t]));
    statistics.given += interpolants.length;
    statistics.rawNodes.push(...raw.map((t) => dagSize(terms, [t])));
    statistics.nodes.push(...sizes);
    return { interpolants, nodes: sizes.reduce((sum, size) => sum + size, 0) };
  }
}

interface SizedInterpolants {
  readonly interpolants: readonly Term[];
  /** Number of nodes of all interpolants. */
  readonly nodes: number;
}

/** The part, with a known condition on the state at its beginning. */
function withEntry(problem: InterpolationProblem, part: ChainPart, known: Term): ChainPart {
  const { terms } = problem;
  if (known === terms.true) return { ...part, entry: null };
  return { formula: terms.and(new PartView(problem, part).atEntry(known), part.formula), entry: null, exit: part.exit };
}
