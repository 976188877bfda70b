import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import WebSocket from 'ws';
import schema from '../../schemas/server-messages.schema.json' with { type: 'json' };
import type { Elsewhere } from '../../src/apps/server/job/far/far-job.ts';
import type { Limits } from '../../src/apps/server/limits.ts';
import type { ServerMessage } from '../../src/apps/server/protocol.ts';
import { type RunningServer, startServer } from '../../src/apps/server/server.ts';

export const TOKEN = 'a-token-for-the-tests';

const valid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

function isServerMessage(message: unknown): message is ServerMessage {
  return valid(message);
}

export interface Serving extends RunningServer {
  readonly data: string;
  readonly origin: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  connect(options?: { readonly headers?: Record<string, string>; readonly autoPong?: boolean }): Promise<Client>;
}

/**
 * A server, on a free port unless one is named; `script` stands for the process of a job. The
 * caller closes it.
 */
export async function serving(
  options: {
    readonly script?: string;
    readonly limits?: Partial<Limits>;
    readonly data?: string;
    readonly port?: number;
    readonly elsewhere?: Elsewhere;
    readonly shareLinks?: boolean;
  } = {},
): Promise<Serving> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'lemmata-server-'));
  const dist = resolve(process.env.LEMMATA_DIST ?? 'dist');
  const jobScript = options.script ?? join(dist, 'workers', 'job.js');
  const server = await startServer({
    port: options.port ?? 0,
    token: TOKEN,
    data,
    jobScript,
    page: join(dist, 'page'),
    limits: options.limits,
    elsewhere: options.elsewhere,
    shareLinks: options.shareLinks,
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    data,
    origin,
    // A connection of its own: the server closes those that are idle, perhaps while a request is on its way.
    request: (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { Authorization: `Bearer ${TOKEN}`, Connection: 'close', ...init.headers },
      }),
    connect: async ({ headers = { Authorization: `Bearer ${TOKEN}` }, autoPong = true } = {}) => {
      const client = new Client(
        new WebSocket(`${origin.replace('http', 'ws')}/api/stream`, 'lemmata.v1', { headers, autoPong }),
      );
      await client.opened;
      return client;
    },
    close: async () => {
      await server.close();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Keeps what the server sent. */
class Client {
  readonly received: ServerMessage[] = [];
  readonly opened: Promise<void>;
  /** Code of the close. */
  readonly closed: Promise<number>;
  #wake: () => void = () => {};

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message: unknown = JSON.parse(data.toString());
      if (!isServerMessage(message)) throw new Error(`not as the schema says: ${data.toString()}`);
      this.received.push(message);
      this.#wake();
    });
    this.opened = new Promise((done, reject) => {
      socket.once('open', done);
      socket.once('error', reject);
    });
    this.closed = new Promise((done) => socket.once('close', done));
    socket.on('error', () => {});
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first message that is such, of those that came and that come. */
  async until<M extends ServerMessage>(is: (message: ServerMessage) => message is M): Promise<M> {
    for (;;) {
      const found = this.received.find(is);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  accepted() {
    return this.until((message) => message.type === 'accepted');
  }

  error() {
    return this.until((message) => message.type === 'error');
  }

  event(kind: string) {
    return this.until(
      (message): message is ServerMessage & { type: 'event' } =>
        message.type === 'event' && message.event.kind === kind,
    );
  }

  get numbers(): readonly number[] {
    return this.received.flatMap((message) => (message.type === 'event' ? [message.number] : []));
  }
}

export function taskOf(text: string, more: object = {}): { readonly files: readonly object[] } {
  return { files: [{ name: 'program.c', text }], ...more };
}
