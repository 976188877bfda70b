import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { type ClusterStatus, clusterStatus, drain } from '../compete/nats/cluster.ts';
import type { QueueAddress } from '../compete/nats/connection.ts';
import { workerName } from '../compete/nats/presence.ts';
import { serve } from '../compete/nats/run.ts';
import { findCgroupParent } from '../compete/process/cgroup.ts';
import { readFarJob } from '../server/job/far/far-work.ts';
import { answerPlace } from './answer-place.ts';
import type { DrainFlags, QueueFlags, StatusFlags, WorkFlags } from './compete-flags.ts';
import { write } from './output.ts';
import { optionOfWorker } from './own-options.ts';
import { queueAddress } from './queue-address.ts';
import { toolWords } from './tool-words.ts';

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
function clusterLines({ workers, waiting, running }: ClusterStatus, now: number): readonly string[] {
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

/** `lemmata work`: resolves to the exit code; throws LemmataError if the queue cannot be used. */
export async function workCommand(flags: WorkFlags): Promise<number> {
  const address = queueAddress(flags.queue, flags);
  if (address === null) throw new LemmataError('E-USAGE', '--queue must name the server of the tasks');
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  const report = flags.quiet ? () => {} : say;
  const worker = workerName();
  const cache = answerPlace(flags.cache, flags);
  const script = fileURLToPath(new URL('../workers/job.js', import.meta.url));
  const complete = await serve(address, {
    worker,
    jobs: {
      read: (order) => {
        const job = readFarJob(order, { worker, script, cache });
        if (job === null) return null;
        return {
          name: job.name,
          start: (place) => {
            report(`${job.name}: begun`);
            return job.start(place);
          },
        };
      },
    },
    parallel: flags.parallel,
    cores: flags.cores ?? null,
    tool: toolWords(),
    toolVersion: packageJson.version,
    cgroups: findCgroupParent(),
    idleSeconds: flags.idle ?? null,
    // Options of a job must not make this process write files that the job chooses.
    refusal: ({ settings, task }) => {
      const word = optionOfWorker([...settings.options, ...task.options]);
      return word === null ? null : `${word} is not an option for a task`;
    },
    say,
    onStart: (task) => report(`${task.id}: begun`),
    onResult: ({ task, status, wallSeconds }) => report(`${task}: ${status} ${wallSeconds.toFixed(2)} s`),
  });
  return complete ? 0 : 130;
}
