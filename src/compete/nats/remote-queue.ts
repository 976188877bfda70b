import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import type { Lease, Queue } from '../queue.ts';
import type { RunnerSetup } from '../run/settings.ts';
import { taskHash } from '../run/task-hash.ts';
import { LOGS, WITNESSES } from '../run/verify-task.ts';
import type { TaskResult } from '../store/record.ts';
import { JOB_VERSION, type Job, unpackTask } from './job.ts';
import { measuredOf, parseJob, type Report } from './messages.ts';
import { fetchFile, sendFile } from './parcels.ts';
import { persist } from './patience.ts';
import { jobKey, type QueueServer } from './server.ts';

/** How this machine runs what it is given. */
export interface Workplace extends Pick<RunnerSetup, 'tool' | 'toolVersion' | 'cgroups'> {
  /** For what tasks need and write while they run. */
  readonly folder: string;
  /** Seconds without a task after which there is none any more; null: never. */
  readonly idleSeconds: number | null;
  /** Why the command line of a job is not run here; null if it is. */
  refusal(job: Job): string | null;
  say(text: string): void;
}

/** The server holds a request for a task so long before it says that there is none. */
const ASK_MILLISECONDS = 2000;
/** Whoever has had a task so often has had it die on him: it is not tried for ever. */
const MOST_DELIVERIES = 8;
const FILES = 'files';
const RETURN_MILLISECONDS = 1000;

/** The tasks on a server, for the workers of this machine. */
export class RemoteQueue implements Queue {
  #closed = false;
  #consumer: Consumer | null = null;
  #busy = performance.now();
  #inHand = 0;

  constructor(
    private readonly server: QueueServer,
    private readonly place: Workplace,
  ) {}

  async take(): Promise<Lease | null> {
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

  /** Null where there is nothing to be run. */
  async #accept(message: JsMsg): Promise<Lease | null> {
    const { results, resultKey, keyOf } = this.server;
    const key = keyOf(message.subject);
    const job = parseJob(message.data);
    if (job === null || jobKey(job.hash, job.witnesses) !== key) {
      this.place.say(`lemmata: ${message.subject} is no task, and is left alone`);
      message.term('no task');
      return null;
    }
    const known = await results.get(resultKey(key));
    if (known !== null && known.operation === 'PUT') {
      // Another machine was faster, or had died before it could say so.
      await acknowledge(message);
      return null;
    }
    const problem =
      this.place.refusal(job) ?? (message.info.deliveryCount > MOST_DELIVERIES ? 'workers do not survive this task' : null);
    if (problem !== null) {
      await this.#store(message, key, job.hash, brokenReport(job, problem));
      return null;
    }
    return this.#lease(message, key, job);
  }

  async #lease(message: JsMsg, key: string, job: Job): Promise<Lease | null> {
    const { connection, cancelSubject, startSubject, files } = this.server;
    const folder = mkdtempSync(join(this.place.folder, 'task-'));
    for (const part of [LOGS, WITNESSES, FILES]) mkdirSync(join(folder, part));
    const task = unpackTask(job, join(folder, FILES));
    const { tool, toolVersion, cgroups } = this.place;
    const setup: RunnerSetup = { settings: job.settings, tool, toolVersion, folder, witnesses: job.witnesses, cgroups };
    const leave = (): void => rmSync(folder, { recursive: true, force: true });
    try {
      await unpackFiles(job, join(folder, FILES), files);
    } catch (error) {
      leave();
      throw error;
    }
    if (taskHash(task, setup) !== job.hash) {
      leave();
      this.place.say(`lemmata: what came as ${task.id} is not what its hash says, and is left alone`);
      // Whoever still wants it offers it again, with all its files.
      message.term('not what its hash says');
      return null;
    }
    const cancelling = connection.subscribe(cancelSubject(key), { max: 1 });
    let cancelled = false;
    const cancel = (async () => {
      for await (const _ of cancelling) {
        cancelled = true;
        return;
      }
      // Unsubscribed: it is over.
      await new Promise(() => {});
    })();
    const end = (): void => {
      cancelling.unsubscribe();
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
      cancelled: cancel,
      beat: () => message.working(),
      done: async (result) => {
        const report = await persist(connection, this.place.say, () => this.#pack(job, result, folder));
        await persist(connection, this.place.say, () => this.#store(message, key, job.hash, report));
        end();
      },
      giveBack: async () => {
        if (cancelled) message.term('cancelled');
        else message.nak(RETURN_MILLISECONDS);
        end();
        if (!connection.isClosed()) await connection.flush();
      },
    };
  }

  /** Log and witness go to the object store. */
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

  /** The first result of a task counts. It is acknowledged when it is stored. */
  async #store(message: JsMsg, key: string, hash: string, report: Report): Promise<void> {
    const { results, resultKey } = this.server;
    try {
      await results.create(resultKey(key), JSON.stringify({ ...report, hash }));
    } catch (error) {
      const there = await results.get(resultKey(key));
      if (there === null || there.operation !== 'PUT') throw error;
    }
    await acknowledge(message);
  }
}

/** An acknowledgement that gets lost does no harm: whoever is given the task again finds its result. */
async function acknowledge(message: JsMsg): Promise<void> {
  await message.ackAck().catch(() => {});
}

/** Writes the files of a job below `folder`; what the store does not have is left out, as what could not be read when it was packed. */
async function unpackFiles({ files }: Job, folder: string, store: ObjectStore): Promise<void> {
  for (const { path, digest } of files) {
    const bytes = await fetchFile(store, digest);
    if (bytes === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

/** Of a task that is not run. */
function brokenReport({ hash }: Job, reason: string): Report {
  const nothing = { cpuSeconds: 0, wallSeconds: 0, memoryBytes: 0, exitCode: null, signal: null, terminationReason: null };
  const measured = { ...nothing, engine: null, stage: null, reason, safeUpTo: null, checks: [], started: new Date().toISOString() };
  return {
    version: JOB_VERSION,
    hash,
    host: hostname(),
    root: '/',
    measured: { status: 'ERROR (not run)', ...measured },
    log: null,
    witness: null,
  };
}
