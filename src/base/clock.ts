/**
 * Milliseconds of a clock that all threads and processes of the machine share and nobody sets: not by the hand, not by the network's time, not when a virtual machine
 * goes on. Only differences mean something.
 */
export function sharedClock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
