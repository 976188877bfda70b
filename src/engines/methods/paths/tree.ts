import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Location } from '../frames/locations.ts';
import type { InnerEdge, PathGraph } from './graph.ts';

/** A node of an abstract reachability tree: the states that its path reaches satisfy its label. */
export interface TreeNode {
  /** Number of nodes that are older. */
  readonly id: number;
  readonly location: Location;
  readonly parent: TreeNode | null;
  /** The edge from the parent; null at the root. */
  readonly edge: InnerEdge | null;
  /** Number of edges from the root. */
  readonly depth: number;
  readonly children: TreeNode[];
  /** A formula over the state at the location. Labels change only to stronger ones. */
  label: Term;
  /** True once the node cannot reach an error edge, and has a child for each other edge that it allows. */
  isExpanded: boolean;
  /** An older node at the location, at most as deep, whose label contains this one's; null: none. */
  coveredBy: TreeNode | null;
  readonly covers: Set<TreeNode>;
}

/** A node below the root. */
export type PathNode = TreeNode & { readonly edge: InnerEdge; readonly parent: TreeNode };

/**
 * An abstract reachability tree (Henzinger, Jhala, Majumdar, Sutre, POPL 2002; McMillan, CAV 2006). A
 * node that is covered, or whose label is false, is closed, and so are all nodes below it. The leaves
 * that are neither expanded nor closed are open. A tree without open leaves is a proof.
 */
export class PathTree {
  readonly root: TreeNode;
  readonly #terms: TermStore;
  readonly #byLocation: TreeNode[][];
  /** Leaves that may be open, by depth. */
  readonly #leaves: TreeNode[][] = [];
  #nodes = 0;

  constructor(terms: TermStore, { entry, locations }: PathGraph) {
    this.#terms = terms;
    this.#byLocation = locations.map(() => []);
    this.root = this.#make(entry, null, null, terms.true);
  }

  /** Number of nodes, closed ones included. */
  get size(): number {
    return this.#nodes;
  }

  /** The nodes at a location, the oldest first. */
  at(location: Location): readonly TreeNode[] {
    return this.#byLocation[location.id];
  }

  add(parent: TreeNode, edge: InnerEdge, label: Term): TreeNode {
    const node = this.#make(edge.to, parent, edge, label);
    parent.children.push(node);
    return node;
  }

  /** An open leaf of least depth, the oldest of them; null if the tree is closed. It stays open. */
  open(): TreeNode | null {
    for (const leaves of this.#leaves) {
      for (let node = leaves[0]; node !== undefined; node = leaves[0]) {
        if (!node.isExpanded && !this.isClosed(node)) return node;
        leaves.shift();
      }
    }
    return null;
  }

  /** True if the node or one above it is covered, or has the label false. */
  isClosed(node: TreeNode): boolean {
    for (let at: TreeNode | null = node; at !== null; at = at.parent)
      if (at.coveredBy !== null || at.label === this.#terms.false) return true;
    return false;
  }

  /** True if `older` may cover the node, as far as its place in the tree tells. */
  mayCover(older: TreeNode, node: TreeNode): boolean {
    return older.id < node.id && older.depth <= node.depth && older.location === node.location && !this.isClosed(older);
  }

  /** Covers a node. Nodes that it or nodes below it covered are covered no longer. */
  cover(node: TreeNode, by: TreeNode): void {
    node.coveredBy = by;
    by.covers.add(node);
    this.#releaseBelow(node);
  }

  /** Ends the cover of a node; the leaves at and below it may be open again. */
  uncover(node: TreeNode): void {
    node.coveredBy?.covers.delete(node);
    node.coveredBy = null;
    for (const below of subtree(node)) if (!below.isExpanded) this.#enqueue(below);
  }

  /** Sets the label false: no run has the node's path. Nodes that it or nodes below it covered are released. */
  close(node: TreeNode): void {
    node.label = this.#terms.false;
    this.#releaseBelow(node);
  }

  /** The nodes from below the root to the node. */
  pathTo(node: TreeNode): readonly PathNode[] {
    const path: PathNode[] = [];
    for (let at: TreeNode | null = node; at !== null; at = at.parent) if (isBelowRoot(at)) path.push(at);
    return path.reverse();
  }

  /** The disjunction of the labels at each location, closed nodes left out. Linear in the tree. */
  labels(): ReadonlyMap<Location, Term> {
    const found = new Map<Location, Term[]>();
    for (const node of subtree(this.root, (at) => at.coveredBy === null && at.label !== this.#terms.false)) {
      const labels = found.get(node.location);
      if (labels === undefined) found.set(node.location, [node.label]);
      else labels.push(node.label);
    }
    return new Map([...found].map(([location, labels]) => [location, this.#terms.orAll([...new Set(labels)])]));
  }

  #make(location: Location, parent: TreeNode | null, edge: InnerEdge | null, label: Term): TreeNode {
    const node: TreeNode = {
      id: this.#nodes,
      location,
      parent,
      edge,
      depth: parent === null ? 0 : parent.depth + 1,
      children: [],
      label,
      isExpanded: false,
      coveredBy: null,
      covers: new Set(),
    };
    this.#nodes += 1;
    this.#byLocation[location.id].push(node);
    this.#enqueue(node);
    return node;
  }

  #enqueue(node: TreeNode): void {
    while (this.#leaves.length <= node.depth) this.#leaves.push([]);
    this.#leaves[node.depth].push(node);
  }

  #releaseBelow(node: TreeNode): void {
    for (const below of subtree(node)) for (const covered of [...below.covers]) this.uncover(covered);
  }
}

function isBelowRoot(node: TreeNode): node is PathNode {
  return node.edge !== null && node.parent !== null;
}

/** The node and all nodes below it; not below those that `enter` refuses. */
function* subtree(node: TreeNode, enter: (node: TreeNode) => boolean = () => true): Iterable<TreeNode> {
  const stack = [node];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (!enter(at)) continue;
    yield at;
    stack.push(...at.children);
  }
}
