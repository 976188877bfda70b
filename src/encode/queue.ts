import type { Location } from '../cfa/automaton.ts';

/** Locations by their place in an order, the first first; each is added once. A binary heap. */
export class LocationQueue {
  private readonly heap: Location[] = [];

  constructor(private readonly order: Int32Array) {}

  add(location: Location): void {
    const { heap, order } = this;
    let i = heap.push(location) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (order[heap[parent]] <= order[location]) break;
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = location;
  }

  take(): Location | null {
    const { heap, order } = this;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined) return null;
    if (heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && order[heap[child + 1]] < order[heap[child]]) child++;
      if (order[heap[child]] >= order[last]) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

/** Numbers below a limit, the least first, each at most once at a time. */
export class Worklist {
  private readonly queue: LocationQueue;
  private readonly waiting: Uint8Array;

  constructor(limit: number) {
    this.queue = new LocationQueue(Int32Array.from({ length: limit }, (_, i) => i));
    this.waiting = new Uint8Array(limit);
  }

  add(number: number): void {
    if (this.waiting[number] === 1) return;
    this.waiting[number] = 1;
    this.queue.add(number);
  }

  take(): number | null {
    const number = this.queue.take();
    if (number !== null) this.waiting[number] = 0;
    return number;
  }
}
