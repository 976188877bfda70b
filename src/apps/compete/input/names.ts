import type { CompetitionTask } from '../task.ts';
import type { Candidate } from './selection.ts';

/** A candidate with the data that a benchmark definition adds. */
export interface PlannedTask extends Candidate {
  readonly runDefinition: string | null;
  readonly options: readonly string[];
}

const LEAST_PARTS = 2;

/**
 * Gives every task its name and id. A task that is named twice, or in several sets, becomes one task
 * that counts in all its sets.
 */
export function nameTasks(planned: readonly PlannedTask[]): readonly CompetitionTask[] {
  const names = shortNames([...new Set(planned.map(({ definition }) => definition))]);
  const tasks = new Map<string, CompetitionTask>();
  for (const { set, ...rest } of planned) {
    const name = names.get(rest.definition) ?? rest.definition;
    const id = `${rest.runDefinition === null ? '' : `${rest.runDefinition}@`}${name}${rest.property === null ? '' : `#${rest.property.name}`}`;
    const known = tasks.get(id);
    if (known === undefined) tasks.set(id, { id, name, ...rest, sets: [set] });
    else if (!known.sets.includes(set)) tasks.set(id, { ...known, sets: [...known.sets, set] });
  }
  return [...tasks.values()];
}

/** Names each path by its last two parts, or by as many more as distinguish it from all others. */
function shortNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open: readonly string[] = paths;
  for (let count = LEAST_PARTS; open.length > 0; count++) {
    const groups = grouped(open, count);
    const clashing: string[] = [];
    for (const [name, group] of groups) {
      // A path with no more parts is distinguished by the others' longer names.
      if (group.length === 1 || name === group[0]) names.set(group[0], name);
      if (group.length > 1) clashing.push(...group.filter((path) => names.get(path) !== name));
    }
    open = clashing;
  }
  return names;
}

function grouped(paths: readonly string[], count: number): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const name = lastParts(path, count);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [path]);
    else group.push(path);
  }
  return groups;
}

function lastParts(path: string, count: number): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.length <= count ? path : parts.slice(-count).join('/');
}
