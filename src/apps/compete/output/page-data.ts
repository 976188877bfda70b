import type { Category } from '../status.ts';
import type { RunHeader, TaskResult } from '../store/record.ts';

/** The data of a page of results: runs beside each other. The page holds it as JSON. */
export interface PageData {
  readonly title: string;
  readonly runs: readonly PageRun[];
  readonly tasks: readonly PageTask[];
}

interface PageRun {
  readonly name: string;
  /** Tool, settings and machine, in words. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export interface PageTask {
  readonly task: string;
  readonly sets: readonly string[];
  readonly property: string | null;
  readonly expected: string | null;
  /** Results by run; null: the run has no result of the task. */
  readonly results: readonly (PageResult | null)[];
}

export interface PageResult {
  readonly status: string;
  readonly category: Category;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly memoryBytes: number;
  readonly engine: string | null;
  readonly reason: string | null;
  readonly checks: readonly string[];
  /** Path relative to the page; null if the file is outside its folder. */
  readonly log: string | null;
  /** Names of further files, and their paths relative to the page. */
  readonly documents: readonly (readonly [name: string, file: string])[];
}

export interface TableRun {
  readonly header: RunHeader;
  readonly results: readonly TaskResult[];
}

/**
 * The data of a page for these runs; `linked`: the run whose files the page links, because it lies in
 * that run's folder.
 */
export function pageData(title: string, runs: readonly TableRun[], linked: number | null): PageData {
  const byTask = runs.map(({ results }) => new Map(results.map((result) => [result.task, result])));
  const ids = [...new Set(runs.flatMap(({ results }) => results.map(({ task }) => task)))].sort();
  const tasks = ids.map((task) => {
    const results = byTask.map((run) => run.get(task) ?? null);
    const known = results.filter((result) => result !== null);
    return {
      task,
      sets: [...new Set(known.flatMap(({ sets }) => sets))],
      property: known[0]?.property ?? null,
      expected: known.map(({ expected }) => expected).find((expected) => expected !== null) ?? null,
      results: results.map((result, run) => (result === null ? null : pageResult(result, run === linked))),
    };
  });
  return { title, runs: runs.map(({ header }) => ({ name: header.name, facts: factsOf(header) })), tasks };
}

function pageResult(result: TaskResult, linked: boolean): PageResult {
  const { status, category, cpuSeconds, wallSeconds, memoryBytes, engine, reason, checks, log } = result;
  const { witness, certificate } = result;
  const texts = checks.map(({ by, outcome, detail }) => `${by}: ${outcome}${detail === '' ? '' : ` (${detail})`}`);
  const measured = { cpuSeconds, wallSeconds, memoryBytes };
  return {
    status,
    category,
    ...measured,
    engine,
    reason,
    checks: texts,
    log: linked ? log : null,
    documents: linked
      ? [
          ...(witness === null ? [] : [['witness', witness] as const]),
          ...(certificate === undefined ? [] : [['certificate', `${certificate}/manifest.json`] as const]),
        ]
      : [],
  };
}

function factsOf({
  tool,
  toolVersion,
  commit,
  started,
  settings,
  machine,
}: RunHeader): readonly (readonly [string, string])[] {
  const seconds = (value: number | null): string => (value === null ? 'none' : `${value} s`);
  const megabytes = (value: number | null): string => (value === null ? 'none' : `${Math.round(value / 1e6)} MB`);
  return [
    [
      'tool',
      `${tool} ${toolVersion}${commit === null ? '' : ` (${commit.slice(0, 9)}${commit.endsWith('+') ? ', changed' : ''})`}`,
    ],
    ['options', settings.options.join(' ') || 'none'],
    ['CPU time limit', seconds(settings.cpuSeconds)],
    ['wall time limit', seconds(settings.wallSeconds)],
    ['memory limit', megabytes(settings.memoryBytes)],
    ['started', started],
    ['machine', `${machine.cpu}, ${machine.cores} cores, ${megabytes(machine.memoryBytes)}, ${machine.os}`],
  ];
}
