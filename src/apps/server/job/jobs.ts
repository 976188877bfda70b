import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { AnswerPlace } from '../../compete/answer-place.ts';
import type { Limits } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import { type DocumentName, type JobSummary, Refusal, type SubmittedTask } from '../protocol.ts';
import { checkSource } from '../source-filter.ts';
import { type CheckDiagnostic, Checks } from './checks.ts';
import { type Elsewhere, FarJob } from './far/far-job.ts';
import { Job } from './job.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';
import { orderOf } from './order.ts';
import { Races } from './races.ts';
import { Shares } from './shares.ts';
import { JobStore } from './store.ts';

/** 128 random bits. */
const ID_BYTES = 16;

/** The means with which jobs are run. */
export interface JobMeans {
  /** Workers on other machines; null: jobs run on this machine. */
  readonly elsewhere: Elsewhere | null;
  /** The answer cache of jobs that run here; null: no cache. */
  readonly cache: AnswerPlace | null;
  /** Whether single jobs can be shared by links. */
  readonly shareLinks: boolean;
}

/**
 * All jobs: a bounded queue that clients share fairly, and a process for each running job, or workers
 * elsewhere.
 */
export class Jobs {
  /** Races that run elsewhere. */
  readonly races: Races;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Job, JobProcess | null>();
  /** Counter value at which a job of a client was last started. */
  readonly #turns = new Map<string, number>();
  readonly #checks: Checks;
  readonly #ends = new Set<Promise<void>>();
  #turn = 0;
  #closing = false;

