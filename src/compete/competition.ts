import { basename, join } from 'node:path';
import { Progress } from './output/progress.ts';
import type { CgroupParent } from './process/cgroup.ts';
import { EmbeddedQueue } from './queue.ts';
import { Coordinator } from './run/coordinator.ts';
import { planSeats } from './run/seats.ts';
import type { RunnerSetup } from './run/settings.ts';
import { onInterrupts } from './run/signals.ts';
import { taskHash } from './run/task-hash.ts';
import { runHeader } from './store/header.ts';
import type { RunHeader, RunSettings, TaskResult } from './store/record.ts';
import { openFolder } from './store/results-folder.ts';
import type { CompetitionTask } from './task.ts';
import { checkerOf } from './validate/checker.ts';

/** A competition run on this machine. */
export interface Competition {
  /** Where results are kept; a run that was interrupted there goes on. */
  readonly folder: string;
  /** Null: that of the folder. */
  readonly name: string | null;
  readonly fresh: boolean;
  readonly quiet: boolean;
  /** Tasks at a time. */
  readonly parallel: number;
  readonly tool: readonly string[];
  readonly toolVersion: string;
  readonly cgroups: CgroupParent | null;
  readonly settings: RunSettings;
  /** Write witnesses even where nobody checks them. */
  readonly witnesses: boolean;
}

export interface CompetitionOutcome {
  readonly header: RunHeader;
  /** Of the given tasks that have one, in the order of the tasks. */
  readonly results: readonly TaskResult[];
  /** By a signal, before every task had its result. */
  readonly interrupted: boolean;
}

/**
 * Runs every task that has no result yet. Throws LemmataError: `E-USAGE` and `E-INPUT` of {@link openFolder} and of a verifier that refuses its options,
 * `E-INPUT` where a result cannot be stored; what was stored before stays and counts in the next run.
 */
export async function compete(tasks: readonly CompetitionTask[], competition: Competition): Promise<CompetitionOutcome> {
  const { folder, settings, tool, toolVersion, cgroups, quiet } = competition;
  const witnesses = competition.witnesses || settings.validate || settings.validator !== null;
  const setup: RunnerSetup = { settings, tool, toolVersion, folder, cgroups, witnesses };
  const header = runHeader(competition.name ?? basename(folder), toolVersion, tool[tool.length - 1], settings);
  const opened = openFolder(folder, header, competition.fresh);
  try {
    const results = new Map([...opened.earlier]);
    const open = tasks.filter((task) => results.get(task.id)?.hash !== taskHash(task, setup));
    const progress = new Progress(open.length, quiet);
    if (open.length < tasks.length && !quiet)
      progress.say(`${tasks.length - open.length} of ${tasks.length} tasks have their result in ${join(folder, '')} already.`);
    const queue = new EmbeddedQueue(open, setup, async (result) => {
      opened.writer.append(result);
      results.set(result.task, result);
    });
    const coordinator = new Coordinator(queue, {
      seats: planSeats(Math.max(1, Math.min(competition.parallel, open.length)), settings.cores),
      check: checkerOf,
      refusalEnds: true,
      onStart: (task) => progress.started(task),
      onResult: (result) => progress.finished(result),
    });
    await progress.begin();
    const release = onInterrupts(coordinator, progress);
    try {
      await coordinator.work();
    } finally {
      release();
      progress.end();
    }
    return { header: opened.header, results: tasks.flatMap(({ id }) => results.get(id) ?? []), interrupted: !coordinator.complete };
  } finally {
    opened.close();
  }
}
