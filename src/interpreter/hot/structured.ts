import { dominates, type Flow, flowOf, leadsBack } from './flow.ts';

/** The targets of control at the end of a straight piece of code. */
export interface Jumps {
  /** Writes the jump to a node. Code behind it is unreachable. */
  to(node: number): string;
  /** Whether the jump's code is the node itself, which no other jump leads to. */
  isNext(node: number): boolean;
}

/** The code of a graph's nodes. */
export interface NodeCode {
  /** Writes a node, which ends by jumps to its successors. */
  node(node: number, jumps: Jumps): string;
  /** Writes the code at the head of a loop, before each iteration. */
  head(node: number): string;
}

/**
 * Writes a reducible flow graph as nested loops and labelled blocks of JavaScript, by its dominator
 * tree (Ramsey: Beyond Relooper, 2022). Each path through the code ends in a jump of
 * {@link NodeCode.node} or continues a loop. Null if the graph is not reducible. Recursion is as deep as
 * branches nest.
 */
export function structuredCode(
  successors: readonly (readonly number[])[],
  root: number,
  code: NodeCode,
): string | null {
  const flow = flowOf(successors, root);
  const forward = new Int32Array(successors.length);
  const heads = new Set<number>();
  for (const node of flow.order) {
    for (const next of successors[node]) {
      if (!leadsBack(flow, node, next)) forward[next]++;
      else if (dominates(flow, next, node)) heads.add(next);
      else return null;
    }
  }
  return new Writer(flow, heads, forward, code).tree(root);
}

class Writer {
  readonly #merges = new Map<number, number[]>();

  constructor(
    private readonly flow: Flow,
    private readonly heads: ReadonlySet<number>,
    private readonly forward: Int32Array,
    private readonly code: NodeCode,
  ) {
    // The children of each node by immediate dominator, the last ones first.
    for (const node of [...flow.order].reverse()) {
      if (forward[node] < 2) continue;
      const above = flow.dominator[node];
      const known = this.#merges.get(above);
      if (known === undefined) this.#merges.set(above, [node]);
      else known.push(node);
    }
  }

  /** Writes a node with all nodes that it dominates. */
  tree(node: number): string {
    const inner = this.#within(node, this.#merges.get(node) ?? [], 0);
    return this.heads.has(node) ? `L${node}: for (;;) { ${this.code.head(node)}\n${inner} }` : inner;
  }

  #within(node: number, merges: readonly number[], from: number): string {
    const [merge] = merges.slice(from, from + 1);
    if (merge !== undefined) return `B${merge}: { ${this.#within(node, merges, from + 1)} }\n${this.tree(merge)}`;
    return this.code.node(node, {
      to: (next) => this.#jump(node, next),
      isNext: (next) => !leadsBack(this.flow, node, next) && this.forward[next] === 1 && !this.heads.has(next),
    });
  }

  #jump(from: number, to: number): string {
    if (leadsBack(this.flow, from, to)) return `continue L${to};`;
    return this.forward[to] > 1 ? `break B${to};` : this.tree(to);
  }
}
