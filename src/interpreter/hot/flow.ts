/** Reachable nodes of a flow graph with numbered nodes, in reverse postorder. */
export interface Order {
  readonly order: readonly number[];
  /** Position in `order`, by node; -1 if unreachable. */
  readonly position: Int32Array;
}

/** An order with facts about dominance. */
export interface Flow extends Order {
  /** Immediate dominators by node. The root's is the root itself. */
  readonly dominator: Int32Array;
}

/**
 * Computes dominators (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm, 2001).
 * `successors[n]`: successors of node n.
 */
export function flowOf(successors: readonly (readonly number[])[], root: number): Flow {
  const { order, position } = orderOf(successors, root);
  const predecessors: number[][] = successors.map(() => []);
  for (const node of order) for (const next of successors[node]) predecessors[next].push(node);
  const dominator = new Int32Array(successors.length).fill(-1);
  dominator[root] = root;
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      if (node === root) continue;
      let common = -1;
      for (const before of predecessors[node]) {
        if (dominator[before] >= 0) common = common < 0 ? before : meet(before, common, dominator, position);
      }
      if (dominator[node] !== common) {
        dominator[node] = common;
        changed = true;
      }
    }
  }
  return { order, position, dominator };
}

function meet(a: number, b: number, dominator: Int32Array, position: Int32Array): number {
  let [x, y] = [a, b];
  while (x !== y) {
    if (position[x] > position[y]) x = dominator[x];
    else y = dominator[y];
  }
  return x;
}

/** Returns the nodes that are reachable from the root, in reverse postorder. */
export function orderOf(successors: readonly (readonly number[])[], root: number): Order {
  const seen = new Uint8Array(successors.length);
  const done: number[] = [];
  const stack: { node: number; next: number }[] = [{ node: root, next: 0 }];
  seen[root] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const target = successors[top.node][top.next++];
    if (target === undefined) {
      done.push(top.node);
      stack.pop();
    } else if (seen[target] === 0) {
      seen[target] = 1;
      stack.push({ node: target, next: 0 });
    }
  }
  const order = done.reverse();
  const position = new Int32Array(successors.length).fill(-1);
  for (const [index, node] of order.entries()) position[node] = index;
  return { order, position };
}

/** Whether the edge leads back to an earlier node in the order. Every edge that closes a loop does. */
export function leadsBack({ position }: Order, from: number, to: number): boolean {
  return position[to] <= position[from];
}

/** Whether every path from the root to `other` passes `node`. */
export function dominates({ dominator, position }: Flow, node: number, other: number): boolean {
  let at = other;
  while (position[at] > position[node]) at = dominator[at];
  return at === node;
}

/**
 * Returns the natural loop of a header: the nodes from which a path reaches a back edge to it without
 * passing it. Null if an edge from elsewhere enters the loop.
 */
export function naturalLoop(
  flow: Flow,
  successors: readonly (readonly number[])[],
  header: number,
): ReadonlySet<number> | null {
  const predecessors = new Map<number, number[]>();
  for (const node of flow.order) {
    for (const next of successors[node]) {
      const known = predecessors.get(next);
      if (known === undefined) predecessors.set(next, [node]);
      else known.push(node);
    }
  }
  const body = new Set([header]);
  const pending = (predecessors.get(header) ?? []).filter((node) => leadsBack(flow, node, header));
  if (pending.some((node) => !dominates(flow, header, node))) return null;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (body.has(node)) continue;
    body.add(node);
    pending.push(...(predecessors.get(node) ?? []));
  }
  return body;
}
