import { LemmataError } from '../../base/errors.ts';

/** An edge of the graph: 2 * node + sign; sign 1 is the negation. `edge ^ 1` negates. */
export type Edge = number;

/** Node 0 is the constant. */
export const NO: Edge = 0;
export const YES: Edge = 1;

/** Default limit on the nodes of one graph: half a gigabyte. */
const DEFAULT_NODE_LIMIT = 2 ** 24;
/** In `left`: the node is an input, and `right` has its number. */
const INPUT = -1;

/**
 * And-inverter graph in flat arrays, with structural hashing, constants folded and the local rules of
 * two levels that never make the graph larger (Brummayer, Biere, Local Two-Level And-Inverter Graph
 * Minimization without Blowup, MEMICS 2006). Nodes are numbered so that the operands of a conjunction
 * come before it.
 */
export class Aig {
  #left = new Int32Array(1024);
  #right = new Int32Array(1024);
  #uses = new Int32Array(1024);
  /** Open addressing over conjunctions; a cell holds a node, or 0. */
  #cells = new Int32Array(4096);
  #count = 1;
  readonly #inputNodes: number[] = [];

  /** `limit`: most nodes before `E-LIMIT` is thrown; the graph stays usable then. */
  constructor(private readonly limit = DEFAULT_NODE_LIMIT) {
    this.#left[0] = INPUT;
    this.#right[0] = INPUT;
  }

  /** Number of nodes, the constant among them. */
  get size(): number {
    return this.#count;
  }

  get inputCount(): number {
    return this.#inputNodes.length;
  }

  isAnd(node: number): boolean {
    return this.#left[node] >= 0;
  }

  /** Greater operand of a conjunction. */
  first(node: number): Edge {
    return this.#left[node];
  }

  /** Lesser operand of a conjunction. */
  second(node: number): Edge {
    return this.#right[node];
  }

  /** Number of an input among the inputs; -1 for other nodes. */
  inputOf(node: number): number {
    return this.#left[node] === INPUT ? this.#right[node] : -1;
  }

  /** Number of conjunctions that have the node as an operand. */
  fanout(node: number): number {
    return this.#uses[node];
  }

  /** A new input. */
  input(): Edge {
    const node = this.#append(INPUT, this.#inputNodes.length);
    this.#inputNodes.push(node);
    return node << 1;
  }

  and(x: Edge, y: Edge): Edge {
    let a = x;
    let b = y;
    // Each round replaces one operand by a smaller one.
    for (;;) {
      if (a < b) [a, b] = [b, a];
      if (b === NO || a === (b ^ 1)) return NO;
      if (b === YES || a === b) return a;
      if (!this.isAnd(a >> 1) && !this.isAnd(b >> 1)) break;
      const simpler = this.#twoLevels(a, b);
      if (simpler === NOTHING) break;
      if (simpler !== AGAIN) return simpler;
      a = this.#nextA;
      b = this.#nextB;
    }
    return this.#node(a, b);
  }

  or(a: Edge, b: Edge): Edge {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  /** Signs are taken out, so that exclusive ors of the same nodes are the same. */
  xor(a: Edge, b: Edge): Edge {
    const sign = (a ^ b) & 1;
    const x = a & ~1;
    const y = b & ~1;
    return this.and(this.and(x, y) ^ 1, this.and(x ^ 1, y ^ 1) ^ 1) ^ sign;
  }

  ite(c: Edge, a: Edge, b: Edge): Edge {
    if (c === YES || a === b) return a;
    if (c === NO) return b;
    if (a === (b ^ 1)) return this.xor(c, b);
    return this.and(this.and(c, a) ^ 1, this.and(c ^ 1, b) ^ 1) ^ 1;
  }

  /** At least two of the three: the carry of a sum. */
  majority(a: Edge, b: Edge, c: Edge): Edge {
    if (a === b) return a;
    if (a === (b ^ 1)) return c;
    return this.or(this.and(a, b), this.and(c, this.xor(a, b)));
  }

  /** Conjunction of any number of edges, as a balanced tree. */
  andAll(edges: ArrayLike<Edge>): Edge {
    let level = Array.from(edges);
    while (level.length > 1) {
      const next: Edge[] = [];
      for (let i = 0; i + 1 < level.length; i += 2) next.push(this.and(level[i], level[i + 1]));
      if (level.length % 2 === 1) next.push(level[level.length - 1]);
      level = next;
    }
    return level.length === 0 ? YES : level[0];
  }

  /** Values of all nodes, given those of the inputs by number. */
  simulate(inputs: (number: number) => boolean): Uint8Array {
    const left = this.#left;
    const right = this.#right;
    const count = this.#count;
    const values = new Uint8Array(count);
    for (let n = 1; n < count; n++) {
      const l = left[n];
      if (l === INPUT) values[n] = inputs(right[n]) ? 1 : 0;
      else {
        const r = right[n];
        values[n] = (values[l >> 1] ^ l) & (values[r >> 1] ^ r) & 1;
      }
    }
    return values;
  }

  #nextA: Edge = 0;
  #nextB: Edge = 0;

  #again(a: Edge, b: Edge): Edge {
    this.#nextA = a;
    this.#nextB = b;
    return AGAIN;
  }

