import type { ServerLimits } from './protocol.ts';

/** Every limit of the server. Sizes are bytes and times are milliseconds unless another unit is given. */
export interface Limits extends ServerLimits {
  /** Most jobs that run at a time, and that may wait. */
  readonly running: number;
  readonly waiting: number;
  /** Most jobs that are kept with their events; the oldest finished ones are dropped first. */
  readonly kept: number;
  /**
   * Most lemmas and similar events that are kept of a job, and most characters of all its events before
   * the oldest of those are dropped.
   */
  readonly eventsPerJob: number;
  readonly eventCharacters: number;
  /** Most races that run elsewhere and report to the server at a time; 0: none may. */
  readonly races: number;
  /** Most events, and most characters, that one such race may send in all. */
  readonly eventsPerRace: number;
  readonly charactersPerRace: number;
  /** Events per second of one such race; beyond, it is not read until the second is over. */
  readonly eventsPerSecond: number;
  /** Silence after which such a race is over. */
  readonly away: number;
  /** Most websocket connections, in all and of one client. */
  readonly connections: number;
  readonly connectionsPerClient: number;
  readonly watchedPerConnection: number;
  /** Most messages of a client in ten seconds. */
  readonly messagesPerTenSeconds: number;
  /** Bytes that may wait to be sent to a client before the server holds back further events for it. */
  readonly sendBytes: number;
  readonly heartbeat: number;
  /** Time after which a client is cut off that has answered no ping and read nothing. */
  readonly stalled: number;
  /** Time that running jobs have when the server is asked to end. */
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
  eventCharacters: 8 * MEGABYTE,
  races: 0,
  eventsPerRace: 2_000_000,
  charactersPerRace: 256 * MEGABYTE,
  eventsPerSecond: 1_000,
  away: 60_000,
  connections: 1_000,
  connectionsPerClient: 250,
  watchedPerConnection: 16,
  messagesPerTenSeconds: 100,
  sendBytes: MEGABYTE / 2,
  heartbeat: 15_000,
  stalled: 120_000,
  grace: 2_000,
};
