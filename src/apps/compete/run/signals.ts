import { onSignals } from '../../../base/signals.ts';

/** Work that continues until it ends by itself or is stopped. */
export interface Interruptible {
  /** Tasks that are being worked on. */
  readonly running: number;
  finish(): void;
  stop(): void;
}

/**
 * The first signal lets running tasks end, the second ends them. The returned function removes the
 * handlers.
 */
export function onInterrupts(work: Interruptible, say: (text: string) => void): () => void {
  return onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (_name, count) => {
    if (count === 1) {
      work.finish();
      say(`lemmata: interrupted; ${work.running} running tasks are finished first. Interrupt again to end at once.`);
    } else {
      work.stop();
    }
  });
}
