import { ClassicLevel } from 'classic-level';
import type { JobEvent, JobState, SubmittedTask } from '../protocol.ts';
import type { DocumentName, Documents } from './child-messages.ts';

/** What is kept of a job besides its events. */
export interface JobRecord {
  readonly job: string;
  readonly client: string;
  readonly task: SubmittedTask;
  /** ISO 8601. */
  readonly submitted: string;
  readonly state: JobState;
  readonly verdict: string | null;
}

export interface StoredEvent {
  readonly number: number;
  readonly event: JobEvent;
}

/**
 * Jobs, their events and what can be downloaded, in LevelDB: `job/ID`, `event/ID/NUMBER`, `document/ID/NAME`. What ends a job is on the disk before anybody
 * is told; events that come before it may be lost with the machine, not with the process.
 */
export class JobStore {
  readonly #db: ClassicLevel<string, string>;

  private constructor(db: ClassicLevel<string, string>) {
    this.#db = db;
  }

  /** Throws if another server has the folder. */
  static async open(folder: string): Promise<JobStore> {
    const db = new ClassicLevel<string, string>(folder);
    await db.open();
    return new JobStore(db);
  }

  /** In order of submission. */
  async records(): Promise<readonly JobRecord[]> {
    const values = await this.#db.values(range('job/')).all();
    return values.map((text): JobRecord => JSON.parse(text)).sort((a, b) => a.submitted.localeCompare(b.submitted));
  }

  async events(job: string): Promise<readonly StoredEvent[]> {
    const entries = await this.#db.iterator(range(`event/${job}/`)).all();
    return entries.map(([key, text]) => ({
      number: Number(key.slice(key.lastIndexOf('/') + 1)),
      event: JSON.parse(text) as JobEvent,
    }));
  }

  async document(job: string, name: DocumentName): Promise<string | null> {
    return (await this.#db.get(`document/${job}/${name}`)) ?? null;
  }

  /** Writes all of it or nothing. `durable`: before the promise resolves it is on the disk. */
  async write(
    record: JobRecord,
    events: readonly { readonly number: number; readonly json: string }[],
    { documents = {}, durable = false }: { readonly documents?: Documents; readonly durable?: boolean } = {},
  ): Promise<void> {
    const { job } = record;
    const batch = this.#db.batch().put(`job/${job}`, JSON.stringify(record));
    for (const { number, json } of events) batch.put(`event/${job}/${String(number).padStart(12, '0')}`, json);
    for (const [name, text] of Object.entries(documents)) batch.put(`document/${job}/${name}`, text);
    await batch.write({ sync: durable });
  }

  async remove(job: string): Promise<void> {
    await this.#db.clear(range(`event/${job}/`));
    await this.#db.clear(range(`document/${job}/`));
    await this.#db.del(`job/${job}`);
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

function range(prefix: string): { readonly gte: string; readonly lt: string } {
  return { gte: prefix, lt: `${prefix}\uffff` };
}
