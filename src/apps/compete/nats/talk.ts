import type { Msg } from '@nats-io/transport-node';
import { fetchFile, sendBytes } from './parcels.ts';
import { persist } from './patience.ts';
import type { QueueServer } from './server.ts';

/**
 * Most bytes of a message that is sent directly; servers accept 1 MB by default. Longer ones lie in
 * the object store.
 */
const MESSAGE_BYTES = 512 * 1024;
const POINTER = /^@([0-9a-f]{64})$/;

/**
 * Sends texts from one end of a job to the other, in their order. A text may get lost with the server:
 * a receiver that counts texts asks again.
 */
export class Talk {
  #sending: Promise<void> = Promise.resolve();
  #hearing: Promise<void> = Promise.resolve();

  constructor(
    private readonly server: QueueServer,
    private readonly say: (text: string) => void,
  ) {}

  send(subject: string, text: string): void {
    const { connection, files } = this.server;
    this.#sending = this.#sending
      .then(async () => {
        const bytes = new TextEncoder().encode(text);
        const long = bytes.length > MESSAGE_BYTES;
        const digest = long ? await persist(connection, this.say, () => sendBytes(files, bytes)) : null;
        if (!connection.isClosed()) connection.publish(subject, digest === null ? bytes : `@${digest}`);
      })
      // The connection was closed: no receiver is left.
      .catch(() => {});
  }

  /** Calls `heard` with each text until the returned function is called. */
  hear(subject: string, heard: (text: string) => void): () => void {
    const subscription = this.server.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        this.#hearing = this.#hearing
          .then(async () => {
            const text = await this.#textOf(message);
            if (text !== null && !subscription.isClosed()) heard(text);
          })
          .catch(() => {});
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Resolves once all texts are on their way. */
  async flushed(): Promise<void> {
    await this.#sending;
    if (!this.server.connection.isClosed()) await this.server.connection.flush();
  }

  async #textOf(message: Msg): Promise<string | null> {
    const text = new TextDecoder().decode(message.data);
    const digest = POINTER.exec(text)?.[1];
    if (digest === undefined) return text;
    const { connection, files } = this.server;
    const bytes = await persist(connection, this.say, () => fetchFile(files, digest));
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }
}
