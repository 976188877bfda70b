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
/** An engine with this limit runs as long as it likes. */
const UNLIMITED = 0x7fffffff;
const KILOBYTE = 1024;
/** Mask for the milliseconds of the clock, so that they fit; differences of days do not matter. */
const CLOCK_BITS = 0x7fffffff;
/** Then a thread that rests looks whether it is still to do so: nothing depends on being woken. */
const LONGEST_WAIT_MS = 500;

/** One small shared array per engine, by which its thread and the coordinator tell each other things without messages. */
export class Board {
  readonly #cells: Int32Array;
  /** Milliseconds that the engine's thread spent in solvers, and the time when the search that goes on began. */
  #solved = 0;
  #solvingSince: number | null = null;

  /** A new board, or the other thread's view of one. */
  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#cells = new Int32Array(shared);
  }

  askToStop(): void {
    Atomics.store(this.#cells, STOP, 1);
    this.allow(UNLIMITED);
  }

  /** Lets the engine run until its thread has used so much CPU time since it began, ms; 0: not at all for now. */
  allow(milliseconds: number): void {
    Atomics.store(this.#cells, UNTIL, Math.min(UNLIMITED, Math.ceil(milliseconds)));
    Atomics.notify(this.#cells, UNTIL);
  }

  /** Until when the engine may run: CPU time of its thread since it began, ms. */
  get until(): number {
    return Atomics.load(this.#cells, UNTIL);
  }

  /** CPU time of the engine's thread since it began, ms; what it last told where the system does not know. */
  get used(): number {
    const thread = Atomics.load(this.#cells, THREAD);
    const now = thread === 0 ? null : timeOfThread(thread);
    return now === null ? Atomics.load(this.#cells, USED) : now - Atomics.load(this.#cells, BEGAN);
  }

  /**
   * Tells the number by which the system knows the engine's thread, and the CPU time that it had used when the engine began,
   * ms.
   */
  tellThread(number: number, began: number): void {
    Atomics.store(this.#cells, BEGAN, Math.floor(began));
    Atomics.store(this.#cells, THREAD, number);
  }

  /** Tells the CPU time of the engine's thread since it began, ms. */
  tellUsed(milliseconds: number): void {
    Atomics.store(this.#cells, USED, Math.floor(milliseconds));
  }

  /** Lets the engine's thread wait as long as `used` (ms) is all that it may use, and it is not asked to stop. */
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

  /** Milliseconds that the engine's thread has spent in solvers, the search that goes on included. */
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
