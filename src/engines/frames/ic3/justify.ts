import type { Aig, Edge } from '../../../logic/bits/aig.ts';
import type { BitLiteral, BitLocation, BitSystem } from '../../methods/frames/bit-system.ts';

/** Upper limit of costs. */
const MAX_COST = 2 ** 28;

/**
 * Simulates the gates of one location, and finds bits of the state that justify the values seen. One
 * false operand justifies a false conjunction: the one that takes fewer bits of the state.
 */
export class Lifter {
  readonly #aig: Aig;
  /** Nodes that the location's gates need, operands first. */
  readonly #cone: Int32Array;
  /** The operands of each node of the cone; -1 where the node is not a conjunction. */
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #bitOf: Int32Array;
  readonly #values: Uint8Array;
  readonly #costs: Int32Array;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(system: BitSystem, location: BitLocation, guards: readonly Edge[]) {
    const aig = system.gates.blaster.graph;
    this.#aig = aig;
    this.#cone = coneOf(aig, [
      location.others,
      ...location.checks.values(),
      ...guards,
      ...location.next,
      ...system.current,
    ]);
    this.#first = this.#cone.map((n) => (aig.isAnd(n) ? aig.first(n) : -1));
    this.#second = this.#cone.map((n) => (aig.isAnd(n) ? aig.second(n) : -1));
    const size = aig.size;
    this.#values = new Uint8Array(size);
    this.#costs = new Int32Array(size);
    this.#seen = new Int32Array(size);
    this.#bitOf = new Int32Array(size).fill(-1);
    system.current.subarray(0, system.bits.length).forEach((edge, bit) => {
      this.#bitOf[edge >> 1] = bit;
    });
  }

  /** The values of all nodes of the cone, given those of inputs by node; valid until the next call. */
  simulate(input: (node: number) => boolean): Uint8Array {
    const [cone, first, second, values] = [this.#cone, this.#first, this.#second, this.#values];
    for (let i = 0; i < cone.length; i++) {
      const n = cone[i];
      const a = first[i];
      const b = second[i];
      if (a < 0) values[n] = n !== 0 && input(n) ? 1 : 0;
      else values[n] = (values[a >> 1] ^ a) & (values[b >> 1] ^ b) & 1;
    }
    return values;
  }

  /** Estimates for each node how many bits of the state justify its value. */
  #weigh(): void {
    const [cone, first, second, values, costs] = [this.#cone, this.#first, this.#second, this.#values, this.#costs];
    for (let i = 0; i < cone.length; i++) {
      const n = cone[i];
      const [a, b] = [first[i], second[i]];
      if (a < 0) {
        costs[n] = this.#bitOf[n] >= 0 ? 1 : 0;
        continue;
      }
      const [x, y] = [(values[a >> 1] ^ a) & 1, (values[b >> 1] ^ b) & 1];
      const [p, q] = [costs[a >> 1], costs[b >> 1]];
      if (x === y) costs[n] = x === 1 ? Math.min(p + q, MAX_COST) : Math.min(p, q);
      else costs[n] = x === 0 ? p : q;
    }
  }

  /**
   * After {@link simulate}: literals of the state that, with the inputs, imply that the goals have their
   * values.
   */
  lift(goals: readonly Edge[]): BitLiteral[] {
    this.#weigh();
    const aig = this.#aig;
    const [values, seen, costs] = [this.#values, this.#seen, this.#costs];
    const round = ++this.#round;
    const found: BitLiteral[] = [];
    const stack: number[] = [];
    const demand = (edge: Edge): void => {
      const node = edge >> 1;
      if (seen[node] === round) return;
      seen[node] = round;
      stack.push(node);
    };
    for (const goal of goals) demand(goal);
    for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
      if (!aig.isAnd(n)) {
        const bit = this.#bitOf[n];
        if (bit >= 0) found.push(2 * bit + (values[n] ^ 1));
        continue;
      }
      const [a, b] = [aig.first(n), aig.second(n)];
      if (values[n] === 1) {
        demand(a);
        demand(b);
        continue;
      }
      const x = (values[a >> 1] ^ a) & 1;
      const y = (values[b >> 1] ^ b) & 1;
      if (x !== y) demand(x === 0 ? a : b);
      else if (seen[a >> 1] !== round && seen[b >> 1] !== round) demand(costs[a >> 1] <= costs[b >> 1] ? a : b);
    }
    return found.sort((a, b) => a - b);
  }
}

/** The nodes below some edges, in the order of their numbers. */
function coneOf(aig: Aig, edges: readonly Edge[]): Int32Array {
  const inside = new Uint8Array(aig.size);
  let top = 0;
  for (const e of edges) {
    inside[e >> 1] = 1;
    top = Math.max(top, e >> 1);
  }
  let count = 0;
  for (let n = top; n >= 0; n--) {
    if (inside[n] === 0) continue;
    count += 1;
    if (!aig.isAnd(n)) continue;
    inside[aig.first(n) >> 1] = 1;
    inside[aig.second(n) >> 1] = 1;
  }
  const cone = new Int32Array(count);
  for (let n = 0, at = 0; at < count; n++) if (inside[n] === 1) cone[at++] = n;
  return cone;
}
