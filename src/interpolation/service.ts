import type { Term } from '../smt/builder.ts';
import type { SolverFactory } from '../smt/solver.ts';
import { dagSize } from '../smt/traverse.ts';
import { Chain } from './chain.ts';
import { checkInterpolants } from './check.ts';
import { enumeration } from './enumerate.ts';
import { type PredicateSource, predicateTiers } from './predicates.ts';
import { type InterpolationProblem, type Part, PartView } from './problem.ts';
import type { Derivation, Provider, ProviderName } from './provider.ts';
import { RestrictedCut } from './restricted-cut.ts';
import { simplifySequence } from './simplify.ts';

export interface InterpolationOptions {
  readonly derivation: Derivation;
  /** Limit of a single solver query in ms. */
  readonly milliseconds: number;
  /** In the order in which they are tried for each tier of predicates. */
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
 * Interpolants for the engines of one system, in terms of its state variables. For each tier of predicates the providers are tried in order; what
 * they give is simplified and checked, and what does not pass goes to nobody.
 */
export class Interpolation {
  readonly statistics = new Map<ProviderName, ProviderStatistics>();
  readonly #source: PredicateSource;
  readonly #solvers: SolverFactory;
  readonly #options: InterpolationOptions;
  readonly #providers: readonly Provider[];
  readonly #stopped: () => boolean;
  #tiers: readonly (readonly Term[])[] | null = null;

  constructor(source: PredicateSource, solvers: SolverFactory, options: InterpolationOptions, stopped: () => boolean) {
    this.#source = source;
    this.#solvers = solvers;
    this.#options = options;
    this.#providers = options.providers ?? [new RestrictedCut(source.terms), enumeration];
    this.#stopped = stopped;
  }

  /** An interpolant of two parts; null if nobody has one that passes (the parts may hold together, or it takes too long). */
  interpolant(a: Part, b: Part): Term | null {
    return this.sequence([a, b])?.[0] ?? null;
  }

  /** An inductive sequence for a chain of parts, an interpolant for each cut; null as for {@link interpolant}. */
  sequence(parts: readonly Part[]): readonly Term[] | null {
    const { terms, state } = this.#source;
    const problem: InterpolationProblem = { terms, state, parts };
    this.#tiers ??= predicateTiers(this.#source);
    const predicates: Term[] = [];
    for (const tier of this.#tiers) {
      predicates.push(...tier);
      for (const provider of this.#providers) {
        if (this.#stopped()) return null;
        const found =
          parts.length === 2 || provider.sequences
            ? this.#ask(provider, problem, predicates)
            : this.#oneByOne(provider, problem, predicates);
        if (Array.isArray(found)) return found;
        // The predicates are too weak, whoever is asked.
        if (found === 'indistinct') break;
      }
    }
    return null;
  }

  /** A sequence from a provider of single interpolants: each between what the one before leads to and all that follows. */
  #oneByOne(provider: Provider, problem: InterpolationProblem, predicates: readonly Term[]): Term[] | 'indistinct' | 'none' {
    const { terms, parts } = problem;
    const chain = new Chain(problem);
    const found: Term[] = [];
    for (let i = 0; i + 1 < parts.length; i += 1) {
      const before = i === 0 ? terms.true : found[i - 1];
      const pair = [withEntry(problem, parts[i], before), chain.join(i + 1, parts.length - 1)];
      const next = this.#ask(provider, { ...problem, parts: pair }, predicates);
      if (!Array.isArray(next)) return next;
      found.push(...next);
    }
    return found;
  }

  #ask(provider: Provider, problem: InterpolationProblem, predicates: readonly Term[]): Term[] | 'indistinct' | 'none' {
    const statistics = this.#of(provider.name);
    const limits = { milliseconds: this.#options.milliseconds };
    const { derivation } = this.#options;
    const start = performance.now();
    try {
      const answer = provider.interpolate({
        problem,
        predicates,
        derivation,
        solvers: this.#solvers,
        limits,
        stopped: this.#stopped,
      });
      if (answer.kind === 'indistinct') return 'indistinct';
      if (answer.kind === 'unknown') {
        statistics.failed += 1;
        return 'none';
      }
      const raw = answer.interpolants;
      const simple = simplifySequence(problem, raw, this.#solvers, { ...limits, total: SIMPLIFY_MS });
      const check = checkInterpolants(problem, simple, this.#solvers, limits);
      if (check.kind !== 'accepted') {
        statistics[check.kind] += 1;
        return 'none';
      }
      statistics.given += simple.length;
      for (const t of raw) statistics.rawNodes.push(dagSize(problem.terms, [t]));
      for (const t of simple) statistics.nodes.push(dagSize(problem.terms, [t]));
      return simple;
    } finally {
      statistics.time += performance.now() - start;
    }
  }

  /** What came of it so far, in one line. */
  summary(): string {
    const parts = [...this.statistics].map(([name, s]) => {
      const sizes = s.given === 0 ? '' : `, median ${median(s.rawNodes)} -> ${median(s.nodes)} nodes`;
      return `${name} ${s.given} given, ${s.refused} refused, ${s.failed + s.open} without answer${sizes}, ${Math.round(s.time)} ms`;
    });
    return parts.join('; ');
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
function withEntry(problem: InterpolationProblem, part: Part, known: Term): Part {
  const { terms } = problem;
  if (known === terms.true) return { ...part, entry: null };
  return { formula: terms.and(new PartView(problem, part).atEntry(known), part.formula), entry: null, exit: part.exit };
}

/** The upper median of a non-empty list. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
