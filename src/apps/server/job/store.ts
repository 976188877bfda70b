import { ClassicLevel } from 'classic-level';
import {
  type DocumentName,
  type Documents,
  type JobEvent,
  type JobSummary,
  Refusal,
  type SubmittedTask,
} from '../protocol.ts';

/** The part of a job that is known without reading its task and its events. */
export interface JobRecord extends JobSummary {
  readonly client: string;
}

/** Defaults of fields that older records lack. */
const OLDER = { kind: 'submitted', engine: null, seconds: null } as const;

export interface WriteOptions {
  readonly task?: SubmittedTask;
  readonly documents?: Documents;
  /** Whether the data is on the disk before the promise resolves. */
  readonly durable?: boolean;
}

export interface StoredEvent {
  readonly number: number;
  readonly event: JobEvent;
}

/**
 * Jobs, submitted tasks, events and documents for download, in LevelDB: `job/ID`, `task/ID`,
 * `event/ID/NUMBER`, `document/ID/NAME`, `share/ID`. The event that ends a job is on the disk before any client
 * receives it. Earlier events may be lost with the machine, not with the process.
 */
export class JobStore {
  readonly #db: ClassicLevel<string, string>;
  #failures = 0;

  private constructor(db: ClassicLevel<string, string>) {
    this.#db = db;
  }

  /** Throws if another server has the folder. */
  static async open(folder: string): Promise<JobStore> {
    const db = new ClassicLevel<string, string>(folder);
    await db.open();
    return new JobStore(db);
  }

  /** Records in the order of submission. */
  async records(): Promise<readonly JobRecord[]> {
    const values = await this.#db.values(range('job/')).all();
    return values
      .map((text): JobRecord => ({ ...OLDER, ...JSON.parse(text) }))
      .sort((a, b) => a.submitted.localeCompare(b.submitted));
  }

  async task(job: string): Promise<SubmittedTask> {
    const text = await this.#db.get(`task/${job}`);
    if (text === undefined) throw new Refusal('no-such-job', 'the submitted task is no longer stored');
    return JSON.parse(text);
  }

  /** The events one after the other, including those that were superseded after they were written. */
  async *events(job: string): AsyncGenerator<StoredEvent> {
    for await (const [key, text] of this.#db.iterator(range(`event/${job}/`)))
      yield { number: Number(key.slice(key.lastIndexOf('/') + 1)), event: JSON.parse(text) };
  }

  async document(job: string, name: DocumentName): Promise<string | null> {
    return (await this.#db.get(`document/${job}/${name}`)) ?? null;
  }

  /** Number of failed writes to the disk. */
  get failures(): number {
    return this.#failures;
  }

  /** Writes all entries or none, and returns whether it succeeded. */
  async write(
    record: JobRecord,
    events: readonly { readonly number: number; readonly json: string }[],
    { task, documents = {}, durable = false }: WriteOptions = {},
  ): Promise<boolean> {
    const { job } = record;
    try {
      const batch = this.#db.batch().put(`job/${job}`, JSON.stringify(record));
      if (task !== undefined) batch.put(`task/${job}`, JSON.stringify(task));
      for (const { number, json } of events) batch.put(`event/${job}/${String(number).padStart(12, '0')}`, json);
      for (const [name, text] of Object.entries(documents)) batch.put(`document/${job}/${name}`, text);
      await batch.write({ sync: durable });
      return true;
    } catch {
      this.#failures += 1;
      return false;
    }
  }

  async remove(job: string): Promise<void> {
    await this.#db.clear(range(`event/${job}/`));
    await this.#db.clear(range(`document/${job}/`));
    await this.#db.del(`task/${job}`);
    await this.#db.del(`share/${job}`);
    await this.#db.del(`job/${job}`);
  }

  /** Lists the secrets by which single jobs can be read. */
  async shares(): Promise<readonly { readonly job: string; readonly secret: string }[]> {
    const entries = await this.#db.iterator(range('share/')).all();
    return entries.map(([key, secret]) => ({ job: key.slice('share/'.length), secret }));
  }

  /** Stores the secret by which a job can be read; null removes it. */
  async share(job: string, secret: string | null): Promise<void> {
    if (secret === null) await this.#db.del(`share/${job}`, { sync: true });
    else await this.#db.put(`share/${job}`, secret, { sync: true });
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

function range(prefix: string): { readonly gte: string; readonly lt: string } {
  return { gte: prefix, lt: `${prefix}\uffff` };
}
