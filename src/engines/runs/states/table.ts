/** A list of numbers of 32 bits that grows. Numbers that were never put are 0. */
export class NumberList {
  size = 0;
  #values = new Int32Array(64);

  get bytes(): number {
    return this.#values.byteLength;
  }

  at(index: number): number {
    return this.#values[index];
  }

  put(index: number, value: number): void {
    if (index >= this.#values.length) {
      const values = new Int32Array(Math.max(2 * this.#values.length, index + 1));
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[index] = value;
    if (index >= this.size) this.size = index + 1;
  }

  push(value: number): void {
    this.put(this.size, value);
  }
}

/**
 * A set of rows of numbers of 32 bits, in typed arrays with open addressing. Rows keep their numbers, which
 * count from 0.
 */
export class RowTable {
  size = 0;
  #rows: Int32Array;
  /** Numbers of rows plus 1; 0: free. */
  #slots = new Int32Array(64);

  /** `width`: numbers in a row. */
  constructor(readonly width: number) {
    this.#rows = new Int32Array(16 * Math.max(1, width));
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#slots.byteLength;
  }

  at(row: number, column: number): number {
    return this.#rows[row * this.width + column];
  }

  /** Returns the number of a row that is in the set, or adds it, and returns the complement of its new number. */
  add(row: Int32Array): number {
    const { width } = this;
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(row, width) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] - 1;
      if (number === -1) {
        this.#slots[slot] = this.size + 1;
        break;
      }
      if (this.#isAt(number, row)) return number;
    }
    const added = this.size;
    if ((added + 1) * width > this.#rows.length) {
      const rows = new Int32Array(2 * this.#rows.length);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    for (let i = 0; i < width; i++) this.#rows[added * width + i] = row[i];
    this.size += 1;
    if (2 * this.size > this.#slots.length) this.#grow();
    return ~added;
  }

  #isAt(number: number, row: Int32Array): boolean {
    const start = number * this.width;
    for (let i = 0; i < this.width; i++) if (this.#rows[start + i] !== row[i]) return false;
    return true;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    const row = new Int32Array(this.width);
    for (let number = 0; number < this.size; number++) {
      for (let i = 0; i < this.width; i++) row[i] = this.at(number, i);
      let slot = hashOf(row, this.width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** Mixes the numbers of a row (MurmurHash3's 32-bit mixing, by Appleby). */
function hashOf(row: Int32Array, width: number): number {
  let hash = 0x9747b28c;
  for (let i = 0; i < width; i++) {
    let k = Math.imul(row[i], 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    hash ^= Math.imul(k, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
