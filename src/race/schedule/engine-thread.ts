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

/** Interval in ms between checks whether engines pause when they should. */
const WATCH_MILLISECONDS = 50;
/** CPU time in ms beyond its slice after which an engine is overdue. */
const OVERRUN_MILLISECONDS = 100;
/** An engine that holds a slot without using CPU time for this time, in ms, is overdue. */
const STALL_MILLISECONDS = 1000;

/** Looks for engines that hold a slot for longer than their slices, or that do not run at all. */
export class OverdueWatch {
  /** CPU time of running engines when it last grew, and the time of that observation, in ms. */
  readonly #seen = new Map<string, { readonly used: number; readonly at: number }>();
  readonly #watch = setInterval(() => this.#look(), WATCH_MILLISECONDS);

  /** `running` returns the engines that hold slots; `overdue` is called with the id of one that does not pause. */
  constructor(
    private readonly running: () => readonly EngineThread[],
    private readonly overdue: (id: string) => void,
  ) {
    this.#watch.unref();
  }

  /** The engine begins or goes on, and has another slice. */
  forget(id: string): void {
    this.#seen.delete(id);
  }

  close(): void {
    clearInterval(this.#watch);
  }

  #look(): void {
    const now = performance.now();
    for (const { id, status } of this.running()) {
      const { used } = status;
      const seen = this.#seen.get(id);
      if (seen === undefined || seen.used !== used) this.#seen.set(id, { used, at: now });
      const stalled = seen !== undefined && seen.used === used && now - seen.at > STALL_MILLISECONDS;
      if (stalled || used > status.until + OVERRUN_MILLISECONDS) this.overdue(id);
    }
  }
}
