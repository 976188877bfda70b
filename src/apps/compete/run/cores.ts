import { execFileSync } from 'node:child_process';
import { readOrEmpty } from '../../../base/files.ts';

/**
 * Sets of processors for simultaneous tasks: disjoint, of `cores` each (default: an equal share of
 * all). Null for each if processors are too few, if `taskset` is missing, or if one task runs alone
 * with all of them.
 */
export function planCores(parallel: number, cores: number | null): readonly (readonly number[] | null)[] {
  const available = neighbourly(allowedProcessors());
  const each = cores ?? Math.max(1, Math.floor(available.length / parallel));
  const enough = available.length >= parallel * each;
  if (!enough || (parallel === 1 && cores === null) || !hasTaskset())
    return Array.from({ length: parallel }, () => null);
  return Array.from({ length: parallel }, (_, index) => available.slice(index * each, (index + 1) * each));
}

/** The processors that this process may use, by number; [] if the system does not report them. */
export function allowedProcessors(): readonly number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readOrEmpty('/proc/self/status'))?.[1];
  return list === undefined ? [] : parseCpuList(list);
}

/** Reads `0-3,8` as 0, 1, 2, 3, 8. */
export function parseCpuList(text: string): readonly number[] {
  return text
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}

/** Orders the threads of one core next to each other, so that two tasks avoid sharing a core. */
function neighbourly(processors: readonly number[]): readonly number[] {
  const ordered = new Set<number>();
  for (const one of processors) {
    const siblings = parseCpuList(readOrEmpty(`/sys/devices/system/cpu/cpu${one}/topology/thread_siblings_list`));
    for (const sibling of [one, ...siblings]) if (processors.includes(sibling)) ordered.add(sibling);
  }
  return [...ordered];
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
