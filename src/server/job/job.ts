import type { JobEvent, JobState, JobSummary, SubmittedTask } from '../protocol.ts';
import { isFinal } from '../protocol.ts';
import type { Documents } from './child-messages.ts';
import { EventLog } from './event-log.ts';
import type { JobRecord, JobStore, WriteOptions } from './store.ts';

const FLUSH_MILLISECONDS = 1_000;

/** A job with its events: tells its watchers that there are new ones, and keeps them in the store. */
export class Job {
  readonly id: string;
  readonly client: string;
  readonly files: readonly string[];
  readonly submitted: string;
  readonly #accepted = performance.now();
  readonly #store: JobStore;
  readonly #most: number;
  readonly #watchers = new Set<() => void>();
  #state: JobState;
  #verdict: string | null;
  /** Null: in the store alone. */
  #task: SubmittedTask | null;
  /** Null: in the store alone. */
  #log: EventLog | null;
  /** Number of the last event in the store. */
  #written: number;
  #flush: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** The disk has not taken all: what is in memory stays there. */
  #unkept = false;

  /** `task`: of a new job; null: job, task and events are in the store. */
  constructor(record: JobRecord, store: JobStore, mostEvents: number, task: SubmittedTask | null) {
    this.id = record.job;
    this.client = record.client;
    this.files = record.files;
    this.submitted = record.submitted;
    this.#state = record.state;
    this.#verdict = record.verdict;
    this.#store = store;
    this.#most = mostEvents;
    this.#written = record.last;
    this.#task = task;
    this.#log = task === null ? null : new EventLog(mostEvents);
  }

  get state(): JobState {
    return this.#state;
  }

  get over(): boolean {
    return this.#state !== 'queued' && this.#state !== 'running';
  }

  /** Milliseconds since it was accepted by this server. */
  get age(): number {
    return performance.now() - this.#accepted;
  }

  /** What was submitted. */
  async task(): Promise<SubmittedTask> {
    return this.#task ?? this.#store.task(this.id);
  }

  async log(): Promise<EventLog> {
    if (this.#log !== null) return this.#log;
    const log = new EventLog(this.#most);
    for await (const { number, event } of this.#store.events(this.id)) log.add(event, number);
    this.#log ??= log;
    return this.#log;
  }

  /** Lets go of what the store has of a job that is over and that nobody watches. */
  forget(): void {
    if (!this.over || this.#watchers.size > 0) return;
    void this.#writing.then(() => {
      if (this.#unkept) return;
      this.#task = null;
      this.#log = null;
    });
  }

  /** `changed` is called after each event, until the function that is returned is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  /** Nothing comes after an event that ends the job. */
  tell(event: JobEvent): void {
    if (this.#log === null || this.over) return;
    if (isFinal(event)) throw new Error(`${event.kind} ends a job`);
    if (event.kind === 'started') this.#state = 'running';
    this.#log.add(withShortTime(event));
    this.#flush ??= setTimeout(() => this.#save(), FLUSH_MILLISECONDS);
    this.#changed();
  }

  /** Ends it; the watchers learn of it once it is kept. */
  async end(event: JobEvent, documents: Documents = {}): Promise<void> {
    if (this.over) return;
    const log = await this.log();
    if (this.over) return;
    this.#state = stateAfter(event);
    if (event.kind === 'verdict') this.#verdict = event.result.verdict;
    log.add(withShortTime(event));
    await this.#save({ documents, durable: true });
    this.#changed();
  }

  summary(): JobSummary {
    const { id: job, files, submitted } = this;
    return { job, state: this.#state, files, submitted, verdict: this.#verdict, last: this.#log?.last ?? this.#written };
  }

  /** Writes what is not yet in the store. */
  #save(how: WriteOptions = {}): Promise<void> {
    if (this.#flush !== null) clearTimeout(this.#flush);
    this.#flush = null;
    const log = this.#log;
    if (log === null) return this.#writing;
    const events = [...log.after(this.#written)];
    this.#written = log.last;
    const { id: job, client, files, submitted } = this;
    const record = { job, client, files, submitted, state: this.#state, verdict: this.#verdict, last: log.last };
    this.#writing = this.#writing.then(async () => {
      if (!(await this.#store.write(record, events, how))) this.#unkept = true;
    });
    return this.#writing;
  }

  /** A new job is kept before it is accepted. */
  keep(): Promise<void> {
    return this.#save({ ...(this.#task === null ? {} : { task: this.#task }), durable: true });
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }
}

/** To tenths of a millisecond. */
function withShortTime(event: JobEvent): JobEvent {
  return { ...event, time: Math.round(event.time * 10) / 10 };
}

function stateAfter(event: JobEvent): JobState {
  switch (event.kind) {
    case 'verdict':
      return 'done';
    case 'failed':
    case 'cancelled':
    case 'interrupted':
      return event.kind;
    default:
      throw new Error(`${event.kind} does not end a job`);
  }
}
