import { stringify } from 'csv-stringify/sync';
import type { TaskResult } from '../store/record.ts';
import { CSV_COLUMNS, inOrder } from './rows.ts';

/** The results as CSV (RFC 4180), one line a task, with a head. */
export function csvText(results: readonly TaskResult[]): string {
  const rows = inOrder(results).map((result) => CSV_COLUMNS.map(([, value]) => value(result)));
  return stringify([CSV_COLUMNS.map(([name]) => name), ...rows]);
}
