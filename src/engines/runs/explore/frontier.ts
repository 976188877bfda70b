/** A queue of numbers with two ends. */
class Deque {
  #items: number[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: number): void {
    this.#items.push(item);
  }

  oldest(): number | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#head += 1;
    if (2 * this.#head > this.#items.length && this.#head > 64) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  latest(): number | undefined {
    return this.size === 0 ? undefined : this.#items.pop();
  }
}

/** An end of a queue. */
export type End = 'oldest' | 'latest';

/** Waiting states of one class, location by location; locations take turns. */
export class Waiting {
  readonly #queues: readonly Deque[];
  #turn = 0;
  #size = 0;

  constructor(locations: number) {
    this.#queues = Array.from({ length: locations }, () => new Deque());
  }

  get size(): number {
    return this.#size;
  }

  push(location: number, state: number): void {
    this.#queues[location].push(state);
    this.#size += 1;
  }

  /** The location whose turn is next. Requires that a state waits. */
  nextLocation(): number {
    do this.#turn = (this.#turn + 1) % this.#queues.length;
    while (this.#queues[this.#turn].size === 0);
    return this.#turn;
  }

  take(location: number, end: End): number | undefined {
    const queue = this.#queues[location];
    const state = end === 'oldest' ? queue.oldest() : queue.latest();
    if (state !== undefined) this.#size -= 1;
    return state;
  }
}
