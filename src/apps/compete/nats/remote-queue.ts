import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import type { JobLease, Lease, Queue } from '../queue.ts';
import type { RunnerSetup } from '../run/settings.ts';
import { taskHash } from '../run/task-hash.ts';
import { LOGS, WITNESSES } from '../run/verify-task.ts';
import type { TaskResult } from '../store/record.ts';
import { Answers, brokenReport } from './answers.ts';
import { hearCancelling } from './cancelling.ts';
import { JOB_VERSION, type Job, unpackTask } from './job.ts';
import { measuredOf, parseJob, type Report } from './messages.ts';
import { fetchFile, sendFile } from './parcels.ts';
import { persist } from './patience.ts';
import { placeOf, placesOf } from './places.ts';
import { isServerJobKey, jobKey, type QueueServer } from './server.ts';
import { type JobRunner, leaseServerJob } from './server-job-lease.ts';

/** How this machine executes tasks. */
export interface Workplace extends Pick<RunnerSetup, 'tool' | 'toolVersion' | 'cgroups'> {
  /** Folder of the files that tasks need and write while they run. */
  readonly folder: string;
  /** Seconds without a task after which the worker ends; null: never. */
  readonly idleSeconds: number | null;
  /** Environment by which verifiers that race on the same task find each other. */
  readonly environment: Readonly<Record<string, string>>;
  /** The reason why the command line of a job is not run here; null if it is. */
  refusal(job: Job): string | null;
  /** Runs jobs of servers; null: leaves them to others. */
  readonly jobs: JobRunner | null;
  say(text: string): void;
}

/** The time for which the server holds a request for a task before it answers that the queue is empty. */
const ASK_MILLISECONDS = 2000;
/** Most deliveries of a task: its worker may have died each time, and it is not tried for ever. */
const MOST_DELIVERIES = 8;
const FILES = 'files';
const RETURN_MILLISECONDS = 1000;

/** The tasks on a server, for the workers of this machine. */
export class RemoteQueue implements Queue {
  #closed = false;
  #consumer: Consumer | null = null;
  #busy = performance.now();
  #inHand = 0;
  readonly #answers: Answers;

  constructor(
    private readonly server: QueueServer,
    private readonly place: Workplace,
  ) {
    this.#answers = new Answers(server);
  }

  async take(): Promise<Lease | JobLease | null> {
    while (!this.#closed && !this.#idleTooLong()) {
      const message = await this.#next();
      if (message === null) continue;
      this.#busy = performance.now();
      if (this.#closed) message.nak();
      else {
        const lease = await persist(this.server.connection, this.place.say, () => this.#accept(message));
        if (lease !== null) return lease;
      }
    }
    return null;
  }

  close(): void {
    this.#closed = true;
  }

  #idleTooLong(): boolean {
    const { idleSeconds } = this.place;
    return idleSeconds !== null && this.#inHand === 0 && performance.now() - this.#busy > 1000 * idleSeconds;
  }

  async #next(): Promise<JsMsg | null> {
    const { jetstream, stream, consumer, connection } = this.server;
    return persist(connection, this.place.say, async () => {
      if (this.#closed) return null;
      try {
        this.#consumer ??= await jetstream.consumers.get(stream, consumer);
        return await this.#consumer.next({ expires: ASK_MILLISECONDS });
      } catch (error) {
        this.#consumer = null;
        throw error;
      }
    });
  }

  /** Null if the message gives nothing to run. */
  async #accept(message: JsMsg): Promise<Lease | JobLease | null> {
    const name = this.server.keyOf(message.subject);
    if (isServerJobKey(name)) return this.#acceptServerJob(message);
    const { key, machine } = placeOf(name);
    const job = parseJob(message.data);
    if (job === null || jobKey(job.hash, job.witnesses) !== key || !placesOf(key, job.machines).includes(name)) {
      this.place.say(`lemmata: ${message.subject} is not a task, and is ignored`);
      message.term('no task');
      return null;
    }
    // Another machine was faster, or died before it could acknowledge.
    const settled = await this.#answers.has(key);
    if (settled || (await this.#answers.has(name))) {
      if (!settled) await this.#answers.conclude(job, key);
      await acknowledge(message);
      return null;
    }
    const problem =
      this.place.refusal(job) ??
      (message.info.deliveryCount > MOST_DELIVERIES ? 'workers end unexpectedly on this task' : null);
    if (problem !== null) {
      await this.#answers.keep(job, key, name, brokenReport(job, problem));
      await acknowledge(message);
      return null;
    }
    return this.#lease(message, job, { key, name, machine });
  }

  async #acceptServerJob(message: JsMsg): Promise<JobLease | null> {
    const { jobs, folder, say } = this.place;
    if (jobs === null) {
      message.nak(RETURN_MILLISECONDS);
      return null;
    }
    const lease = await leaseServerJob(message, this.server, { folder, jobs, say }, () => {
      this.#inHand--;
      this.#busy = performance.now();
    });
    if (lease !== null) this.#inHand++;
    return lease;
  }

