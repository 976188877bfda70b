import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll } from 'vitest';
import { connectQueue, type QueueAddress } from '../../src/apps/compete/nats/connection.ts';

/** Whether there is a server to test with. */
export const hasServer = spawnSync('nats-server', ['--version']).status === 0;

/** A NATS server with JetStream of its own on this machine. */
export class NatsServer {
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /** Keeps what it stores in `folder`; `args`: more options. */
  static async start(folder: string, args: readonly string[] = []): Promise<NatsServer> {
    const port = await freePort();
    const server = new NatsServer(port, ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder, ...args]);
    await server.resume();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get address(): QueueAddress {
    return { servers: this.url, credentials: null, nkey: null, tlsCa: null, tlsCert: null, tlsKey: null };
  }

  /** Starts it (again), with what it had stored. */
  async resume(): Promise<void> {
    this.#process = spawn('nats-server', this.args, { stdio: 'ignore' });
    while (!(await answers(this.port))) {
      if (this.#process.exitCode !== null) throw new Error(`nats-server ended with ${this.#process.exitCode}`);
      await sleep(50);
    }
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** A server for all tests of a file, and connections to it, which end with the tests. */
export function serverOfFile(folder: string) {
  let server: NatsServer | null = null;
  const connections: NatsConnection[] = [];
  beforeAll(async () => {
    if (hasServer) server = await NatsServer.start(join(folder, 'server'));
  });
  afterAll(async () => {
    for (const connection of connections) await connection.close();
    await server?.kill();
  });
  const started = (): NatsServer => {
    if (server === null) throw new Error('there is no server');
    return server;
  };
  const connect = async (): Promise<NatsConnection> => {
    const connection = await connectQueue(started().address, 'test');
    connections.push(connection);
    return connection;
  };
  return { started, connect };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
