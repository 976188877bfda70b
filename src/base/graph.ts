/** A graph as lists of successors; nodes are 0 .. successors.length - 1. */
export type Successors = readonly (readonly number[])[];

/**
 * Returns the number of each node's strongly connected component (Tarjan). Every edge between two
 * components leads from the greater number to the smaller.
 */
export function stronglyConnected(successors: Successors): Int32Array {
  const count = successors.length;
  const component = new Int32Array(count).fill(-1);
  // `found` is the order of discovery, from 1. `least` is the least one known to be reachable within the
  // component.
  const found = new Int32Array(count);
  const least = new Int32Array(count);
  const position = new Int32Array(count);
  const path: number[] = [];
  const open: number[] = [];
  let discovered = 0;
  let components = 0;
  const enter = (node: number) => {
    least[node] = found[node] = ++discovered;
    path.push(node);
    open.push(node);
  };
  for (let root = 0; root < count; root++) {
    if (found[root] !== 0) continue;
    enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1];
      const list = successors[node];
      if (position[node] < list.length) {
        const next = list[position[node]++];
        if (found[next] === 0) enter(next);
        else if (component[next] === -1) least[node] = Math.min(least[node], found[next]);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) least[above] = Math.min(least[above], least[node]);
      if (least[node] !== found[node]) continue;
      for (let member = -1; member !== node; ) {
        member = open.pop()!;
        component[member] = components;
      }
      components++;
    }
  }
  return component;
}
