import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Inductive } from '../../../system/transys/certificate.ts';
import type { SystemTrace } from '../../../system/transys/system.ts';
import { elseSearchDepths } from '../bounded/depth-search.ts';
import { BoundedSearch } from '../bounded/search.ts';
import type { Claim, EngineContext, EngineStatistics, EngineUnknown } from '../engine.ts';
import type { Location } from '../frames/locations.ts';
import { claimOfRun } from '../frames/runs.ts';
import { ImageLemmas } from '../interpolants/image-lemmas.ts';
import { interpolationFor } from '../interpolants/interpolants.ts';
import { KnownLemmas } from '../known-lemmas.ts';
import { INTERPOLATION, MAX_DEPTH, numberOf, type PATHS, wordsOf } from '../options.ts';
import { type InnerEdge, type PathEdge, PathGraph } from './graph.ts';
import { PathQuery } from './path-query.ts';
import { LocationQueries } from './queries.ts';
import { type PathSequence, Refiner } from './refine.ts';

/**
 * Runs an engine over paths. A search that ends without an answer goes on as bounded model checking,
 * unless `bmc` takes part in the same race.
 */
export function searchPaths(context: EngineContext, options: KitOptions, search: (kit: PathKit) => Claim): Claim {
  const base = new BoundedSearch(context, '');
  const kit = new PathKit(context, base, options);
  try {
    const claim = search(kit);
    kit.dispose();
    return elseSearchDepths(context, base, claim);
  } finally {
    kit.dispose();
    base.dispose();
  }
}

/** How an engine sets up its kit. */
export interface KitOptions {
  /** The engine's option for its interpolants. */
  readonly sources: (typeof PATHS)['sources'];
}

/**
 * The tools of an engine over paths: the graph, queries about paths and about states at a location,
 * refinement, lemmas, and the claims that follow.
 */
export class PathKit {
  readonly context: EngineContext;
  readonly terms: TermStore;
  readonly graph: PathGraph;
  readonly known: KnownLemmas;
  readonly queries: LocationQueries;
  readonly paths: PathQuery;
  readonly refiner: Refiner;
  /** Limit of a query that only improves an abstraction, in ms. */
  readonly milliseconds: number;
  /** Most steps of a path; 0: no limit. */
  readonly maxDepth: number;
  readonly #base: BoundedSearch;
  readonly #lemmas: ImageLemmas;
  #bound = -1;

  constructor(context: EngineContext, base: BoundedSearch, { sources }: KitOptions) {
    const { system } = context;
    this.context = context;
    this.terms = system.terms;
    this.#base = base;
    this.graph = new PathGraph(system);
    this.known = new KnownLemmas(context);
    this.queries = new LocationQueries(context, this.graph, this.known);
    this.paths = new PathQuery(context, this.graph, this.known);
    this.milliseconds = numberOf(context, INTERPOLATION.query);
    this.maxDepth = numberOf(context, MAX_DEPTH);
    this.#lemmas = new ImageLemmas(context, this.known);
    const named = wordsOf(context, sources).map((name) => ({
      name,
      interpolation: interpolationFor(context, [name]),
    }));
    this.refiner = new Refiner(context, this, named, this.milliseconds);
  }

  dispose(): void {
    this.queries.dispose();
    this.paths.dispose();
    this.refiner.dispose();
  }

  /** Announces that paths of fewer than `depth` edges, and an error edge behind them, have no run. */
  excludedBelow(depth: number): void {
    const bound = depth - 1 - this.graph.initialSteps;
    if (bound <= this.#bound) return;
    this.#bound = bound;
    this.context.bound(bound);
  }

  /** True if paths of this many edges are longer than the option `maxDepth` allows. */
  isTooDeep(depth: number): boolean {
    return this.maxDepth > 0 && depth - this.graph.initialSteps > this.maxDepth;
  }

  /**
   * Decides a path into an error. Returns the claim of its run, or that it cannot be decided; else its
   * sequences of interpolants, made on demand.
   */
  refine(edges: readonly InnerEdge[], error: PathEdge): Claim | Iterable<PathSequence> {
    const refinement = this.refiner.refine({ edges, error });
    switch (refinement.kind) {
      case 'run':
        return this.run(refinement.trace);
      case 'unknown':
        return this.unknown({ kind: 'solver', why: `a path of ${edges.length + 1} steps: ${refinement.why}` });
      case 'infeasible':
        return refinement.sequences;
    }
  }

  /** Publishes what is invariant in a sequence that the engine took, and notes it. `more`: for the note. */
  took({ labels, source, isPerfect }: PathSequence, more = ''): void {
    this.#lemmas.publish(labels);
    this.context.note(`path of ${labels.length + 1} steps: ${source}${isPerfect ? ', perfect' : ''}${more}`);
  }

  /** The claim that the labels hold at their locations and exclude bad; false where there is no label. */
  proof(labels: ReadonlyMap<Location, Term>): Claim {
    const invariant = this.terms.andAll([this.graph.invariant(labels), ...this.known.invariants]);
    const certificate: Inductive = { kind: 'inductive', invariant, k: 0, instances: [] };
    return { kind: 'safe', certificate };
  }

  /** The claim that follows from a run into bad or into a gap. */
  run(trace: SystemTrace): Claim {
    return claimOfRun(this.context, this.#base, trace, this.bound);
  }

  unknown(reason: EngineUnknown): Claim {
    const { context } = this;
    return { kind: 'unknown', reason: context.stopped() ? { kind: 'stopped' } : reason, bound: this.bound };
  }

  incomplete(why: string): Claim {
    return this.unknown({ kind: 'incomplete', why });
  }

  /** The steps within which no run ends in bad; null: not known. */
  get bound(): number | null {
    return this.#bound < 0 ? null : this.#bound;
  }

  /** Reports the engine's numbers beside those of the kit. */
  report(own: EngineStatistics): void {
    this.context.statistics?.({
      depth: Math.max(0, this.#bound),
      ...own,
      queries: this.queries.asked,
      ...this.refiner.numbers,
    });
  }
}
