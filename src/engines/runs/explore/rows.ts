const FIRST = 1024;

/**
 * Rows of `width` words, each stored once under its number. Memory in bytes: 4 * width for each row,
 * and 8 to 16 for finding it.
 */
export class RowSet {
  #rows: Int32Array;
  /** Open addressing; a cell holds a row's number plus 1, or 0. */
  #cells = new Int32Array(4 * FIRST);
  #count = 0;

  constructor(readonly width: number) {
    this.#rows = new Int32Array(FIRST * width);
  }

  get size(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#cells.byteLength;
  }

  /** Copies the words of a row to `row`, which has the same width. */
  read(index: number, row: Int32Array): void {
    for (let w = 0, at = index * this.width; w < this.width; w++) row[w] = this.#rows[at + w];
  }

  word(index: number, w: number): number {
    return this.#rows[index * this.width + w];
  }

  has(row: Int32Array): boolean {
    return this.#cells[this.#cell(row)] !== 0;
  }

  /** Adds a row. Returns its number if it is new, else `~number`. */
  add(row: Int32Array): number {
    const cell = this.#cell(row);
    if (this.#cells[cell] !== 0) return ~(this.#cells[cell] - 1);
    const index = this.#count;
    if ((index + 1) * this.width > this.#rows.length) {
      const grown = new Int32Array(2 * this.#rows.length + this.width);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#rows.set(row, index * this.width);
    this.#cells[cell] = index + 1;
    this.#count += 1;
    if (2 * this.#count > this.#cells.length) this.#rehash();
    return index;
  }

  /** The cell of the row, or the one where it belongs. */
  #cell(row: Int32Array): number {
    const { width } = this;
    const cells = this.#cells;
    const rows = this.#rows;
    const mask = cells.length - 1;
    for (let i = hashRow(row, 0, width) & mask; ; i = (i + 1) & mask) {
      const found = cells[i];
      if (found === 0) return i;
      let w = 0;
      for (let at = (found - 1) * width; w < width && rows[at + w] === row[w]; ) w += 1;
      if (w === width) return i;
    }
  }

  #rehash(): void {
    const cells = new Int32Array(2 * this.#cells.length);
    const mask = cells.length - 1;
    for (let index = 0; index < this.#count; index++) {
      let i = hashRow(this.#rows, index * this.width, this.width) & mask;
      while (cells[i] !== 0) i = (i + 1) & mask;
      cells[i] = index + 1;
    }
    this.#cells = cells;
  }
}

/** A hash of `width` words. */
export function hashRow(words: Int32Array, at: number, width: number): number {
  let h = 0x9747b28c;
  for (let w = 0; w < width; w++) {
    let k = Math.imul(words[at + w], 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
