/** The part of `/api/cluster` (schemas/cluster.schema.json) that the page shows. */
export interface Cluster {
  readonly workers: readonly Worker[];
  readonly waiting: number;
  readonly running: number;
}

export interface Worker {
  readonly worker: string;
  readonly state: string;
  readonly parallel: number;
  readonly cores: number;
  readonly load: number;
  readonly memory: number;
  readonly freeMemory: number;
  readonly tasks: readonly { readonly name: string; readonly job: string | null; readonly since: string }[];
}

/** The machines in a sentence. */
export function clusterSummary({ workers, waiting, running }: Cluster): string {
  const places = workers.reduce((sum, { parallel }) => sum + parallel, 0);
  if (workers.length === 0) return `There is no worker; ${waiting} waiting.`;
  return `${running} running on ${places} places of ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}; ${waiting} waiting.`;
}
