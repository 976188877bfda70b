import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { stateTerms } from '../../../system/transys/control.ts';
import type { SystemTrace } from '../../../system/transys/system.ts';
import { pathInvariant } from '../../interpolation/perfect.ts';
import type { ChainPart } from '../../interpolation/problem.ts';
import type { Interpolation } from '../../interpolation/service.ts';
import type { EngineContext, EngineStatistics } from '../engine.ts';
import type { Location } from '../frames/locations.ts';
import type { KnownLemmas } from '../known-lemmas.ts';
import type { InnerEdge, PathEdge, PathGraph } from './graph.ts';
import type { PathQuery } from './path-query.ts';
import type { LocationQueries } from './queries.ts';

/** A path into an error: inner edges, and an error edge at the end. */
export interface ErrorPath {
  readonly edges: readonly InnerEdge[];
  readonly error: PathEdge;
}

/** A source of sequences of interpolants, with its name. */
export interface SequenceSource {
  readonly name: string;
  readonly interpolation: Pick<Interpolation, 'sequence' | 'statistics' | 'dispose'>;
}

/** A reason why a path has no run. */
export interface PathSequence {
  /**
   * A formula over the state behind each edge of the path. Each edge leads from one to the next, and
   * the error edge is impossible from the last one, given the known invariants.
   */
  readonly labels: readonly Term[];
  /** Name of its source. */
  readonly source: string;
  /** True if it is inductive for the path program, too ([CVN17] Sect. 7.1). */
  readonly isPerfect: boolean;
}

/** The result of a path into an error. */
export type Refinement =
  | { readonly kind: 'run'; readonly trace: SystemTrace }
  /** Sequences, made on demand: the preferred one first. There may be none. */
  | { readonly kind: 'infeasible'; readonly sequences: Iterable<PathSequence> }
  | { readonly kind: 'unknown'; readonly why: string };

/** Divisor of the limit of a query that only improves a refinement. */
const QUICKER = 5;

/**
 * Refinement of an abstraction by an infeasible path into an error: sequences of interpolants of its
 * shortest infeasible stretch. Sources are asked in order until one has a perfect sequence, or two have
 * any (the rule of Ultimate Automizer, [CVN17] Sect. 7). The engine takes the first sequence that it
 * can use.
 */
export class Refiner {
  readonly statistics = { refinements: 0, perfect: 0, longest: 0, milliseconds: 0 };
  readonly #context: EngineContext;
  readonly #graph: PathGraph;
  readonly #known: KnownLemmas;
  readonly #paths: PathQuery;
  readonly #queries: LocationQueries;
  readonly #sources: readonly SequenceSource[];
  /** Limit of a query that only improves a refinement, in ms. */
  readonly #milliseconds: number;
  /** The state variables. No part reads the program counter, so that each may enter as itself. */
  readonly #state: readonly Term[];

  /** `milliseconds`: limit of a query while interpolants are made. */
  constructor(
    context: EngineContext,
    { graph, known, paths, queries }: RefinerParts,
    sources: readonly SequenceSource[],
    milliseconds: number,
  ) {
    this.#context = context;
    this.#graph = graph;
    this.#known = known;
    this.#paths = paths;
    this.#queries = queries;
    this.#sources = sources;
    this.#state = stateTerms(context.system);
    this.#milliseconds = Math.ceil(milliseconds / QUICKER);
  }

