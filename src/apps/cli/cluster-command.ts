import { LemmataError } from '../../base/errors.ts';
import { type ClusterStatus, clusterStatus, drain } from '../compete/nats/cluster.ts';
import type { QueueAddress } from '../compete/nats/connection.ts';
import type { DrainFlags, QueueFlags, StatusFlags } from './compete-flags.ts';
import { write } from './output.ts';
import { queueAddress } from './queue-address.ts';

const GIGABYTE = 2 ** 30;

/** `lemmata cluster status`: resolves to the exit code; throws LemmataError. */
export async function clusterStatusCommand(flags: StatusFlags): Promise<number> {
  const status = await clusterStatus(addressOf(flags));
  await write(
    process.stdout,
    flags.json ? `${JSON.stringify(status)}\n` : `${clusterLines(status, Date.now()).join('\n')}\n`,
  );
  return 0;
}

/** `lemmata cluster drain`: resolves to the exit code; throws LemmataError. */
export async function clusterDrainCommand(workers: readonly string[], flags: DrainFlags): Promise<number> {
  if (workers.length > 0 === (flags.all ?? false)) throw new LemmataError('E-USAGE', 'name workers, or give --all');
  const drained = await drain(addressOf(flags), flags.all ? 'all' : workers);
  await write(process.stdout, drained.map((worker) => `${worker} takes no more tasks\n`).join(''));
  return 0;
}

function addressOf(flags: QueueFlags): QueueAddress {
  const address = queueAddress(flags.queue, flags);
  if (address === null) throw new LemmataError('E-USAGE', '--queue must name the server of the tasks');
  return address;
}

/** The status for people; `now` in milliseconds since 1970. */
export function clusterLines({ workers, waiting, running }: ClusterStatus, now: number): readonly string[] {
  const lines = [`${count(waiting, 'task')} waiting, ${running} running, ${count(workers.length, 'worker')}`];
  for (const { worker, state, tasks, parallel, cores, load, memory, freeMemory, toolVersion } of workers) {
    const free = `${(freeMemory / GIGABYTE).toFixed(1)} of ${(memory / GIGABYTE).toFixed(1)} GB free`;
    const places = `${tasks.length} of ${count(parallel, 'place')} taken`;
    lines.push(
      `${worker}: ${state}, ${places}, ${count(cores, 'core')}, load ${load.toFixed(1)}, ${free}, version ${toolVersion}`,
    );
    for (const { name, since } of tasks)
      lines.push(`  ${name} for ${Math.max(0, Math.round((now - Date.parse(since)) / 1000))} s`);
  }
  return lines;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
