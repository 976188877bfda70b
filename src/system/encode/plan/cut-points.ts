import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import { repeatedEdges } from './repeated.ts';

/** The cut points of the linked graph, and its order for the blocks. */
export interface CutPoints {
  /**
   * Linked location of each cut point: 0 is the entry, the others are loop heads. An entry that is also
   * a loop head occurs twice. Large programs have further cut points at joins.
   */
  readonly locations: readonly number[];
  /** Cut point (1 ...) of each linked location that is a loop head, 0 for all others. */
  readonly cutOf: Int32Array;
  /**
   * Position of each location in an order in which all edges but those to loop heads lead forwards; -1
   * if unreachable.
   */
  readonly order: Int32Array;
  /** Whether the edge may be executed more than once, by linked edge id. */
  readonly onCycle: Uint8Array;
}

/**
 * Which locations are cut points besides the entry: loop heads, also all joins, or all joins and
 * branches. More cut points make smaller blocks, up to single paths (adjustable-block encoding: Beyer,
 * Keremoglu, Wendler, FMCAD 2010).
 */
const CUT_KINDS = ['loops', 'joins', 'branches'] as const;
export type CutKind = (typeof CUT_KINDS)[number];

/**
 * Finds the loop heads by a depth-first search. They are the targets of back edges, so that every
 * cycle has one ([IMC22] Sect. 4.1). Other cut points are added if `kind` asks for them.
 */
export function findCutPoints(linked: LinkedProgram, kind: CutKind = 'loops'): CutPoints {
  const n = linked.locationCount;
  const cutOf = new Int32Array(n);
  const order = new Int32Array(n).fill(-1);
  const state = new Uint8Array(n);
  const position = new Int32Array(n);
  const finished: number[] = [];
  const heads: number[] = [];
  const stack = [linked.entry];
  state[linked.entry] = 1;
  while (stack.length > 0) {
    const at = stack[stack.length - 1];
    const edges = linked.outgoing[at];
    if (position[at] === edges.length) {
      stack.pop();
      state[at] = 2;
      finished.push(at);
      continue;
    }
    const { to } = linked.edges[edges[position[at]++]];
    if (state[to] === 0) {
      state[to] = 1;
      stack.push(to);
    } else if (state[to] === 1 && cutOf[to] === 0) {
      cutOf[to] = -1;
      heads.push(to);
    }
  }
  finished.reverse().forEach((location, i) => {
    order[location] = i;
  });
  if (kind !== 'loops') splitBlocks(linked, finished, kind === 'branches', cutOf, heads);
  splitOverlaps(linked, finished, cutOf, heads);
  heads.sort((a, b) => order[a] - order[b]);
  heads.forEach((location, i) => {
    cutOf[location] = i + 1;
  });
  return { locations: [linked.entry, ...heads], cutOf, order, onCycle: repeatedEdges(linked) };
}

/** Makes all joins cut points, and all branches if `branches` is set. */
function splitBlocks(
  linked: LinkedProgram,
  order: readonly number[],
  branches: boolean,
  cutOf: Int32Array,
  heads: number[],
): void {
  const incoming = new Int32Array(linked.locationCount);
  for (const location of order) for (const id of linked.outgoing[location]) incoming[linked.edges[id].to] += 1;
  for (const location of order) {
    if (location === linked.entry || cutOf[location] !== 0) continue;
    if (incoming[location] < 2 && !(branches && linked.outgoing[location].length > 1)) continue;
    cutOf[location] = -1;
    heads.push(location);
  }
}

/** Limit of the edges that all blocks together execute, as far as further cut points can achieve it. */
const MAX_WORK = 2_000_000;

/**
 * Makes joins cut points where too many blocks meet, in large programs. Loops that may be skipped, one
 * after the other, have blocks that overlap: each reaches to the end. Afterwards no edge belongs to
 * more than a bounded number of blocks.
 */
function splitOverlaps(linked: LinkedProgram, order: readonly number[], cutOf: Int32Array, heads: number[]): void {
  const most = Math.max(8, Math.floor(MAX_WORK / Math.max(1, linked.edges.length)));
  if (heads.length < most) return;
  /** Cut points whose blocks contain the location, by location. */
  const blocks: (Set<number> | undefined)[] = [];
  for (const location of order) {
    let here = blocks[location] ?? new Set<number>();
    if (cutOf[location] === 0 && here.size > most) {
      cutOf[location] = -1;
      heads.push(location);
    }
    if (cutOf[location] !== 0) here = new Set([location]);
    blocks[location] = undefined;
    for (const id of linked.outgoing[location]) {
      const { to } = linked.edges[id];
      if (cutOf[to] !== 0) continue;
      const there = blocks[to];
      // Locations share a set until it has to grow.
      if (there === undefined || there.size === 0) blocks[to] = here;
      else if (there !== here) blocks[to] = union(there, here);
    }
  }
}

function union(a: Set<number>, b: Set<number>): Set<number> {
  for (const element of b) if (!a.has(element)) return new Set([...a, ...b]);
  return a;
}
