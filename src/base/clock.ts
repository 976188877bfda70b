/**
 * Milliseconds of a clock that all threads and processes of the machine share, and that is never set.
 * Neither the user, nor the network's time, nor a resumed virtual machine changes it. Only differences
 * are meaningful.
 */
export function sharedClock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The milliseconds for which this thread has rested so far. */
let rested = 0;

/** Reads the CPU time of this thread in ms; null if its clock counts the time without rests instead. */
let counted: (() => number) | null = null;
/** The moment of the last reading, and the CPU time then, in ms. */
let readAt = Number.NEGATIVE_INFINITY;
let lastRead = 0;

/** Least interval in ms between two readings of the CPU time, each of which costs some microseconds. */
const GRAIN_MILLISECONDS = 1;

/**
 * Reads a clock of this thread, in ms, that stands still while the thread rests. The time limits of
 * searches count by it, so that an engine that waits for its next slice does not use up its own
 * limits. After {@link countWork} it counts CPU time. Only differences are meaningful.
 */
export function workClock(): number {
  const now = performance.now();
  if (counted === null) return now - rested;
  if (now - readAt >= GRAIN_MILLISECONDS) {
    readAt = now;
    lastRead = counted();
  }
  return lastRead;
}

/**
 * Makes the clock of this thread count CPU time from now on, so that a busy machine does not shorten
 * the limits of searches. `time` reads the CPU time used by the thread, in ms. No search may be under
 * way.
 */
export function countWork(time: () => number): void {
  counted = time;
  readAt = Number.NEGATIVE_INFINITY;
}

/** Records a rest of this thread, in ms. */
export function noteRest(milliseconds: number): void {
  rested += milliseconds;
}
