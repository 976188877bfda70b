import { dirname, join, relative, sep } from 'node:path';
import type { ObjectStore } from '@nats-io/obj';
import type { RunnerSetup } from '../run/settings.ts';
import { taskHash } from '../run/task-hash.ts';
import type { RunSettings } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { sendFile } from './parcels.ts';
import { jobKey } from './server.ts';

/** Raised when a field changes its meaning or is removed. */
export const JOB_VERSION = 1;

/**
 * A task as it is put on the queue: its files have names below a folder, and their content lies in the
 * object store.
 */
export interface Job extends Team {
  readonly version: typeof JOB_VERSION;
  readonly hash: string;
  /** Paths in it are relative, with `/`. */
  readonly task: CompetitionTask;
  readonly settings: RunSettings;
  readonly witnesses: boolean;
  readonly files: readonly JobFile[];
}

/** The workers that verify a task together. */
export interface Team {
  /** Number of workers that race on it; each has a number of its own, from 0. */
  readonly machines: number;
  /** Whether the verifier of a single worker exchanges lemmas and answers over the server, as several do. */
  readonly exchanges: boolean;
}

interface JobFile {
  readonly path: string;
  /** SHA-256 of the content. */
  readonly digest: string;
}

/** A task that a run waits for. */
export interface OpenTask {
  readonly task: CompetitionTask;
  readonly hash: string;
  readonly key: string;
}

/** The open task of a task under the settings of a run. */
export function openTask(task: CompetitionTask, setup: RunnerSetup): OpenTask {
  const hash = taskHash(task, setup);
  return { task, hash, key: jobKey(hash, setup.witnesses) };
}

/**
 * Puts the files of a task into the store, and makes the job that names them. A file that cannot be
 * read is left out: the verifier reports it.
 */
export async function packJob(
  { task, hash }: OpenTask,
  setup: RunnerSetup,
  team: Team,
  store: ObjectStore,
): Promise<Job> {
  const { files, required, property } = task;
  const all = filesOf(task);
  const root = commonFolder(all);
  const below = (file: string): string => relative(root, file).split(sep).join('/');
  const sent: JobFile[] = [];
  for (const file of all) {
    const digest = await sendFile(store, file);
    if (digest !== null) sent.push({ path: below(file), digest });
  }
  return {
    version: JOB_VERSION,
    hash,
    task: {
      ...task,
      files: files.map(below),
      required: required.map(below),
      property: property === null ? null : { ...property, file: below(property.file) },
    },
    settings: setup.settings,
    witnesses: setup.witnesses,
    ...team,
    files: sent,
  };
}

/** The task of a job whose files lie below `folder`. */
export function unpackTask({ task }: Job, folder: string): CompetitionTask {
  const { files, required, property } = task;
  const below = (path: string): string => join(folder, path);
  return {
    ...task,
    files: files.map(below),
    required: required.map(below),
    property: property === null ? null : { ...property, file: below(property.file) },
  };
}

/** The local folder below which a job has the files of a task. */
export function rootOf(task: CompetitionTask): string {
  return commonFolder(filesOf(task));
}

function filesOf({ files, required, property }: CompetitionTask): readonly string[] {
  return [...new Set([...files, ...required, ...(property === null ? [] : [property.file])])];
}

/** The deepest folder above all files; `/` for no files. */
function commonFolder(files: readonly string[]): string {
  const [first = sep, ...others] = files;
  let folder = dirname(first);
  for (const file of others) while (relative(folder, file).startsWith('..')) folder = dirname(folder);
  return folder;
}
