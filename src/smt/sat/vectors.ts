/** A growing array of 32-bit integers. `items` moves when it grows: read it anew after a push. */
export class IntVector {
  items: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity);
  }

  push(item: number): void {
    if (this.length === this.items.length) this.items = longerInt32(this.items, this.length + 1);
    this.items[this.length++] = item;
  }

  clear(): void {
    this.length = 0;
  }
}

/** The array itself if it has `length` items, else a copy with at least as many, doubled so that growing costs constant time an item. */
export function longerInt32(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const longer = new Int32Array(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}

export function longerInt8(array: Int8Array<ArrayBuffer>, length: number): Int8Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const longer = new Int8Array(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}

export function longerFloat64(array: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const longer = new Float64Array(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}
