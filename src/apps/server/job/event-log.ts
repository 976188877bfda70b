import { isNumerous, type JobEvent, sampledKey, supersededKey } from '../protocol.ts';

export interface LoggedEvent {
  readonly number: number;
  readonly event: JobEvent;
  /** The event as JSON, made once for all watchers. */
  readonly json: string;
}

/**
 * Most lemmas and similar events that are kept, and most characters of all events before the oldest of
 * those are dropped.
 */
export interface LogLimits {
  readonly eventsPerJob: number;
  readonly eventCharacters: number;
}

/**
 * The events of a job that are not superseded, by number. A late watcher (because the connection was
 * lost, or it reads slowly) asks for the events after the last number it has. Superseded progress is
 * removed, so nothing has to be queued for any watcher. Bounds and sizes of memory are kept, evenly
 * thinned: a race that is over looks as it did while it ran.
 */
export class EventLog {
  /** Events in the order of their numbers. */
  readonly #kept = new Map<number, LoggedEvent>();
  readonly #newest = new Map<string, number>();
  readonly #series = new Map<string, Samples>();
  /** Numbers of events of which there may be any number, oldest first. */
  readonly #numerous: number[] = [];
  #oldestNumerous = 0;
  #last = 0;
  #omitted = 0;
  #characters = 0;
  #total = 0;

  constructor(private readonly limits: LogLimits) {}

  get last(): number {
    return this.#last;
  }

  /** Events dropped because there were too many of their kind. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Length of all kept events as JSON. */
  get characters(): number {
    return this.#characters;
  }

  /** Length of all events ever added. */
  get total(): number {
    return this.#total;
  }

  /** Numbers the event; a given number, greater than all before, is kept. */
  add(event: JobEvent, number: number = this.#last + 1, json: string = JSON.stringify(event)): LoggedEvent {
    const logged = { number, event, json };
    this.#last = number;
    const key = supersededKey(event);
    if (key !== null) {
      const before = this.#newest.get(key);
      if (before !== undefined) this.#drop(before);
      this.#newest.set(key, number);
    }
    this.#sample(event, number);
    this.#kept.set(number, logged);
    this.#characters += json.length;
    this.#total += json.length;
    if (isNumerous(event)) this.#numerous.push(number);
    const { eventsPerJob, eventCharacters } = this.limits;
    while (this.#numbered > eventsPerJob || (this.#numbered > 0 && this.#characters > eventCharacters))
      this.#dropOldest();
    return logged;
  }

  #sample(event: JobEvent, number: number): void {
    const key = sampledKey(event);
    if (key === null) return;
    const series = this.#series.get(key) ?? new Samples();
    this.#series.set(key, series);
    const gone = series.add(number, event.time);
    if (gone !== null) this.#drop(gone);
  }

  get #numbered(): number {
    return this.#numerous.length - this.#oldestNumerous;
  }

  #drop(number: number): void {
    this.#characters -= this.#kept.get(number)?.json.length ?? 0;
    this.#kept.delete(number);
  }

  #dropOldest(): void {
    this.#drop(this.#numerous[this.#oldestNumerous]);
    this.#omitted += 1;
    this.#oldestNumerous += 1;
    if (this.#oldestNumerous < this.limits.eventsPerJob) return;
    this.#numerous.splice(0, this.#oldestNumerous);
    this.#oldestNumerous = 0;
  }

  get(number: number): LoggedEvent | null {
    return this.#kept.get(number) ?? null;
  }

  /** All kept events, in order. */
  all(): IterableIterator<LoggedEvent> {
    return this.#kept.values();
  }

  /** Lists the kept events after that number. Takes a step for each number in between. */
  *after(number: number): Generator<LoggedEvent> {
    for (let next = number + 1; next <= this.#last; next++) {
      const logged = this.#kept.get(next);
      if (logged !== undefined) yield logged;
    }
  }
}

/** Most events of one series that are kept. */
export const MOST_SAMPLES = 128;

/** A point of a series: the number of its event and its time in ms. */
interface Sample {
  readonly number: number;
  readonly time: number;
}

/**
 * The kept events of one series, such as the bounds of one engine. A picture of the race needs them
 * spread over its time: beyond `MOST_SAMPLES`, the one whose neighbours are closest in time goes.
 * The first and the last one stay.
 */
class Samples {
  readonly #kept: Sample[] = [];

  /** Adds an event, later than all before. Returns the number of the event that goes; null: none. */
  add(number: number, time: number): number | null {
    this.#kept.push({ number, time });
    if (this.#kept.length <= MOST_SAMPLES) return null;
    let least = 1;
    for (let index = 2; index < this.#kept.length - 1; index++)
      if (this.#gapWithout(index) < this.#gapWithout(least)) least = index;
    const [gone] = this.#kept.splice(least, 1);
    return gone.number;
  }

  /** Time between the neighbours of a point, in ms. */
  #gapWithout(index: number): number {
    return this.#kept[index + 1].time - this.#kept[index - 1].time;
  }
}
