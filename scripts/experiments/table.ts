import type { Result } from './results.ts';

/** The results of a column, with its name. */
export interface ColumnResults {
  readonly name: string;
  readonly results: readonly Result[];
}

const HEAD = [
  'column',
  'TRUE',
  'FALSE',
  'wrong',
  'refused',
  'only here',
  'CPU s, median',
  'CPU s, 90 %',
  'refinements',
  'perfect',
  'inexact',
  'depth',
  'states',
] as const;

/** Names by which engines count the abstract states that they explored. */
const STATES = ['explored', 'nodes', 'productStates'] as const;

/**
 * Returns a table in Markdown with one row for each column. It counts proofs, alarms, wrong answers,
 * refused claims, and tasks that no other column solves. Quantiles of CPU time are over the solved tasks;
 * numbers of the engine are sums over all, and abstract states over the solved tasks. The row `all` has the tasks that some column solves.
 */
export function tableOf(columns: readonly ColumnResults[]): string {
  const solvers = new Map<string, number>();
  for (const { results } of columns)
    for (const { task } of results.filter(isSolved)) solvers.set(task, (solvers.get(task) ?? 0) + 1);
  const rows = columns.map(({ name, results }) => {
    const solved = results.filter(isSolved);
    const seconds = solved.map((result) => result.seconds).sort((a, b) => a - b);
    return [
      name,
      solved.filter(({ status }) => status.startsWith('true')).length,
      solved.filter(({ status }) => status.startsWith('false')).length,
      results.filter(({ category }) => category === 'wrong').length,
      results.filter(({ refused }) => refused).length,
      solved.filter(({ task }) => solvers.get(task) === 1).length,
      quantile(seconds, 0.5),
      quantile(seconds, 0.9),
      sum(results, 'refinements'),
      sum(results, 'perfect'),
      sum(results, 'inexact'),
      quantile(
        solved.map(({ numbers }) => numbers.get('depth') ?? 0).sort((a, b) => a - b),
        0.5,
      ),
      STATES.reduce((total, key) => total + sum(solved, key), 0),
    ];
  });
  const any = [...new Map(columns.flatMap(({ results }) => results.filter(isSolved)).map((r) => [r.task, r])).values()];
  const proofs = any.filter(({ status }) => status.startsWith('true')).length;
  rows.push(['all', proofs, any.length - proofs, '', '', '', '', '', '', '', '', '', '']);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns a table of the numbers of tasks that each column solves, by family. */
export function familiesOf(columns: readonly ColumnResults[]): string {
  const families = [...new Set(columns.flatMap(({ results }) => results.map(({ family }) => family)))].sort();
  const rows = columns.map(({ name, results }) => [
    name,
    ...families.map((family) => results.filter((result) => result.family === family && isSolved(result)).length),
  ]);
  const head = ['column', ...families];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function isSolved({ category }: Result): boolean {
  return category === 'correct';
}

/** The sum over all tasks of the numbers of that name, of all sources of interpolants. */
function sum(results: readonly Result[], name: string): number {
  let total = 0;
  for (const { numbers } of results)
    for (const [key, value] of numbers) if (key === name || key.endsWith(`.${name}`)) total += value;
  return total;
}

/** A quantile of numbers in increasing order, with two digits; a dash if there are none. */
function quantile(sorted: readonly number[], part: number): string {
  if (sorted.length === 0) return '–';
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(2);
}
