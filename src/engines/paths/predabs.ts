import { workClock } from '../../base/clock.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { choiceOf, isOn, PATHS, PREDABS } from '../methods/options.ts';
import { Abstraction } from '../methods/paths/abstraction.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import { Precision, type PredicateForm, seedWithAtoms, seedWithReturns } from '../methods/paths/precision.ts';
import type { PathSequence } from '../methods/paths/refine.ts';
import { type PathNode, PathTree, type TreeNode } from '../methods/paths/tree.ts';

/** Most nodes of a tree. */
const MOST_NODES = 20_000;

/**
 * Lazy predicate abstraction (Graf, Saïdi, CAV 1997; Henzinger, Jhala, Majumdar, Sutre, POPL 2002) with
 * large blocks (Beyer, Keremoglu, Wendler, FMCAD 2010). The engine explores abstract states breadth
 * first. A state is a location with a formula over the predicates there. A path into an error that has
 * no run is cut by interpolants, and their predicates join the locations of the path (Henzinger, Jhala,
 * Majumdar, McMillan, POPL 2004). Then the exploration begins anew; known posts are remembered. The
 * option `restart: subgraph` makes it go on below the first changed state of the path (Beyer, Henzinger,
 * Jhala, Majumdar, STTT 2007).
 *
 * Unlike in the papers, the states at a location together may cover another one.
 *
 * Options: `MAX_DEPTH`, `PATHS` and `PREDABS` in `options.ts`.
 */
export function predabs(context: EngineContext): Claim {
  return searchPaths(context, PATHS, (kit) => new PredicateAbstraction(kit).run());
}

class PredicateAbstraction {
  readonly #kit: PathKit;
  readonly #precision: Precision;
  readonly #abstraction: Abstraction;
  readonly #form: PredicateForm;
  readonly #keepsTree: boolean;
  #tree: PathTree;
  /** True if no node of the tree is older than a predicate. */
  #isFresh = true;
  /** Nodes with an abstract successor that other nodes cover. */
  readonly #covered = new Set<TreeNode>();
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
    this.#keepsTree = choiceOf(context, PREDABS.restart) === 'subgraph';
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
    this.#covered.delete(node);
    for (const edge of graph.outgoing(node.location)) {
      if (node.children.some((child) => child.edge === edge)) continue;
      const start = workClock();
      const label = this.#abstraction.post(node.label, edge, this.#precision.at(edge.to));
      const posted = workClock();
      this.#postTime += posted - start;
      if (label === terms.false) continue;
      const others = tree.at(edge.to).filter(({ depth }) => depth <= node.depth + 1);
      const labels = others.map((other) => other.label);
      if (queries.implies(edge.to, label, labels, milliseconds)) this.#covered.add(node);
      else tree.add(node, edge, label);
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
      const changed = this.#learn(path, sequence);
      if (changed === null) continue;
      if (this.#keepsTree) this.#removeBelow(changed);
      else this.#begin();
      return null;
    }
    // The labels of a tree that was kept may say less than the predicates allow.
    if (this.#isFresh) return kit.incomplete(`no new predicates exclude a path of ${path.length + 1} steps`);
    this.#begin();
    return null;
  }

  #begin(): void {
    this.#tree = new PathTree(this.#kit.terms, this.#kit.graph);
    this.#covered.clear();
    this.#isFresh = true;
  }

  /** Removes a node and what is below it. Whatever these nodes may have covered is open again. */
  #removeBelow(node: PathNode): void {
    this.#tree.remove(node);
    for (const other of this.#covered)
      if (other.label === this.#kit.terms.false) this.#covered.delete(other);
      else this.#tree.reopen(other);
    this.#isFresh = false;
  }

  /**
   * Adds the predicates of a sequence. Returns the first node with a new one at its location; null: none
   * is new. Atoms come first. The interpolants as a whole ensure that the path is not met again, since the
   * Cartesian pass decides each of them.
   */
  #learn(path: readonly PathNode[], sequence: PathSequence): PathNode | null {
    for (const form of new Set<PredicateForm>([this.#form, 'whole'])) {
      const changed = path.filter(({ location }, i) => this.#precision.add(location, sequence.labels[i], form));
      if (changed.length === 0) continue;
      this.#kit.took(sequence, `, ${this.#precision.size} predicates`);
      return changed[0];
    }
    return null;
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
