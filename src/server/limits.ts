import type { ServerLimits } from './protocol.ts';

/** Every limit of the server. Bytes, milliseconds where no other unit is said. */
export interface Limits extends ServerLimits {
  /** Jobs that run at a time, and that may wait. */
  readonly running: number;
  readonly waiting: number;
  /** Jobs that are kept with their events; the oldest that ended go first. */
  readonly kept: number;
  /** Lemmas and the like that are kept of a job. */
  readonly eventsPerJob: number;
  /** Connections by websocket, in all and of one client. */
  readonly connections: number;
  readonly connectionsPerClient: number;
  readonly watchedPerConnection: number;
  /** Messages that a client may send in ten seconds. */
  readonly messagesPerTenSeconds: number;
  /** What may wait to be sent to a client before the server holds back further events of it. */
  readonly sendBytes: number;
  readonly heartbeat: number;
  /** A client that has answered no ping and read nothing for so long is cut off. */
  readonly stalled: number;
  /** Jobs that run when the server is asked to end have so long. */
  readonly grace: number;
}

const MEGABYTE = 2 ** 20;

export const DEFAULT_LIMITS: Limits = {
  uploadBytes: 4 * MEGABYTE,
  filesPerJob: 16,
  jobsPerClient: 8,
  seconds: 900,
  megabytes: 4096,
  running: 1,
  waiting: 32,
  kept: 200,
  eventsPerJob: 5_000,
  connections: 1_000,
  connectionsPerClient: 250,
  watchedPerConnection: 16,
  messagesPerTenSeconds: 100,
  sendBytes: MEGABYTE / 2,
  heartbeat: 15_000,
  stalled: 120_000,
  grace: 2_000,
};
