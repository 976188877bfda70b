import type { Documents, JobEvent, JobKind, JobState, JobSummary, SubmittedTask } from '../protocol.ts';
import { isFinal } from '../protocol.ts';
import { EventLog, type LoggedEvent, type LogLimits } from './event-log.ts';
import type { JobRecord, JobStore, WriteOptions } from './store.ts';

const FLUSH_MILLISECONDS = 1_000;

/** A job with its events: notifies its watchers of each event, and keeps the events in the store. */
export class Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly client: string;
  readonly files: readonly string[];
  readonly submitted: string;
  /** Version of Lemmata that accepted it; null: unknown. */
  readonly lemmata: string | null;
  readonly #accepted = performance.now();
  readonly #store: JobStore;
  readonly #limits: LogLimits;
  readonly #watchers = new Set<() => void>();
  #state: JobState;
  #outcome: Outcome;
  /** Null: the task is in the store only. */
  #task: SubmittedTask | null;
  /** Null: the events are in the store only. */
  #log: EventLog | null;
  /** The event that was encoded last. */
  #encoded: { readonly logged: LoggedEvent; readonly message: Buffer } | null = null;
  /** Number of the last stored event. */
  #written: number;
  #flush: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** The disk has not taken all events: they stay in memory. */
  #unkept = false;

  /** `task`: the task of a fresh job; null: job, task and events are in the store. */
  constructor(record: JobRecord, store: JobStore, limits: LogLimits, task: SubmittedTask | null) {
    this.id = record.job;
    this.kind = record.kind;
    this.client = record.client;
    this.files = record.files;
    this.submitted = record.submitted;
    this.lemmata = record.lemmata ?? null;
    this.#state = record.state;
    this.#outcome = { verdict: record.verdict, engine: record.engine, seconds: record.seconds };
    this.#store = store;
    this.#limits = limits;
    this.#written = record.last;
    this.#task = task;
    this.#log = task === null ? null : new EventLog(limits);
  }

  get state(): JobState {
    return this.#state;
  }

  get over(): boolean {
    return this.#state !== 'queued' && this.#state !== 'running';
  }

  /** Number of the last event. */
  get last(): number {
    return this.#log?.last ?? this.#written;
  }

  /**
   * Length of its events as JSON, while they are in memory: of those that are not superseded, and of
   * all.
   */
  get size(): { readonly kept: number; readonly total: number } {
    return { kept: this.#log?.characters ?? 0, total: this.#log?.total ?? 0 };
  }

  /** Milliseconds since it was accepted by this server. */
  get age(): number {
    return performance.now() - this.#accepted;
  }

  /** The message that sends an event to clients, as UTF-8: the same bytes for all watchers in turn. */
  message(logged: LoggedEvent): Buffer {
    if (this.#encoded?.logged !== logged) {
      const { number, json } = logged;
      this.#encoded = {
        logged,
        message: Buffer.from(`{"type":"event","job":"${this.id}","number":${number},"event":${json}}`),
      };
    }
    return this.#encoded.message;
  }

  /** Returns the number of a matching event; null: there is none, or it is not in memory. */
  numberOf(is: (event: JobEvent) => boolean): number | null {
    for (const { number, event } of this.#log?.all() ?? []) if (is(event)) return number;
    return null;
  }

  /** The matching events, in order; [] if they are not in memory. */
  find(is: (event: JobEvent) => boolean): LoggedEvent[] {
    return [...(this.#log?.all() ?? [])].filter(({ event }) => is(event));
  }

  /** Returns the submitted task. */
  async task(): Promise<SubmittedTask> {
    return this.#task ?? this.#store.task(this.id);
  }

  async log(): Promise<EventLog> {
    if (this.#log !== null) return this.#log;
    const log = new EventLog(this.#limits);
    for await (const { number, event } of this.#store.events(this.id)) log.add(event, number);
    this.#log ??= log;
    return this.#log;
  }

  /** Drops from memory the stored content of a finished job without watchers. */
  forget(): void {
    if (!this.over || this.#watchers.size > 0) return;
    void this.#writing.then(() => {
      if (this.#unkept) return;
      this.#task = null;
      this.#log = null;
    });
  }

  /** Calls `changed` after each event, until the returned function is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  /**
   * Adds an event; ignored after an event that ends the job. `number`: greater than all before; absent:
   * the next.
   */
  add(event: JobEvent, number?: number): void {
    if (this.#log === null || this.over) return;
    if (isFinal(event)) throw new Error(`${event.kind} ends a job`);
    if (event.kind === 'started') this.#state = 'running';
    this.#log.add(withShortTime(event), number);
    this.#flush ??= setTimeout(() => this.#save(), FLUSH_MILLISECONDS);
    this.#changed();
  }

  /** Ends the job; the watchers learn of it once it is stored. */
  async end(event: JobEvent, documents: Documents = {}, number?: number): Promise<void> {
    if (this.over) return;
    const log = await this.log();
    if (this.over) return;
    this.#state = stateAfter(event);
    this.#outcome = outcomeOf(event);
    log.add(withShortTime(event), number);
    await this.#save({ documents, durable: true });
    this.#changed();
  }

  summary(): JobSummary {
    const { id: job, kind, state, files, submitted, last, lemmata } = this;
    const version = lemmata === null ? {} : { lemmata };
    return { job, kind, state, files, submitted, ...this.#outcome, last, ...version };
  }

  /** Stores the events that are not stored yet. */
  #save(how: WriteOptions = {}): Promise<void> {
    if (this.#flush !== null) clearTimeout(this.#flush);
    this.#flush = null;
    const log = this.#log;
    if (log === null) return this.#writing;
    const events = [...log.after(this.#written)];
    this.#written = log.last;
    const record = { ...this.summary(), client: this.client };
    this.#writing = this.#writing.then(async () => {
      if (!(await this.#store.write(record, events, how))) this.#unkept = true;
    });
    return this.#writing;
  }

  /** Stores a job before it is accepted. Resolves when all of its events are on the disk. */
  keep(): Promise<void> {
    return this.#save({ ...(this.#task === null ? {} : { task: this.#task }), durable: true });
  }

  /** Resolves when nothing of it is being written. */
  get written(): Promise<void> {
    return this.#writing;
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }
}

type Outcome = Pick<JobSummary, 'verdict' | 'engine' | 'seconds'>;

/** Returns the outcome of a job, for a list, from its final event. */
function outcomeOf(event: JobEvent): Outcome {
  if (event.kind === 'failed') return { verdict: null, engine: null, seconds: Math.round(event.time) / 1000 };
  if (event.kind !== 'verdict') return { verdict: null, engine: null, seconds: null };
  const { verdict, engine = null, seconds = event.time / 1000 } = event.result;
  return { verdict, engine, seconds };
}

/** Rounds the time to tenths of a millisecond. */
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
