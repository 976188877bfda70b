import type { PageTask } from '../output/page-data.ts';

/** What of the results is shown. Null: all. */
export interface Filter {
  readonly text: string;
  readonly set: string | null;
  readonly category: string | null;
  readonly status: string | null;
}

export const NO_FILTER: Filter = { text: '', set: null, category: null, status: null };

/** The word for a result that a run does not have. */
export const MISSING = 'no result';

/** Tasks of which some run has a result as asked for. */
export function filtered(tasks: readonly PageTask[], { text, set, category, status }: Filter): readonly PageTask[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter(
    ({ task, sets, results }) =>
      words.every((word) => task.toLowerCase().includes(word)) &&
      (set === null || sets.includes(set)) &&
      results.some(
        (result) =>
          (category === null || category === (result?.category ?? MISSING)) &&
          (status === null || status === (result?.status ?? MISSING)),
      ),
  );
}

/** What a column holds of a task; null where a run has no result. */
export type Value = string | number | null;

/** Sorted by a column; missing values come last in either direction. */
export function sorted(tasks: readonly PageTask[], value: (task: PageTask) => Value, descending: boolean): readonly PageTask[] {
  const sign = descending ? -1 : 1;
  return [...tasks].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -sign : a > b ? sign : 0;
  });
}
