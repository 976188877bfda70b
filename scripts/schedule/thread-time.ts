import { readdirSync, readFileSync } from 'node:fs';

const TASKS = '/proc/self/task';
const NANOSECONDS = 1e9;

/** Seconds of CPU time of each thread of this process, by thread number; Linux only (proc(5), `schedstat`). */
export type ThreadTimes = ReadonlyMap<string, number>;

/** Reads the CPU times of all threads. A thread that ends meanwhile is left out. */
export function threadTimes(): ThreadTimes {
  const times = new Map<string, number>();
  for (const thread of readdirSync(TASKS)) {
    const seconds = secondsOf(thread);
    if (seconds !== null) times.set(thread, seconds);
  }
  return times;
}

function secondsOf(thread: string): number | null {
  try {
    return Number(readFileSync(`${TASKS}/${thread}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS;
  } catch {
    return null;
  }
}

/**
 * Returns the CPU time in seconds that the busiest thread has used since `before`. An engine that runs
 * alone is the busiest thread: V8's helpers compile and collect garbage for it, and the others wait.
 */
export function busiestSince(before: ThreadTimes): number {
  const now = threadTimes();
  return Math.max(0, ...[...now].map(([thread, seconds]) => seconds - (before.get(thread) ?? 0)));
}

/** Seconds of CPU time of the whole process since `before`. */
export function processSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
