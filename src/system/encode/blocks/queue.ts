/** Numbers ordered by a key, the least first. A binary heap. */
export class NumberQueue {
  readonly #heap: number[] = [];

  constructor(private readonly key: (number: number) => number) {}

  /** The first number; null if there is none. */
  first(): number | null {
    return this.#heap.length === 0 ? null : this.#heap[0];
  }

  add(number: number): void {
    const { key } = this;
    const heap = this.#heap;
    const mine = key(number);
    let i = heap.push(number) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (key(heap[parent]) <= mine) break;
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = number;
  }

  /** Removes and returns the first number; null if there is none. */
  take(): number | null {
    const { key } = this;
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined) return null;
    if (heap.length === 0) return first;
    const mine = key(last);
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && key(heap[child + 1]) < key(heap[child])) child++;
      if (key(heap[child]) >= mine) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

/**
 * Numbers below a limit, each at most once at a time, taken in sweeps from the least to the greatest.
 * A number added behind the sweep's place waits for the next sweep. So no number is taken twice while
 * others wait.
 */
export class Sweep {
  #ahead: NumberQueue;
  #behind: NumberQueue;
  readonly #waiting: Uint8Array;
  #place = -1;

  constructor(limit: number) {
    this.#ahead = new NumberQueue((number) => number);
    this.#behind = new NumberQueue((number) => number);
    this.#waiting = new Uint8Array(limit);
  }

  add(number: number): void {
    if (this.#waiting[number] === 1) return;
    this.#waiting[number] = 1;
    (number > this.#place ? this.#ahead : this.#behind).add(number);
  }

  take(): number | null {
    let number = this.#ahead.take();
    if (number === null) {
      [this.#ahead, this.#behind] = [this.#behind, this.#ahead];
      number = this.#ahead.take();
    }
    if (number !== null) this.#waiting[number] = 0;
    this.#place = number ?? -1;
    return number;
  }
}
