import { hostname } from 'node:os';
import { commitOf } from '../store/header.ts';
import { type ClusterStatus, readCluster } from './cluster.ts';
import { connectQueue, type QueueAddress } from './connection.ts';
import { openServer, versionTag } from './server.ts';
import { ServerJobs } from './server-jobs.ts';
import { watchQueue } from './worker-watch.ts';

/** The queue as `lemmata serve` uses it. */
export interface Desk {
  readonly jobs: ServerJobs;
  cluster(): Promise<ClusterStatus>;
  close(): Promise<void>;
}

/**
 * Opens a queue for the jobs of a server; `script` is the tool's script. Throws the errors of
 * `connectQueue` and `openServer`.
 */
export async function openDesk(
  address: QueueAddress,
  toolVersion: string,
  script: string,
  say: (text: string) => void,
): Promise<Desk> {
  const connection = await connectQueue(address, `lemmata serve on ${hostname()}`);
  const server = await openServer(connection, versionTag(toolVersion, commitOf(script))).catch(
    async (error: unknown) => {
      await connection.close();
      throw error;
    },
  );
  const jobs = new ServerJobs(server, say);
  watchQueue(server, () => jobs.count > 0, say);
  return {
    jobs,
    cluster: () => readCluster(connection),
    close: () => connection.close(),
  };
}
