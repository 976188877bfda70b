import { workClock } from '../base/clock.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { choiceOf, isOn, PATHS, PREDABS } from '../methods/options.ts';
import { Abstraction } from '../methods/paths/abstraction.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import { Precision, type PredicateForm, seedWithAtoms, seedWithReturns } from '../methods/paths/precision.ts';
import type { PathSequence } from '../methods/paths/refine.ts';
import { PathTree, type TreeNode } from '../methods/paths/tree.ts';

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
 * Options: `MAX_DEPTH`, `PATHS` and `PREDABS` in `options.ts`.
 */
export function predabs(context: EngineContext): Claim {
  return searchPaths(context, PATHS.sources, (kit) => new PredicateAbstraction(kit).run());
}

class PredicateAbstraction {
  readonly #kit: PathKit;
  readonly #precision: Precision;
  readonly #abstraction: Abstraction;
  readonly #form: PredicateForm;
  #nodes = 0;
  #postTime = 0;
  #coverTime = 0;

  constructor(kit: PathKit) {
    const { context, graph, terms, queries, milliseconds } = kit;
    this.#kit = kit;
    this.#form = choiceOf(context, PREDABS.predicates);
    const combine = choiceOf(context, PREDABS.abstraction) === 'boolean';
    this.#abstraction = new Abstraction(terms, queries, { combine, milliseconds });
    this.#precision = new Precision(terms);
    seedWithReturns(context.system, graph, this.#precision);
    if (isOn(context, PREDABS.seed)) seedWithAtoms(context.system, graph, this.#precision);
  }

  run(): Claim {
    for (;;) {
      const claim = this.#explore();
      this.#report();
      if (claim !== null) return claim;
    }
  }

  /** Explores the abstract states from the entry. Null: the predicates were refined. */
  #explore(): Claim | null {
    const kit = this.#kit;
    const tree = new PathTree(kit.terms, kit.graph);
    for (let node = tree.open(); node !== null; node = tree.open()) {
      if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
      kit.known.receive();
      kit.excludedBelow(node.depth);
      if (kit.isTooDeep(node.depth))
        return kit.incomplete(`abstract paths of up to ${kit.maxDepth} steps were explored`);
      if (tree.size > MOST_NODES) return kit.incomplete(`the abstraction has more than ${MOST_NODES} states`);
      const error = kit.graph.error(node.location);
      if (error !== null && !kit.queries.excluded(node.location, [node.label, error.guard]))
        return this.#refine(tree, node);
      this.#expand(tree, node);
    }
    this.#nodes = tree.size;
    return kit.proof(tree.labels());
  }

  /** Adds the abstract successors of a node that the states of their location do not cover. */
  #expand(tree: PathTree, node: TreeNode): void {
    const { graph, queries, terms, milliseconds } = this.#kit;
    for (const edge of graph.outgoing(node.location)) {
      const start = workClock();
      const label = this.#abstraction.post(node.label, edge, this.#precision.at(edge.to));
      const posted = workClock();
      this.#postTime += posted - start;
      if (label === terms.false) continue;
      const labels = tree.at(edge.to).map((other) => other.label);
      if (!queries.implies(edge.to, label, labels, milliseconds)) tree.add(node, edge, label);
      this.#coverTime += workClock() - posted;
    }
    node.isExpanded = true;
  }

  /** Refines the predicates by the path through the node into an error. Null: there are new ones. */
  #refine(tree: PathTree, node: TreeNode): Claim | null {
    const kit = this.#kit;
    const error = kit.graph.error(node.location)!;
    const path = tree.pathTo(node);
    this.#nodes = tree.size;
    const result = kit.refine(
      path.map(({ edge }) => edge),
      error,
    );
    if ('kind' in result) return result;
    for (const sequence of result) if (this.#learn(path, sequence)) return null;
    return kit.incomplete(`no new predicates exclude a path of ${path.length + 1} steps`);
  }

  /**
   * Adds the predicates of a sequence; true if there are new ones. Atoms come first. The interpolants as a
   * whole ensure that the path is not met again, since the Cartesian pass decides each of them.
   */
  #learn(path: readonly TreeNode[], sequence: PathSequence): boolean {
    const before = this.#precision.size;
    for (const form of new Set<PredicateForm>([this.#form, 'whole'])) {
      for (const [i, { location }] of path.entries()) this.#precision.add(location, sequence.labels[i], form);
      if (this.#precision.size > before) break;
    }
    if (this.#precision.size === before) return false;
    this.#kit.took(sequence, `, ${this.#precision.size} predicates`);
    return true;
  }

  #report(): void {
    const { posts, cached, models } = this.#abstraction.statistics;
    this.#kit.report({
      nodes: this.#nodes,
      predicates: this.#precision.size,
      posts,
      cachedPosts: cached,
      models,
      postMilliseconds: Math.round(this.#postTime),
      coverMilliseconds: Math.round(this.#coverTime),
    });
  }
}
