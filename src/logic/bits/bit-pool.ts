import type { Edge } from './aig.ts';

/** Edges of many vectors one behind the other; entries never change. */
export class BitPool {
  #edges = new Int32Array(1024);
  #count = 0;

  /** Appends a vector; returns where it begins. */
  add(bits: ArrayLike<Edge>): number {
    const start = this.#count;
    const end = start + bits.length;
    if (end > this.#edges.length) {
      const grown = new Int32Array(Math.max(end, 2 * this.#edges.length));
      grown.set(this.#edges);
      this.#edges = grown;
    }
    this.#edges.set(bits, start);
    this.#count = end;
    return start;
  }

  at(place: number): Edge {
    return this.#edges[place];
  }

  /** Must not be written to. */
  view(place: number, width: number): Int32Array {
    return this.#edges.subarray(place, place + width);
  }
}
