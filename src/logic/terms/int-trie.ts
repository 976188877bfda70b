/**
 * Persistent maps from non-negative integers to integers as hash-consed big-endian Patricia tries
 * (Okasaki, Gill: Fast Mergeable Integer Maps, 1998). Equal maps have equal roots however they came
 * about, and two maps are compared in time proportional to their difference. Nodes live in flat
 * arrays; a map is the number of its root.
 */
export const EMPTY_MAP = 0;

/**
 * Words of a node: key or prefix; branching bit, or 0 for a leaf; left child or value; right child;
 * number of entries.
 */
const WORDS = 5;

export interface Difference {
  readonly key: number;
  /** Value on the left, -1 for none. */
  readonly left: number;
  readonly right: number;
}

export class IntTrie {
  #nodes = new Int32Array(WORDS * 256);
  /** Open addressing; node number, 0 for free. */
  #cells = new Int32Array(512);
  #count = 1;

  /** Value at a key; -1 if the key is absent. */
  get(root: number, key: number): number {
    const nodes = this.#nodes;
    let n = root;
    while (n !== EMPTY_MAP) {
      const at = WORDS * n;
      const bit = nodes[at + 1];
      if (bit === 0) return nodes[at] === key ? nodes[at + 2] : -1;
      if ((key & ~(2 * bit - 1)) !== nodes[at]) return -1;
      n = (key & bit) === 0 ? nodes[at + 2] : nodes[at + 3];
    }
    return -1;
  }

  entries(root: number): number {
    return this.#nodes[WORDS * root + 4];
  }

  /** The map with `key` at `value` (>= 0). */
  insert(root: number, key: number, value: number): number {
    if (root === EMPTY_MAP) return this.#leaf(key, value);
    const at = WORDS * root;
    const own = this.#nodes[at];
    const bit = this.#nodes[at + 1];
    if (bit === 0 && own === key) return this.#leaf(key, value);
    if (bit === 0 || (key & ~(2 * bit - 1)) !== own) return this.#join(this.#leaf(key, value), key, root, own);
    const left = this.#nodes[at + 2];
    const right = this.#nodes[at + 3];
    return (key & bit) === 0
      ? this.#branch(own, bit, this.insert(left, key, value), right)
      : this.#branch(own, bit, left, this.insert(right, key, value));
  }

