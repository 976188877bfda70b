import { readWorkers, type WorkerStatus } from './presence.ts';
import type { QueueServer } from './server.ts';

/** Interval between looks whether something waits, in ms. */
const LOOK_MILLISECONDS = 2500;
/** Looks at which something waits before workers are counted. */
const PATIENCE = 2;
/** Time between two counts of workers, in ms. */
const COUNT_MILLISECONDS = 30_000;

/** The queue, as the watch sees it. */
export interface WatchedQueue {
  /** Tag of the own version of Lemmata. */
  readonly tag: string;
  /** Host and port of the server. */
  readonly place: string;
  workers(): Promise<readonly WorkerStatus[]>;
  /** Whether something waits for a worker. */
  waits(): boolean;
  say(text: string): void;
}

/**
 * Says that no worker serves a queue on which something waits: after a few seconds, and then now and
 * again. Returns what ends the watch.
 */
export function watchForWorkers({ tag, place, workers, waits, say }: WatchedQueue): () => void {
  let looks = 0;
  let next = 0;
  const count = async (): Promise<void> => {
    const all = await workers();
    if (!waits() || all.some((one) => one.tag === tag && one.state === 'working')) return;
    const others = all.filter((one) => one.tag !== tag).length;
    const of = others === 0 ? '' : ` of this version (${others} of other versions)`;
    say(`lemmata: no worker${of} serves the queue; this command starts one: lemmata work --queue nats://${place}`);
  };
  const timer = setInterval(() => {
    looks = waits() ? looks + 1 : 0;
    const now = performance.now();
    if (looks < PATIENCE || now < next) return;
    next = now + COUNT_MILLISECONDS;
    // A server that does not answer is reported by others.
    count().catch(() => {});
  }, LOOK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** {@link watchForWorkers} as long as the server's connection is open. */
export function watchQueue(
  { connection, consumer }: QueueServer,
  waits: () => boolean,
  say: (text: string) => void,
): void {
  const end = watchForWorkers({
    ...{ tag: consumer, place: connection.getServer(), waits, say },
    workers: () => readWorkers(connection),
  });
  void connection.closed().then(end);
}
