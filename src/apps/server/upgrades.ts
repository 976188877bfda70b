import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Access } from './access.ts';
import { Connection } from './connection.ts';
import type { Jobs } from './job/jobs.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { REFUSALS, Refusal, SUBPROTOCOL } from './protocol.ts';
import { RaceListener } from './race-listener.ts';

/** Path where clients submit and watch. */
const STREAM_PATH = '/api/stream';
/** Path where races that run elsewhere report their events (`lemmata verify --stream`). */
export const RACES_PATH = '/api/races';
/** Most fragments of one message. */
const MOST_FRAGMENTS = 1_024;

/** Handshakes of websockets, and the resulting connections. */
export class Upgrades {
  readonly #sockets: WebSocketServer;
  /** Connections with the names of their clients. */
  readonly #connections = new Map<Connection | RaceListener, string>();

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
      WebSocket: ServerSocket,
    });
  }

  get count(): number {
    return this.#connections.size;
  }

  /** Bytes that wait for the client with the most of them. */
  get unsent(): number {
    let most = 0;
    for (const { bufferedAmount } of this.#sockets.clients) most = Math.max(most, bufferedAmount);
    return most;
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
      const { jobs, limits, metrics } = this;
      const connection =
        pathOf(request) === RACES_PATH
          ? new RaceListener(webSocket, client, jobs.races, limits, metrics)
          : new Connection(webSocket, client, jobs, limits, metrics);
      this.#connections.set(connection, client);
      webSocket.on('close', () => this.#connections.delete(connection));
    });
  }

  /** @throws Refusal */
  #admit(request: IncomingMessage): string {
    this.access.checkSource(request);
    const path = pathOf(request);
    if (path !== STREAM_PATH && !(path === RACES_PATH && this.limits.races > 0))
      throw new Refusal('no-such-job', 'there is no stream here');
    this.access.checkHandshake(request);
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

function pathOf({ url }: IncomingMessage): string | undefined {
  return url?.split('?', 1)[0];
}

/** A websocket that closes with 1009 whenever something is too large: ws uses 1002 for control frames. */
class ServerSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code !== 1002) {
      super.close(code, reason);
      return;
    }
    let closing = code;
    // ws reports the problem after it has closed.
    this.once('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH') closing = 1009;
    });
    queueMicrotask(() => super.close(closing, reason));
  }
}
