import type { Successors } from '../../../base/graph.ts';

export { stronglyConnected } from '../../../base/graph.ts';

/**
 * Graphs as lists of successors; nodes are 0 .. successors.length - 1. All algorithms are iterative
 * and linear.
 */
export type { Successors };

/** Returns the successor lists of an automaton or a linked program. */
export function successorsOf(automaton: {
  readonly outgoing: readonly (readonly number[])[];
  readonly edges: readonly { readonly to: number }[];
}): Successors {
  return automaton.outgoing.map((ids) => ids.map((id) => automaton.edges[id].to));
}

/** Returns the graph with all edges reversed. */
export function reversed(successors: Successors): Successors {
  const result: number[][] = Array.from(successors, () => []);
  for (const [node, list] of successors.entries()) for (const next of list) result[next].push(node);
  return result;
}

/** Returns 1 for every node that is reachable from the roots, else 0. */
export function reachableFrom(successors: Successors, roots: Iterable<number>): Uint8Array {
  const reached = new Uint8Array(successors.length);
  const stack: number[] = [];
  for (const root of roots) {
    if (reached[root] === 1) continue;
    reached[root] = 1;
    stack.push(root);
  }
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const next of successors[node]) {
      if (reached[next] === 1) continue;
      reached[next] = 1;
      stack.push(next);
    }
  }
  return reached;
}

/** The result of a depth-first search. */
export interface DepthFirstOrder {
  /** Reachable nodes in the order in which the search enters and leaves them. */
  readonly preorder: readonly number[];
  readonly postorder: readonly number[];
  /**
   * Targets of edges that lead to a node on the current path, in preorder. Without these edges the graph
   * has no cycle.
   */
  readonly backEdgeTargets: readonly number[];
}

/** Depth-first search from a node in the order of the successor lists. */
export function depthFirstOrder(successors: Successors, root: number): DepthFirstOrder {
  const preorder: number[] = [];
  const postorder: number[] = [];
  // 0: not seen, 1: on the path, 2: left.
  const state = new Uint8Array(successors.length);
  const position = new Int32Array(successors.length);
  const targets = new Uint8Array(successors.length);
  const path: number[] = [];
  const enter = (node: number) => {
    state[node] = 1;
    preorder.push(node);
    path.push(node);
  };
  enter(root);
  while (path.length > 0) {
    const node = path[path.length - 1];
    const list = successors[node];
    if (position[node] === list.length) {
      state[node] = 2;
      postorder.push(node);
      path.pop();
      continue;
    }
    const next = list[position[node]++];
    if (state[next] === 0) enter(next);
    else if (state[next] === 1) targets[next] = 1;
  }
  return { preorder, postorder, backEdgeTargets: preorder.filter((node) => targets[node] === 1) };
}

/**
 * Returns the targets of back edges in a depth-first order. Cutting the edges into them leaves no
 * cycle.
 */
export function backEdgeTargets(successors: Successors, entry: number): readonly number[] {
  return depthFirstOrder(successors, entry).backEdgeTargets;
}
