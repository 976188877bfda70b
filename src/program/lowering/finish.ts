import type { Edge, Location, LocationMark } from '../cfa/automaton.ts';
import type { FunctionBuilder } from './builder.ts';

/** A draft's graph with idle locations collapsed and unreachable ones dropped. */
export interface FinishedGraph {
  readonly entry: Location;
  readonly exit: Location;
  readonly locationCount: number;
  readonly edges: readonly Edge[];
  readonly outgoing: readonly (readonly number[])[];
  readonly marks: readonly LocationMark[];
  /** The final number of a draft location; -1 if it is unreachable. */
  readonly finalLocation: (draft: Location) => Location;
}

/**
 * Collapses chains of skips, drops locations that are unreachable from the entry or a label whose
 * address is taken, and numbers densely.
 */
export function finishGraph(b: FunctionBuilder): FinishedGraph {
  const drafts: number[][] = Array.from({ length: b.locationCount }, () => []);
  for (const [i, edge] of b.edges.entries()) drafts[edge.from].push(i);
  const target = collapseSkips(b, drafts);

  const roots = [target(b.entry), target(b.exit)];
  for (const [label, location] of b.labelLocations) if (label.addressTaken) roots.push(target(location));
  const reached = new Uint8Array(b.locationCount);
  const stack: Location[] = [];
  const reach = (location: Location) => {
    if (reached[location] === 0) {
      reached[location] = 1;
      stack.push(location);
    }
  };
  roots.forEach(reach);
  while (stack.length > 0) for (const i of drafts[stack.pop()!]) reach(target(b.edges[i].to));

  const numbers = new Int32Array(b.locationCount).fill(-1);
  let locationCount = 0;
  for (let location = 0; location < b.locationCount; location++)
    if (reached[location] === 1) numbers[location] = locationCount++;
  const edges: Edge[] = [];
  const outgoing: number[][] = Array.from({ length: locationCount }, () => []);
  for (const { from, to, op, at } of b.edges) {
    if (reached[from] === 0) continue;
    outgoing[numbers[from]].push(edges.length);
    const branch = op.kind === 'assume' ? b.branches.get(to) : undefined;
    const edge = { id: edges.length, from: numbers[from], to: numbers[target(to)], op, at };
    // A run does not tell the edges between two locations apart.
    if (branch === undefined || target(branch.other) === target(to)) edges.push(edge);
    else edges.push({ ...edge, branch: { at: branch.at, taken: branch.taken } });
  }
  const finalLocation = (draft: Location) => numbers[target(draft)];
  const marks = b.marks
    .map((mark) => ({ ...mark, location: finalLocation(mark.location) }))
    .filter((mark) => mark.location >= 0);
  return {
    entry: finalLocation(b.entry),
    exit: finalLocation(b.exit),
    locationCount,
    edges,
    outgoing,
    marks,
    finalLocation,
  };
}

/**
 * Returns the location that each location stands for: the end of the chain of skips that starts there.
 * A cycle of skips keeps one of its members.
 */
function collapseSkips(b: FunctionBuilder, drafts: readonly (readonly number[])[]): (location: Location) => Location {
  const next = new Int32Array(b.locationCount);
  for (let location = 0; location < b.locationCount; location++) {
    const [only, ...more] = drafts[location];
    const skips = only !== undefined && more.length === 0 && b.edges[only].op.kind === 'skip' && location !== b.exit;
    next[location] = skips ? b.edges[only].to : location;
  }
  // 0: not visited, 1: on the current path, 2: done.
  const state = new Uint8Array(b.locationCount);
  const path: Location[] = [];
  for (let start = 0; start < b.locationCount; start++) {
    let location = start;
    while (state[location] === 0 && next[location] !== location) {
      state[location] = 1;
      path.push(location);
      location = next[location];
    }
    // This is the end of the chain or, in a cycle, the member that stays.
    const end = state[location] === 2 ? next[location] : location;
    for (const visited of path) {
      next[visited] = end;
      state[visited] = 2;
    }
    state[location] = 2;
    if (path.length === 0) next[start] = end;
    path.length = 0;
  }
  return (location) => next[location];
}
