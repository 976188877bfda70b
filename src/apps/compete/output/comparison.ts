import type { TaskResult } from '../store/record.ts';

/** One task whose outcome has changed. */
interface Change {
  readonly task: string;
  readonly kind: ChangeKind;
  readonly before: TaskResult | null;
  readonly after: TaskResult | null;
}

type ChangeKind =
  /** The answer is wrong now, and was not before. */
  | 'wrong'
  /** The task was solved, and is not any more. */
  | 'lost'
  /** The task was solved, and has no result now. */
  | 'missing'
  | 'gained'
  /** The answer was wrong, and there is none now. */
  | 'withdrawn'
  /** The task has a result for the first time. */
  | 'new';

/** Kinds of change to the worse; the order in which changes are listed: wrong answers first. */
const WORSE: readonly ChangeKind[] = ['wrong', 'lost', 'missing'];
const ORDER: readonly ChangeKind[] = [...WORSE, 'withdrawn', 'gained', 'new'];

export interface Comparison {
  readonly changes: readonly Change[];
  readonly worse: boolean;
  /**
   * Number of tasks that both runs solved, and the geometric mean of the quotients of processor times,
   * after by before; null without such tasks.
   */
  readonly both: number;
  readonly timeRatio: number | null;
}

/** Compares two runs task by task. A task in one run only is reported as such, without more. */
export function compareRuns(before: readonly TaskResult[], after: readonly TaskResult[]): Comparison {
  const old = new Map(before.map((result) => [result.task, result]));
  const now = new Map(after.map((result) => [result.task, result]));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((task) => {
    const pair = { before: old.get(task) ?? null, after: now.get(task) ?? null };
    const kind = changeKind(pair.before, pair.after);
    return kind === null ? [] : [{ task, kind, ...pair }];
  });
  changes.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.task < b.task ? -1 : 1));
  const both = before.flatMap((result) => {
    const other = now.get(result.task);
    return result.category === 'correct' && other?.category === 'correct' ? [[result, other] as const] : [];
  });
  const logarithms = both.map(([one, other]) =>
    Math.log(Math.max(other.cpuSeconds, 1e-3) / Math.max(one.cpuSeconds, 1e-3)),
  );
  const timeRatio =
    both.length === 0 ? null : Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / both.length);
  return { changes, worse: changes.some(({ kind }) => WORSE.includes(kind)), both: both.length, timeRatio };
}

function changeKind(before: TaskResult | null, after: TaskResult | null): ChangeKind | null {
  if (after === null) return before?.category === 'correct' ? 'missing' : null;
  if (after.category === 'wrong') return before?.category === 'wrong' ? null : 'wrong';
  if (before === null) return 'new';
  if (before.category === 'correct') return after.category === 'correct' ? null : 'lost';
  if (after.category === 'correct') return 'gained';
  return before.category === 'wrong' ? 'withdrawn' : null;
}

/** The comparison in words, one line per change; `new` ones are counted only. */
export function comparisonLines({ changes, both, timeRatio }: Comparison): readonly string[] {
  const listed = changes.filter(({ kind }) => kind !== 'new');
  const lines = listed.map(({ kind, task, before, after }) => {
    const label = WORSE.includes(kind) ? kind.toUpperCase() : kind;
    const expected = kind === 'wrong' ? `, expected ${after?.expected}` : '';
    return `${label.padEnd(9)}  ${task}: ${before?.status ?? 'no result'} -> ${after?.status ?? 'no result'}${expected}`;
  });
  const counts = ORDER.map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`).join(', ');
  const times = timeRatio === null ? '' : `; ${both} solved by both, in ${timeRatio.toFixed(2)} × the processor time`;
  return [...lines, `${counts}${times}`];
}
