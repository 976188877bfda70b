import { noteRest, sharedClock } from '../../base/clock.ts';
import { timeOfThread } from '../threads/thread-time.ts';

const STOP = 0;
const BOUND = 1;
const HEAP = 2;
const REPORTED = 3;
const UNTIL = 4;
const SOLVED = 5;
const SOLVING = 6;
const USED = 7;
const THREAD = 8;
const BEGAN = 9;
const CELLS = 10;
/** Limit of an engine that may run without limit. */
const UNLIMITED = 0x7fffffff;
const KILOBYTE = 1024;
/** Low 31 bits of the clock in ms, to fit an Int32; differences of days do not matter. */
const CLOCK_BITS = 0x7fffffff;
/**
 * Longest wait of a resting thread, in ms, before it checks again whether to rest: it need not be
 * woken.
 */
const LONGEST_WAIT_MS = 500;

/**
 * A small shared array per engine through which its thread and the coordinator exchange facts without
 * messages.
 */
export class SharedStatus {
  readonly #cells: Int32Array;
  /** Milliseconds that the engine's thread has spent in solvers, and the start of the current search. */
  #solved = 0;
  #solvingSince: number | null = null;

  /** Makes new cells, or the other thread's view of an existing one. */
  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#cells = new Int32Array(shared);
  }

  askToStop(): void {
    Atomics.store(this.#cells, STOP, 1);
    this.allow(UNLIMITED);
  }

  /**
   * Lets the engine run until its thread has used this CPU time since it began, in ms; 0: not at all for
   * now.
   */
  allow(milliseconds: number): void {
    Atomics.store(this.#cells, UNTIL, Math.min(UNLIMITED, Math.ceil(milliseconds)));
    Atomics.notify(this.#cells, UNTIL);
  }

  /** CPU time of its thread since it began, up to which the engine may run, in ms. */
  get until(): number {
    return Atomics.load(this.#cells, UNTIL);
  }

  /**
   * CPU time of the engine's thread since it began, in ms; its own last report if the system does not
   * know.
   */
  get used(): number {
    const thread = Atomics.load(this.#cells, THREAD);
    const now = thread === 0 ? null : timeOfThread(thread);
    return now === null ? Atomics.load(this.#cells, USED) : now - Atomics.load(this.#cells, BEGAN);
  }

  /**
   * Records the system's number of the engine's thread, and the CPU time in ms that it had used when the
   * engine began.
   */
  recordThread(number: number, began: number): void {
    Atomics.store(this.#cells, BEGAN, Math.floor(began));
    Atomics.store(this.#cells, THREAD, number);
  }

  /** Records the CPU time of the engine's thread since it began, in ms. */
  recordUsed(milliseconds: number): void {
    Atomics.store(this.#cells, USED, Math.floor(milliseconds));
  }

  /**
   * Makes the engine's thread wait as long as `used` (ms) reaches its limit, and it is not asked to
   * stop.
   */
  rest(used: number): void {
    const solving = this.#solvingSince !== null;
    if (solving) this.endSolving();
    const begun = performance.now();
    for (let { until } = this; used >= until && !this.stopped; { until } = this)
      Atomics.wait(this.#cells, UNTIL, until, LONGEST_WAIT_MS);
    noteRest(performance.now() - begun);
    if (solving) this.beginSolving();
  }

  /** Notes that a solver of the engine's thread begins to search. */
  beginSolving(): void {
    this.#solvingSince = performance.now();
    Atomics.store(this.#cells, SOLVING, now() || 1);
  }

  /** Notes that the search of the engine's thread is over. */
  endSolving(): void {
    if (this.#solvingSince !== null) this.#solved += performance.now() - this.#solvingSince;
    this.#solvingSince = null;
    Atomics.store(this.#cells, SOLVED, Math.round(this.#solved));
    Atomics.store(this.#cells, SOLVING, 0);
  }

  /** Milliseconds that the engine's thread has spent in solvers, including the current search. */
  get solverMilliseconds(): number {
    const since = Atomics.load(this.#cells, SOLVING);
    const current = since === 0 ? 0 : Math.max(0, (now() - since) | 0);
    return Atomics.load(this.#cells, SOLVED) + current;
  }

  get stopped(): boolean {
    return Atomics.load(this.#cells, STOP) !== 0;
  }

  /** Greatest bound up to which no violation exists, or null. */
  get bound(): number | null {
    const value = Atomics.load(this.#cells, BOUND) - 1;
    return value < 0 ? null : value;
  }

  raiseBound(bound: number): void {
    if (bound + 1 > Atomics.load(this.#cells, BOUND)) Atomics.store(this.#cells, BOUND, bound + 1);
  }

  /** Bytes of the engine's JavaScript heap and solver memory as last reported. */
  get bytes(): number {
    return Atomics.load(this.#cells, HEAP) * KILOBYTE;
  }

  reportBytes(bytes: number): void {
    Atomics.store(this.#cells, HEAP, Math.ceil(bytes / KILOBYTE));
    Atomics.store(this.#cells, REPORTED, now());
  }

  /** Milliseconds since the last report: an engine in a long solve reports nothing. */
  get silence(): number {
    return (now() - Atomics.load(this.#cells, REPORTED)) & CLOCK_BITS;
  }
}

function now(): number {
  return Math.floor(sharedClock()) & CLOCK_BITS;
}
