import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { PATHS } from '../methods/options.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';
import { PathTree, type TreeNode } from '../methods/paths/tree.ts';
import { ForcedCovering } from './impact/forced-covering.ts';

/** Most nodes of a tree. */
const MOST_NODES = 20_000;

/**
 * Lazy abstraction with interpolants (McMillan, CAV 2006) on large blocks (Beyer, Wendler, FMCAD 2012).
 * A tree unwinds the program. Its labels begin as true, and interpolants of infeasible paths into an
 * error strengthen them. A node is covered by an older one at its location whose label contains its
 * own. No post is ever computed.
 *
 * Options: `MAX_DEPTH` and `PATHS` in `options.ts`.
 */
export function impact(context: EngineContext): Claim {
  return searchPaths(context, PATHS, (kit) => new Unwinding(kit).run());
}

/** The procedure Unwind of McMillan 2006, Fig. 4, with its parts. */
class Unwinding {
  readonly #kit: PathKit;
  readonly #tree: PathTree;
  readonly #forced: ForcedCovering;
  #covered = 0;
  #coverTime = 0;

  constructor(kit: PathKit) {
    this.#kit = kit;
    this.#tree = new PathTree(kit.terms, kit.graph);
    this.#forced = new ForcedCovering(kit, this.#tree);
  }

  run(): Claim {
    const claim = this.#unwind();
    this.#report();
    return claim;
  }

  #unwind(): Claim {
    const kit = this.#kit;
    for (let leaf = this.#tree.open(); leaf !== null; leaf = this.#tree.open()) {
      if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
      kit.known.receive();
      kit.excludedBelow(leaf.depth);
      if (kit.isTooDeep(leaf.depth)) return kit.incomplete(`the tree was unwound for ${kit.maxDepth} steps`);
      if (this.#tree.size > MOST_NODES) return kit.incomplete(`the tree has more than ${MOST_NODES} nodes`);
      if (this.#closes(leaf)) continue;
      const claim = this.#canFail(leaf) ? this.#refine(leaf) : this.#expand(leaf);
      if (claim !== null) return claim;
    }
    return kit.proof(this.#tree.labels());
  }

  /** The procedure Close, for all nodes from the root to the leaf. True if one of them is covered. */
  #closes(leaf: TreeNode): boolean {
    return [...this.#tree.pathTo(leaf)].some((node) => this.#cover(node));
  }

  /** The procedure Cover: looks for an older node whose label contains the node's. */
  #cover(node: TreeNode): boolean {
    if (node.coveredBy !== null) return true;
    const start = workClock();
    try {
      const older = this.#tree.at(node.location).filter((other) => this.#tree.mayCover(other, node));
      const labels = [...new Set(older.map(({ label }) => label))];
      // All of them together have to contain the label if one alone does.
      if (labels.length === 0 || !this.#implies(node, labels)) return false;
      const label = labels.find((other) => this.#implies(node, [other]));
      const by = older.find((other) => other.label === label);
      if (by === undefined) return false;
      this.#tree.cover(node, by);
      this.#covered += 1;
      return true;
    } finally {
      this.#coverTime += workClock() - start;
    }
  }

  /** True unless the leaf's label excludes the error edge behind it. */
  #canFail({ location, label }: TreeNode): boolean {
    const error = this.#kit.graph.error(location);
    return error !== null && !this.#kit.queries.excluded(location, [label, error.guard]);
  }

  /**
   * The procedure Refine: the path through the leaf into an error is a run, or interpolants strengthen
   * its labels. The last one excludes the error.
   */
  #refine(leaf: TreeNode): Claim | null {
    const kit = this.#kit;
    const error = kit.graph.error(leaf.location)!;
    const path = this.#tree.pathTo(leaf);
    const result = kit.refine(
      path.map(({ edge }) => edge),
      error,
    );
    if ('kind' in result) return result;
    const [sequence] = result;
    if (sequence === undefined) return kit.incomplete(`no interpolants for a path of ${path.length + 1} steps`);
    for (const [i, node] of path.entries()) this.#strengthen(node, sequence.labels[i]);
    if (!this.#tree.isClosed(leaf) && this.#canFail(leaf))
      return kit.unknown({ kind: 'solver', why: `labels do not exclude an error after ${path.length + 1} steps` });
    for (const node of path) if (this.#cover(node)) break;
    kit.took(sequence, `, ${this.#tree.size} nodes`);
    this.#report();
    return null;
  }

  /** Conjoins a formula to a label. Nodes that it covers stay so only if it still contains them. */
  #strengthen(node: TreeNode, by: Term): void {
    const { terms } = this.#kit;
    if (by === terms.false) {
      this.#tree.close(node);
      return;
    }
    if (this.#implies(node, [by])) return;
    node.label = terms.and(node.label, by);
    if (node.label === terms.false) this.#tree.close(node);
    for (const covered of [...node.covers]) if (!this.#implies(covered, [node.label])) this.#tree.uncover(covered);
  }

  /** Covers a leaf that cannot fail by force, or else adds a child for each edge that its label allows. */
  #expand(leaf: TreeNode): null {
    if (this.#force(leaf)) return null;
    const { graph, queries, terms } = this.#kit;
    for (const edge of graph.outgoing(leaf.location))
      if (!queries.excluded(leaf.location, [leaf.label, edge.guard])) this.#tree.add(leaf, edge, terms.true);
    leaf.isExpanded = true;
    return null;
  }

  /** Forced covering: strengthens the path to a leaf so that another node covers it; false if none can. */
  #force(leaf: TreeNode): boolean {
    const cover = this.#forced.find(leaf);
    if (cover === null) return false;
    const { labels, by } = cover;
    for (const [i, node] of this.#tree.pathTo(leaf).slice(-labels.length).entries()) this.#strengthen(node, labels[i]);
    if (this.#tree.isClosed(leaf)) return true;
    if (!this.#implies(leaf, [by.label])) return false;
    this.#tree.cover(leaf, by);
    this.#covered += 1;
    return true;
  }

  /** True if the solver shows within its limit that the node's label implies one of the others. */
  #implies({ location, label }: TreeNode, others: readonly Term[]): boolean {
    const { queries, milliseconds } = this.#kit;
    return queries.implies(location, label, others, milliseconds);
  }

  #report(): void {
    const { tried, succeeded } = this.#forced.statistics;
    this.#kit.report({
      nodes: this.#tree.size,
      covered: this.#covered,
      forcedTried: tried,
      forced: succeeded,
      coverMilliseconds: Math.round(this.#coverTime),
    });
  }
}