  async #lease(
    message: JsMsg,
    job: Job,
    place: { key: string; name: string; machine: number | null },
  ): Promise<Lease | null> {
    const { key, name, machine } = place;
    const { connection, cancelSubject, startSubject, files } = this.server;
    const folder = mkdtempSync(join(this.place.folder, 'task-'));
    for (const part of [LOGS, WITNESSES, FILES]) mkdirSync(join(folder, part));
    const task = unpackTask(job, join(folder, FILES));
    const { tool, toolVersion, cgroups, environment } = this.place;
    const companions = job.exchanges ? { machine: machine ?? 0, machines: job.machines, environment } : null;
    const { settings, witnesses } = job;
    const setup: RunnerSetup = { settings, tool, toolVersion, folder, witnesses, cgroups, companions };
    const leave = (): void => rmSync(folder, { recursive: true, force: true });
    try {
      await unpackFiles(job, join(folder, FILES), files);
    } catch (error) {
      leave();
      throw error;
    }
    if (taskHash(task, setup) !== job.hash) {
      leave();
      this.place.say(`lemmata: the content of ${task.id} does not match its hash, and is ignored`);
      // A run that still wants the task offers it again, with all its files.
      message.term('the content does not match the hash');
      return null;
    }
    const cancelling = hearCancelling(this.server, key);
    const end = (): void => {
      cancelling.close();
      this.#inHand--;
      this.#busy = performance.now();
      leave();
    };
    this.#inHand++;
    connection.publish(startSubject(key), hostname());
    return {
      task,
      hash: job.hash,
      setup,
      cancelled: cancelling.cancelled,
      beat: () => message.working(),
      done: async (result) => {
        const report = await persist(connection, this.place.say, () => this.#pack(job, result, folder));
        await persist(connection, this.place.say, async () => {
          const decided = await this.#answers.keep(job, key, name, report);
          await acknowledge(message);
          if (decided && machine !== null) connection.publish(cancelSubject(key));
        });
        end();
      },
      giveBack: async () => {
        if (cancelling.isCancelled) message.term('cancelled');
        else message.nak(RETURN_MILLISECONDS);
        end();
        if (!connection.isClosed()) await connection.flush();
      },
    };
  }

  /** Puts log and witness into the object store. */
  async #pack(job: Job, result: TaskResult, folder: string): Promise<Report> {
    const { files } = this.server;
    const send = (file: string | null) => (file === null ? null : sendFile(files, join(folder, file)));
    const [log, witness] = [await send(result.log), await send(result.witness)];
    return {
      version: JOB_VERSION,
      hash: job.hash,
      host: hostname(),
      root: join(folder, FILES),
      measured: measuredOf(result),
      log,
      witness,
    };
  }
}

/** A lost acknowledgement does no harm: the next worker that receives the task finds its result. */
async function acknowledge(message: JsMsg): Promise<void> {
  await message.ackAck().catch(() => {});
}

/**
 * Writes the files of a job below `folder`. Files that the store lacks are left out, like files that
 * could not be read for packing.
 */
async function unpackFiles({ files }: Job, folder: string, store: ObjectStore): Promise<void> {
  for (const { path, digest } of files) {
    const bytes = await fetchFile(store, digest);
    if (bytes === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
