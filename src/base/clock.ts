/**
 * Milliseconds of a clock that all threads and processes of the machine share and nobody sets: not by the hand, not by the network's time, not when a virtual machine
 * goes on. Only differences mean something.
 */
export function sharedClock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The milliseconds for which this thread has rested so far. */
let rested = 0;

/** Reads the CPU time of this thread, in ms; null where its clock counts the time without rests instead. */
let counted: (() => number) | null = null;
/** The moment at which the CPU time was last read, and what it was then, in ms. */
let readAt = Number.NEGATIVE_INFINITY;
let lastRead = 0;

/** Reading the CPU time costs some microseconds, so it is read once in so many ms at most. */
const GRAIN_MILLISECONDS = 1;

/**
 * Reads a clock of this thread, in ms, that stands still while the thread rests. The time limits of searches count by it, so
 * that an engine that waits for its next slice does not use up its own limits. After {@link countWork} it counts CPU time.
 * Only differences mean something.
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
 * Lets the clock of this thread count CPU time from now on, so that a busy machine does not shorten the limits of searches.
 * `time` reads what the thread has used, in ms. No search may be under way.
 */
export function countWork(time: () => number): void {
  counted = time;
  readAt = Number.NEGATIVE_INFINITY;
}

/** This thread has rested for so many milliseconds. */
export function noteRest(milliseconds: number): void {
  rested += milliseconds;
}