  private constructor(
    private readonly store: JobStore,
    private readonly folder: string,
    private readonly script: string,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
    private readonly means: JobMeans,
    /** Links by which single jobs can be read; null: there are none. */
    readonly shares: Shares | null,
  ) {
    const add = (job: Job): void => {
      this.#jobs.set(job.id, job);
      void this.#forgetOld();
    };
    this.#checks = new Checks(folder, script);
    this.races = new Races(store, limits, { find: (id) => this.#jobs.get(id) ?? null, add });
  }

  /**
   * Opens the data folder. Jobs that ran or waited when the last server ended become interrupted.
   * Exceptions are jobs that workers elsewhere have, and, if such are accepted, races that run
   * elsewhere. Throws if another server has the folder.
   */
  static async open(folder: string, script: string, limits: Limits, metrics: Metrics, means: JobMeans): Promise<Jobs> {
    await mkdir(join(folder, 'work'), { recursive: true, mode: 0o700 });
    const store = await JobStore.open(join(folder, 'jobs'));
    for (const name of await readdir(join(folder, 'work')))
      await rm(join(folder, 'work', name), { recursive: true, force: true });
    const shares = means.shareLinks ? await Shares.open(store) : null;
    const jobs = new Jobs(store, join(folder, 'work'), script, limits, metrics, means, shares);
    for (const record of await store.records()) {
      const job = new Job(record, store, limits, null);
      jobs.#jobs.set(job.id, job);
      if (!job.over && job.kind === 'watched' && limits.races > 0) await jobs.races.resume(job);
      else if (!job.over && job.kind === 'submitted' && means.elsewhere !== null) jobs.#waiting.push(job);
      else if (!job.over) await job.end({ kind: 'interrupted', time: 0 });
      job.forget();
    }
    jobs.#start();
    return jobs;
  }

  /** Whether workers of a queue run the jobs. */
  get runElsewhere(): boolean {
    return this.means.elsewhere !== null;
  }

  /** Number of failed writes to the disk. */
  get storeFailures(): number {
    return this.store.failures;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get running(): number {
    return this.#running.size;
  }

  /** @throws Refusal `no-such-job` */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new Refusal('no-such-job', 'there is no such job');
    return job;
  }

  /** Summaries, newest first. */
  list(): readonly JobSummary[] {
    return [...this.#jobs.values()].reverse().map((job) => job.summary());
  }

  /** Place in the queue, from 1; null: the job does not wait. */
  placeOf(job: Job): number | null {
    const index = this.#waiting.indexOf(job);
    return index < 0 ? null : index + 1;
  }

  /**
   * Returns a document of a job for download.
   * @throws Refusal `not-ready` until the job is over, `no-such-job` if it has no document of that name
   */
  async document(job: Job, name: DocumentName): Promise<string> {
    if (!job.over) throw new Refusal('not-ready', `the job is ${job.state}`);
    const document = await this.store.document(job.id, name);
    if (document === null) throw new Refusal('no-such-job', 'the job has none');
    return document;
  }

  /**
   * Returns what the compiler says of a program, without making a job of it; null: it was not compiled.
   * @throws Refusal
   */
  async check(client: string, task: SubmittedTask): Promise<readonly CheckDiagnostic[] | null> {
    this.#check(task);
    return this.runElsewhere || this.#closing ? null : this.#checks.check(client, task);
  }

  /** @throws Refusal */
  async submit(client: string, task: SubmittedTask): Promise<Job> {
    if (this.#closing) throw new Refusal('closing', 'the server is about to end');
    this.#check(task);
    const mine = [...this.#waiting, ...this.#running.keys()].filter((job) => job.client === client).length;
    if (mine >= this.limits.jobsPerClient)
      throw new Refusal('too-many-jobs', `you have ${mine} waiting or running jobs, which is the limit`);
    if (this.#waiting.length >= this.limits.waiting) throw new Refusal('queue-full', 'too many jobs are waiting');
    const id = randomBytes(ID_BYTES).toString('base64url');
    const files = task.files.map(({ name }) => name);
    const record = {
      job: id,
      kind: 'submitted',
      client,
      files,
      submitted: new Date().toISOString(),
      state: 'queued',
      verdict: null,
      engine: null,
      seconds: null,
      last: 0,
      lemmata: packageJson.version,
    } as const;
    const job = new Job(record, this.store, this.limits, task);
    this.#jobs.set(id, job);
    this.#waiting.push(job);
    this.metrics.submitted.inc();
    // Before the job is stored: a place that becomes free meanwhile goes to it at once.
    this.#reportPlaces();
    await job.keep();
    this.#start();
    void this.#forgetOld();
    return job;
  }

  /** Returns the job that a secret lets everybody read; null: there is none. */
  shared(secret: string): Job | null {
    const id = this.shares?.jobOf(secret) ?? null;
    return id === null ? null : (this.#jobs.get(id) ?? null);
  }

  /**
   * Deletes a job that is over, with everything that is stored of it and its link.
   * @throws Refusal `not-ready`
   */
  async remove(job: Job): Promise<void> {
    if (!job.over) throw new Refusal('not-ready', `the job is ${job.state}: cancel it first`);
    this.#jobs.delete(job.id);
    await job.written;
    await this.#drop(job);
  }

  async #drop(job: Job): Promise<void> {
    await this.shares?.revoke(job.id).catch(() => {});
    await this.store.remove(job.id).catch(() => {});
  }

  /** The server ignores further messages of a race that runs elsewhere. */
  async cancel(job: Job): Promise<void> {
    if (job.kind === 'watched') return job.end({ kind: 'cancelled', time: job.age });
    const place = this.#waiting.indexOf(job);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      // A worker may still have a job that the previous server handed out.
      this.means.elsewhere?.withdraw(job.id);
      await job.end({ kind: 'cancelled', time: job.age });
      this.metrics.ended.inc({ how: 'cancelled' });
      this.#reportPlaces();
    } else {
      const process = this.#running.get(job);
      if (process === null) await job.end({ kind: 'cancelled', time: job.age });
      else process?.kill();
    }
  }

  /**
   * Starts no further job; running ones have `grace` milliseconds, then they and the waiting ones are
   * interrupted. Jobs of workers elsewhere stay as they are, for the next server.
   */
  async close(): Promise<void> {
    this.#closing = true;
    this.#checks.close();
    const idle = async (): Promise<void> => {
      while (this.#ends.size > 0) await Promise.all(this.#ends);
    };
    if (this.means.elsewhere === null) await this.#interruptAll(idle);
    else {
      for (const process of this.#running.values()) if (process instanceof FarJob) process.leave();
      for (const job of this.#waiting.splice(0)) await job.keep();
    }
    await idle();
    await this.races.close();
    await this.store.close();
  }

  async #interruptAll(idle: () => Promise<void>): Promise<void> {
    await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, this.limits.grace).unref())]);
    const left = [...this.#running];
    await Promise.all(
      [...left.map(([job]) => job), ...this.#waiting].map((job) => job.end({ kind: 'interrupted', time: job.age })),
    );
    for (const [, process] of left) process?.kill();
  }

  #check(task: SubmittedTask): void {
    const names = new Set(task.files.map(({ name }) => name));
    if (names.size < task.files.length) throw new Refusal('bad-request', 'two files have the same name');
    if (task.files.every(({ name }) => name.endsWith('.h')))
      throw new Refusal('bad-request', 'there is no C file and no model');
    if (task.files.length > this.limits.filesPerJob) throw new Refusal('too-large', 'too many files');
    const bytes = task.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (bytes > this.limits.uploadBytes)
      throw new Refusal('too-large', `the files are larger than ${this.limits.uploadBytes} bytes`);
    for (const { name, text } of task.files) if (!name.endsWith('.btor2')) checkSource(text, names);
  }

  #start(): void {
    while (!this.#closing && this.#running.size < this.limits.running) {
      const next = this.#next();
      if (next === null) return;
      this.#running.set(next, null);
      this.#turns.set(next.client, ++this.#turn);
      const end = this.#run(next).finally(() => {
        this.#ends.delete(end);
        this.#running.delete(next);
        this.#start();
      });
      this.#ends.add(end);
      this.#reportPlaces();
    }
  }

  /**
   * The first job of the client with the fewest running ones; among those, of the client that has waited
   * longest for its turn.
   */
  #next(): Job | null {
    const running = new Map<string, number>();
    for (const { client } of this.#running.keys()) running.set(client, (running.get(client) ?? 0) + 1);
    const rank = ({ client }: Job): readonly [number, number] => [
      running.get(client) ?? 0,
      this.#turns.get(client) ?? 0,
    ];
    let best: Job | null = null;
    for (const job of this.#waiting) {
      if (best === null) best = job;
      const [[a, b], [c, d]] = [rank(job), rank(best)];
      if (a < c || (a === c && b < d)) best = job;
    }
    if (best !== null) this.#waiting.splice(this.#waiting.indexOf(best), 1);
    return best;
  }

  /** Never rejects. */
  async #run(job: Job): Promise<void> {
    const { elsewhere } = this.means;
    return elsewhere === null ? this.#runHere(job) : this.#runElsewhere(job, elsewhere);
  }

