import type { SeatApi } from './messages.ts';
import type { Service } from './service.ts';
import type { Threads } from './threads.ts';

/** A thread with a solver, waiting for an engine. */
export interface Seat {
  readonly service: Service<SeatApi>;
  /** Its solver is loaded. */
  readonly ready: Promise<unknown>;
}

/** Threads are started, and their solvers loaded, while the program is still being parsed. */
export class Seats {
  readonly #idle: Seat[] = [];

  constructor(
    private readonly threads: Threads,
    /** The solver's module, compiled once for all threads. */
    readonly z3: Promise<WebAssembly.Module>,
    /** Memory of each solver. */
    readonly solverMegabytes: number,
    warm: number,
  ) {
    for (let index = 0; index < warm; index++) this.#idle.push(this.#start());
  }

  /** A seat for one engine. */
  take(): Seat {
    return this.#idle.shift() ?? this.#start();
  }

  /** Ends the threads that no engine needs. */
  dismiss(): void {
    for (const { service } of this.#idle.splice(0)) service.end();
  }

  #start(): Seat {
    const service = this.threads.seat();
    const ready = this.z3.then((module) => service.call((remote) => remote.prepare(module, this.solverMegabytes)));
    ready.catch(() => {});
    return { service, ready };
  }
}
