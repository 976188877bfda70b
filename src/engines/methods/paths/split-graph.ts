import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Location } from '../frames/locations.ts';
import type { InnerEdge, PathGraph } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** A location with a formula over the state there. */
export interface SplitNode {
  readonly location: Location;
  readonly label: Term;
  /** The nodes to which a step may lead, and its edge. */
  readonly successors: Map<SplitNode, InnerEdge>;
  readonly predecessors: Set<SplitNode>;
  /** Whether a step from here may end in an error. */
  hasError: boolean;
}

/**
 * A graph of locations with labels. At each location, the labels together are true. An edge is missing
 * only if a query has shown that no step leads from the one label into the other.
 */
export class SplitGraph {
  /** Number of edges that queries have removed. */
  removed = 0;
  readonly #graph: PathGraph;
  readonly #queries: LocationQueries;
  readonly #terms: TermStore;
  /** Limit of a query in ms; 0: none. */
  readonly #milliseconds: number;
  readonly #nodes = new Set<SplitNode>();
  readonly #entry: SplitNode;

  constructor(graph: PathGraph, queries: LocationQueries, terms: TermStore, milliseconds: number) {
    this.#graph = graph;
    this.#queries = queries;
    this.#terms = terms;
    this.#milliseconds = milliseconds;
    const nodes = new Map(graph.locations.map((location) => [location, this.#make(location, terms.true)]));
    for (const [location, node] of nodes)
      for (const edge of graph.outgoing(location)) this.#connect(node, nodes.get(edge.to)!, edge);
    this.#entry = nodes.get(graph.entry)!;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /**
   * Replaces a node by one with the label and one without. Returns the nodes in its place: the node
   * itself if a query shows that one side is empty, or if it is the entry.
   */
  split(node: SplitNode, label: Term): readonly SplitNode[] {
    const { location } = node;
    const negated = this.#terms.not(label);
    if (node === this.#entry || label === this.#terms.true || label === this.#terms.false) return [node];
    if (this.#isEmpty(location, node.label, label) || this.#isEmpty(location, node.label, negated)) return [node];
    const halves = [label, negated].map((side) => this.#make(location, this.#terms.and(node.label, side)));
    const { predecessors, successors } = node;
    for (const half of halves) {
      for (const from of predecessors) if (from !== node) this.#connect(from, half, from.successors.get(node)!);
      for (const [to, edge] of successors) if (to !== node) this.#connect(half, to, edge);
      const loop = successors.get(node);
      if (loop !== undefined) for (const other of halves) this.#connect(half, other, loop);
    }
    this.#remove(node);
    return halves;
  }

  /** The nodes of a shortest path from the entry to one with an error, both included; null if there is none. */
  shortestError(): readonly SplitNode[] | null {
    const before = new Map<SplitNode, SplitNode | null>([[this.#entry, null]]);
    for (const [node] of before) {
      if (node.hasError) return pathTo(node, before);
      for (const next of node.successors.keys()) if (!before.has(next)) before.set(next, node);
    }
    return null;
  }

  /**
   * Asks again for the edges and the error of a path, since invariants may have become known. Returns
   * whether one of them is gone.
   */
  recheck(path: readonly SplitNode[]): boolean {
    const before = this.removed;
    for (let i = 1; i < path.length; i++) {
      const edge = path[i - 1].successors.get(path[i]);
      if (edge !== undefined) this.#connect(path[i - 1], path[i], edge);
    }
    const last = path[path.length - 1];
    const { hasError } = last;
    last.hasError = this.#mayFail(last.location, last.label);
    return this.removed > before || last.hasError !== hasError;
  }

  /** The nodes to which a path leads from the entry. */
  reachable(): Iterable<SplitNode> {
    const found = new Set([this.#entry]);
    for (const node of found) for (const next of node.successors.keys()) found.add(next);
    return found;
  }

  #make(location: Location, label: Term): SplitNode {
    const hasError = this.#mayFail(location, label);
    const node: SplitNode = { location, label, successors: new Map(), predecessors: new Set(), hasError };
    this.#nodes.add(node);
    return node;
  }

  #mayFail(location: Location, label: Term): boolean {
    const error = this.#graph.error(location);
    return error !== null && !this.#queries.excluded(location, [label, error.guard], this.#milliseconds);
  }

  #connect(from: SplitNode, to: SplitNode, edge: InnerEdge): void {
    const formulas = [from.label, edge.guard, edge.from.after(to.label)];
    if (this.#queries.excluded(from.location, formulas, this.#milliseconds)) {
      this.removed += 1;
      from.successors.delete(to);
      to.predecessors.delete(from);
      return;
    }
    from.successors.set(to, edge);
    to.predecessors.add(from);
  }

  #remove(node: SplitNode): void {
    this.#nodes.delete(node);
    for (const from of node.predecessors) from.successors.delete(node);
    for (const to of node.successors.keys()) to.predecessors.delete(node);
  }

  #isEmpty(location: Location, label: Term, side: Term): boolean {
    return this.#queries.excluded(location, [label, side], this.#milliseconds);
  }
}

function pathTo(node: SplitNode, before: ReadonlyMap<SplitNode, SplitNode | null>): readonly SplitNode[] {
  const path: SplitNode[] = [];
  for (let at: SplitNode | null = node; at !== null; at = before.get(at) ?? null) path.push(at);
  return path.reverse();
}
