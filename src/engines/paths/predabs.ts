import { workClock } from '../../base/clock.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { PATHS } from '../methods/options.ts';
import { Abstraction } from '../methods/paths/abstraction.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import { Precision, seedWithReturns } from '../methods/paths/precision.ts';
import type { PathSequence } from '../methods/paths/refine.ts';
import { type PathNode, PathTree, type TreeNode } from '../methods/paths/tree.ts';

/** Most nodes of a tree. */
const MOST_NODES = 20_000;

/**
 * Lazy predicate abstraction (Graf, Saïdi, CAV 1997; Henzinger, Jhala, Majumdar, Sutre, POPL 2002) with
 * large blocks (Beyer, Keremoglu, Wendler, FMCAD 2010). The engine explores abstract states breadth
 * first. A state is a location with a formula over the predicates there. A path into an error that has
 * no run is cut by interpolants, and their predicates join the locations of the path (Henzinger, Jhala,
 * Majumdar, McMillan, POPL 2004). Then the exploration begins anew; known posts are remembered.
 *
 * Unlike in the papers, the states at a location together may cover another one.
 *
 * Options: `MAX_DEPTH` and `PATHS` in `options.ts`.
 */
export function predabs(context: EngineContext): Claim {
  return searchPaths(context, PATHS, (kit) => new PredicateAbstraction(kit).run());
}

class PredicateAbstraction {
  readonly #kit: PathKit;
  readonly #precision: Precision;
  readonly #abstraction: Abstraction;
  #tree: PathTree;
  #postTime = 0;
  #coverTime = 0;

  constructor(kit: PathKit) {
    const { context, graph, terms, queries, milliseconds } = kit;
    this.#kit = kit;
    this.#abstraction = new Abstraction(terms, queries, milliseconds);
    this.#precision = new Precision(terms);
    seedWithReturns(context.system, graph, this.#precision);
    this.#tree = new PathTree(terms, graph);
  }

  run(): Claim {
    for (;;) {
      const claim = this.#explore();
      this.#report();
      if (claim !== null) return claim;
    }
  }

  /** Explores the open abstract states. Null: the predicates were refined. */
  #explore(): Claim | null {
    const kit = this.#kit;
    const tree = this.#tree;
    for (let node = tree.open(); node !== null; node = tree.open()) {
      if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
      kit.known.receive();
      kit.excludedBelow(node.depth);
      if (kit.isTooDeep(node.depth))
        return kit.incomplete(`abstract paths of up to ${kit.maxDepth} steps were explored`);
      if (tree.size > MOST_NODES) return kit.incomplete(`the abstraction has more than ${MOST_NODES} states`);
      const error = kit.graph.error(node.location);
      if (error !== null && !kit.queries.excluded(node.location, [node.label, error.guard])) return this.#refine(node);
      this.#expand(node);
    }
    return kit.proof(tree.labels());
  }

  /** Adds the abstract successors of a node that states of their location, no deeper, do not cover. */
  #expand(node: TreeNode): void {
    const { graph, queries, terms, milliseconds } = this.#kit;
    const tree = this.#tree;
    for (const edge of graph.outgoing(node.location)) {
      const start = workClock();
      const label = this.#abstraction.post(node.label, edge, this.#precision.at(edge.to));
      const posted = workClock();
      this.#postTime += posted - start;
      if (label === terms.false) continue;
      const others = tree.at(edge.to).filter(({ depth }) => depth <= node.depth + 1);
      const labels = others.map((other) => other.label);
      if (!queries.implies(edge.to, label, labels, milliseconds)) tree.add(node, edge, label);
      this.#coverTime += workClock() - posted;
    }
    node.isExpanded = true;
  }

  /** Refines the predicates by the path through the node into an error. Null: there are new ones. */
  #refine(node: TreeNode): Claim | null {
    const kit = this.#kit;
    const error = kit.graph.error(node.location)!;
    const path = this.#tree.pathTo(node);
    const result = kit.refine(
      path.map(({ edge }) => edge),
      error,
    );
    if ('kind' in result) return result;
    for (const sequence of result) {
      if (!this.#learn(path, sequence)) continue;
      this.#tree = new PathTree(kit.terms, kit.graph);
      return null;
    }
    return kit.incomplete(`no new predicates exclude a path of ${path.length + 1} steps`);
  }

  /**
   * Adds the predicates of a sequence; true if one is new. Atoms come first. The interpolants as a whole
   * ensure that the path is not met again, since each predicate is also decided alone.
   */
  #learn(path: readonly PathNode[], sequence: PathSequence): boolean {
    for (const form of ['atoms', 'whole'] as const) {
      const changed = path.filter(({ location }, i) => this.#precision.add(location, sequence.labels[i], form));
      if (changed.length === 0) continue;
      this.#kit.took(sequence, `, ${this.#precision.size} predicates`);
      return true;
    }
    return false;
  }

  #report(): void {
    const { posts, cached, models } = this.#abstraction.statistics;
    this.#kit.report({
      nodes: this.#tree.size,
      predicates: this.#precision.size,
      posts,
      cachedPosts: cached,
      models,
      postMilliseconds: Math.round(this.#postTime),
      coverMilliseconds: Math.round(this.#coverTime),
    });
  }
}
