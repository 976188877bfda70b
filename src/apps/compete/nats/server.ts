import { createHash } from 'node:crypto';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { ObjectStore } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { LemmataError, messageOf } from '../../../base/errors.ts';
import { AckPolicy, DiscardPolicy, jetstream, jetstreamManager, Kvm, Objm, RetentionPolicy } from './nats-client.ts';

/** Names on the server. All begin with `lemmata`, so that a server may also serve others. */
export const STREAM = 'LEMMATA_TASKS';
const RESULTS = 'lemmata-results';
const FILES = 'lemmata-files';
const NANOSECONDS = 1e6;
const DAY_MILLISECONDS = 86_400_000;
/** Lifetime of results: a run that is resumed later has its tasks run again. */
const KEEP_MILLISECONDS = 30 * DAY_MILLISECONDS;
/**
 * A worker that is silent for longer than this is gone; several times the interval of its
 * announcements.
 */
const SILENCE_MILLISECONDS = 30_000;
const LEAST_SILENCE_SECONDS = 10;
/** Most tasks in hand at a time, on all machines. */
const MOST_IN_HAND = 65_536;

/**
 * The parts of a NATS server that serve as a queue for one version of Lemmata: versions do not answer
 * for each other.
 */
export interface QueueServer {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Results by {@link jobKey}. */
  readonly results: KV;
  /** Files by SHA-256 of their content. */
  readonly files: ObjectStore;
  readonly stream: string;
  readonly consumer: string;
  /** The subject of a task; for `*`, of all tasks. */
  taskSubject(key: string): string;
  /** The subject on which a run cancels a task. */
  cancelSubject(key: string): string;
  /** The subject on which a worker reports that it has begun a task. */
  startSubject(key: string): string;
  /** The subject on which the worker reports the progress of a server's job. */
  reportSubject(key: string): string;
  /** The subject on which the server asks for messages that it has missed. */
  askSubject(key: string): string;
  resultKey(key: string): string;
  /** Reverses `taskSubject` and `resultKey`: the part after the last dot. */
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

/** The key of a server's job under its id, which is in base64url: no hash of a task looks like it. */
export function serverJobKey(id: string): string {
  return JOB_PREFIX + id;
}

/** Reverses {@link serverJobKey}. */
export function serverJobId(key: string): string {
  return key.slice(JOB_PREFIX.length);
}

export function isServerJobKey(key: string): boolean {
  return key.startsWith(JOB_PREFIX);
}

/**
 * The key of a task: the hash of everything that its result depends on. The hash leaves out whether a
 * witness belongs to the result.
 */
export function jobKey(hash: string, witnesses: boolean): string {
  return witnesses ? `${hash}-w` : hash;
}

/**
 * Creates on the server the missing parts of a queue. Throws LemmataError `E-INPUT` if the server
 * refuses.
 */
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
      // The server refuses a second copy of a task that is waiting or in hand, whichever run offers it.
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
      reportSubject: (key) => `lemmata.tell.${tag}.${key}`,
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
