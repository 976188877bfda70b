/** Work that continues until it ends by itself or is stopped. */
export interface Interruptible {
  /** Tasks that are being worked on. */
  readonly running: number;
  finish(): void;
  stop(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal lets running tasks end, the second ends them. The returned function removes the
 * handlers.
 */
export function onInterrupts(work: Interruptible, say: (text: string) => void): () => void {
  let count = 0;
  const handle = (): void => {
    count++;
    if (count === 1) {
      work.finish();
      say(`lemmata: interrupted; ${work.running} running tasks are finished first. Interrupt again to end at once.`);
    } else {
      work.stop();
    }
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}
