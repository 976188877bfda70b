import type { Aig, Edge } from '../../../logic/bits/aig.ts';
import { Unsupported } from '../../../logic/bits/unsupported.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { TraceValue } from '../../../system/transys/system.ts';
import type { BitLocation, BitSystem } from '../../methods/frames/bit-system.ts';
import { LANES, toColumns, toRows } from './transpose.ts';

/** An input that a step reads, as bits of a row. */
export interface InputWord {
  /** Index in `system.inputs`. */
  readonly index: number;
  /** Position of its least significant bit. */
  readonly offset: number;
  readonly width: number;
}

/** A location that steps may lead to. */
export interface Successor {
  readonly to: number;
  /** The guard: an edge of the graph, or, in a {@link GateStep}, of its slots. */
  readonly guard: Edge;
}

/** A step to a location, in the graph, and its guard as a term. */
interface Leaving extends Successor {
  readonly condition: Term;
}

/** A condition of a step that depends on inputs. */
export interface Condition {
  /** The edge of the graph. */
  readonly edge: Edge;
  /** The edge of the step's slots. */
  readonly slot: Edge;
}

/** A bit of the state that a step reads. */
export interface UsedBit {
  readonly bit: number;
  /** The edge of the graph. */
  readonly edge: Edge;
}

/** The material of steps: the successors of each location, and the gates below edges. */
export class Wiring {
  /** The steps from each location. */
  readonly leaving: readonly (readonly Leaving[])[];
  readonly #graph: Aig;
  /** The slot of each node, and the cone for which it is valid. */
  #slots = new Int32Array(0);
  #owners = new Int32Array(0);
  #cone = 0;

  constructor(bits: BitSystem) {
    this.#graph = bits.gates.blaster.graph;
    const leaving = bits.locations.map((): Leaving[] => []);
    for (const { id, incoming, location } of bits.locations)
      incoming.forEach(({ from, guard }, i) => {
        leaving[from.id].push({ to: id, guard, condition: location.incoming[i].guard });
      });
    this.leaving = leaving;
  }

  /**
   * The nodes below edges, except the constant, in the order of the graph. They have no slots yet.
   * Linear in the cone, not in the graph.
   */
  cone(roots: readonly Edge[]): Int32Array {
    const aig = this.#graph;
    if (this.#owners.length < aig.size) {
      this.#slots = new Int32Array(2 * aig.size);
      this.#owners = new Int32Array(2 * aig.size);
    }
    this.#cone += 1;
    const found: number[] = [];
    const stack = roots.map((edge) => edge >> 1);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node === 0 || this.#owners[node] === this.#cone) continue;
      this.#owners[node] = this.#cone;
      this.#slots[node] = 0;
      found.push(node);
      if (aig.isAnd(node)) stack.push(aig.first(node) >> 1, aig.second(node) >> 1);
    }
    return Int32Array.from(found).sort();
  }

  /** True if a node is in the last cone. */
  has(node: number): boolean {
    return this.#owners[node] === this.#cone;
  }

  place(node: number, slot: number): void {
    this.#slots[node] = slot;
  }

  /** The slot of a node; 0: none. */
  slot(node: number): number {
    return node === 0 ? 0 : this.#slots[node];
  }
}

/**
 * The step from one location as a straight line of conjunctions, which computes {@link LANES} steps at
 * a time. Edges here are 2 * slot + sign. Slot 0 is the constant; then come the bits of the state,
 * those of the inputs, and the conjunctions.
 */
export class GateStep {
  readonly inputs: readonly InputWord[];
  /** Number of words of a row of inputs. */
  readonly inputWords: number;
  readonly successors: readonly Successor[];
  readonly conditions: readonly Condition[];
  readonly stateBits: readonly UsedBit[];
  /** The bits of a row of inputs, as edges of the graph. */
  readonly inputEdges: readonly Edge[];
  /** Edges of the graph of which at least one holds if the step goes on or ends in bad. */
  readonly ends: readonly Edge[];
  /** The edge of the graph for "the step rests on a doubt". */
  readonly doubt: Edge;
  readonly #stateWords: number;
  readonly #inputBase: number;
  readonly #gateBase: number;
  readonly #operands: Int32Array;
  readonly #values: Int32Array;
  readonly #bad: Edge;
  readonly #doubtful: Edge;
  readonly #next: Int32Array;
  readonly #columns: Int32Array;

