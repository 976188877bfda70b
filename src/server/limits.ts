import type { ServerLimits } from './protocol.ts';

/** Every limit of the server. Bytes, milliseconds where no other unit is said. */
export interface Limits extends ServerLimits {
  /** Jobs that run at a time, and that may wait. */
  readonly running: number;
  readonly waiting: number;
  /** Jobs that are kept with their events; the oldest that ended go first. */
  readonly kept: number;
  /** Lemmas and the like that are kept of a job, and characters of all its events before the oldest of those go. */
  readonly eventsPerJob: number;
  readonly eventCharacters: number;
  /** Races that run elsewhere and tell the server of themselves, at a time; 0: none may. */
  readonly races: number;
  /** The most that one of them may tell in all: events, and characters. */
  readonly eventsPerRace: number;
  readonly charactersPerRace: number;
  /** Events that one of them may tell in a second before it is read no further until that is over. */
  readonly eventsPerSecond: number;
  /** One of which nothing was heard for so long is over. */
  readonly away: number;
  /** Connections by websocket, in all and of one client. */
  readonly connections: number;
  readonly connectionsPerClient: number;
  readonly watchedPerConnection: number;
  /** Messages that a client may send in ten seconds. */
  readonly messagesPerTenSeconds: number;
  /** Bytes that may wait to be sent to a client before the server holds back further events of it. */
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
