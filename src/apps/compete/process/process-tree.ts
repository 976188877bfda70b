import { readdirSync } from 'node:fs';
import { readOrEmpty } from '../../../base/files.ts';
import type { Meter, Usage } from './meter.ts';

const PAGE_BYTES = 4096;
/** Clock ticks per second in `/proc`; Linux shows hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100;

interface Seen {
  /**
   * Start of the process in ticks since the machine started: distinguishes it from a later one of the
   * same number.
   */
  readonly started: string;
  seconds: number;
}

/**
 * Meters a process and its descendants through `/proc`. It follows a process from its first sample on,
 * also after its parent has ended.
 * A process that appears and ends between two samples counts with its parent, which waits for it.
 */
export class ProcessTree implements Meter {
  readonly enter = null;
  readonly #alive = new Map<number, Seen>();
  #root: number | null = null;
  #peak = 0;
  #highest = 0;

  attach(pid: number): void {
    this.#root = pid;
    this.#follow(pid);
  }

  sample(): Usage {
    this.#discover();
    let seconds = 0;
    let own = 0;
    let shared = 0;
    for (const [pid, seen] of this.#alive) {
      const stat = readStat(pid);
      if (stat === null || stat.started !== seen.started) {
        this.#alive.delete(pid);
        continue;
      }
      seen.seconds = stat.seconds;
      seconds += stat.seconds;
      const memory = readMemory(pid);
      own += memory.own;
      shared = Math.max(shared, memory.shared);
    }
    const memoryBytes = own + shared;
    this.#peak = Math.max(this.#peak, memoryBytes);
    // Ended processes count with the parent that waited for them; in between the sum may fall for a
    // moment.
    this.#highest = Math.max(this.#highest, seconds);
    return { cpuSeconds: this.#highest, memoryBytes, peakBytes: this.#peak };
  }

  outOfMemory(): boolean {
    return false;
  }

  kill(): void {
    if (this.#root !== null) sendKill(-this.#root);
    // Repeats until no further processes are found: a process that is being ended may have started
    // another.
    for (let before = -1; before !== this.#alive.size; ) {
      before = this.#alive.size;
      this.#discover();
      for (const pid of this.#alive.keys()) sendKill(pid);
    }
  }

  close(): void {
    this.#alive.clear();
  }

  #discover(): void {
    const queue = [...this.#alive.keys()];
    for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
      for (const child of childrenOf(pid)) if (!this.#alive.has(child) && this.#follow(child)) queue.push(child);
    }
  }

  #follow(pid: number): boolean {
    const stat = readStat(pid);
    if (stat !== null) this.#alive.set(pid, { started: stat.started, seconds: 0 });
    return stat !== null;
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

/** The children of all its threads: each thread lists those that it started. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) =>
    readOrEmpty(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Processor time of a process, with the children that it has waited for; null once it has ended. */
function readStat(pid: number): { readonly started: string; readonly seconds: number } | null {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  if (text === '') return null;
  // The program's name, in parentheses, may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, ...rest] = fields;
  if (state === 'Z' || state === 'X') return null;
  const ticks = [10, 11, 12, 13].reduce((sum, index) => sum + Number(rest[index]), 0);
  return { started: rest[18], seconds: ticks / TICKS_PER_SECOND };
}

/** Memory in bytes: private to a process, and possibly shared with others (its program, its libraries). */
function readMemory(pid: number): { readonly own: number; readonly shared: number } {
  const [, resident = 0, shared = 0] = readOrEmpty(`/proc/${pid}/statm`).split(' ').map(Number);
  return { own: (resident - shared) * PAGE_BYTES, shared: shared * PAGE_BYTES };
}
