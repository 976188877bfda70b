import type { TaskResult } from '../store/record.ts';
import { type Score, scores } from './scores.ts';

const COLUMNS = ['set', 'tasks', 'true', 'false', 'wrong', 'unknown', 'error', 'score', 'of', 'CPU s'] as const;
/** Most reasons for missing verdicts that the summary lists. */
const MOST_REASONS = 12;

/**
 * The results in words: wrong answers, scores by set, reasons for missing verdicts. Each line without
 * its newline.
 */
export function summaryLines(results: readonly TaskResult[]): readonly string[] {
  const { all, sets } = scores(results);
  const rows = [[...COLUMNS], ...(sets.length > 1 ? sets : []).map(scoreRow), scoreRow(all)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const table = rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  const wrong = results
    .filter(({ category }) => category === 'wrong')
    .map(({ task, status, expected }) => `WRONG: ${task}: ${status}, expected ${expected}`);
  const refuted = results.flatMap(({ task, checks }) =>
    checks
      .filter(({ outcome }) => outcome === 'refuted')
      .map(({ by, detail }) => `REFUTED by ${by}: ${task}: ${detail}`),
  );
  return [...wrong, ...refuted, ...reasonLines(results), ...table];
}

function scoreRow(score: Score): string[] {
  const { set, tasks, correctTrue, correctFalse, wrongTrue, wrongFalse, unknown, error, missing, best, cpuSeconds } =
    score;
  const numbers = [
    tasks,
    correctTrue,
    correctFalse,
    wrongTrue + wrongFalse,
    unknown + missing,
    error,
    score.score,
    best,
    Math.round(cpuSeconds),
  ];
  return [set ?? 'all', ...numbers.map(String)];
}

/** The most frequent reasons; numbers in them are ignored for grouping. */
function reasonLines(results: readonly TaskResult[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { category, status, reason } of results) {
    if (category !== 'unknown' && category !== 'error') continue;
    const text =
      status === 'unknown' || status.startsWith('ERROR')
        ? `${status}: ${(reason ?? '')
            .replace(/\S+:\d+:\d+/g, '')
            .replace(/\d+/g, 'N')
            .trim()}`
        : status;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([, a], [, b]) => b - a);
  const lines = ordered.slice(0, MOST_REASONS).map(([text, count]) => `${String(count).padStart(5)} × ${text}`);
  const rest = ordered.slice(MOST_REASONS);
  if (rest.length === 0) return lines;
  const others = rest.reduce((sum, [, count]) => sum + count, 0);
  return [...lines, `${String(others).padStart(5)} × ${rest.length} other reasons, which results.csv lists`];
}
