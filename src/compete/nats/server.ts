import { createHash } from 'node:crypto';
import {
  AckPolicy,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { LemmataError, messageOf } from '../../base/errors.ts';

/** Names on the server. All begin with `lemmata`, so that a server may serve others, too. */
export const STREAM = 'LEMMATA_TASKS';
const RESULTS = 'lemmata-results';
const FILES = 'lemmata-files';
const NANOSECONDS = 1e6;
const DAY_MILLISECONDS = 86_400_000;
/** A run that is not resumed for so long has its tasks run again. */
const KEEP_MILLISECONDS = 30 * DAY_MILLISECONDS;
/** A worker that says nothing for so long is gone; several times the interval at which workers do. */
const SILENCE_MILLISECONDS = 30_000;
const LEAST_SILENCE_SECONDS = 10;
/** Tasks in hand at a time, on all machines. */
const MOST_IN_HAND = 65_536;

/** What of a NATS server serves as a queue for one version of Lemmata: versions do not answer for each other. */
export interface QueueServer {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** By {@link jobKey}. */
  readonly results: KV;
  /** By SHA-256 of their content. */
  readonly files: ObjectStore;
  readonly stream: string;
  readonly consumer: string;
  /** The subject of a task; of all tasks for `*`. */
  taskSubject(key: string): string;
  /** On it whoever does not want a task any more says so. */
  cancelSubject(key: string): string;
  /** On it a worker says that it has begun a task. */
  startSubject(key: string): string;
  /** On it whoever runs a job of a server tells what happens in it. */
  tellSubject(key: string): string;
  /** On it the server asks for what it has not heard. */
  askSubject(key: string): string;
  resultKey(key: string): string;
  /** The reverse of `taskSubject` and `resultKey`: what stands behind the last dot. */
  keyOf(name: string): string;
}

/** Two machines with the same tag run the same verifier. */
export function versionTag(toolVersion: string, commit: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([toolVersion, commit]))
    .digest('hex')
    .slice(0, 16);
}

/** LEMMATA_QUEUE_SILENCE in seconds: at least two beats of a worker; else {@link SILENCE_MILLISECONDS}. */
function silenceWanted(): number {
  const seconds = Number(process.env.LEMMATA_QUEUE_SILENCE);
  return seconds >= LEAST_SILENCE_SECONDS ? 1000 * seconds : SILENCE_MILLISECONDS;
}

const JOB_PREFIX = 'job-';

/** A job of a server under its id, which is in base64url: no hash of a task looks like it. */
export function serverJobKey(id: string): string {
  return JOB_PREFIX + id;
}

/** The reverse of {@link serverJobKey}. */
export function serverJobId(key: string): string {
  return key.slice(JOB_PREFIX.length);
}

export function isServerJobKey(key: string): boolean {
  return key.startsWith(JOB_PREFIX);
}

/** A task under the hash of all that its result depends on; whether a witness belongs to the result is not in the hash. */
export function jobKey(hash: string, witnesses: boolean): string {
  return witnesses ? `${hash}-w` : hash;
}

/** Makes on the server what a queue needs and is not there yet. Throws LemmataError `E-INPUT` where the server does not let us. */
export async function openServer(
  connection: NatsConnection,
  tag: string,
  silenceMilliseconds = silenceWanted(),
): Promise<QueueServer> {
  try {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({
      name: STREAM,
      subjects: ['lemmata.task.>'],
      // Files must outlive the tasks they belong to.
      max_age: (KEEP_MILLISECONDS / 2) * NANOSECONDS,
      retention: RetentionPolicy.Workqueue,
      // A task that is there, waiting or in hand, is not there twice, whoever offers it.
      max_msgs_per_subject: 1,
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
    });
    await manager.consumers.add(STREAM, {
      durable_name: tag,
      filter_subject: `lemmata.task.${tag}.*`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: silenceMilliseconds * NANOSECONDS,
      max_ack_pending: MOST_IN_HAND,
    });
    return {
      connection,
      manager,
      jetstream: jetstream(connection),
      results: await new Kvm(connection).create(RESULTS, { history: 1, ttl: KEEP_MILLISECONDS }),
      files: await new Objm(connection).create(FILES, { ttl: KEEP_MILLISECONDS * NANOSECONDS }),
      stream: STREAM,
      consumer: tag,
      taskSubject: (key) => `lemmata.task.${tag}.${key}`,
      cancelSubject: (key) => `lemmata.cancel.${tag}.${key}`,
      startSubject: (key) => `lemmata.start.${tag}.${key}`,
      tellSubject: (key) => `lemmata.tell.${tag}.${key}`,
      askSubject: (key) => `lemmata.ask.${tag}.${key}`,
      resultKey: (key) => `${tag}.${key}`,
      keyOf: (name) => name.slice(name.lastIndexOf('.') + 1),
    };
  } catch (error) {
    throw new LemmataError(
      'E-INPUT',
      `the server cannot serve as a queue: ${messageOf(error)} (JetStream is switched on by nats-server -js)`,
      null,
      {
        cause: error,
      },
    );
  }
}
