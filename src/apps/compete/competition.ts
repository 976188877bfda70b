import { basename, join } from 'node:path';
import type { QueueAddress } from './nats/connection.ts';
import { Progress } from './output/progress.ts';
import type { CgroupParent } from './process/cgroup.ts';
import { EmbeddedQueue } from './queue.ts';
import { Coordinator } from './run/coordinator.ts';
import { planCores } from './run/cores.ts';
import type { RunnerSetup } from './run/settings.ts';
import { onInterrupts } from './run/signals.ts';
import { taskHash } from './run/task-hash.ts';
import { runHeader } from './store/header.ts';
import type { RunHeader, RunSettings, TaskResult } from './store/record.ts';
import { openFolder } from './store/results-folder.ts';
import type { CompetitionTask } from './task.ts';
import { checkerOf } from './validate/checker.ts';

/** A competition run. */
export interface Competition {
  /** Folder of the results; a run that was interrupted there continues. */
  readonly folder: string;
  /** Name of the run; null: the folder's name. */
  readonly name: string | null;
  readonly fresh: boolean;
  readonly quiet: boolean;
  /** Number of tasks at a time. */
  readonly parallel: number;
  readonly tool: readonly string[];
  readonly toolVersion: string;
  readonly cgroups: CgroupParent | null;
  readonly settings: RunSettings;
  /** Write witnesses even where no check needs them. */
  readonly witnesses: boolean;
  /** Write a certificate of each answer; not with a queue. */
  readonly certificates: boolean;
  /** Queue of the tasks; null: they run in this process. */
  readonly queue: QueueAddress | null;
  /** Number of the queue's workers that race on each task. */
  readonly machines: number;
}

export interface CompetitionOutcome {
  readonly header: RunHeader;
  /** Results of the given tasks that have one, in the order of the tasks. */
  readonly results: readonly TaskResult[];
  /** Whether a signal ended the run before every task had its result. */
  readonly interrupted: boolean;
}

/**
 * Runs every task that has no result yet. Throws LemmataError: `E-USAGE` and `E-INPUT` of
 * {@link openFolder} and of a verifier that refuses its options; `E-INPUT` if a result cannot be
 * stored.
 * Results stored before the error stay and count in the next run.
 */
export async function compete(
  tasks: readonly CompetitionTask[],
  competition: Competition,
): Promise<CompetitionOutcome> {
  const { folder, settings, tool, toolVersion, cgroups, certificates, quiet } = competition;
  const witnesses = competition.witnesses || settings.validate || settings.validator !== null;
  const setup: RunnerSetup = {
    settings,
    tool,
    toolVersion,
    folder,
    cgroups,
    witnesses,
    certificates,
    companions: null,
  };
  const header = runHeader(competition.name ?? basename(folder), toolVersion, tool[tool.length - 1], settings);
  const opened = openFolder(folder, header, competition.fresh);
  try {
    const results = new Map([...opened.earlier]);
    const open = tasks.filter((task) => results.get(task.id)?.hash !== taskHash(task, setup));
    const progress = new Progress(open.length, quiet);
    if (open.length < tasks.length && !quiet)
      progress.say(
        `${tasks.length - open.length} of ${tasks.length} tasks have their result in ${join(folder, '')} already.`,
      );
    const store = (result: TaskResult): void => {
      opened.writer.append(result);
      results.set(result.task, result);
    };
    await progress.begin();
    try {
      const complete =
        competition.queue === null
          ? await runHere(open, setup, competition.parallel, progress, store)
          : await (await import('./nats/run.ts')).runElsewhere(
              open,
              setup,
              header,
              competition.fresh,
              competition.queue,
              competition.machines,
              progress,
              store,
            );
      return {
        header: opened.header,
        results: tasks.flatMap(({ id }) => results.get(id) ?? []),
        interrupted: !complete,
      };
    } finally {
      progress.end();
    }
  } finally {
    opened.close();
  }
}

/** Returns whether all tasks were run; false after a signal. */
async function runHere(
  tasks: readonly CompetitionTask[],
  setup: RunnerSetup,
  parallel: number,
  progress: Progress,
  store: (result: TaskResult) => void,
): Promise<boolean> {
  const queue = new EmbeddedQueue(tasks, setup, async (result) => store(result));
  const coordinator = new Coordinator(queue, {
    processors: planCores(Math.max(1, Math.min(parallel, tasks.length)), setup.settings.cores),
    check: checkerOf,
    refusalEnds: true,
    onStart: (task) => progress.started(task),
    onResult: (result) => progress.finished(result),
  });
  const release = onInterrupts(coordinator, (text) => progress.say(text));
  try {
    await coordinator.work();
  } finally {
    release();
  }
  return coordinator.complete;
}
