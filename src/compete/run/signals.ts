import type { Progress } from '../output/progress.ts';
import type { Coordinator } from './coordinator.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal lets running tasks end, the second ends them. The function that is returned takes the handlers away. */
export function onInterrupts(coordinator: Coordinator, progress: Progress): () => void {
  let count = 0;
  const handle = (): void => {
    count++;
    if (count === 1) {
      coordinator.finish();
      progress.say(
        `lemmata: interrupted; ${coordinator.running} running tasks are finished first. Interrupt again to end at once.`,
      );
    } else {
      coordinator.stop();
    }
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}
