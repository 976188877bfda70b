import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { countWork, workClock } from '../../base/clock.ts';

const NANOSECONDS_PER_MS = 1e6;
/** Bytes for a line of `schedstat`. */
const LINE_BYTES = 96;

/**
 * Returns a function that gives the CPU time of this thread in ms. Linux has it in `/proc`, at a few
 * microseconds per look; Node has it from 23.9 on. Elsewhere it is the time for which the thread did
 * not rest.
 */
export function ownTime(): () => number {
  const counted = countedTime();
  if (counted !== null) return counted;
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } };
  if (threadCpuUsage === undefined) return workClock;
  return () => {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1000;
  };
}

let isCounted = false;

/** Makes the clock of this thread count its CPU time, if the system provides it. Further calls change nothing. */
export function countOwnWork(): void {
  if (isCounted) return;
  isCounted = true;
  const time = ownTime();
  if (time !== workClock) countWork(time);
}

/** The system's number of this thread, for {@link timeOfThread}; 0 if there is none. */
export function ownNumber(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

/** The CPU time of a thread of this process in ms; null if the system does not provide it. */
export function timeOfThread(number: number): number | null {
  try {
    return millisecondsIn(readFileSync(`/proc/self/task/${number}/schedstat`, 'latin1'));
  } catch {
    return null;
  }
}

/** The file stays open: it is read often, and closed with the thread. */
function countedTime(): (() => number) | null {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const line = Buffer.alloc(LINE_BYTES);
    const read = (): number => millisecondsIn(line.toString('latin1', 0, readSync(file, line, 0, LINE_BYTES, 0))) ?? 0;
    // A system that does not count reports 0.
    return read() > 0 ? read : null;
  } catch {
    return null;
  }
}

/** Its first number is the time on a processor, in nanoseconds. */
function millisecondsIn(schedstat: string): number | null {
  const nanoseconds = Number.parseInt(schedstat, 10);
  return Number.isNaN(nanoseconds) ? null : nanoseconds / NANOSECONDS_PER_MS;
}
