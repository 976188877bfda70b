import type { SourceLocation } from '../../base/source.ts';
import type { Edge, ThreadStep } from '../../program/cfa/automaton.ts';
import { Clock } from './clock.ts';
import { History, type Race } from './history.ts';
import { Synchronisation } from './synchronisation.ts';

/** The address that stands for all atomic blocks of the program. */
const BLOCKS = -1;

/**
 * Judges data races of a run by the order between its accesses (C11 5.1.2.4; vector clocks as in
 * FastTrack, Flanagan and Freund, PLDI 2009). The steps say which thread makes them, and in which
 * function of the library. Starts and joins of threads, synchronising functions, atomic objects and
 * atomic blocks order accesses. The weaker orders of atomic operations count as sequentially consistent.
 */
export class HappensBefore {
  /** The races so far, at most one for each access and other thread. */
  readonly races: Race[] = [];
  readonly #clocks: Clock[];
  readonly #history = new History();
  readonly #synchronisation: Synchronisation;
  /** The thread in an atomic block of the program; -1: none. */
  #block = -1;
  #step: ThreadStep | null = null;
  #at: SourceLocation | null = null;

  /** `hidden`: whether an address belongs to no object of the program. */
  constructor(
    threads: number,
    private readonly hidden: (address: number) => boolean,
  ) {
    this.#clocks = Array.from({ length: threads }, () => new Clock());
    for (const [thread, clock] of this.#clocks.entries()) clock.tick(thread);
    this.#synchronisation = new Synchronisation(this.#clocks);
  }

  /** Follows a step; null: it belongs to no thread, or to a function that shares no memory. */
  step(edge: Edge | null): void {
    const step = edge?.step?.order === undefined ? null : edge.step;
    this.#step = step;
    this.#at = edge?.at ?? null;
    if (step?.order === undefined) return;
    const { thread, order } = step;
    const inBlock = order.atomic === 'block';
    if (inBlock && this.#block !== thread) this.#synchronisation.acquire(thread, BLOCKS);
    if (!inBlock && this.#block === thread) this.#synchronisation.release(thread, BLOCKS);
    if (inBlock) this.#block = thread;
    else if (this.#block === thread) this.#block = -1;
    const { event } = order;
    if (event === null) return;
    if (event.kind === 'join') {
      this.#clocks[thread].join(this.#clocks[event.thread]);
      return;
    }
    this.#clocks[event.thread].join(this.#clocks[thread]);
    this.#clocks[thread].tick(thread);
  }

  /** Follows an access of the last step. */
  access(address: number, size: number, write: boolean, ofAtomicType: boolean): void {
    const step = this.#step;
    const order = step?.order;
    if (step === null || order === undefined || this.#at === null || this.hidden(address)) return;
    const { thread } = step;
    if (order.model !== null) {
      this.#synchronisation.access(thread, order.model, step.function, address, write);
      return;
    }
    const atomic = ofAtomicType || order.atomic !== 'no';
    const isOperation = ofAtomicType || order.atomic === 'operation';
    // A read comes behind what the write gave it. A write gives on what the thread did before.
    if (isOperation && !write) this.#synchronisation.acquire(thread, address);
    const moment = this.#clocks[thread];
    const count = moment.of(thread);
    this.races.push(...this.#history.note(address, size, { thread, write, atomic, at: this.#at, count }, moment));
    if (isOperation && write) this.#synchronisation.release(thread, address);
  }
}
