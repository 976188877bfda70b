import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { messageOf } from '../../../base/errors.ts';
import { type AnswerStore, MOST_CHARACTERS } from '../../../race/cache/answer-store.ts';
import { connectQueue, type QueueAddress } from './connection.ts';
import { Kvm } from './nats-client.ts';

const BUCKET = 'lemmata-answers';
const KEEP_MILLISECONDS = 30 * 86_400_000;
/** Size limit of the bucket; a full one takes no more until the oldest answers expire. */
const MOST_BYTES = 256 * 2 ** 20;
/** Longest wait for a slow or unreachable server. */
const PATIENCE_MILLISECONDS = 5_000;

/** Answers in the key-value store of a queue's server, for all machines. */
export class QueueAnswers implements AnswerStore {
  #opening: Promise<{ readonly connection: NatsConnection; readonly bucket: KV } | null> | null = null;

  /** Connects at the first request. Calls `say` once if the server cannot be used. */
  constructor(
    private readonly address: QueueAddress,
    private readonly say: (text: string) => void,
  ) {}

  async get(name: string): Promise<string | null> {
    return this.#inTime(null, async (bucket) => {
      const entry = await bucket.get(name);
      return entry === null || entry.operation !== 'PUT' ? null : entry.string();
    });
  }

  async put(name: string, text: string): Promise<void> {
    // The server accepts messages of 1 MB by default.
    if (Buffer.byteLength(text) > MOST_CHARACTERS) return;
    await this.#inTime(null, async (bucket) => void (await bucket.put(name, text)));
  }

  async change(name: string, changed: (before: string | null) => string): Promise<void> {
    await this.#inTime(null, async (bucket) => {
      for (let isDone = false; !isDone; ) {
        const entry = await bucket.get(name);
        const text = changed(entry === null || entry.operation !== 'PUT' ? null : entry.string());
        if (Buffer.byteLength(text) > MOST_CHARACTERS) return;
        isDone = await bucket.put(name, text, { previousSeq: entry?.revision ?? 0 }).then(
          () => true,
          (error) => {
            // Another machine was faster.
            if (!/wrong last sequence/.test(messageOf(error))) throw error;
            return false;
          },
        );
      }
    });
  }

  async remove(name: string): Promise<void> {
    await this.#inTime(null, (bucket) => bucket.purge(name));
  }

  async close(): Promise<void> {
    const open = await this.#opening;
    await open?.connection.close();
  }

  async #inTime<T>(otherwise: T, use: (bucket: KV) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const asked = (async () => {
      const open = await (this.#opening ??= this.#open());
      return open === null ? otherwise : use(open.bucket);
    })().catch(() => otherwise);
    const waited = sleep(PATIENCE_MILLISECONDS, otherwise, { signal: late.signal }).catch(() => otherwise);
    try {
      return await Promise.race([asked, waited]);
    } finally {
      late.abort();
    }
  }

  async #open(): Promise<{ readonly connection: NatsConnection; readonly bucket: KV } | null> {
    try {
      const connection = await connectQueue(this.address, `answers for lemmata on ${hostname()}`);
      const bucket = await new Kvm(connection).create(BUCKET, {
        history: 1,
        ttl: KEEP_MILLISECONDS,
        max_bytes: MOST_BYTES,
      });
      return { connection, bucket };
    } catch (error) {
      this.say(`lemmata: answers are not stored: ${messageOf(error)}`);
      return null;
    }
  }
}
