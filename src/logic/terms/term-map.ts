import type { Term } from './builder.ts';

const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;

/**
 * Numbers by term, -1 for absent terms: the memory of graph walks. Pages are allocated where terms
 * are, so that a walk over few terms of a large store stays cheap.
 */
export class TermMap {
  #pages: (Int32Array | undefined)[] = [];

  get(t: Term): number {
    const page = this.#pages[t >> PAGE_BITS];
    return page === undefined ? -1 : page[t & (PAGE - 1)];
  }

  has(t: Term): boolean {
    return this.get(t) !== -1;
  }

  set(t: Term, value: number): void {
    const at = t >> PAGE_BITS;
    let page = this.#pages[at];
    if (page === undefined) {
      page = new Int32Array(PAGE).fill(-1);
      this.#pages[at] = page;
    }
    page[t & (PAGE - 1)] = value;
  }
}
