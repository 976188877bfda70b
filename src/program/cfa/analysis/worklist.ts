import type { Successors } from './graph.ts';

/** A data flow problem over a graph: facts of a join semilattice of finite height. */
export interface FlowProblem<Fact> {
  /** Nodes with a given fact, and the fact. */
  readonly start: ReadonlyMap<number, Fact>;
  /** Returns the fact that flows along the edge `from -> to`; null for none. */
  transfer(from: number, to: number, fact: Fact): Fact | null;
  /**
   * Returns the join of a node's fact and an incoming one. It is the first argument itself if nothing is
   * new.
   */
  join(old: Fact, incoming: Fact): Fact;
}

/**
 * Returns the least solution in the direction of the edges (reverse the graph for backward problems).
 * Unreachable nodes have no fact.
 */
export function solveFlow<Fact>(successors: Successors, problem: FlowProblem<Fact>): (Fact | undefined)[] {
  const facts: (Fact | undefined)[] = new Array(successors.length).fill(undefined);
  const queued = new Uint8Array(successors.length);
  let queue: number[] = [];
  const enqueue = (node: number) => {
    if (queued[node] === 1) return;
    queued[node] = 1;
    queue.push(node);
  };
  for (const [node, fact] of problem.start) {
    facts[node] = fact;
    enqueue(node);
  }
  while (queue.length > 0) {
    const round = queue;
    queue = [];
    for (const node of round) {
      queued[node] = 0;
      const fact = facts[node] as Fact;
      for (const next of successors[node]) {
        const incoming = problem.transfer(node, next, fact);
        if (incoming === null) continue;
        const old = facts[next];
        const joined = old === undefined ? incoming : problem.join(old, incoming);
        if (joined === old) continue;
        facts[next] = joined;
        enqueue(next);
      }
    }
  }
  return facts;
}
