import { LemmataError } from '../../base/errors.ts';
import type { Edge } from './aig.ts';
import type { ArrayEquality, ArrayNode } from './array-graph.ts';

/**
 * One array agrees with another at all indices but that of `store`, provided that `condition` holds
 * (null: it always does).
 */
export interface Connection {
  readonly to: ArrayNode;
  readonly store: (ArrayNode & { readonly kind: 'store' }) | null;
  readonly condition: Edge | null;
}

/** The arrays in equalities, and which of them have the same content except for writes. */
export interface Adjacency {
  readonly nodes: readonly ArrayNode[];
  /**
   * Connections along which a read of the array moves besides downwards; empty for arrays in no
   * equality.
   */
  of(node: ArrayNode): readonly Connection[];
  /** The arrays by connected components. */
  groups(): readonly (readonly ArrayNode[])[];
  /** Width of the indices of a group. Throws if nothing in it has an index. */
  indexWidth(group: readonly ArrayNode[]): number;
}

const NONE: readonly Connection[] = [];

/** Follows equalities that hold down to the parts of their sides, into the branches that are taken. */
export function connections(equalities: readonly ArrayEquality[], holds: (edge: Edge) => boolean): Adjacency {
  const neighbours = new Map<ArrayNode, Connection[]>();
  const stack: ArrayNode[] = [];
  const at = (node: ArrayNode): Connection[] => {
    let known = neighbours.get(node);
    if (known === undefined) {
      known = [];
      neighbours.set(node, known);
      stack.push(node);
    }
    return known;
  };
  const widths = new Map<ArrayNode, number>();
  for (const { edge, left, right, witnesses } of equalities) {
    at(left).push({ to: right, store: null, condition: edge });
    at(right).push({ to: left, store: null, condition: edge });
    widths.set(left, witnesses[0].index.length);
  }
  // Every read moves downwards; these connections lead back.
  const down = new Map<ArrayNode, ArrayNode>();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'store') {
      at(node.base).push({ to: node, store: node, condition: null });
      down.set(node, node.base);
    } else if (node.kind === 'ite') {
      const taken = holds(node.condition);
      const branch = taken ? node.yes : node.no;
      at(branch).push({ to: node, store: null, condition: node.condition ^ (taken ? 0 : 1) });
      down.set(node, branch);
    }
  }
  return {
    nodes: [...neighbours.keys()],
    of: (node) => neighbours.get(node) ?? NONE,
    groups: () => components(neighbours, down),
    indexWidth: (group) => {
      for (const node of group) {
        const width = widths.get(node);
        if (width !== undefined) return width;
      }
      throw new LemmataError('E-INTERNAL', 'a group of arrays without an equality');
    },
  };
}

function components(
  neighbours: ReadonlyMap<ArrayNode, readonly Connection[]>,
  down: ReadonlyMap<ArrayNode, ArrayNode>,
): ArrayNode[][] {
  const groups: ArrayNode[][] = [];
  const seen = new Set<ArrayNode>();
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const group: ArrayNode[] = [];
    const stack = [start];
    seen.add(start);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      group.push(node);
      const next = (neighbours.get(node) ?? NONE).map(({ to }) => to);
      const below = down.get(node);
      if (below !== undefined) next.push(below);
      for (const other of next) {
        if (seen.has(other)) continue;
        seen.add(other);
        stack.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}
