import { stronglyConnected } from '../cfa/analysis/graph.ts';
import type { Location } from '../cfa/automaton.ts';
import type { Context, LinkedEdge, LinkedLoop, LinkedOperation, LinkGoal } from '../cfa/linked.ts';
import type { Draft, DraftEdge } from './inline.ts';

/** A draft without its useless edges. */
export interface Pruned {
  readonly contexts: readonly Context[];
  readonly locationCount: number;
  readonly entry: Location;
  readonly error: Location | null;
  readonly edges: readonly LinkedEdge[];
  readonly outgoing: readonly (readonly number[])[];
  readonly loops: readonly LinkedLoop[];
}

/**
 * Keeps the edges that lie on a path from the entry to the goal (or to an operation that may hide
 * it), collapses skips and numbers densely.
 */
export function prune(draft: Draft, goal: LinkGoal): Pruned {
  const possible = draft.edges.filter((edge) => !isImpossible(edge.op));
  const forward = reachForward(draft, possible);
  const roots = [draft.error];
  for (const edge of possible) if (edge.root) roots.push(edge.from);
  if (goal === 'cycle') roots.push(...locationsOnCycles(draft, possible));
  const backward = reachBackward(draft, possible, roots);
  const kept = possible.filter(
    (edge) =>
      forward[edge.from] === 1 &&
      (edge.call === null || forward[edge.call] === 1) &&
      (backward[edge.to] === 1 || edge.root),
  );
  const target = collapseSkips(draft, kept);
  return number(draft, kept, target);
}

/** Whether the operation is a constant condition that does not hold. */
function isImpossible(op: LinkedOperation): boolean {
  switch (op.kind) {
    case 'assume':
      return op.condition.kind === 'integer' && (op.condition.value !== 0n) !== op.truth;
    case 'case':
      return op.value.kind === 'integer' && (op.value.value < op.low || op.value.value > op.high);
    case 'default': {
      const { value } = op;
      return value.kind === 'integer' && op.ranges.some(({ low, high }) => low <= value.value && value.value <= high);
    }
    default:
      return false;
  }
}

/** Returns the locations that lie on a cycle of the edges. */
function locationsOnCycles(draft: Draft, edges: readonly DraftEdge[]): Location[] {
  const successors: number[][] = Array.from({ length: draft.locationCount }, () => []);
  for (const { from, to } of edges) successors[from].push(to);
  const components = stronglyConnected(successors);
  return edges.filter(({ from, to }) => components[from] === components[to]).map(({ from }) => from);
}

/** Groups edges by one of their ends, as chains in typed arrays: drafts are large. */
function edgesBy(
  draft: Draft,
  edges: readonly DraftEdge[],
  end: 'from' | 'to',
): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(draft.locationCount).fill(-1);
  const next = new Int32Array(edges.length);
  for (const [i, edge] of edges.entries()) {
    next[i] = first[edge[end]];
    first[edge[end]] = i;
  }
  return { first, next };
}

/** Returns the locations from which the roots are reachable. */
function reachBackward(draft: Draft, edges: readonly DraftEdge[], roots: readonly Location[]): Uint8Array {
  const { first, next } = edgesBy(draft, edges, 'to');
  const reached = new Uint8Array(draft.locationCount);
  const stack: Location[] = [];
  const visit = (location: Location) => {
    if (reached[location] === 1) return;
    reached[location] = 1;
    stack.push(location);
  };
  roots.forEach(visit);
  for (let location = stack.pop(); location !== undefined; location = stack.pop()) {
    for (let i = first[location]; i >= 0; i = next[i]) visit(edges[i].from);
  }
  return reached;
}

/**
 * Returns the locations that are reachable from the entry. The location behind a call is reachable
 * only if the call is, besides the function's exit.
 */
function reachForward(draft: Draft, edges: readonly DraftEdge[]): Uint8Array {
  const { first, next } = edgesBy(draft, edges, 'from');
  const reached = new Uint8Array(draft.locationCount);
  const stack: Location[] = [];
  /** Locations behind a call, by the call's location. They become reachable as soon as the call is. */
  const waiting = new Map<Location, Location[]>();
  const visit = (location: Location) => {
    if (reached[location] === 1) return;
    reached[location] = 1;
    stack.push(location);
  };
  visit(draft.entry);
  for (let location = stack.pop(); location !== undefined; location = stack.pop()) {
    for (const behind of waiting.get(location) ?? []) visit(behind);
    for (let i = first[location]; i >= 0; i = next[i]) {
      const { to, call } = edges[i];
      if (call === null || reached[call] === 1) visit(to);
      else {
        const others = waiting.get(call);
        if (others === undefined) waiting.set(call, [to]);
        else others.push(to);
      }
    }
  }
  return reached;
}

