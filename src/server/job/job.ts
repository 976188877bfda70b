import type { JobEvent, JobState, JobSummary, SubmittedTask } from '../protocol.ts';
import { isFinal } from '../protocol.ts';
import type { Documents } from './child-messages.ts';
import { EventLog } from './event-log.ts';
import type { JobRecord, JobStore } from './store.ts';

const FLUSH_MILLISECONDS = 1_000;

/** A job with its events: tells its watchers that there are new ones, and keeps them in the store. */
export class Job {
  readonly id: string;
  readonly client: string;
  readonly task: SubmittedTask;
  readonly submitted: string;
  readonly #accepted = performance.now();
  readonly #store: JobStore;
  readonly #most: number;
  readonly #watchers = new Set<() => void>();
  #state: JobState;
  #verdict: string | null;
  /** Null: in the store alone. */
  #log: EventLog | null;
  #written = 0;
  #flush: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(record: JobRecord, store: JobStore, mostEvents: number, fresh: boolean) {
    this.id = record.job;
    this.client = record.client;
    this.task = record.task;
    this.submitted = record.submitted;
    this.#state = record.state;
    this.#verdict = record.verdict;
    this.#store = store;
    this.#most = mostEvents;
    this.#log = fresh ? new EventLog(mostEvents) : null;
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

  async log(): Promise<EventLog> {
    if (this.#log !== null) return this.#log;
    const log = new EventLog(this.#most);
    for (const { number, event } of await this.#store.events(this.id)) log.add(event, number);
    this.#written = log.last;
    this.#log ??= log;
    return this.#log;
  }

  /** Lets go of the events of a job that is over and that nobody watches; they are in the store. */
  forget(): void {
    if (this.over && this.#watchers.size === 0) void this.#writing.then(() => (this.#log = null));
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
    this.#log.add(event);
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
    log.add(event);
    await this.#save({ documents, durable: true });
    this.#changed();
  }

  summary(): JobSummary {
    const { id: job, submitted } = this;
    const files = this.task.files.map(({ name }) => name);
    return { job, state: this.#state, files, submitted, verdict: this.#verdict, last: this.#log?.last ?? this.#written };
  }

  /** Writes what is not yet in the store. */
  #save(how: { readonly documents?: Documents; readonly durable?: boolean } = {}): Promise<void> {
    if (this.#flush !== null) clearTimeout(this.#flush);
    this.#flush = null;
    const log = this.#log;
    if (log === null) return this.#writing;
    const events = [...log.after(this.#written)];
    this.#written = log.last;
    const { id: job, client, task, submitted } = this;
    const record = { job, client, task, submitted, state: this.#state, verdict: this.#verdict };
    this.#writing = this.#writing.then(() => this.#store.write(record, events, how)).catch(() => {});
    return this.#writing;
  }

  /** The record of a new job is kept before it is accepted. */
  keep(): Promise<void> {
    return this.#save({ durable: true });
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }
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
