import { bestScore, scoreOf, verdictOf } from '../status.ts';
import type { TaskResult } from '../store/record.ts';

/** The fields of a result that determine its score. */
export type Scored = Pick<TaskResult, 'sets' | 'status' | 'category' | 'expected' | 'cpuSeconds'>;

/** The score of a set of results. */
export interface Score {
  /** The set's name; null: all tasks, each once. */
  readonly set: string | null;
  readonly tasks: number;
  readonly correctTrue: number;
  readonly correctFalse: number;
  readonly wrongTrue: number;
  readonly wrongFalse: number;
  readonly unknown: number;
  readonly error: number;
  /** Results that cannot be judged, because no verdict is expected. */
  readonly missing: number;
  readonly score: number;
  /** The score if every task were solved. */
  readonly best: number;
  /** Processor time of all results in seconds. */
  readonly cpuSeconds: number;
}

/** The scores of all results and of each set, sets in order of their names. */
export function scores(results: readonly Scored[]): { readonly all: Score; readonly sets: readonly Score[] } {
  const sets = new Map<string, Scored[]>();
  for (const result of results) {
    for (const set of result.sets) {
      const group = sets.get(set);
      if (group === undefined) sets.set(set, [result]);
      else group.push(result);
    }
  }
  const named = [...sets].sort(([a], [b]) => (a < b ? -1 : 1));
  return { all: scoreOfResults(null, results), sets: named.map(([set, group]) => scoreOfResults(set, group)) };
}

function scoreOfResults(set: string | null, results: readonly Scored[]): Score {
  const count = (holds: (result: Scored) => boolean): number => results.filter(holds).length;
  const sum = (value: (result: Scored) => number): number =>
    results.reduce((total, result) => total + value(result), 0);
  return {
    set,
    tasks: results.length,
    correctTrue: count(({ category, status }) => category === 'correct' && verdictOf(status) === true),
    correctFalse: count(({ category, status }) => category === 'correct' && verdictOf(status) === false),
    wrongTrue: count(({ category, status }) => category === 'wrong' && verdictOf(status) === true),
    wrongFalse: count(({ category, status }) => category === 'wrong' && verdictOf(status) === false),
    unknown: count(({ category }) => category === 'unknown'),
    error: count(({ category }) => category === 'error'),
    missing: count(({ category }) => category === 'missing'),
    score: sum(({ status, category }) => scoreOf(status, category)),
    best: sum(({ expected }) =>
      bestScore(expected === null ? null : { holds: expected === 'true', subproperty: null }),
    ),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
  };
}
