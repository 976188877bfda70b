import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LemmataError } from '../base/errors.ts';
import { Access } from './access.ts';
import { Connection } from './connection.ts';
import { Jobs } from './job/jobs.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { Metrics } from './metrics.ts';
import { Page } from './page.ts';
import { REFUSALS, Refusal, SUBPROTOCOL } from './protocol.ts';
import { Rest } from './rest.ts';

export const STREAM_PATH = '/api/stream';

/** A client has so long for the head of a request, and for all of it. */
const HEADERS_MILLISECONDS = 5_000;
const REQUEST_MILLISECONDS = 9_000;
const MOST_SOCKETS = 6_000;
/** Connections that the system holds until the server takes them. */
const BACKLOG = 4_096;
/** Of one message by websocket. */
const MOST_FRAGMENTS = 1_024;

export interface ServeOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0: any that is free. */
  readonly port: number;
  /** At least 16 characters. */
  readonly token: string;
  /** Further names by which clients may address the server, `name` or `name:port`. */
  readonly names?: readonly string[];
  /** For jobs, created where it is missing. */
  readonly data: string;
  /** The entry of the process of a job. */
  readonly jobScript: string;
  /** The folder of the page's files; absent: no page. */
  readonly page?: string;
  readonly limits?: Partial<Limits>;
}

export interface RunningServer {
  readonly port: number;
  /** With the token, for a browser. */
  readonly address: string;
  /** Ends it: see `Jobs.close`. */
  close(): Promise<void>;
}

/** Starts the server. Throws LemmataError `E-USAGE` where it cannot listen, or another server has the data folder. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { host = '127.0.0.1', token } = options;
  const metrics = new Metrics();
  const page = new Page(options.page ?? null);
  const jobs = await Jobs.open(options.data, options.jobScript, limits, metrics).catch((error: unknown) => {
    throw new LemmataError(
      'E-USAGE',
      `the data folder ${options.data} cannot be used: another server has it, or it cannot be written`,
      null,
      { cause: error },
    );
  });
  const server = createServer({ connectionsCheckingInterval: 1_000 });
  server.headersTimeout = HEADERS_MILLISECONDS;
  server.requestTimeout = REQUEST_MILLISECONDS;
  server.maxConnections = MOST_SOCKETS;
  try {
    await listen(server, options.port, host);
  } catch (error) {
    await jobs.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const access = new Access(token, hostNames(host, port, options.names ?? []));
  const rest = new Rest(access, jobs, limits, metrics, page);
  server.on('request', (request, response) => rest.handle(request, response));
  const connections = new Upgrades(access, jobs, limits, metrics);
  server.on('upgrade', (request, socket, head) => connections.upgrade(request, socket, head));
  const beat = setInterval(() => connections.beat(), limits.heartbeat);
  metrics.gauge('lemmata_jobs_running', 'Jobs that run', () => jobs.running);
  metrics.gauge('lemmata_jobs_waiting', 'Jobs that wait', () => jobs.waiting);
  metrics.gauge('lemmata_connections', 'Connections by websocket', () => connections.count);
  metrics.gauge('lemmata_store_failures', 'Times that the disk did not take what was to be kept', () => jobs.storeFailures);
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const gone = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await jobs.close();
    clearInterval(beat);
    connections.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1_000).unref();
    await gone;
  };
  return {
    port,
    address: `http://${host.includes(':') ? `[${host}]` : host}:${port}/?token=${encodeURIComponent(token)}`,
    close: () => (closed ??= close()),
  };
}

/** Handshakes of websockets, and the connections that came of them. */
class Upgrades {
  readonly #sockets: WebSocketServer;
  /** With the name of the client. */
  readonly #connections = new Map<Connection, string>();

  constructor(
    private readonly access: Access,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
  ) {
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: Math.ceil(1.5 * limits.uploadBytes),
      maxFragments: MOST_FRAGMENTS,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    });
  }

  get count(): number {
    return this.#connections.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    let client: string;
    try {
      client = this.#admit(request);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'bad-request';
      this.metrics.refused.inc({ why: code });
      const status = REFUSALS[code];
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, client, this.jobs, this.limits, this.metrics);
      this.#connections.set(connection, client);
      webSocket.on('close', () => this.#connections.delete(connection));
    });
  }

  /** @throws Refusal */
  #admit(request: IncomingMessage): string {
    this.access.checkSource(request);
    if (request.url?.split('?', 1)[0] !== STREAM_PATH) throw new Refusal('no-such-job', 'there is no stream here');
    const client = this.access.client(request, { reading: false });
    if (this.#connections.size >= this.limits.connections) throw new Refusal('queue-full', 'too many connections');
    const mine = [...this.#connections.values()].filter((one) => one === client).length;
    if (mine >= this.limits.connectionsPerClient) throw new Refusal('too-many-jobs', 'too many connections of yours');
    return client;
  }

  beat(): void {
    for (const connection of this.#connections.keys()) connection.beat();
  }

  close(): void {
    for (const connection of this.#connections.keys()) connection.close(1001, 'the server ends');
    const { clients } = this.#sockets;
    setTimeout(() => {
      for (const client of clients) client.terminate();
    }, 500).unref();
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new LemmataError('E-USAGE', `cannot listen on ${host}:${port}: ${error.message}`)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

function hostNames(host: string, port: number, names: readonly string[]): readonly string[] {
  const own = isLoopback(host) ? ['127.0.0.1', 'localhost', '[::1]'] : [host.includes(':') ? `[${host}]` : host];
  return [...own, ...names].flatMap((name) => (/:\d+$/.test(name) ? [name] : [`${name}:${port}`, ...(port === 80 ? [name] : [])]));
}

/** Whether only this machine reaches it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