/**
 * Returns the location that each location stands for. A location whose only edge is a skip stands for
 * the target. One member of a cycle of skips stands for all. Edges into the error stay, as they are the
 * calls of the error function.
 */
function collapseSkips(draft: Draft, edges: readonly DraftEdge[]): (location: Location) => Location {
  const next = Int32Array.from({ length: draft.locationCount }, (_, location) => location);
  const count = new Int32Array(draft.locationCount);
  for (const edge of edges) count[edge.from]++;
  for (const edge of edges) {
    if (edge.op.kind === 'skip' && count[edge.from] === 1 && edge.to !== draft.error) next[edge.from] = edge.to;
  }
  cutCycles(next);
  return (location) => {
    let end = location;
    while (next[end] !== end) end = next[end];
    for (let visited = location; visited !== end; ) {
      const after = next[visited];
      next[visited] = end;
      visited = after;
    }
    return end;
  };
}

/** Makes one member of each cycle of the chains stand for itself. */
function cutCycles(next: Int32Array): void {
  // 0: not visited; else the number of the chain that visited it.
  const visited = new Int32Array(next.length);
  for (let start = 0; start < next.length; start++) {
    let at = start;
    while (visited[at] === 0 && next[at] !== at) {
      visited[at] = start + 1;
      at = next[at];
    }
    if (next[at] !== at && visited[at] === start + 1) next[at] = at;
  }
}

function number(draft: Draft, kept: readonly DraftEdge[], target: (location: Location) => Location): Pruned {
  const numbers = new Int32Array(draft.locationCount).fill(-1);
  const entry = target(draft.entry);
  let locationCount = 0;
  const see = (location: Location) => {
    if (numbers[location] === -1) numbers[location] = locationCount++;
  };
  see(entry);
  const lasting = kept.filter((edge) => target(edge.from) === edge.from);
  for (const edge of lasting) {
    see(edge.from);
    see(target(edge.to));
  }

  const contextNumbers = numberContexts(draft, lasting);
  const rename = (id: number) => contextNumbers[id];
  const edges: LinkedEdge[] = [];
  const outgoing: number[][] = Array.from({ length: locationCount }, () => []);
  for (const { from, to, context, edge, op } of lasting) {
    const id = edges.length;
    outgoing[numbers[from]].push(id);
    edges.push({
      id,
      from: numbers[from],
      to: numbers[target(to)],
      context: rename(context),
      edge,
      op: renameContexts(op, rename),
    });
  }

  const contexts: Context[] = [];
  const loops: LinkedLoop[] = [];
  for (const context of draft.contexts) {
    const id = rename(context.id);
    if (id < 0) continue;
    contexts.push({ ...context, id, parent: context.parent === null ? null : rename(context.parent) });
    for (const mark of context.function.marks) {
      const location = numbers[target(draft.bases[context.id] + mark.location)];
      if (location >= 0) loops.push({ location, context: id, mark });
    }
  }
  const error = numbers[draft.error];
  return { contexts, locationCount, entry: numbers[entry], error: error < 0 ? null : error, edges, outgoing, loops };
}

/**
 * Numbers the contexts that an edge needs, and their callers; main is always among them. -1 for the
 * others.
 */
function numberContexts(draft: Draft, edges: readonly DraftEdge[]): Int32Array {
  const needed = new Uint8Array(draft.contexts.length);
  const need = (start: number) => {
    for (let id: number | null = start; id !== null && needed[id] === 0; id = draft.contexts[id].parent) needed[id] = 1;
  };
  need(0);
  for (const { context, op } of edges) {
    need(context);
    if (op.kind === 'enter') need(op.into);
    if (op.kind === 'leave') need(op.from);
  }
  let count = 0;
  return Int32Array.from(needed, (flag) => (flag === 1 ? count++ : -1));
}

function renameContexts(op: LinkedOperation, rename: (id: number) => number): LinkedOperation {
  if (op.kind === 'enter') return { ...op, into: rename(op.into) };
  if (op.kind === 'leave') return { ...op, from: rename(op.from) };
  return op;
}
