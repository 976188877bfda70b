import { stronglyConnected } from '../../../program/cfa/analysis/graph.ts';
import type { LinkedEdge, LinkedProgram } from '../../../program/cfa/linked.ts';

/** A call of a function that is laid out once. */
interface SharedCall {
  readonly enter: LinkedEdge;
  readonly into: number;
  /** The return edge; null if the code after the call does not matter. */
  readonly leave: LinkedEdge | null;
}

/**
 * Returns 1 for each edge that may be executed more than once, by linked edge id. These are edges on
 * cycles, and edges of functions that are laid out once and called more than once. A path into such a
 * function by one call and out of it to another one is not a cycle.
 */
export function repeatedEdges(linked: LinkedProgram): Uint8Array {
  const { edges, contexts } = linked;
  const calls = sharedCalls(linked);
  const component = stronglyConnected(successorsOverCalls(linked, calls));
  const repeated = Uint8Array.from(edges, ({ from, to }) => (component[from] === component[to] ? 1 : 0));
  const often = Uint8Array.from(contexts, ({ recursion }) => (recursion === null ? 0 : 1));
  const called: number[][] = contexts.map(() => []);
  const entered = new Uint8Array(contexts.length);
  for (const { id, parent } of contexts) if (parent !== null) called[parent].push(id);
  for (const { enter, into, leave } of calls) {
    const cycle = leave !== null && component[enter.from] === component[leave.to];
    repeated[enter.id] = cycle ? 1 : 0;
    if (leave !== null) repeated[leave.id] = repeated[enter.id];
    if (cycle || entered[into] === 1) often[into] = 1;
    entered[into] = 1;
    called[enter.context].push(into);
  }
  spread(called, often);
  for (const { id, context } of edges) if (often[context] === 1) repeated[id] = 1;
  return repeated;
}

function sharedCalls({ edges }: LinkedProgram): SharedCall[] {
  const leaves = new Map<string, LinkedEdge>();
  for (const edge of edges)
    if (edge.op.kind === 'leave' && edge.op.call !== null) leaves.set(`${edge.op.from} ${edge.op.call}`, edge);
  const calls: SharedCall[] = [];
  for (const enter of edges) {
    const { op } = enter;
    if (op.kind !== 'enter' || op.call === null) continue;
    calls.push({ enter, into: op.into, leave: leaves.get(`${op.into} ${op.call}`) ?? null });
  }
  return calls;
}

/** The successors of each location, where an edge to the return location replaces a shared call. */
function successorsOverCalls({ edges, locationCount }: LinkedProgram, calls: readonly SharedCall[]): number[][] {
  const successors: number[][] = Array.from({ length: locationCount }, () => []);
  for (const { op, from, to } of edges) {
    if ((op.kind === 'enter' || op.kind === 'leave') && op.call !== null) continue;
    successors[from].push(to);
  }
  for (const { enter, leave } of calls) if (leave !== null) successors[enter.from].push(leave.to);
  return successors;
}

/** Marks each context that a repeated context calls as repeated. */
function spread(called: readonly (readonly number[])[], often: Uint8Array): void {
  const pending = [...often.keys()].filter((id) => often[id] === 1);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const next of called[id]) {
      if (often[next] === 1) continue;
      often[next] = 1;
      pending.push(next);
    }
  }
}
