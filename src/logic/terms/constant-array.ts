import type { Term } from './builder.ts';

/** An array of constants: its entries by ascending indices, and the element at all other indices. */
export class ConstantArray {
  constructor(
    readonly indices: readonly bigint[],
    readonly elements: readonly Term[],
    readonly other: Term,
  ) {}

  /** Number of entries below an index. */
  countBelow(index: bigint): number {
    let count = 0;
    for (let end = this.indices.length; count < end; ) {
      const middle = (count + end) >> 1;
      if (this.indices[middle] < index) count = middle + 1;
      else end = middle;
    }
    return count;
  }

  at(index: bigint): Term {
    const place = this.countBelow(index);
    return this.indices[place] === index ? this.elements[place] : this.other;
  }
}
