import type { Location } from '../../cfa/automaton.ts';

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

/**
 * Numbers below a limit, each at most once at a time, in sweeps from the least to the greatest: what is added behind the place of the sweep waits
 * for the next one. So no number is taken twice while others wait.
 */
export class Sweep {
  private ahead: LocationQueue;
  private behind: LocationQueue;
  private readonly waiting: Uint8Array;
  private place = -1;

  constructor(limit: number) {
    const order = Int32Array.from({ length: limit }, (_, i) => i);
    this.ahead = new LocationQueue(order);
    this.behind = new LocationQueue(order);
    this.waiting = new Uint8Array(limit);
  }

  add(number: number): void {
    if (this.waiting[number] === 1) return;
    this.waiting[number] = 1;
    (number > this.place ? this.ahead : this.behind).add(number);
  }

  take(): number | null {
    let number = this.ahead.take();
    if (number === null) {
      [this.ahead, this.behind] = [this.behind, this.ahead];
      number = this.ahead.take();
    }
    if (number !== null) this.waiting[number] = 0;
    this.place = number ?? -1;
    return number;
  }
}