  refine({ edges, error }: ErrorPath): Refinement {
    const start = workClock();
    const path = [...edges, error];
    const answer = this.#paths.check(path, this.#milliseconds);
    this.statistics.milliseconds += workClock() - start;
    if (answer.kind !== 'infeasible') return answer;
    this.statistics.refinements += 1;
    this.statistics.longest = Math.max(this.statistics.longest, path.length);
    return { kind: 'infeasible', sequences: this.#sequences(path, answer.first, answer.last) };
  }

  /**
   * Interpolants between `before`, at the beginning of the edges, and `after`, at their end: one for the
   * state behind each edge. The last one implies the negation of `after`. Null if no source has them.
   */
  separate(before: Term, edges: readonly InnerEdge[], after: Term): readonly Term[] | null {
    const { to } = edges[edges.length - 1];
    const first = this.#part(edges[0], true);
    const { terms } = this.#context.system;
    const start = this.#graph.control.at(edges[0].from, before);
    const parts: ChainPart[] = [
      { ...first, formula: terms.and(start, first.formula) },
      ...edges.slice(1).map((edge) => this.#part(edge, false)),
      { formula: terms.andAll([...this.#invariants(to), after]), entry: this.#state, exit: null },
    ];
    for (const { interpolation } of this.#sources) {
      const found = interpolation.sequence(parts);
      if (found !== null) return found.map((t, i) => this.#graph.control.at(edges[i].to, t));
    }
    return null;
  }

  /** Numbers for tables: the refiner's own and those of its sources. Numbers of one name are added. */
  get numbers(): EngineStatistics {
    const { refinements, perfect, longest, milliseconds } = this.statistics;
    const all: Record<string, number> = {
      refinements,
      perfect,
      longest,
      refineMilliseconds: Math.round(milliseconds),
    };
    for (const { interpolation } of this.#sources)
      for (const [name, value] of Object.entries(interpolation.statistics.numbers))
        all[name] = (all[name] ?? 0) + value;
    return all;
  }

  dispose(): void {
    for (const { interpolation } of this.#sources) interpolation.dispose();
  }

  *#sequences(path: readonly PathEdge[], first: number, last: number): Iterable<PathSequence> {
    const rest = [...this.#sources];
    const kept: PathSequence[] = [];
    for (let source = rest.shift(); source !== undefined; source = rest.shift()) {
      const found = this.#ask(source, path, first, last);
      if (found === null) continue;
      if (found.isPerfect) kept.unshift(found);
      else kept.push(found);
      if (found.isPerfect || kept.length === 2) break;
    }
    yield* kept;
    for (const source of rest) {
      const found = this.#ask(source, path, first, last);
      if (found !== null) yield found;
    }
  }

  #ask(
    { name, interpolation }: SequenceSource,
    path: readonly PathEdge[],
    first: number,
    last: number,
  ): PathSequence | null {
    if (this.#context.stopped()) return null;
    const start = workClock();
    try {
      const { terms } = this.#context.system;
      const parts = path.slice(first, last + 1).map((edge, i) => this.#part(edge, i === 0, i === last - first));
      const found = parts.length === 1 ? [] : interpolation.sequence(parts);
      if (found === null) return null;
      const labels = path.slice(0, -1).map(({ to }, place) => {
        if (place < first) return terms.true;
        return place < last && to !== null ? this.#graph.control.at(to, found[place - first]) : terms.false;
      });
      const isPerfect = this.#isPerfect(path, labels);
      if (isPerfect) this.statistics.perfect += 1;
      return { labels, source: name, isPerfect };
    } finally {
      this.statistics.milliseconds += workClock() - start;
    }
  }

  /** The edge as a part of a chain, with the known invariants of the states before it. */
  #part(edge: PathEdge, isFirst: boolean, isLast = false): ChainPart {
    const { from, to, guard } = edge;
    const { terms } = this.#context.system;
    return {
      formula: terms.andAll([...this.#invariants(from), guard]),
      entry: isFirst ? null : this.#state,
      exit: isLast || to === null ? null : this.#graph.after({ ...edge, to }),
    };
  }

  #invariants(location: Location): Term[] {
    if (location === this.#graph.entry) return [];
    return this.#known.invariants.map((t) => this.#graph.control.at(location, t));
  }

  /**
   * Is the sequence inductive for the path program, the program of the path's edges ([CVN17] Sect. 7.1)?
   * False also if a query is not decided.
   */
  #isPerfect(path: readonly PathEdge[], labels: readonly Term[]): boolean {
    const { terms } = this.#context.system;
    const invariants = pathInvariant(
      labels.flatMap((label, place) => {
        const { to } = path[place];
        return to === null ? [] : [{ location: to, label }];
      }),
      (location, a, b) => this.#queries.implies(location, a, [b], this.#milliseconds),
    );
    if (invariants === null || invariants === undefined) return false;
    const at = (location: Location): Term =>
      location === this.#graph.entry ? terms.true : (invariants.get(location) ?? terms.false);
    return [...new Set(path)].every(({ from, to, guard }) => {
      const broken = to === null ? guard : terms.and(guard, terms.not(from.after(at(to))));
      return this.#queries.excluded(from, [at(from), broken], this.#milliseconds);
    });
  }
}

/** The parts of an engine that its refiner asks. */
export interface RefinerParts {
  readonly graph: PathGraph;
  readonly known: KnownLemmas;
  readonly paths: PathQuery;
  readonly queries: LocationQueries;
}
