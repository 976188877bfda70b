import { createHash } from 'node:crypto';
import type { Limits } from '../limits.ts';
import { Refusal, type SubmittedTask } from '../protocol.ts';
import { Job } from './job.ts';
import type { JobStore } from './store.ts';

/** Bytes of a job's id: 128 bits. */
const ID_BYTES = 16;

/** The sender of a race's events. */
export interface RaceSender {
  /** Closes the sender, because another one reports the race now, or the server ends. */
  dismiss(why: 'replaced' | 'closing'): void;
}

/** All jobs, by id. */
export interface JobTable {
  find(id: string): Job | null;
  add(job: Job): void;
}

interface OpenRace {
  readonly job: Job;
  sender: RaceSender | null;
  /** Timer that runs while the race has no sender. */
  away: NodeJS.Timeout | null;
}

/**
 * Jobs that run elsewhere. A sender reports them, and may come back after a lost connection, also to a
 * restarted server. The server waits for it for a limited time. The sender of a race knows its secret
 * name, from which the public id is derived.
 */
export class Races {
  readonly #open = new Map<Job, OpenRace>();
  #closing = false;

  constructor(
    private readonly store: JobStore,
    private readonly limits: Limits,
    private readonly jobs: JobTable,
  ) {}

  /** Number of races that are not over. */
  get count(): number {
    return this.#open.size;
  }

  /** Resumes a race that was being reported when the last server ended. */
  async resume(job: Job): Promise<void> {
    await job.log();
    this.#wait(this.#opened(job));
  }

  /**
   * The job of the race with that secret name, reported by `sender` from now on; a fresh job for an
   * unknown name.
   * @throws Refusal
   */
  join(client: string, secret: string, task: SubmittedTask, sender: RaceSender): Job {
    if (this.#closing) throw new Refusal('closing', 'the server is about to end');
    const id = createHash('sha256').update(secret).digest().subarray(0, ID_BYTES).toString('base64url');
    const job = this.jobs.find(id) ?? this.#create(id, client, task);
    const race = this.#open.get(job);
    if (race === undefined) throw new Refusal('no-such-job', `the race is ${job.state} here`);
    race.sender?.dismiss('replaced');
    race.sender = sender;
    if (race.away !== null) clearTimeout(race.away);
    race.away = null;
    return job;
  }

  #create(id: string, client: string, task: SubmittedTask): Job {
    if (this.#open.size >= this.limits.races)
      throw new Refusal('too-many-jobs', 'the limit of reported races is reached');
    const record = {
      job: id,
      kind: 'watched',
      client,
      files: task.files.map(({ name }) => name),
      submitted: new Date().toISOString(),
      state: 'running',
      verdict: null,
      engine: null,
      seconds: null,
      last: 0,
    } as const;
    const job = new Job(record, this.store, this.limits, task);
    this.#opened(job);
    this.jobs.add(job);
    void job.keep();
    return job;
  }

  #opened(job: Job): OpenRace {
    const race: OpenRace = { job, sender: null, away: null };
    this.#open.set(job, race);
    const unwatch = job.watch(() => {
      if (!job.over) return;
      unwatch();
      this.#open.delete(job);
      if (race.away !== null) clearTimeout(race.away);
      job.forget();
    });
    return race;
  }

  /** Records that the sender is gone. */
  leave(job: Job, sender: RaceSender): void {
    const race = this.#open.get(job);
    if (race?.sender === sender) this.#wait(race);
  }

  #wait(race: OpenRace): void {
    race.sender = null;
    if (this.#closing) return;
    const end = (): void => void race.job.end({ kind: 'interrupted', time: race.job.age });
    race.away = setTimeout(end, this.limits.away).unref();
  }

  /** The events are stored: the sender may continue at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const { job, sender, away } of this.#open.values()) {
      if (away !== null) clearTimeout(away);
      sender?.dismiss('closing');
      await job.keep();
    }
  }
}
