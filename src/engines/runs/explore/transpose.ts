/** Lanes of a word: one for each bit of a number. */
export const LANES = 32;

/**
 * Transposes a matrix of bits in place, which `a` holds from index `at` on: bit j of number i becomes
 * bit i of number j (Warren, Hacker's Delight, Sect. 7-3, with the least significant bit first).
 */
function transpose(a: Int32Array, at: number): void {
  let mask = 0x0000ffff;
  for (let j = 16; j !== 0; j >>>= 1, mask ^= mask << j) {
    for (let k = 0; k < LANES; k = (k + j + 1) & ~j) {
      const t = ((a[at + k] >>> j) ^ a[at + k + j]) & mask;
      a[at + k] ^= t << j;
      a[at + k + j] ^= t;
    }
  }
}

/**
 * Transposes rows of `width` words, one for each lane, to columns. Bit b of all rows goes to
 * `columns[at + b]`, with a bit for each lane. Lanes from `count` on get zeros.
 */
export function toColumns(rows: Int32Array, width: number, count: number, columns: Int32Array, at: number): void {
  for (let w = 0; w < width; w++) {
    const first = at + w * LANES;
    for (let lane = 0; lane < LANES; lane++) columns[first + lane] = lane < count ? rows[lane * width + w] : 0;
    transpose(columns, first);
  }
}

/**
 * The inverse: `columns[b]` has bit b of all rows. Rows have `stride` words, of which the first
 * `ceil(columns.length / 32)` are written.
 */
export function toRows(columns: Int32Array, rows: Int32Array, stride: number): void {
  const block = new Int32Array(LANES);
  for (let w = 0; w * LANES < columns.length; w++) {
    for (let i = 0; i < LANES; i++) {
      const b = w * LANES + i;
      block[i] = b < columns.length ? columns[b] : 0;
    }
    transpose(block, 0);
    for (let lane = 0; lane < LANES; lane++) rows[lane * stride + w] = block[lane];
  }
}
