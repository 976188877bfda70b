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

/**
 * Reads a clock of this thread, in ms, that stands still while the thread rests. The time limits of searches count by it, so
 * that an engine that waits for its next slice does not use up its own limits. Only differences mean something.
 */
export function workClock(): number {
  return performance.now() - rested;
}

/** This thread has rested for so many milliseconds. */
export function noteRest(milliseconds: number): void {
  rested += milliseconds;
}
