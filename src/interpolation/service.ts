import type { Term } from '../smt/builder.ts';
import type { SolverFactory } from '../smt/solver.ts';
import { Substitution } from '../smt/substitute.ts';
import { dagSize } from '../smt/traverse.ts';
import { Chain } from './chain.ts';
import { checkInterpolants } from './check.ts';
import { enumeration } from './enumerate.ts';
import { type PredicateSource, predicateTiers } from './predicates.ts';
import type { InterpolationProblem, Part } from './problem.ts';
import type { Derivation, Provider, ProviderName, ProviderQuery } from './provider.ts';
import { simplifyInterpolant } from './simplify.ts';

export interface InterpolationOptions {
  readonly derivation: Derivation;
  /** Limit of a single solver query in ms. */
  readonly milliseconds: number;
  /** In the order in which they are tried, each with one tier of predicates after the other. */
  readonly providers?: readonly Provider[];
}

/** What came of the interpolants asked for, by provider. */
export interface ProviderStatistics {
  given: number;
  /** By the checker: each is a mistake of the provider. */
  refused: number;
  /** The checker did not decide. */
  open: number;
  /** Without an answer. */
  failed: number;
  /** ms. */
  time: number;
  /** Nodes of all interpolants given, before and after simplification. */
  rawNodes: number[];
  nodes: number[];
}

/** Simplification of one interpolant, in ms. */
const SIMPLIFY_MS = 1_000;

/**
 * Interpolants for the engines of one system, in terms of its state variables. Providers are tried in order, over tiers of predicates; what they
 * give is simplified and checked, and what does not pass goes to nobody.
 */
export class Interpolation {
  readonly statistics = new Map<ProviderName, ProviderStatistics>();
  readonly #source: PredicateSource;
  readonly #solvers: SolverFactory;
  readonly #options: InterpolationOptions;
  readonly #stopped: () => boolean;
  #tiers: readonly (readonly Term[])[] | null = null;

  constructor(source: PredicateSource, solvers: SolverFactory, options: InterpolationOptions, stopped: () => boolean) {
    this.#source = source;
    this.#solvers = solvers;
    this.#options = options;
    this.#stopped = stopped;
  }

  /** An interpolant of two parts; null if nobody has one that passes (the parts may hold together, or it takes too long). */
  interpolant(a: Part, b: Part): Term | null {
    const { terms, state } = this.#source;
    const problem: InterpolationProblem = { terms, state, parts: [a, b] };
    for (const provider of this.#options.providers ?? [enumeration]) {
      const predicates: Term[] = [];
      for (const tier of this.#predicates()) {
        if (this.#stopped()) return null;
        predicates.push(...tier);
        const found = this.#ask(provider, problem, predicates);
        if (found !== null) return found;
      }
    }
    return null;
  }

  /** An inductive sequence for a chain of parts, an interpolant for each cut; null as for {@link interpolant}. */
  sequence(parts: readonly Part[]): Term[] | null {
    const { terms, state } = this.#source;
    const chain = new Chain({ terms, state, parts });
    const found: Term[] = [];
    for (let i = 0; i + 1 < parts.length; i += 1) {
      const before = i === 0 ? terms.true : found[i - 1];
      const next = this.interpolant(withEntry(this.#source, parts[i], before), chain.join(i + 1, parts.length - 1));
      if (next === null) return null;
      found.push(next);
    }
    return found;
  }

  #predicates(): readonly (readonly Term[])[] {
    this.#tiers ??= predicateTiers(this.#source);
    return this.#tiers;
  }

  #ask(provider: Provider, problem: InterpolationProblem, predicates: readonly Term[]): Term | null {
    const statistics = this.#of(provider.name);
    const limits = { milliseconds: this.#options.milliseconds };
    const query: ProviderQuery = {
      problem,
      predicates,
      derivation: this.#options.derivation,
      solvers: this.#solvers,
      limits,
      stopped: this.#stopped,
    };
    const start = performance.now();
    try {
      const answer = provider.interpolate(query);
      if (answer.kind !== 'interpolants') {
        statistics.failed += 1;
        return null;
      }
      const [raw] = answer.interpolants;
      const simple = simplifyInterpolant(problem, raw, this.#solvers, { ...limits, total: SIMPLIFY_MS });
      const check = checkInterpolants(problem, [simple], this.#solvers, limits);
      if (check.kind !== 'accepted') {
        statistics[check.kind] += 1;
        return null;
      }
      statistics.given += 1;
      statistics.rawNodes.push(dagSize(problem.terms, [raw]));
      statistics.nodes.push(dagSize(problem.terms, [simple]));
      return simple;
    } finally {
      statistics.time += performance.now() - start;
    }
  }

  #of(name: ProviderName): ProviderStatistics {
    let found = this.statistics.get(name);
    if (found === undefined) {
      found = { given: 0, refused: 0, open: 0, failed: 0, time: 0, rawNodes: [], nodes: [] };
      this.statistics.set(name, found);
    }
    return found;
  }
}

/** The part, with what is known of the state at its beginning. */
function withEntry({ terms, state }: PredicateSource, part: Part, known: Term): Part {
  if (known === terms.true || part.entry === null) return { ...part, entry: null };
  const said = new Substitution(
    terms,
    state.map((v, i) => [v, part.entry![i]] as const),
  ).apply(known);
  return { formula: terms.and(said, part.formula), entry: null, exit: part.exit };
}
