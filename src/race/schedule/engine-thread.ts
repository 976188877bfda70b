import type { Target } from '../../system/transys/target.ts';
import type { PackedClaim } from '../messages/engines.ts';
import type { EngineName } from './engine-names.ts';
import type { SharedStatus } from './shared-status.ts';

/** Time in ms between the request to stop and the end of the thread. */
const POLITE_MILLISECONDS = 100;

/** One engine in a thread of its own, as the coordinator sees it. */
export class EngineThread {
  readonly #timers: NodeJS.Timeout[] = [];
  #closed = false;

  constructor(
    readonly id: string,
    readonly engine: EngineName,
    /** The errors that its claims are about. */
    readonly target: Target,
    readonly status: SharedStatus,
    /** Rejects if the engine throws, or if its thread ends before it claims anything. */
    readonly claim: Promise<PackedClaim>,
    private readonly endThread: () => void,
  ) {
    claim.then(
      () => this.close(),
      () => this.close(),
    );
  }

  /** Asks the engine to stop and ends its thread if it does not. */
  stop(): void {
    if (this.#closed) return;
    this.status.askToStop();
    this.#timers.push(setTimeout(() => this.endThread(), POLITE_MILLISECONDS));
  }

  /** Ends its thread at once. */
  abort(): void {
    this.status.askToStop();
    this.endThread();
  }

  /** Forgets all timers. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/**
 * An engine that has not reported for this time, in ms, is in a solve, where its memory may be
 * growing.
 */
const SILENT_MILLISECONDS = 300;

/**
 * The bytes that engines hold, by id. Unreported bytes are attributed, in equal parts, to the running
 * engines that are silent. `bytes`: size of the process.
 */
export function sizesOf(
  threads: readonly EngineThread[],
  runs: (thread: EngineThread) => boolean,
  bytes: number,
): ReadonlyMap<string, number> {
  const reported = threads.reduce((sum, { status }) => sum + status.bytes, 0);
  const silent = new Set(threads.filter((thread) => runs(thread) && thread.status.silence > SILENT_MILLISECONDS));
  const hidden = silent.size === 0 ? 0 : Math.max(0, bytes - reported) / silent.size;
  return new Map(
    threads.map((thread) => [thread.id, Math.round(thread.status.bytes + (silent.has(thread) ? hidden : 0))]),
  );
}
