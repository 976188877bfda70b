import { isDynamicPattern } from 'tinyglobby';
import type { CompetitionTask } from '../task.ts';

/** Which of the gathered tasks are run; absent conditions hold for all. */
export interface TaskFilter {
  /** Names of sets, or patterns with `*` and `?`. */
  readonly sets?: readonly string[];
  /** The expected verdict: `unknown` where none is given. */
  readonly expected?: 'true' | 'false' | 'unknown';
  /** At most so many, evenly spread over all. */
  readonly most?: number;
}

export function filterTasks(tasks: readonly CompetitionTask[], { sets, expected, most }: TaskFilter): readonly CompetitionTask[] {
  const patterns = sets?.map(asExpression);
  const chosen = tasks
    .map((task) =>
      patterns === undefined ? task : { ...task, sets: task.sets.filter((set) => patterns.some((one) => one.test(set))) },
    )
    .filter((task) => task.sets.length > 0 && (expected === undefined || expected === expectedOf(task)));
  if (most === undefined || chosen.length <= most) return chosen;
  return Array.from({ length: most }, (_, index) => chosen[Math.floor((index * chosen.length) / most)]);
}

function expectedOf({ property }: CompetitionTask): 'true' | 'false' | 'unknown' {
  if (property === null || property.expected === null) return 'unknown';
  return property.expected.holds ? 'true' : 'false';
}

/** Of a name in which `*` and `?` stand for any characters and any one character. */
function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${isDynamicPattern(pattern) ? escaped.replaceAll('*', '.*').replaceAll('?', '.') : escaped}$`);
}
