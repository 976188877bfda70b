/**
 * Milliseconds of CPU time of this process: a clock for the limits of engines, which other work on the
 * machine does not shorten. Only differences are meaningful.
 */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds between two looks at the CPU time, which cost far more than one at the wall clock. */
const INTERVAL = 5;

/** Whether so many ms of CPU time are used up from now on; an engine may ask this as often as it likes. */
export function cpuLimit(milliseconds: number): () => boolean {
  const end = cpuTime() + milliseconds;
  let next = performance.now();
  let isOver = false;
  return () => {
    const now = performance.now();
    if (isOver || now < next) return isOver;
    next = now + INTERVAL;
    isOver = cpuTime() > end;
    return isOver;
  };
}
