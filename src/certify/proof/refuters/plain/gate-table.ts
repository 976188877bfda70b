/** Result for an unknown gate. */
export const NO_GATE = -1;

const WORDS = 5;
const FIRST_SIZE = 1 << 10;

/**
 * Maps gates, by their kind and up to three operands (numbers from 0), to numbers: a hash table in one
 * array, by open addressing.
 */
export class GateTable {
  /** Kind + 1 (0: free), operands, value. */
  #cells = new Int32Array(WORDS * FIRST_SIZE);
  #size = FIRST_SIZE;
  #count = 0;

  get(kind: number, a: number, b: number, c: number): number {
    const at = this.#find(kind, a, b, c);
    return this.#cells[at] === 0 ? NO_GATE : this.#cells[at + 4];
  }

  set(kind: number, a: number, b: number, c: number, value: number): void {
    if (2 * this.#count >= this.#size) this.#grow();
    const at = this.#find(kind, a, b, c);
    if (this.#cells[at] === 0) this.#count += 1;
    this.#cells.set([kind + 1, a, b, c, value], at);
  }

  /** The cell of the gate, or the free cell where it belongs. */
  #find(kind: number, a: number, b: number, c: number): number {
    const cells = this.#cells;
    const mixed = Math.imul(Math.imul(Math.imul(a + 0x9e37, 0x85ebca6b) ^ b, 0xc2b2ae35) ^ c, 0x27d4eb2f) ^ kind;
    for (let place = mixed ^ (mixed >>> 15); ; place++) {
      const at = WORDS * (place & (this.#size - 1));
      if (cells[at] === 0) return at;
      if (cells[at] === kind + 1 && cells[at + 1] === a && cells[at + 2] === b && cells[at + 3] === c) return at;
    }
  }

  #grow(): void {
    const old = this.#cells;
    this.#size *= 2;
    this.#cells = new Int32Array(WORDS * this.#size);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] === 0) continue;
      this.#cells.set(old.subarray(at, at + WORDS), this.#find(old[at] - 1, old[at + 1], old[at + 2], old[at + 3]));
    }
  }
}
