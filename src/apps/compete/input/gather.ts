import { basename } from 'node:path';
import { isDynamicPattern } from 'tinyglobby';
import { LemmataError } from '../../../base/errors.ts';
import type { CompetitionTask } from '../task.ts';
import { readBenchmark } from './benchmark.ts';
import { type BenchmarkLimits, NO_BENCHMARK_LIMITS } from './benchmark-limits.ts';
import { expandPattern, folderOf, listEntries, readText } from './files.ts';
import { nameTasks, type PlannedTask } from './names.ts';
import { candidatesOf, isProgram, type PropertyChoice } from './selection.ts';

/** The tasks, limits and problems of the inputs of a run. */
export interface Gathered {
  readonly tasks: readonly CompetitionTask[];
  /** Entries that could not become a task; the others run nevertheless. */
  readonly problems: readonly LemmataError[];
  /** Numbers of properties left out because Lemmata does not check them, by name. */
  readonly unchecked: ReadonlyMap<string, number>;
  /** Limits of the last benchmark definition. */
  readonly limits: BenchmarkLimits;
}

/**
 * An input with the set in which its tasks count; null: the set is named after the folder of the
 * definition.
 */
interface Entry {
  readonly file: string;
  readonly set: string | null;
}

/**
 * Gathers the tasks of task definitions (`.yml`), lists of these (`.set`, `.txt`), benchmark
 * definitions (`.xml`) and programs.
 * Inputs are names or patterns relative to the working directory. Problems of single entries are
 * collected, not thrown. `choice` does not apply to benchmark definitions, which choose themselves.
 */
export function gatherTasks(inputs: readonly string[], choice: PropertyChoice): Gathered {
  const problems: LemmataError[] = [];
  const unchecked = new Map<string, number>();
  const planned: PlannedTask[] = [];
  let limits = NO_BENCHMARK_LIMITS;
  for (const { file, set } of entriesOf(inputs, problems)) {
    collecting(problems, () => {
      if (file.endsWith('.xml')) {
        const benchmark = readBenchmark(file);
        planned.push(...benchmark.tasks);
        problems.push(...benchmark.problems);
        limits = benchmark.limits;
        return;
      }
      const found = candidatesOf(file, set, choice);
      for (const name of found.unchecked) unchecked.set(name, (unchecked.get(name) ?? 0) + 1);
      planned.push(...found.candidates.map((candidate) => ({ ...candidate, runDefinition: null, options: [] })));
    });
  }
  return { tasks: nameTasks(planned), problems, unchecked, limits };
}

function entriesOf(inputs: readonly string[], problems: LemmataError[]): readonly Entry[] {
  return inputs.flatMap((input) => {
    const files = expandPattern(input, process.cwd());
    if (files.length === 0) problems.push(new LemmataError('E-INPUT', `there is no file ${input}`));
    return files.flatMap((file) => collecting(problems, () => openInput(file, problems)) ?? []);
  });
}

function openInput(file: string, problems: LemmataError[]): readonly Entry[] {
  if (/\.(set|txt)$/.test(file)) return setEntries(file, problems);
  if (/\.xml$/.test(file) || isSingle(file)) return [{ file, set: null }];
  throw new LemmataError(
    'E-INPUT',
    `${file} is not a task definition (.yml), set (.set), benchmark definition (.xml) or program (.c, .i, .btor2)`,
  );
}

/** Whether a file is a task definition or a program. */
function isSingle(file: string): boolean {
  return /\.ya?ml$/.test(file) || isProgram(file);
}

/**
 * The definitions that a set names. Patterns that match nothing, and files that are neither definition
 * nor program, are problems at their lines.
 */
function setEntries(file: string, problems: LemmataError[]): readonly Entry[] {
  const set = basename(file).replace(/\.\w+$/, '');
  return listEntries(readText(file)).flatMap(({ line, pattern }) => {
    const at = { file, line, column: 1 };
    const files = expandPattern(pattern, folderOf(file));
    if (files.length === 0) problems.push(new LemmataError('E-INPUT', `there is no file ${pattern}`, at));
    return files.flatMap((one) => {
      if (isSingle(one)) return [{ file: one, set }];
      problems.push(
        new LemmataError('E-INPUT', `${one} is not a task definition (.yml) or program (.c, .i, .btor2)`, at),
      );
      return [];
    });
  });
}

function collecting<T>(problems: LemmataError[], action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof LemmataError)) throw error;
    problems.push(error);
    return null;
  }
}

/** Selects the gathered tasks to run; absent conditions hold for all. */
interface TaskFilter {
  /** Names of sets, or patterns with `*` and `?`. */
  readonly sets?: readonly string[];
  /** Names of run definitions, or such patterns. */
  readonly runDefinitions?: readonly string[];
  /** Names of properties, or such patterns. */
  readonly properties?: readonly string[];
  /** The expected verdict: `unknown` if none is given. */
  readonly expected?: 'true' | 'false' | 'unknown';
  /** Most tasks to run, evenly spread over all. */
  readonly most?: number;
}

export function filterTasks(
  tasks: readonly CompetitionTask[],
  { sets, runDefinitions, properties, expected, most }: TaskFilter,
): readonly CompetitionTask[] {
  const inRun = among(runDefinitions);
  const ofProperty = among(properties);
  const inSet = among(sets);
  const chosen = tasks
    .map((task) => (sets === undefined ? task : { ...task, sets: task.sets.filter(inSet) }))
    .filter(({ runDefinition, property }) => inRun(runDefinition ?? '') && ofProperty(property?.name ?? ''))
    .filter((task) => task.sets.length > 0 && (expected === undefined || expected === expectedOf(task)));
  if (most === undefined || chosen.length <= most) return chosen;
  return Array.from({ length: most }, (_, index) => chosen[Math.floor((index * chosen.length) / most)]);
}

function expectedOf({ property }: CompetitionTask): 'true' | 'false' | 'unknown' {
  if (property === null || property.expected === null) return 'unknown';
  return property.expected.holds ? 'true' : 'false';
}

function among(patterns: readonly string[] | undefined): (name: string) => boolean {
  const expressions = patterns?.map(asExpression);
  return (name) => expressions === undefined || expressions.some((one) => one.test(name));
}

/**
 * The regular expression of a name pattern: `*` and `?` stand for any characters and any one
 * character.
 */
function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${isDynamicPattern(pattern) ? escaped.replaceAll('*', '.*').replaceAll('?', '.') : escaped}$`);
}
