import { randomBytes } from 'node:crypto';
import { availableParallelism, freemem, hostname, loadavg, totalmem } from 'node:os';
import type { KV } from '@nats-io/kv';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { listOf, record } from '../../../base/json-schema.ts';
import { jetstreamManager, Kvm } from './nats-client.ts';
import { reader } from './schema.ts';

/** Raised when a field changes its meaning or is removed. */
const WORKER_VERSION = 1;
const BUCKET = 'lemmata-workers';
const BEAT_MILLISECONDS = 3000;
/** A worker that is silent for longer than this is gone. */
const SILENCE_MILLISECONDS = 30_000;

/** A worker's status, as it announces itself. */
export interface WorkerStatus {
  readonly version: typeof WORKER_VERSION;
  /** Unique; begins with the name of the machine. */
  readonly worker: string;
  readonly host: string;
  /** The tag of the queue for its version of Lemmata. */
  readonly tag: string;
  readonly toolVersion: string;
  /** Tasks at a time, processors of the machine, and its load in the last minute. */
  readonly parallel: number;
  readonly cores: number;
  readonly load: number;
  /** Memory of the machine in bytes. */
  readonly memory: number;
  readonly freeMemory: number;
  /** `draining`: takes no further task. */
  readonly state: 'working' | 'draining';
  readonly tasks: readonly WorkerTask[];
  /** Start in ISO 8601. */
  readonly since: string;
}

export interface WorkerTask {
  readonly name: string;
  /** Id of a job of a server; null: a task of a run. */
  readonly job: string | null;
  /** Start in ISO 8601. */
  readonly since: string;
}

const text = { type: 'string', maxLength: 10_000 };
const amount = { type: 'number', minimum: 0 };
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };
const parseWorker = reader<WorkerStatus>(
  record({
    version: { const: WORKER_VERSION },
    worker: { type: 'string', pattern: '^[\\w-]{1,80}$' },
    host: text,
    tag: text,
    toolVersion: text,
    parallel: amount,
    cores: amount,
    load: amount,
    memory: amount,
    freeMemory: amount,
    state: { enum: ['working', 'draining'] },
    tasks: listOf(record({ name: text, job: { type: ['string', 'null'], maxLength: 80 }, since: time })),
    since: time,
  }),
);

/** A unique name for a worker of this machine. */
export function workerName(): string {
  const host = hostname()
    .replace(/[^\w-]/g, '-')
    .slice(0, 60);
  return `${host}-${randomBytes(3).toString('hex')}`;
}

function openBucket(connection: NatsConnection): Promise<KV> {
  return new Kvm(connection).create(BUCKET, { history: 1, ttl: SILENCE_MILLISECONDS });
}

/** The workers that have announced themselves lately, by name. */
export async function readWorkers(connection: NatsConnection): Promise<readonly WorkerStatus[]> {
  const bucket = await openBucket(connection);
  const workers: WorkerStatus[] = [];
  // The bucket's own list of keys would wait for entries that expire while it is read.
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(`KV_${BUCKET}`, { subjects_filter: `$KV.${BUCKET}.>` });
  for (const name of Object.keys(state.subjects ?? {}).map((subject) => subject.slice(subject.lastIndexOf('.') + 1))) {
    const entry = await bucket.get(name);
    const worker = entry !== null && entry.operation === 'PUT' ? parseWorker(entry.value) : null;
    if (worker !== null) workers.push(worker);
  }
  return workers.sort((a, b) => a.worker.localeCompare(b.worker));
}

const drainSubject = (worker: string): string => `lemmata.drain.${worker}`;
const REQUEST_MILLISECONDS = 5000;

/** Drains a worker: it finishes its tasks and takes no more. False if it does not answer. */
export async function drainWorker(connection: NatsConnection, worker: string): Promise<boolean> {
  try {
    await connection.request(drainSubject(worker), undefined, { timeout: REQUEST_MILLISECONDS });
    return true;
  } catch {
    return false;
  }
}

/** Announces a worker every few seconds and on changes, and receives requests to it. */
export class Presence {
  #bucket: KV | null = null;
  #timer: NodeJS.Timeout | null = null;
  #subscription: Subscription | null = null;
  #state: WorkerStatus['state'] = 'working';
  #saying: Promise<void> = Promise.resolve();
  readonly #tasks = new Map<object, WorkerTask>();
  readonly #since = new Date().toISOString();

  constructor(
    private readonly connection: NatsConnection,
    private readonly own: Pick<WorkerStatus, 'worker' | 'tag' | 'toolVersion' | 'parallel'>,
  ) {}

  /** Calls `drain` on a request that the worker take no further task. */
  begin(drain: () => void): void {
    this.#subscription = this.connection.subscribe(drainSubject(this.own.worker), {
      callback: (error, message) => {
        if (error !== null) return;
        this.#state = 'draining';
        drain();
        message.respond();
        this.#say();
      },
    });
    this.#timer = setInterval(() => this.#say(), BEAT_MILLISECONDS);
    this.#say();
  }

  /** Announces a task in hand until the returned function is called. */
  holds(name: string, job: string | null): () => void {
    const task = { name, job, since: new Date().toISOString() };
    this.#tasks.set(task, task);
    this.#say();
    return () => {
      this.#tasks.delete(task);
      this.#say();
    };
  }

  /** Announces that the worker ends. */
  async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#subscription?.unsubscribe();
    await this.#saying;
    if (!this.connection.isClosed()) await this.#bucket?.purge(this.own.worker).catch(() => {});
  }

  /** A status that cannot be sent now is sent at the next beat. */
  #say(): void {
    this.#saying = this.#saying.then(async () => {
      try {
        this.#bucket ??= await openBucket(this.connection);
        await this.#bucket.put(this.own.worker, JSON.stringify(this.#status()));
      } catch {
        this.#bucket = null;
      }
    });
  }

  #status(): WorkerStatus {
    const machine = { host: hostname(), cores: availableParallelism(), memory: totalmem(), freeMemory: freemem() };
    const [load] = loadavg();
    const tasks = [...this.#tasks.values()];
    return { version: WORKER_VERSION, ...this.own, ...machine, load, state: this.#state, tasks, since: this.#since };
  }
}
