import { isDynamicPattern } from 'tinyglobby';
import type { CompetitionTask } from '../task.ts';

/** Selects the gathered tasks to run; absent conditions hold for all. */
export interface TaskFilter {
  /** Names of sets, or patterns with `*` and `?`. */
  readonly sets?: readonly string[];
  /** Names of run definitions, or such patterns. */
  readonly runDefinitions?: readonly string[];
  /** Names of properties, or such patterns. */
  readonly properties?: readonly string[];
  /** The expected verdict: `unknown` if none is given. */
  readonly expected?: 'true' | 'false' | 'unknown';
  /** Most tasks to run, evenly spread over all. */
  readonly most?: number;
}

export function filterTasks(
  tasks: readonly CompetitionTask[],
  { sets, runDefinitions, properties, expected, most }: TaskFilter,
): readonly CompetitionTask[] {
  const inRun = among(runDefinitions);
  const ofProperty = among(properties);
  const inSet = among(sets);
  const chosen = tasks
    .map((task) => (sets === undefined ? task : { ...task, sets: task.sets.filter(inSet) }))
    .filter(({ runDefinition, property }) => inRun(runDefinition ?? '') && ofProperty(property?.name ?? ''))
    .filter((task) => task.sets.length > 0 && (expected === undefined || expected === expectedOf(task)));
  if (most === undefined || chosen.length <= most) return chosen;
  return Array.from({ length: most }, (_, index) => chosen[Math.floor((index * chosen.length) / most)]);
}

function expectedOf({ property }: CompetitionTask): 'true' | 'false' | 'unknown' {
  if (property === null || property.expected === null) return 'unknown';
  return property.expected.holds ? 'true' : 'false';
}

function among(patterns: readonly string[] | undefined): (name: string) => boolean {
  const expressions = patterns?.map(asExpression);
  return (name) => expressions === undefined || expressions.some((one) => one.test(name));
}

/**
 * The regular expression of a name pattern: `*` and `?` stand for any characters and any one
 * character.
 */
function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${isDynamicPattern(pattern) ? escaped.replaceAll('*', '.*').replaceAll('?', '.') : escaped}$`);
}