  /**
   * The map of these keys, in ascending order, and values (>= 0).
   * It equals inserting them one by one, without the maps in between.
   */
  build(keys: readonly number[], values: readonly number[], from = 0, to = keys.length): number {
    if (from === to) return EMPTY_MAP;
    const first = keys[from];
    if (to - from === 1) return this.#leaf(first, values[from]);
    const bit = 1 << (31 - Math.clz32(first ^ keys[to - 1]));
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] & bit) === 0) low = middle + 1;
      else high = middle;
    }
    const left = this.build(keys, values, from, low);
    return this.#branch(first & ~(2 * bit - 1), bit, left, this.build(keys, values, low, to));
  }

  /** The map without `key`. */
  remove(root: number, key: number): number {
    if (root === EMPTY_MAP) return root;
    const at = WORDS * root;
    const bit = this.#nodes[at + 1];
    if (bit === 0) return this.#nodes[at] === key ? EMPTY_MAP : root;
    if ((key & ~(2 * bit - 1)) !== this.#nodes[at]) return root;
    const left = this.#nodes[at + 2];
    const right = this.#nodes[at + 3];
    const l = (key & bit) === 0 ? this.remove(left, key) : left;
    const r = (key & bit) === 0 ? right : this.remove(right, key);
    if (l === EMPTY_MAP) return r;
    return r === EMPTY_MAP ? l : this.#branch(this.#nodes[at], bit, l, r);
  }

  /** Calls `visit` for every entry, in the order of keys. */
  forEach(root: number, visit: (key: number, value: number) => void): void {
    const stack = [root];
    while (stack.length > 0) {
      const n = stack.pop() as number;
      if (n === EMPTY_MAP) continue;
      const at = WORDS * n;
      if (this.#nodes[at + 1] === 0) visit(this.#nodes[at], this.#nodes[at + 2]);
      else stack.push(this.#nodes[at + 3], this.#nodes[at + 2]);
    }
  }

  /** Keys at which two maps differ, in order; null if there are more than `limit`. */
  difference(left: number, right: number, limit: number): Difference[] | null {
    const out: Difference[] = [];
    const stack: [number, number][] = [[left, right]];
    while (stack.length > 0) {
      const [l, r] = stack.pop() as [number, number];
      if (l === r) continue;
      if (out.length > limit || Math.abs(this.entries(l) - this.entries(r)) > limit) return null;
      this.#compare(l, r, out, stack);
    }
    return out.length > limit ? null : out;
  }

  #compare(l: number, r: number, out: Difference[], stack: [number, number][]): void {
    const nodes = this.#nodes;
    const a = WORDS * l;
    const b = WORDS * r;
    const leftBit = l === EMPTY_MAP ? 0 : nodes[a + 1];
    const rightBit = r === EMPTY_MAP ? 0 : nodes[b + 1];
    if (leftBit === 0 && rightBit === 0) {
      if (l !== EMPTY_MAP && r !== EMPTY_MAP && nodes[a] === nodes[b])
        out.push({ key: nodes[a], left: nodes[a + 2], right: nodes[b + 2] });
      else {
        if (l !== EMPTY_MAP) out.push({ key: nodes[a], left: nodes[a + 2], right: -1 });
        if (r !== EMPTY_MAP) out.push({ key: nodes[b], left: -1, right: nodes[b + 2] });
      }
    } else if (leftBit === rightBit && nodes[a] === nodes[b]) {
      stack.push([nodes[a + 3], nodes[b + 3]], [nodes[a + 2], nodes[b + 2]]);
    } else if (unsignedGreater(leftBit, rightBit)) {
      this.#split(
        l,
        r,
        (inner) => [inner, r],
        (inner) => [inner, EMPTY_MAP],
        stack,
      );
    } else {
      this.#split(
        r,
        l,
        (inner) => [l, inner],
        (inner) => [EMPTY_MAP, inner],
        stack,
      );
    }
  }

  /** `other` belongs to one child of `branch`, or to none. */
  #split(
    branch: number,
    other: number,
    both: (child: number) => [number, number],
    alone: (child: number) => [number, number],
    stack: [number, number][],
  ): void {
    const nodes = this.#nodes;
    const at = WORDS * branch;
    const bit = nodes[at + 1];
    const key = other === EMPTY_MAP ? 0 : nodes[WORDS * other];
    const inside = other !== EMPTY_MAP && (key & ~(2 * bit - 1)) === nodes[at];
    const left = inside && (key & bit) === 0;
    const right = inside && !left;
    stack.push(right ? both(nodes[at + 3]) : alone(nodes[at + 3]), left ? both(nodes[at + 2]) : alone(nodes[at + 2]));
    if (!inside && other !== EMPTY_MAP) stack.push(both(EMPTY_MAP));
  }

  #join(n: number, key: number, m: number, other: number): number {
    const bit = 1 << (31 - Math.clz32(key ^ other));
    const prefix = key & ~(2 * bit - 1);
    return (key & bit) === 0 ? this.#branch(prefix, bit, n, m) : this.#branch(prefix, bit, m, n);
  }

  #leaf(key: number, value: number): number {
    return this.#node(key, 0, value, 0, 1);
  }

  #branch(prefix: number, bit: number, left: number, right: number): number {
    return this.#node(prefix, bit, left, right, this.entries(left) + this.entries(right));
  }

  #node(key: number, bit: number, left: number, right: number, entries: number): number {
    const nodes = this.#nodes;
    const cells = this.#cells;
    const mask = cells.length - 1;
    let i = hash(key, bit, left, right) & mask;
    for (let n = cells[i]; n !== 0; n = cells[i]) {
      const at = WORDS * n;
      if (nodes[at] === key && nodes[at + 1] === bit && nodes[at + 2] === left && nodes[at + 3] === right) return n;
      i = (i + 1) & mask;
    }
    const n = this.#count++;
    cells[i] = n;
    const at = WORDS * n;
    nodes[at] = key;
    nodes[at + 1] = bit;
    nodes[at + 2] = left;
    nodes[at + 3] = right;
    nodes[at + 4] = entries;
    if (2 * this.#count >= cells.length) this.#grow();
    return n;
  }

  #grow(): void {
    const nodes = new Int32Array(this.#nodes.length * 2);
    nodes.set(this.#nodes);
    const cells = new Int32Array(this.#cells.length * 2);
    const mask = cells.length - 1;
    for (let n = 1; n < this.#count; n++) {
      const at = WORDS * n;
      let i = hash(nodes[at], nodes[at + 1], nodes[at + 2], nodes[at + 3]) & mask;
      while (cells[i] !== 0) i = (i + 1) & mask;
      cells[i] = n;
    }
    this.#nodes = nodes;
    this.#cells = cells;
  }
}

function unsignedGreater(a: number, b: number): boolean {
  return a >>> 0 > b >>> 0;
}

function hash(key: number, bit: number, left: number, right: number): number {
  let h = Math.imul(key ^ Math.imul(bit, 0x9e3779b1), 0x85ebca6b) ^ left;
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35) ^ right;
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return h ^ (h >>> 16);
}
