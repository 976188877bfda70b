import { hostname } from 'node:os';
import type { KvWatchEntry } from '@nats-io/kv';
import type { QueuedIterator } from '@nats-io/transport-node';
import { messageOf } from '../../../base/errors.ts';
import { commitOf } from '../store/header.ts';
import { type ClusterStatus, readCluster } from './cluster.ts';
import { connectQueue, type QueueAddress } from './connection.ts';
import { fetchFile, sendBytes } from './parcels.ts';
import { persist } from './patience.ts';
import { openServer, type QueueServer, serverJobKey, versionTag } from './server.ts';
import { parseServerJob, serverJobMessage } from './server-job-messages.ts';
import { Talk } from './talk.ts';
import { withdrawTask } from './withdraw.ts';
import { watchQueue } from './worker-watch.ts';

/** Interval between checks that the queue still has the job; a lost job is offered again. */
const LOOK_MILLISECONDS = 10_000;

interface JobListener {
  /** Receives a text from the worker that runs the job. */
  heard(text: string): void;
  /** The connection was lost for a while, and texts may have been lost with it. */
  back(): void;
  /** Receives the result. Returns false if it is malformed: the job then runs again. */
  ended(text: string): boolean;
}

/** A job that was handed to the workers. */
interface HandedJob {
  /** Sends a text to the worker that runs the job. */
  send(text: string): void;
  /** Takes the job off the queue, and ends it where it runs. */
  cancel(): void;
  /** Stops listening to the job; it continues. */
  leave(): void;
}

/**
 * Jobs of a server for the workers of a queue. The queue's server keeps the state: a job is open until
 * its result is in the key-value store, and is on the queue until then. Either end may therefore be
 * unreachable for a while, or be killed and come back.
 */
class ServerJobs {
  readonly #handed = new Set<Handed>();

  constructor(
    private readonly server: QueueServer,
    private readonly say: (text: string) => void,
  ) {
    void (async () => {
      for await (const { type } of server.connection.status())
        if (type === 'reconnect') for (const handed of this.#handed) handed.back();
    })();
  }

  /** Jobs that have been handed in and are not over. */
  get count(): number {
    return this.#handed.size;
  }

  /** Hands in a job, or resumes one that was handed in before under the same id. */
  hand(id: string, order: string, listener: JobListener): HandedJob {
    const left = (): void => void this.#handed.delete(handed);
    const handed: Handed = new Handed(this.server, serverJobKey(id), order, listener, this.say, left);
    this.#handed.add(handed);
    return handed;
  }

  /** Takes an earlier job off the queue, and ends it where it runs. */
  withdraw(id: string): void {
    withdraw(this.server, serverJobKey(id));
  }
}

class Handed implements HandedJob {
  readonly #talk: Talk;
  readonly #deaf: () => void;
  readonly #timer: NodeJS.Timeout;
  #chain: Promise<void> = Promise.resolve();
  #watch: QueuedIterator<KvWatchEntry> | null = null;
  #over = false;
  #looking = false;

  constructor(
    private readonly server: QueueServer,
    private readonly key: string,
    private readonly order: string,
    private readonly listener: JobListener,
    private readonly say: (text: string) => void,
    /** Called when this end stops listening. */
    private readonly left: () => void,
  ) {
    const { reportSubject } = server;
    this.#talk = new Talk(server, say);
    this.#deaf = this.#talk.hear(reportSubject(key), (text) => this.#over || listener.heard(text));
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS);
    this.#timer.unref();
    this.#look();
    void this.#follow();
  }

  /** The connection was lost and is restored. */
  back(): void {
    void this.#follow();
    this.listener.back();
  }

  send(text: string): void {
    this.#talk.send(this.server.askSubject(this.key), text);
  }

  cancel(): void {
    this.leave();
    withdraw(this.server, this.key);
  }

  leave(): void {
    this.#over = true;
    this.#watch?.stop();
    this.left();
    clearInterval(this.#timer);
    this.#deaf();
  }

  /** Subscribes to the result. */
  async #follow(): Promise<void> {
    const { results, resultKey, connection } = this.server;
    const watch = await persist(connection, this.say, () => results.watch({ key: resultKey(this.key) })).catch(
      () => null,
    );
    if (watch === null) return;
    this.#watch?.stop();
    this.#watch = watch;
    if (this.#over) watch.stop();
    for await (const entry of watch) this.#next(() => this.#take(entry));
  }

  #look(): void {
    if (this.#looking || this.#over) return;
    this.#looking = true;
    this.#next(async () => {
      await this.#offer();
      this.#looking = false;
    });
  }

  /** Takes the result if it exists; else ensures that the job is on the queue. */
  async #offer(): Promise<void> {
    const { results, resultKey, jetstream, taskSubject, files } = this.server;
    if (this.#over) return;
    const entry = await results.get(resultKey(this.key));
    if (entry !== null && entry.operation === 'PUT') return this.#take(entry);
    const content = await sendBytes(files, new TextEncoder().encode(this.order));
    await jetstream.publish(taskSubject(this.key), serverJobMessage(content)).catch((error) => {
      // The job is on the queue already.
      if (!/maximum messages per subject/.test(messageOf(error))) throw error;
    });
  }

  async #take({
    operation,
    value,
    revision,
    key: name,
  }: Pick<KvWatchEntry, 'operation' | 'value' | 'revision' | 'key'>): Promise<void> {
    if (operation !== 'PUT' || this.#over) return;
    const message = parseServerJob(value);
    const bytes = message === null ? null : await fetchFile(this.server.files, message.content);
    if (bytes !== null && this.listener.ended(new TextDecoder().decode(bytes))) {
      this.leave();
      // A worker may have died after storing its result.
      void purge(this.server, this.key);
      return;
    }
    this.say('lemmata: a worker sent a malformed answer for a job');
    await this.server.results.delete(name, { previousSeq: revision }).catch((error) => {
      // The entry has been discarded already.
      if (!/wrong last sequence/.test(messageOf(error))) throw error;
    });
  }

  /** Appends an action to the chain; it is repeated until it succeeds. */
  #next(action: () => Promise<void>): void {
    this.#chain = this.#chain.then(() => persist(this.server.connection, this.say, action)).catch(() => {});
  }
}

function withdraw(server: QueueServer, key: string): void {
  const { connection, cancelSubject } = server;
  if (connection.isClosed()) return;
  connection.publish(cancelSubject(key));
  void purge(server, key);
}

/** Removes a job from the queue, so that no worker runs it any more. */
async function purge(server: QueueServer, key: string): Promise<void> {
  await withdrawTask(server, key).catch(() => {});
}

/** The queue as `lemmata serve` uses it. */
interface Desk {
  readonly jobs: ServerJobs;
  cluster(): Promise<ClusterStatus>;
  close(): Promise<void>;
}

/**
 * Opens a queue for the jobs of a server; `script` is the tool's script. Throws the errors of
 * `connectQueue` and `openServer`.
 */
export async function openDesk(
  address: QueueAddress,
  toolVersion: string,
  script: string,
  say: (text: string) => void,
): Promise<Desk> {
  const connection = await connectQueue(address, `lemmata serve on ${hostname()}`);
  const server = await openServer(connection, versionTag(toolVersion, commitOf(script))).catch(
    async (error: unknown) => {
      await connection.close();
      throw error;
    },
  );
  const jobs = new ServerJobs(server, say);
  watchQueue(server, () => jobs.count > 0, say);
  return {
    jobs,
    cluster: () => readCluster(connection),
    close: () => connection.close(),
  };
}