  /**
   * The rules on operands of operands: an edge, or AGAIN with other operands in `nextA` and `nextB`, or
   * NOTHING.
   */
  #twoLevels(a: Edge, b: Edge): Edge {
    const oneSided = this.#oneSided(a, b);
    if (oneSided !== NOTHING) return oneSided;
    const other = this.#oneSided(b, a);
    if (other !== NOTHING) return other;
    if (!this.isAnd(a >> 1) || !this.isAnd(b >> 1)) return NOTHING;
    const a0 = this.#left[a >> 1];
    const a1 = this.#right[a >> 1];
    const b0 = this.#left[b >> 1];
    const b1 = this.#right[b >> 1];
    if ((a & 1) === 0 && (b & 1) === 0) {
      if (a0 === (b0 ^ 1) || a0 === (b1 ^ 1) || a1 === (b0 ^ 1) || a1 === (b1 ^ 1)) return NO;
      if (b0 === a0 || b0 === a1) return this.#again(a, b1);
      if (b1 === a0 || b1 === a1) return this.#again(a, b0);
      return NOTHING;
    }
    if ((a & 1) === 0) return this.#withNegated(a, a0, a1, b0, b1);
    if ((b & 1) === 0) return this.#withNegated(b, b0, b1, a0, a1);
    // ¬(x ∧ y) ∧ ¬(x ∧ ¬y) is ¬x.
    if ((a0 === b0 && a1 === (b1 ^ 1)) || (a0 === b1 && a1 === (b0 ^ 1))) return a0 ^ 1;
    if ((a1 === b1 && a0 === (b0 ^ 1)) || (a1 === b0 && a0 === (b1 ^ 1))) return a1 ^ 1;
    return NOTHING;
  }

  /** b against the operands of a. */
  #oneSided(a: Edge, b: Edge): Edge {
    const node = a >> 1;
    if (!this.isAnd(node)) return NOTHING;
    const a0 = this.#left[node];
    const a1 = this.#right[node];
    if ((a & 1) === 0) {
      if (a0 === (b ^ 1) || a1 === (b ^ 1)) return NO;
      if (a0 === b || a1 === b) return a;
      return NOTHING;
    }
    if (a0 === (b ^ 1) || a1 === (b ^ 1)) return b;
    if (a0 === b) return this.#again(b, a1 ^ 1);
    if (a1 === b) return this.#again(b, a0 ^ 1);
    return NOTHING;
  }

  /** (a0 ∧ a1) ∧ ¬(b0 ∧ b1). */
  #withNegated(a: Edge, a0: Edge, a1: Edge, b0: Edge, b1: Edge): Edge {
    if (b0 === (a0 ^ 1) || b0 === (a1 ^ 1) || b1 === (a0 ^ 1) || b1 === (a1 ^ 1)) return a;
    if (b0 === a0 || b0 === a1) return this.#again(a, b1 ^ 1);
    if (b1 === a0 || b1 === a1) return this.#again(a, b0 ^ 1);
    return NOTHING;
  }

  /** The node of exactly these operands, a > b. */
  #node(a: Edge, b: Edge): Edge {
    const left = this.#left;
    const right = this.#right;
    const cells = this.#cells;
    const mask = cells.length - 1;
    let i = hash(a, b) & mask;
    for (let n = cells[i]; n !== 0; n = cells[i]) {
      if (left[n] === a && right[n] === b) return n << 1;
      i = (i + 1) & mask;
    }
    const node = this.#append(a, b);
    this.#uses[a >> 1]++;
    this.#uses[b >> 1]++;
    // `append` may have reallocated the cells.
    if (this.#cells === cells) cells[i] = node;
    else this.#enter(node);
    return node << 1;
  }

  #append(left: number, right: number): number {
    if (this.#count === this.#left.length) this.#grow();
    const node = this.#count++;
    this.#left[node] = left;
    this.#right[node] = right;
    return node;
  }

  #grow(): void {
    if (this.#count >= this.limit) throw new LemmataError('E-LIMIT', `more than ${this.limit} gates`);
    const capacity = 2 * this.#left.length;
    try {
      const [left, right, uses] = [this.#left, this.#right, this.#uses].map((old) => {
        const grown = new Int32Array(capacity);
        grown.set(old);
        return grown;
      });
      const cells = new Int32Array(4 * capacity);
      this.#left = left;
      this.#right = right;
      this.#uses = uses;
      this.#cells = cells;
    } catch (cause) {
      throw new LemmataError('E-LIMIT', `no memory for ${capacity} gates`, null, { cause });
    }
    for (let n = 1; n < this.#count; n++) if (this.isAnd(n)) this.#enter(n);
  }

  #enter(node: number): void {
    const cells = this.#cells;
    const mask = cells.length - 1;
    let i = hash(this.#left[node], this.#right[node]) & mask;
    while (cells[i] !== 0) i = (i + 1) & mask;
    cells[i] = node;
  }
}

/** Results that are not edges: no edge has these values. */
const NOTHING = -1;
const AGAIN = -2;

function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ b;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
}
