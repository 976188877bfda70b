import { foldsByFamily } from './folds.ts';
import { equalShares, type Policy, virtualBest } from './policies.ts';
import type { Sample } from './samples.ts';
import { raceOf, type StarterSet } from './starters.ts';
import { type Base, BUDGETS, byClass, learnClasses } from './tree.ts';

/** Tasks of each fold that a way of scheduling solves: by fold, then by budget of {@link BUDGETS}. */
interface ComparedPolicy {
  readonly name: string;
  readonly solved: readonly (readonly number[])[];
}

export interface Comparison {
  /** Number of tasks in each fold. */
  readonly sizes: readonly number[];
  readonly rows: readonly ComparedPolicy[];
}

/**
 * Compares schedules that are learned on all folds but one, classes included, with schedules that need
 * no learning, on that fold. The remaining folds are divided again for choosing the classes. `others`:
 * further schedules by name; `starters`: sets with delays and shares; `base`: see
 * {@link learnClasses}.
 */
export function compare(
  samples: readonly Sample[],
  folds: number,
  others: ReadonlyMap<string, Policy>,
  starters: ReadonlyMap<string, StarterSet>,
  base: Base = () => [],
): Comparison {
  const parts = foldsByFamily(samples, folds);
  const learned = parts.map((_, index) => {
    const rest = parts.filter((__, other) => other !== index).flat();
    return byClass(learnClasses(foldsByFamily(rest, folds - 1), base));
  });
  const fixed = new Map([...others, ['equal shares', equalShares()], ['best engine alone', virtualBest()]]);
  return {
    sizes: parts.map(({ length }) => length),
    rows: [
      row('learned', parts, (sample, _, fold) => learned[fold](sample)),
      ...[...fixed].map(([name, policy]) => row(name, parts, policy)),
      ...[...starters].map(([name, set]) => row(name, parts, (sample, budget) => raceOf(set, sample, budget))),
    ],
  };
}

function row(
  name: string,
  parts: readonly (readonly Sample[])[],
  time: (sample: Sample, budget: number, fold: number) => number,
): ComparedPolicy {
  const solved = parts.map((part, fold) =>
    BUDGETS.map((budget) => part.filter((sample) => time(sample, budget, fold) <= budget).length),
  );
  return { name, solved };
}

/**
 * The comparison as a table in Markdown: a column for each fold and one for all, with the solved tasks
 * within each budget.
 */
export function comparisonTable({ sizes, rows }: Comparison): string {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const cell = (counts: readonly number[]): string => counts.join(' / ');
  const header = [
    `solved within ${BUDGETS.join(' / ')} s`,
    ...sizes.map((size, i) => `fold ${i + 1} (${size})`),
    `all (${total})`,
  ];
  const lines = rows.map(({ name, solved }) => [
    name,
    ...solved.map(cell),
    cell(BUDGETS.map((_, i) => solved.reduce((sum, counts) => sum + counts[i], 0))),
  ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
