import { type Outcome, RESULTS } from './run.ts';

/**
 * Writes tables of results for people: by operation, by kinds of objects, and by reasons of unknown
 * verdicts.
 */
export function tableOf(outcomes: readonly Outcome[]): string {
  const part = (index: number) => (outcome: Outcome) => outcome.cell.split('/')[index];
  return [
    ...section('operation', outcomes, part(0)),
    ...section('destination', outcomes, part(1)),
    ...section('source', outcomes, part(2)),
    ...section('', outcomes, () => 'all'),
    ...reasons(outcomes),
  ].join('\n');
}

const WIDTH = 22;

function row(title: string, cells: readonly (string | number)[]): string {
  return title.padEnd(WIDTH) + cells.map((cell) => `${cell}`.padStart(9)).join('');
}

function section(title: string, outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): string[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [outcome]);
    else group.push(outcome);
  }
  const rows = [...groups].map(([key, group]) => {
    const counts = RESULTS.map((result) => group.filter((outcome) => outcome.result === result).length);
    return row(key, [...counts, `${((100 * counts[0]) / group.length).toFixed(1)} %`]);
  });
  return [row(title, [...RESULTS, 'right']), ...rows, ''];
}

function reasons(outcomes: readonly Outcome[]): string[] {
  const counts = new Map<string, { count: number; first: string }>();
  for (const { result, why, cell } of outcomes) {
    if (result === 'right') continue;
    const key = `${result}: ${why}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { count: 1, first: cell });
    else known.count++;
  }
  return [...counts]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, 40)
    .map(([key, { count, first }]) => `${count} × ${key} (${first})`);
}
