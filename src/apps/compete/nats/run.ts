import { hostname } from 'node:os';
import { removeAbandoned, TemporaryFolder } from '../../../base/temporary-folder.ts';
import type { Progress } from '../output/progress.ts';
import { Coordinator } from '../run/coordinator.ts';
import { planCores } from '../run/cores.ts';
import type { RunnerSetup } from '../run/settings.ts';
import { onInterrupts } from '../run/signals.ts';
import { commitOf } from '../store/header.ts';
import type { RunHeader, TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { checkerOf } from '../validate/checker.ts';
import { connectQueue, type QueueAddress } from './connection.ts';
import { Dispatch } from './dispatch.ts';
import { Presence } from './presence.ts';
import { RemoteQueue, type Workplace } from './remote-queue.ts';
import { openServer, versionTag } from './server.ts';
import type { JobRunner } from './server-job-lease.ts';
import { shareEnvironment } from './share-environment.ts';
import { watchQueue } from './worker-watch.ts';

/**
 * Has tasks run by the workers of a queue; `store` is called once for each, with its result. Returns
 * whether all were run; false after a signal. Throws the errors of {@link connectQueue} and `store`.
 */
export async function runElsewhere(
  tasks: readonly CompetitionTask[],
  setup: RunnerSetup,
  { toolVersion, commit }: RunHeader,
  fresh: boolean,
  address: QueueAddress,
  machines: number,
  progress: Progress,
  store: (result: TaskResult) => void,
): Promise<boolean> {
  if (tasks.length === 0) return true;
  const connection = await connectQueue(address, `lemmata compete on ${hostname()}`);
  try {
    const server = await openServer(connection, versionTag(toolVersion, commit));
    const dispatch = new Dispatch(
      server,
      tasks,
      setup,
      { machines, exchanges: machines > 1 },
      {
        store: (result) => {
          store(result);
          progress.finished(result);
        },
        onStart: (task) => progress.started(task),
        say: (text) => progress.say(text),
      },
    );
    watchQueue(
      server,
      () => !dispatch.complete && dispatch.running === 0,
      (text) => progress.say(text),
    );
    const release = onInterrupts(dispatch, (text) => progress.say(text));
    try {
      await dispatch.run(fresh);
    } finally {
      release();
    }
    return dispatch.complete;
  } finally {
    await connection.close();
  }
}

/** The workers of this machine that serve the queue. */
export interface Service
  extends Pick<RunnerSetup, 'tool' | 'toolVersion' | 'cgroups'>,
    Pick<Workplace, 'idleSeconds' | 'refusal' | 'say'> {
  /** Number of tasks at a time. */
  readonly parallel: number;
  /** Processors for each task; null: an equal share. */
  readonly cores: number | null;
  /** The worker's name in the cluster. */
  readonly worker: string;
  readonly jobs: JobRunner;
  onStart(task: CompetitionTask): void;
  onResult(result: TaskResult): void;
}

/** Time limit, after the second signal, for giving tasks back to a reachable server. */
const PATIENCE_MILLISECONDS = 3000;

/**
 * Runs tasks of a queue until a signal comes, or until no task has come for a while. False after a
 * signal; true for a drained worker, which has done its work. Throws the errors of
 * {@link connectQueue}.
 */
export async function serve(address: QueueAddress, service: Service): Promise<boolean> {
  const { tool, toolVersion } = service;
  const connection = await connectQueue(address, `lemmata work on ${hostname()}`);
  // A worker that was killed could not remove its files.
  const purpose = `work-${hostname()}`;
  removeAbandoned(purpose);
  const temporary = new TemporaryFolder(purpose);
  const folder = temporary.path;
  let stopped = false;
  try {
    const tag = versionTag(toolVersion, commitOf(tool[tool.length - 1]));
    const server = await openServer(connection, tag);
    const { worker, parallel } = service;
    const presence = new Presence(connection, { worker, tag, toolVersion, parallel });
    const coordinator = new Coordinator(
      new RemoteQueue(server, { ...service, folder, environment: shareEnvironment(address) }),
      {
        processors: planCores(service.parallel, service.cores),
        check: checkerOf,
        refusalEnds: false,
        onStart: (task) => service.onStart(task),
        onResult: (result) => service.onResult(result),
        holds: (name, job) => presence.holds(name, job),
      },
    );
    let drained = false;
    presence.begin(() => {
      if (!drained) service.say(`lemmata: drained; ${coordinator.running} running tasks are finished first`);
      drained = true;
      coordinator.finish();
    });
    const work = {
      get running() {
        return coordinator.running;
      },
      finish: () => coordinator.finish(),
      stop: () => {
        stopped = true;
        coordinator.stop();
        setTimeout(() => void connection.close(), PATIENCE_MILLISECONDS).unref();
      },
    };
    const release = onInterrupts(work, service.say);
    try {
      await coordinator.work();
    } catch (error) {
      if (!stopped) throw error;
    } finally {
      release();
      await presence.end();
    }
    return drained || coordinator.complete;
  } finally {
    await connection.close();
    temporary.remove();
  }
}
