import { dirname } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { type BenchmarkLimits, limitsOf, optionWords } from './benchmark-limits.ts';
import { definitionsOf } from './benchmark-tasks.ts';
import { expandPattern, readText } from './files.ts';
import type { PlannedTask } from './names.ts';
import { candidatesOf, type PropertyChoice } from './selection.ts';
import { substitute } from './variables.ts';
import { childrenOf, type Element, parseXml } from './xml.ts';

/** The content of a benchmark definition. */
export interface Benchmark {
  readonly tasks: readonly PlannedTask[];
  readonly problems: readonly LemmataError[];
  readonly limits: BenchmarkLimits;
}

/** The enclosing elements of a definition that a task comes from, the outermost first. */
interface Context {
  readonly file: string;
  readonly runDefinition: string | null;
  /** Elements whose options, properties and required files hold for the task. */
  readonly around: readonly Element[];
  readonly problems: LemmataError[];
}

/**
 * Reads a BenchExec benchmark definition (doc/benchexec.md of BenchExec, "Defining Tasks"). It
 * supports run definitions, task sets with `include`, `includesfile`, `exclude`, `excludesfile`,
 * `append`, `withoutfile`, and property files with a filter by verdict. It reads options, required
 * files and limits. Throws LemmataError `E-INPUT` if the file is not a definition or is one for
 * another tool; problems of single tasks are collected.
 */
export function readBenchmark(file: string): Benchmark {
  const root = parseXml(readText(file), file);
  if (root.tag !== 'benchmark') throw refused(file, `the root element is ${root.tag}, not benchmark`);
  const tool = root.attributes.get('tool') ?? '';
  if (tool.split('.').at(-1) !== 'lemmata')
    throw refused(file, tool === '' ? 'it names no tool' : `it is for the tool ${tool}`);
  const problems: LemmataError[] = [];
  const runs = childrenOf(root, 'rundefinition');
  if (runs.length === 0) throw refused(file, 'it has no rundefinition');
  const names = runs.map((run) => run.attributes.get('name') ?? '');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(file, `two run definitions are named "${twice}"`);
  const tasks = runs.flatMap((run) => {
    const runDefinition = run.attributes.get('name') ?? null;
    const sets = [...childrenOf(root, 'tasks'), ...childrenOf(run, 'tasks')];
    return sets.flatMap((set) => tasksOfSet(set, { file, runDefinition, around: [root, run, set], problems }));
  });
  return { tasks, problems, limits: limitsOf(root, file) };
}

function tasksOfSet(set: Element, context: Context): readonly PlannedTask[] {
  const { file, runDefinition, around, problems } = context;
  const folder = dirname(file);
  const collected = definitionsOf(set, file, runDefinition ?? '');
  problems.push(...collected.problems);
  const name = set.attributes.get('name') ?? null;
  const options = around.flatMap(optionWords);
  const withoutFile = childrenOf(set, 'withoutfile').map(({ text }) => ({
    file: expandPattern(text, folder)[0] ?? text,
    appended: [],
  }));
  return [...collected.definitions, ...withoutFile].flatMap((definition) => {
    try {
      const choice = propertyChoice(context, definition.file);
      const { candidates } = candidatesOf(definition.file, name, choice, definition.appended);
      return candidates.map((candidate) => ({
        ...candidate,
        required: [...candidate.required, ...requiredFiles(context, definition.file)],
        runDefinition,
        options,
      }));
    } catch (error) {
      if (!(error instanceof LemmataError)) throw error;
      problems.push(error);
      return [];
    }
  });
}

/**
 * The innermost property file holds. Definitions without that property, or with another verdict than
 * the filter's, give no task.
 */
function propertyChoice({ file, around, runDefinition }: Context, definition: string): PropertyChoice {
  const element = [...around].reverse().flatMap((one) => childrenOf(one, 'propertyfile'))[0];
  if (element === undefined || element.text === '') return { kind: 'none' };
  const pattern = substitute(element.text, definition, file, runDefinition ?? '');
  const found = expandPattern(pattern, dirname(file))[0];
  if (found === undefined) throw refused(file, `there is no property file ${element.text}`);
  return { kind: 'same-file', file: found, verdict: element.attributes.get('expectedverdict') ?? null };
}

function requiredFiles({ file, around, runDefinition, problems }: Context, definition: string): readonly string[] {
  return around
    .flatMap((one) => childrenOf(one, 'requiredfiles'))
    .flatMap(({ text }) => {
      const files = expandPattern(substitute(text, definition, file, runDefinition ?? ''), dirname(file));
      if (files.length === 0 && !problems.some(({ message }) => message.endsWith(text)))
        problems.push(refused(file, `there is no required file ${text}`));
      return files;
    });
}

function refused(file: string, why: string): LemmataError {
  return new LemmataError('E-INPUT', why, { file, line: 1, column: 1 });
}
