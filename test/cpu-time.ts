/**
 * Milliseconds of CPU time of this process: a clock for the limits of engines, which other work on the
 * machine does not shorten. Only differences are meaningful.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
