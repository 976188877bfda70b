import { lengthVariables } from '../../../c/types/length-variables.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Expr, Location, Operation, Place } from '../automaton.ts';
import { rootOf, targetOf, type Visitor, walkOperation } from '../walk.ts';

/** The variables that an operation touches. */
export interface VariableUse {
  /** Ids of the variables that it may read. */
  readonly reads: readonly number[];
  /** Ids of the variables whose address it takes, or whose value is a length in a type that it uses. */
  readonly taken: readonly number[];
  /** Id of the variable that gets a new value as a whole; null: none. */
  readonly defined: number | null;
}

/** Returns the variables that an operation touches. */
export function variableUse(op: Operation): VariableUse {
  const reads: number[] = [];
  const taken: number[] = [];
  const lengths = (type: CType): void => {
    for (const id of lengthVariables(type)) {
      reads.push(id);
      taken.push(id);
    }
  };
  // An intrinsic changes its places, and keeps no pointer to them.
  const places: readonly Place[] = op.kind === 'intrinsic' ? op.places.map(rootOf) : [];
  const visitor: Visitor = {
    expr: (e) => {
      const type = lengthTypeOf(e);
      if (type !== null) lengths(type);
    },
    place: (met, addressed) => {
      if (met.kind === 'element') lengths(met.base.type);
      if (met.kind !== 'variable') return;
      reads.push(met.variable.id);
      if (addressed && !places.includes(met)) taken.push(met.variable.id);
    },
  };
  walkOperation(op, visitor, false);
  if (op.kind === 'declare') return { reads, taken, defined: op.variable.id };
  const target = targetOf(op);
  return { reads, taken, defined: target?.kind === 'variable' ? target.variable.id : null };
}

/** The type whose length an expression reads; null: none. */
function lengthTypeOf(e: Expr): CType | null {
  switch (e.kind) {
    case 'size-of':
      return e.of;
    case 'pointer-add':
      return e.type;
    case 'pointer-difference':
      return e.left.type;
    default:
      return null;
  }
}

/** Most words of an analysis. */
const MAX_WORDS = 2 ** 26;

interface Graph {
  readonly edges: readonly { readonly from: Location; readonly to: Location; readonly op: Operation }[];
  readonly locationCount: number;
}

/**
 * Returns which of some variables may be read before they get a new value; null: the graph is too large.
 * `variables`: their ids. `uses`: of each edge.
 */
export function liveVariables(
  graph: Graph,
  variables: Iterable<number>,
  uses: readonly VariableUse[] = graph.edges.map(({ op }) => variableUse(op)),
): LiveVariables | null {
  const followed = [...variables];
  const words = (followed.length + 31) >> 5;
  return words * graph.locationCount > MAX_WORDS ? null : new LiveVariables(graph, followed, uses);
}

/** The live ones of some variables, at each location of a graph. */
export class LiveVariables {
  readonly #words: number;
  /** Words of 32 bits for each location, a bit for each variable. */
  readonly #live: Uint32Array;
  readonly #bits: ReadonlyMap<number, number>;

  constructor(
    graph: Graph,
    private readonly followed: readonly number[],
    uses: readonly VariableUse[],
  ) {
    this.#words = (followed.length + 31) >> 5;
    this.#bits = new Map(followed.map((id, i) => [id, i]));
    this.#live = new Uint32Array(this.#words * graph.locationCount);
    this.#follow(graph, uses);
  }

  /** Whether the variable is followed, and live at the location. */
  isLive(location: Location, id: number): boolean {
    const bit = this.#bits.get(id);
    return bit !== undefined && (this.#live[this.#words * location + (bit >> 5)] & (1 << (bit & 31))) !== 0;
  }

  isFollowed(id: number): boolean {
    return this.#bits.has(id);
  }

  /** The variables that are live at the location, but not at the other one. */
  liveAt(location: Location, but: Location | null = null): number[] {
    const found: number[] = [];
    for (let w = 0; w < this.#words; w++) {
      let bits = this.#live[this.#words * location + w];
      if (but !== null) bits &= ~this.#live[this.#words * but + w];
      for (; bits !== 0; bits &= bits - 1) found.push(this.followed[32 * w + (31 - Math.clz32(bits & -bits))]);
    }
    return found;
  }

  /** Goes backwards from all edges, the last first. Locations are numbered about in the order of the program. */
  #follow({ edges, locationCount }: Graph, uses: readonly VariableUse[]): void {
    const live = this.#live;
    const words = this.#words;
    const incoming: number[][] = Array.from({ length: locationCount }, () => []);
    for (const [i, { to }] of edges.entries()) incoming[to].push(i);
    const before = new Uint32Array(words);
    const todo = edges.map((_, i) => i);
    const queued = new Uint8Array(edges.length).fill(1);
    for (let i = todo.pop(); i !== undefined; i = todo.pop()) {
      queued[i] = 0;
      const { from, to } = edges[i];
      const { reads, defined } = uses[i];
      before.set(live.subarray(words * to, words * (to + 1)));
      const killed = defined === null ? undefined : this.#bits.get(defined);
      if (killed !== undefined) before[killed >> 5] &= ~(1 << (killed & 31));
      for (const id of reads) {
        const bit = this.#bits.get(id);
        if (bit !== undefined) before[bit >> 5] |= 1 << (bit & 31);
      }
      let isMore = false;
      for (let w = 0, at = words * from; w < words; w++, at++) {
        isMore ||= (before[w] & ~live[at]) !== 0;
        live[at] |= before[w];
      }
      if (!isMore) continue;
      for (const previous of incoming[from])
        if (queued[previous] === 0) {
          queued[previous] = 1;
          todo.push(previous);
        }
    }
  }
}