  /** Throws {@link Unsupported} if the step depends on anything but the state and its inputs. */
  constructor(bits: BitSystem, location: BitLocation, wiring: Wiring) {
    const { system, graph } = bits;
    const aig = bits.gates.blaster.graph;
    const block = system.blocks[location.id];
    // The location before the initial values is not a block.
    const [bad, doubtful] =
      block === undefined ? [0, 0] : [block.bad, block.doubtful].map((t) => known(bits.formula(location, t)));
    const leaving = wiring.leaving[location.id];
    const roots = [bad, doubtful, ...leaving.map(({ guard }) => guard), ...location.next];
    const cone = wiring.cone(roots);

    this.#stateWords = Math.ceil(bits.bits.length / LANES);
    this.#inputBase = 1 + this.#stateWords * LANES;
    for (const [i, edge] of bits.current.entries()) wiring.place(edge >> 1, 1 + i);
    this.stateBits = [...bits.current].flatMap((edge, bit) => (wiring.has(edge >> 1) ? [{ bit, edge }] : []));
    this.ends = [bad, ...leaving.map(({ guard }) => guard)];
    this.doubt = doubtful;
    const inputs: InputWord[] = [];
    const inputEdges: Edge[] = [];
    let offset = 0;
    for (const index of graph.locations[location.id].inputs) {
      const word = inputBits(bits, index);
      if (word === null || !word.some((edge) => wiring.has(edge >> 1))) continue;
      word.forEach((edge, i) => {
        if ((edge & 1) !== 0 || aig.inputOf(edge >> 1) < 0) throw new Unsupported('an input that is computed');
        wiring.place(edge >> 1, this.#inputBase + offset + i);
      });
      inputs.push({ index, offset, width: word.length });
      inputEdges.push(...word);
      offset += word.length;
    }
    this.inputs = inputs;
    this.inputEdges = inputEdges;
    this.inputWords = Math.ceil(offset / LANES);
    this.#gateBase = this.#inputBase + this.inputWords * LANES;

    const gates = cone.filter((node) => aig.isAnd(node));
    for (const node of cone)
      if (!aig.isAnd(node) && wiring.slot(node) === 0)
        throw new Unsupported('a value that is neither state nor input of the step');
    for (const [i, node] of gates.entries()) wiring.place(node, this.#gateBase + i);
    const compact = (edge: Edge): Edge => 2 * wiring.slot(edge >> 1) + (edge & 1);
    this.#operands = new Int32Array(2 * gates.length);
    gates.forEach((node, i) => {
      this.#operands[2 * i] = compact(aig.first(node));
      this.#operands[2 * i + 1] = compact(aig.second(node));
    });
    this.#values = new Int32Array(this.#gateBase + gates.length);
    const guards = leaving.map(({ condition }) => condition);
    const varied = this.#varied();
    this.conditions = (inputs.length === 0 ? [] : conditionsOf(bits, location, guards)).flatMap((edge) => {
      const slot = wiring.has(edge >> 1) ? compact(edge) : 0;
      return varied[slot >> 1] === 1 ? [{ edge, slot }] : [];
    });
    this.#bad = compact(bad);
    this.#doubtful = compact(doubtful);
    this.successors = leaving.map(({ to, guard }) => ({ to, guard: compact(guard) }));
    this.#next = location.next.map(compact);
    this.#columns = new Int32Array(location.next.length);
  }

  /** Number of conjunctions. */
  get gates(): number {
    return this.#operands.length >> 1;
  }

  /**
   * Computes steps from `count` states with the same number of inputs, which are rows of
   * {@link inputWords} words.
   */
  run(states: Int32Array, inputs: Int32Array, count: number): void {
    const values = this.#values;
    const operands = this.#operands;
    toColumns(states, this.#stateWords, count, values, 1);
    toColumns(inputs, this.inputWords, count, values, this.#inputBase);
    for (let i = 0, slot = this.#gateBase; i < operands.length; i += 2, slot += 1) {
      const a = operands[i];
      const b = operands[i + 1];
      values[slot] = (values[a >> 1] ^ -(a & 1)) & (values[b >> 1] ^ -(b & 1));
    }
  }

  /** After `run`: the mask of lanes in which a condition of the step holds. */
  value(slot: Edge): number {
    return this.#mask(slot);
  }

  /** After `run`: the mask of lanes that go on, or end in bad. */
  get ending(): number {
    return this.successors.reduce((mask, successor) => mask | this.taken(successor), this.bad);
  }

  /** After `run`: the mask of lanes in which bad holds. */
  get bad(): number {
    return this.#mask(this.#bad);
  }

  /** After `run`: the mask of lanes that rest on a doubt. */
  get doubtful(): number {
    return this.#mask(this.#doubtful);
  }

  /** After `run`: the mask of lanes in which the guard of a successor holds. */
  taken({ guard }: Successor): number {
    return this.#mask(guard);
  }

  /** Writes the states after the steps, as a row of `stride` words for each lane. */
  next(rows: Int32Array, stride: number): void {
    const next = this.#next;
    for (let i = 0; i < next.length; i++) this.#columns[i] = this.#mask(next[i]);
    toRows(this.#columns, rows, stride);
  }

  /** The inputs of a row in the form that traces store. */
  traced(row: Int32Array): ReadonlyMap<number, TraceValue> {
    return new Map(this.inputs.map(({ index, offset, width }) => [index, readBits(row, offset, width)]));
  }

  /** An array with 1 for slots that depend on inputs. */
  #varied(): Uint8Array {
    const operands = this.#operands;
    const varied = new Uint8Array(this.#values.length).fill(1, this.#inputBase, this.#gateBase);
    for (let i = 0, slot = this.#gateBase; i < operands.length; i += 2, slot += 1)
      varied[slot] = varied[operands[i] >> 1] | varied[operands[i + 1] >> 1];
    return varied;
  }

  #mask(edge: Edge): number {
    return this.#values[edge >> 1] ^ -(edge & 1);
  }
}

function known(edge: Edge | null): Edge {
  if (edge === null) throw new Unsupported('a term without gates');
  return edge;
}

/** The bits of an input; null if no gate reads it. */
function inputBits({ gates: { blaster, floats }, system }: BitSystem, index: number): Int32Array | null {
  const { term } = system.inputs[index];
  const bits = floats.pattern(term);
  return system.terms.sort(term).kind === 'array' || !blaster.has(bits) ? null : blaster.bits(bits);
}

/** Bits `offset` to `offset + width - 1` of a row as an unsigned number. */
export function readBits(row: Int32Array, offset: number, width: number): bigint {
  let value = 0n;
  for (let done = 0; done < width; ) {
    const at = offset + done;
    const bits = Math.min(LANES - (at & 31), width - done);
    const part = (row[at >> 5] >>> (at & 31)) & (bits === LANES ? -1 : 2 ** bits - 1);
    value |= BigInt(part >>> 0) << BigInt(done);
    done += bits;
  }
  return value;
}

/** Writes an unsigned number of `width` bits to a row. */
export function writeBits(row: Int32Array, offset: number, width: number, value: bigint): void {
  for (let done = 0; done < width; ) {
    const at = offset + done;
    const bits = Math.min(LANES - (at & 31), width - done);
    const mask = bits === LANES ? -1 : 2 ** bits - 1;
    const part = Number((value >> BigInt(done)) & BigInt(mask >>> 0)) | 0;
    row[at >> 5] = (row[at >> 5] & ~(mask << (at & 31))) | (part << (at & 31));
    done += bits;
  }
}

/**
 * The Boolean terms that a step from a location evaluates, as gates: comparisons, conditions of
 * choices and their connectives, each once and without a sign. `guards`: conditions of the steps to
 * other locations. Linear in the terms of the step.
 */
function conditionsOf(
  { system, gates: { blaster, floats } }: BitSystem,
  { location }: BitLocation,
  guards: readonly Term[],
): readonly Edge[] {
  const { terms, stateVars, pc } = system;
  const words = stateVars.filter(({ term }, i) => i !== pc && terms.sort(term).kind !== 'array');
  const roots = [location.bad, ...guards, ...words.map(({ term }) => location.after(term))];
  const found = new Set<Edge>();
  for (const t of postorder(
    terms,
    roots.map((root) => floats.apply(root)),
  ))
    if (terms.sort(t).kind === 'bool' && terms.op(t) !== Op.VARIABLE && blaster.has(t)) found.add(blaster.edge(t) & ~1);
  return [...found];
}
