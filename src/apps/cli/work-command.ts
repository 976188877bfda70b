import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { workerName } from '../compete/nats/presence.ts';
import { serve } from '../compete/nats/run.ts';
import { findCgroupParent } from '../compete/process/cgroup.ts';
import { readFarJob } from '../server/job/far/far-work.ts';
import { answerPlace } from './answer-place.ts';
import type { WorkFlags } from './compete-flags.ts';
import { ownOption } from './own-options.ts';
import { queueAddress } from './queue-address.ts';
import { toolWords } from './tool-words.ts';

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
      const word = ownOption([...settings.options, ...task.options]);
      return word === null ? null : `${word} is not an option for a task`;
    },
    say,
    onStart: (task) => report(`${task.id}: begun`),
    onResult: ({ task, status, wallSeconds }) => report(`${task}: ${status} ${wallSeconds.toFixed(2)} s`),
  });
  return complete ? 0 : 130;
}