  async #runElsewhere(job: Job, elsewhere: Elsewhere): Promise<void> {
    try {
      const task = await job.task();
      await job.log();
      if (job.over || this.#closing) return;
      await new Promise<void>((resolve) => {
        this.#running.set(job, new FarJob(elsewhere, job, task, this.#limitsOf(task), resolve));
      });
    } catch {
      await job.end({ kind: 'failed', code: 'E-INTERNAL', message: 'the job could not be handed out', time: job.age });
    } finally {
      if (job.over) this.metrics.ended.inc({ how: job.state });
      job.forget();
    }
  }

  #limitsOf({ timeout, memory }: SubmittedTask): { readonly timeout: number; readonly memory: number } {
    const { seconds, megabytes } = this.limits;
    return { timeout: Math.min(timeout ?? seconds, seconds), memory: Math.min(memory ?? megabytes, megabytes) };
  }

  async #runHere(job: Job): Promise<void> {
    const folder = join(this.folder, job.id);
    try {
      const task = await job.task();
      const { files } = task;
      await mkdir(folder, { mode: 0o700 });
      for (const { name, text } of files) await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 });
      if (job.over) return;
      job.add({ kind: 'started', time: job.age });
      const order = orderOf(task, this.#limitsOf(task), this.means.cache);
      await new Promise<void>((resolve) => {
        const process = startJobProcess(this.script, folder, order, {
          event: (event) => job.add(event),
          ended: (event, documents) => void job.end(event, documents).then(resolve),
        });
        this.#running.set(job, process);
      });
    } catch {
      await job.end({ kind: 'failed', code: 'E-INTERNAL', message: 'the job could not be started', time: job.age });
    } finally {
      this.metrics.ended.inc({ how: job.state });
      job.forget();
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  #reportPlaces(): void {
    for (const [index, job] of this.#waiting.entries()) job.add({ kind: 'queued', place: index + 1, time: job.age });
  }

  async #forgetOld(): Promise<void> {
    const over = [...this.#jobs.values()].filter((job) => job.over);
    for (const job of over.slice(0, Math.max(0, this.#jobs.size - this.limits.kept))) {
      this.#jobs.delete(job.id);
      await this.#drop(job);
    }
  }
}
