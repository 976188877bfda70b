import { scoreOf } from '../status.ts';
import type { TaskResult } from '../store/record.ts';

/** Sorts results for tables: by task. */
export function inOrder(results: readonly TaskResult[]): readonly TaskResult[] {
  return [...results].sort((a, b) => (a.task < b.task ? -1 : a.task > b.task ? 1 : 0));
}

/** The columns of a CSV file, with their values. Absent values are empty. */
export const CSV_COLUMNS: readonly (readonly [name: string, value: (result: TaskResult) => string | number | null])[] =
  [
    ['task', ({ task }) => task],
    ['run definition', ({ runDefinition }) => runDefinition],
    ['sets', ({ sets }) => sets.join(' ')],
    ['property', ({ property }) => property],
    ['expected', ({ expected }) => expected],
    ['status', ({ status }) => status],
    ['category', ({ category }) => category],
    ['score', ({ status, category }) => scoreOf(status, category)],
    ['cputime (s)', ({ cpuSeconds }) => cpuSeconds],
    ['walltime (s)', ({ wallSeconds }) => wallSeconds],
    ['memory (B)', ({ memoryBytes }) => memoryBytes],
    ['exit code', ({ exitCode }) => exitCode],
    ['signal', ({ signal }) => signal],
    ['engine', ({ engine }) => engine],
    ['stage', ({ stage }) => stage],
    ['safe up to', ({ safeUpTo }) => safeUpTo],
    ['reason', ({ reason }) => reason],
    ['checks', ({ checks }) => checks.map(({ by, outcome }) => `${by}: ${outcome}`).join('; ')],
    ['witness', ({ witness }) => witness],
  ];
