import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { replaceWhole } from '../../base/files.ts';
import { formatLocation } from '../../base/source.ts';
import { type Competition, compete } from '../compete/competition.ts';
import type { BenchmarkLimits } from '../compete/input/benchmark-limits.ts';
import { filterTasks, type Gathered, gatherTasks } from '../compete/input/gather.ts';
import { type PropertyChoice, propertyName } from '../compete/input/selection.ts';
import { MOST_MACHINES } from '../compete/nats/places.ts';
import { compareRuns, comparisonLines } from '../compete/output/comparison.ts';
import { writeOutputs } from '../compete/output/files.ts';
import { htmlText } from '../compete/output/html.ts';
import { pageData } from '../compete/output/page-data.ts';
import { summaryLines } from '../compete/output/summary.ts';
import { findCgroupParent } from '../compete/process/cgroup.ts';
import type { TaskResult } from '../compete/store/record.ts';
import { readResults } from '../compete/store/results-folder.ts';
import type { CompeteFlags } from './compete-flags.ts';
import { write } from './output.ts';
import { ownOption } from './own-options.ts';
import { pageParts } from './page-parts.ts';
import { queueAddress } from './queue-address.ts';
import { toolWords } from './tool-words.ts';

/** Most problems of the input that are listed one by one. */
const MOST_PROBLEMS = 10;
const MEGABYTE = 2 ** 20;
/** Limit of each task in seconds, if nothing else limits its time. */
const DEFAULT_SECONDS = 60;

/**
 * `lemmata compete`: resolves to the exit code; throws LemmataError for wrong options, and if nothing
 * can be run. `options`: the words after `--`, for `lemmata verify`.
 */
export async function competeCommand(
  inputs: readonly string[],
  options: readonly string[],
  flags: CompeteFlags,
): Promise<number> {
  if (flags.queue !== undefined && flags.validator !== undefined)
    throw new LemmataError('E-USAGE', '--validator is a command of this machine, and cannot be combined with --queue');
  if (flags.queue !== undefined && flags.certificates === true)
    throw new LemmataError('E-USAGE', 'certificates stay on the machine that runs a task: leave out --queue');
  if (flags.machines > MOST_MACHINES || (flags.machines > 1 && flags.queue === undefined))
    throw new LemmataError('E-USAGE', `--machines must be a number up to ${MOST_MACHINES}, and needs --queue`);
  const gathered = gatherTasks(inputs, propertyChoice(flags.property));
  await listProblems(gathered, flags.quiet ?? false);
  const tasks = filterTasks(gathered.tasks, {
    sets: flags.set,
    runDefinitions: flags.runDefinition,
    properties: flags.property === undefined ? undefined : [propertyName(resolve(flags.property))],
    expected: flags.expected,
    most: flags.most,
  });
  for (const words of [options, ...tasks.map((task) => task.options)]) checkOptions(words);
  if (tasks.length === 0) throw new LemmataError('E-INPUT', 'there is no task to run');
  // An error is better reported before an hour of work than after it.
  const against = flags.against === undefined ? null : readResults(flags.against);
  const competition = competitionOf(options, flags, gathered.limits);
  const { header, results, interrupted } = await compete(tasks, competition);
  writeOutputs(competition.folder, header, results, pageParts(), against);
  const comparison = against === null ? null : compareRuns(against.results, results);
  const lines = [...summaryLines(results), ...(comparison === null ? [] : comparisonLines(comparison))];
  await write(process.stdout, `${lines.join('\n')}\n`);
  if (interrupted) return 130;
  if (comparison?.worse || results.some(isRefuted)) return 10;
  return gathered.problems.length > 0 ? 2 : 0;
}

function isRefuted({ category, checks }: TaskResult): boolean {
  return category === 'wrong' || checks.some(({ outcome }) => outcome === 'refuted');
}

/** Limits of the command line override those of a benchmark definition. */
function competitionOf(options: readonly string[], flags: CompeteFlags, limits: BenchmarkLimits): Competition {
  const cpuSeconds = flags.cpuTime ?? limits.cpuSeconds;
  return {
    folder: resolve(flags.output),
    name: flags.name ?? null,
    fresh: flags.fresh ?? false,
    quiet: flags.quiet ?? false,
    parallel: flags.parallel ?? limits.parallel ?? 1,
    tool: toolWords(),
    toolVersion: packageJson.version,
    cgroups: findCgroupParent(),
    settings: {
      wallSeconds: flags.timeout ?? limits.wallSeconds ?? (cpuSeconds === null ? DEFAULT_SECONDS : null),
      cpuSeconds,
      memoryBytes: flags.memory === undefined ? limits.memoryBytes : flags.memory * MEGABYTE,
      cores: flags.cores ?? limits.cores,
      options,
      validate: flags.validate ?? false,
      validator: flags.validator ?? null,
      nativeReplay: flags.nativeReplay ?? false,
    },
    witnesses: flags.witnesses ?? false,
    certificates: flags.certificates ?? false,
    queue: queueAddress(flags.queue, flags),
    machines: flags.machines,
  };
}

function checkOptions(words: readonly string[]): void {
  const name = ownOption(words);
  if (name !== null) throw new LemmataError('E-USAGE', `${name} is set for each task by lemmata compete itself`);
}

/** A name such as `unreach-call`, or a property file. */
function propertyChoice(given: string | undefined): PropertyChoice {
  if (given === undefined) return { kind: 'all' };
  return given.endsWith('.prp') ? { kind: 'file', file: resolve(given) } : { kind: 'named', name: given };
}

async function listProblems({ problems, unchecked }: Gathered, quiet: boolean): Promise<void> {
  const lines = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ at, message }) => `${at === null ? 'lemmata' : formatLocation(at)}: error: ${message}`);
  if (problems.length > MOST_PROBLEMS)
    lines.push(`lemmata: ... and ${problems.length - MOST_PROBLEMS} more problems with the input`);
  if (unchecked.size > 0 && !quiet) {
    const names = [...unchecked].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} (${count})`);
    lines.push(`Left out, since Lemmata does not check these properties: ${names.join(', ')}.`);
  }
  if (lines.length > 0) await write(process.stderr, `${lines.join('\n')}\n`);
}

export { CheckGroups } from '../compete/nats/check-groups.ts';
export { clusterDrainCommand, clusterStatusCommand, workCommand } from './cluster-command.ts';

/**
 * `lemmata compare`: resolves to 10 when anything got worse, else 0; throws LemmataError if there are
 * no results.
 */
export async function compareCommand(before: string, after: string): Promise<number> {
  const comparison = compareRuns(readResults(before).results, readResults(after).results);
  await write(process.stdout, `${comparisonLines(comparison).join('\n')}\n`);
  return comparison.worse ? 10 : 0;
}

/** `lemmata table`: writes one page for all the runs; throws LemmataError if there are no results. */
export async function tableCommand(runs: readonly string[], output: string): Promise<number> {
  const read = runs.map(readResults);
  const title = read.map(({ header }) => header.name).join(', ');
  replaceWhole(resolve(output), htmlText(pageData(title, read, null), pageParts()));
  return 0;
}
