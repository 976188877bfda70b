import type { Term } from '../../../logic/terms/builder.ts';
import type { PathKit } from '../../methods/paths/kit.ts';
import type { PathTree, TreeNode } from '../../methods/paths/tree.ts';

/** Most edges from the common ancestor down to the leaf. */
const MOST_EDGES = 3;
/** Most nodes that are tried for one leaf, the nearest first. */
const MOST_TRIED = 3;

/** A way to cover a leaf by force. */
export interface ForcedCover {
  /** The node that will cover the leaf. */
  readonly by: TreeNode;
  /** Formulas for the last nodes on the path to the leaf, which strengthen their labels. */
  readonly labels: readonly Term[];
}

/**
 * Forced covering (McMillan, CAV 2006, Sect. 3.3): is the label of an older node also true at a leaf? If
 * no run leads from the label of their common ancestor to the leaf and violates it, there are
 * interpolants. They strengthen the path, so that the older node covers the leaf.
 */
export class ForcedCovering {
  readonly statistics = { tried: 0, succeeded: 0 };
  readonly #kit: PathKit;
  readonly #tree: PathTree;
  /** Questions that were answered no: label of the ancestor, edges, label of the other node. */
  readonly #failed = new Set<string>();

  constructor(kit: PathKit, tree: PathTree) {
    this.#kit = kit;
    this.#tree = tree;
  }

  find(leaf: TreeNode): ForcedCover | null {
    const path = this.#tree.pathTo(leaf);
    let tried = 0;
    for (let length = 1; length <= Math.min(MOST_EDGES, path.length); length++) {
      const towards = path[path.length - length];
      const ancestor = towards.parent!;
      for (const by of this.#below(ancestor, towards, leaf)) {
        if (tried >= MOST_TRIED) return null;
        const edges = path.slice(-length).map(({ edge }) => edge);
        const key = `${ancestor.label}:${edges.map(({ id }) => id).join(' ')}:${by.label}`;
        if (this.#failed.has(key)) continue;
        tried += 1;
        this.statistics.tried += 1;
        const labels = this.#separate(ancestor.label, edges, by.label);
        if (labels !== null) {
          this.statistics.succeeded += 1;
          return { by, labels };
        }
        this.#failed.add(key);
      }
    }
    return null;
  }

  /** Nodes that may cover the leaf and have this nearest ancestor in common with it, the latest first. */
  #below(ancestor: TreeNode, towards: TreeNode, leaf: TreeNode): TreeNode[] {
    const { terms } = this.#kit;
    const isBelow = (node: TreeNode): boolean => {
      let at = node;
      while (at.depth > towards.depth && at.parent !== null) at = at.parent;
      return at === ancestor || (at !== towards && at.parent === ancestor);
    };
    return this.#tree
      .at(leaf.location)
      .filter((node) => node.label !== terms.true && this.#tree.mayCover(node, leaf) && isBelow(node))
      .reverse();
  }

  #separate(before: Term, edges: Parameters<PathKit['paths']['separates']>[1], label: Term): readonly Term[] | null {
    const { paths, refiner, terms, milliseconds } = this.#kit;
    const after = terms.not(label);
    if (!paths.separates(before, edges, after, milliseconds)) return null;
    return refiner.separate(before, edges, after);
  }
}
