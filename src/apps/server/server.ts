import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LemmataError } from '../../base/errors.ts';
import type { AnswerPlace } from '../compete/answer-place.ts';
import { Access } from './access.ts';
import type { Elsewhere } from './job/far/far-job.ts';
import { Jobs } from './job/jobs.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { Metrics } from './metrics.ts';
import { Page } from './page.ts';
import { Rest } from './rest.ts';
import { Upgrades } from './upgrades.ts';

/** Time that a client has for the head of a request, and for all of it, in ms. */
const HEADERS_MILLISECONDS = 5_000;
const REQUEST_MILLISECONDS = 8_000;
const MOST_SOCKETS = 6_000;
/** Connections that the system holds until the server accepts them. */
const BACKLOG = 4_096;

export interface ServeOptions {
  /** Host to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; 0: any free one. */
  readonly port: number;
  /** Token of at least 16 characters. */
  readonly token: string;
  /** Further names by which clients may address the server, `name` or `name:port`. */
  readonly names?: readonly string[];
  /** The folder for jobs, created if it is missing. */
  readonly data: string;
  /** The entry of the process of a job. */
  readonly jobScript: string;
  /** The folder of the page's files; absent: no page. */
  readonly page?: string;
  readonly limits?: Partial<Limits>;
  /** Workers that run the jobs; absent: they run here. */
  readonly elsewhere?: Elsewhere;
  /** The answer cache of jobs that run here; absent: no cache. */
  readonly cache?: AnswerPlace | null;
  /** Whether single jobs can be shared by links; default no. */
  readonly shareLinks?: boolean;
  /** Returns the state of these workers, as JSON. */
  readonly cluster?: () => Promise<object>;
}

export interface RunningServer {
  readonly port: number;
  /** The address with the token, for a browser. */
  readonly address: string;
  /** Ends the server: see `Jobs.close`. */
  close(): Promise<void>;
}

/**
 * Starts the server. Throws LemmataError `E-USAGE` if it cannot listen, or if another server has the
 * data folder.
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { host = '127.0.0.1', token } = options;
  const metrics = new Metrics();
  const page = new Page(options.page ?? null);
  const { elsewhere = null, cluster = null, cache = null, shareLinks = false } = options;
  const jobs = await Jobs.open(options.data, options.jobScript, limits, metrics, {
    elsewhere,
    cache,
    shareLinks,
  }).catch((error: unknown) => {
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
  const access = new Access(token, hostNames(host, port, options.names ?? []), port);
  const rest = new Rest(access, jobs, limits, metrics, page, cluster);
  server.on('request', (request, response) => rest.handle(request, response));
  const connections = new Upgrades(access, jobs, limits, metrics);
  server.on('upgrade', (request, socket, head) => connections.upgrade(request, socket, head));
  const beat = setInterval(() => connections.beat(), limits.heartbeat);
  metrics.gauge('lemmata_jobs_running', 'Running jobs', () => jobs.running);
  metrics.gauge('lemmata_jobs_waiting', 'Waiting jobs', () => jobs.waiting);
  metrics.gauge('lemmata_races', 'Races elsewhere that report to this server', () => jobs.races.count);
  metrics.gauge(
    'lemmata_unsent_bytes',
    'Bytes that wait for the client with the most of them',
    () => connections.unsent,
  );
  metrics.gauge('lemmata_connections', 'Websocket connections', () => connections.count);
  metrics.gauge('lemmata_store_failures', 'Failed writes to the disk', () => jobs.storeFailures);
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

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new LemmataError('E-USAGE', `cannot listen on ${host}:${port}: ${error.message}`)),
    );
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

function hostNames(host: string, port: number, names: readonly string[]): readonly string[] {
  const own = isLoopback(host) ? ['127.0.0.1', 'localhost', '[::1]'] : [host.includes(':') ? `[${host}]` : host];
  return [...own, ...names].flatMap((name) =>
    /:\d+$/.test(name) ? [name] : [`${name}:${port}`, ...(port === 80 ? [name] : [])],
  );
}

/** Whether only this machine reaches it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
