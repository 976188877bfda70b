import type { NatsConnection } from '@nats-io/transport-node';
import { LemmataError, messageOf } from '../../../base/errors.ts';
import { connectQueue, type QueueAddress } from './connection.ts';
import { jetstreamManager } from './nats-client.ts';
import { drainWorker, readWorkers, type WorkerStatus } from './presence.ts';
import { STREAM } from './server.ts';

/** The state of a queue and its workers. */
export interface ClusterStatus {
  readonly version: 1;
  readonly workers: readonly WorkerStatus[];
  /** Tasks that no worker has in hand; then those that one has. */
  readonly waiting: number;
  readonly running: number;
}

/** Throws the errors of the NATS client if the server does not answer. */
export async function readCluster(connection: NatsConnection): Promise<ClusterStatus> {
  const manager = await jetstreamManager(connection);
  const workers = await readWorkers(connection);
  const there = (await manager.streams.names().next()).includes(STREAM);
  if (!there) return { version: 1, workers, waiting: 0, running: 0 };
  const { state } = await manager.streams.info(STREAM);
  let running = 0;
  for await (const { num_ack_pending } of manager.consumers.list(STREAM)) running += num_ack_pending;
  return { version: 1, workers, waiting: Math.max(0, state.messages - running), running };
}

/**
 * Asks the queue at an address for its state and that of its workers. Throws LemmataError `E-INPUT`,
 * `E-USAGE`.
 */
export function clusterStatus(address: QueueAddress): Promise<ClusterStatus> {
  return connected(address, readCluster);
}

/**
 * Drains workers: they finish their tasks and take no more. It selects workers of these names (or of
 * machines of these names), or all. Returns the names of those that have agreed. Throws LemmataError:
 * `E-INPUT` for a worker that does not exist or does not answer, `E-USAGE`.
 */
export function drain(address: QueueAddress, names: readonly string[] | 'all'): Promise<readonly string[]> {
  return connected(address, async (connection) => {
    const workers = await readWorkers(connection);
    const isNamed = ({ worker, host }: WorkerStatus): boolean =>
      names === 'all' || names.includes(worker) || names.includes(host);
    const missing =
      names === 'all' ? [] : names.filter((name) => !workers.some(({ worker, host }) => [worker, host].includes(name)));
    if (missing.length > 0) throw new LemmataError('E-INPUT', `there is no worker named ${missing.join(', ')}`);
    const drained: string[] = [];
    for (const { worker } of workers.filter(isNamed)) {
      if (!(await drainWorker(connection, worker))) throw new LemmataError('E-INPUT', `${worker} does not answer`);
      drained.push(worker);
    }
    return drained;
  });
}

async function connected<T>(address: QueueAddress, use: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connectQueue(address, 'lemmata cluster');
  try {
    return await use(connection);
  } catch (error) {
    if (error instanceof LemmataError) throw error;
    throw new LemmataError('E-INPUT', `the server is not a queue of Lemmata: ${messageOf(error)}`, null, {
      cause: error,
    });
  } finally {
    await connection.close();
  }
}
