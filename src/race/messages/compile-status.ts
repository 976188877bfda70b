import { sharedClock } from '../../base/clock.ts';
import type { SourceLocation } from '../../base/source.ts';

/** The steps from C to the system of the engines. */
export type CompilePhase = 'reading' | 'linking' | 'encoding' | 'simplifying';

/** A function of the program on which compilation spends time. */
export interface CostlyFunction {
  readonly name: string;
  readonly at: SourceLocation;
  /** Milliseconds that its blocks have taken before. */
  readonly milliseconds: number;
}

/** The work of compilation, as the thread that waits for it sees it. */
export interface CompileState {
  readonly phase: CompilePhase;
  /** Round of the encoding; 0 in other phases. */
  readonly round: number;
  /** The function whose blocks have taken most of the time; null: none is known. */
  readonly costly: CostlyFunction | null;
  /** The function with the block that is being encoded, and its start by the clock of all threads. */
  readonly running: CostlyFunction | null;
  readonly since: number;
}

/** Returns the function that costs most, the current block included. */
export function costliest({ costly, running, since }: CompileState): CostlyFunction | null {
  if (costly === null || running === null) return costly ?? running;
  const milliseconds = running.milliseconds + Math.round(sharedClock() - since);
  return milliseconds > costly.milliseconds ? { ...running, milliseconds } : costly;
}

const HEADER_BYTES = 8;
const MOST_BYTES = 4096;

/**
 * The state of a compilation in shared memory. The waiting thread reads it while the other one is busy, and after
 * that one ran out of memory.
 */
export class CompileStatus {
  /** A version, odd during writes, and the length of the text behind it. */
  readonly #header: Int32Array;
  readonly #text: Uint8Array;

  /** Makes new memory, or the other thread's view of an existing one. */
  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(HEADER_BYTES + MOST_BYTES)) {
    this.#header = new Int32Array(shared, 0, 2);
    this.#text = new Uint8Array(shared, HEADER_BYTES);
  }

  write(state: CompileState): void {
    const bytes = new TextEncoder().encode(JSON.stringify(state));
    if (bytes.length > MOST_BYTES) return;
    Atomics.add(this.#header, 0, 1);
    this.#text.set(bytes);
    Atomics.store(this.#header, 1, bytes.length);
    Atomics.add(this.#header, 0, 1);
  }

  /** Returns the last state; null if there is none, or if another is being written. */
  read(): CompileState | null {
    const version = Atomics.load(this.#header, 0);
    const text = new TextDecoder().decode(this.#text.slice(0, Atomics.load(this.#header, 1)));
    const isWhole = version > 0 && version % 2 === 0 && version === Atomics.load(this.#header, 0);
    return isWhole ? (JSON.parse(text) as CompileState) : null;
  }
}
