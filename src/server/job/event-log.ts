import { isNumerous, type JobEvent, supersededKey } from '../protocol.ts';

export interface LoggedEvent {
  readonly number: number;
  readonly event: JobEvent;
  /** The event as JSON, made once for all who watch. */
  readonly json: string;
}

/**
 * The events of a job that still say something, by number. One who is late (because the connection was lost, or reads slowly) asks for what
 * came after the last number it has: progress that newer progress supersedes is not there any more, so nothing has to be queued for anyone.
 */
export class EventLog {
  /** In order of their numbers. */
  readonly #kept = new Map<number, LoggedEvent>();
  readonly #newest = new Map<string, number>();
  /** Numbers of events of which there may be any number, oldest first. */
  readonly #numerous: number[] = [];
  readonly #most: number;
  #oldestNumerous = 0;
  #last = 0;
  #omitted = 0;

  /** `most`: of lemmas and the like. */
  constructor(most: number) {
    this.#most = most;
  }

  get last(): number {
    return this.#last;
  }

  /** Events that were dropped because there are too many of their kind. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Numbers the event; a stored one keeps its number, which is greater than all before. */
  add(event: JobEvent, number: number = this.#last + 1, json: string = JSON.stringify(event)): LoggedEvent {
    const logged = { number, event, json };
    this.#last = number;
    const key = supersededKey(event);
    if (key !== null) {
      const before = this.#newest.get(key);
      if (before !== undefined) this.#kept.delete(before);
      this.#newest.set(key, number);
    }
    if (isNumerous(event)) {
      this.#numerous.push(number);
      if (this.#numerous.length - this.#oldestNumerous > this.#most) this.#dropOldest();
    }
    this.#kept.set(number, logged);
    return logged;
  }

  #dropOldest(): void {
    this.#kept.delete(this.#numerous[this.#oldestNumerous]);
    this.#omitted += 1;
    this.#oldestNumerous += 1;
    if (this.#oldestNumerous < this.#most) return;
    this.#numerous.splice(0, this.#oldestNumerous);
    this.#oldestNumerous = 0;
  }

  get(number: number): LoggedEvent | null {
    return this.#kept.get(number) ?? null;
  }

  /** All that is kept, in order. */
  all(): IterableIterator<LoggedEvent> {
    return this.#kept.values();
  }

  /** What is kept of the events after that number. Costs a step for each number in between. */
  *after(number: number): Generator<LoggedEvent> {
    for (let next = number + 1; next <= this.#last; next++) {
      const logged = this.#kept.get(next);
      if (logged !== undefined) yield logged;
    }
  }
}
