import type { PageTask } from '../output/page-data.ts';

/** The filter of the shown results. Null: all. */
export interface Filter {
  readonly text: string;
  readonly set: string | null;
  readonly category: string | null;
  readonly status: string | null;
}

export const NO_FILTER: Filter = { text: '', set: null, category: null, status: null };

/** The text for a missing result. */
export const MISSING = 'no result';

/** Tasks for which some run has a matching result. */
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

/** The value of a task in a column; null if a run has no result. */
export type Value = string | number | null;

/** Sorted by a column; missing values come last in either direction. */
export function sorted(
  tasks: readonly PageTask[],
  value: (task: PageTask) => Value,
  descending: boolean,
): readonly PageTask[] {
  const sign = descending ? -1 : 1;
  return [...tasks].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -sign : a > b ? sign : 0;
  });
}
