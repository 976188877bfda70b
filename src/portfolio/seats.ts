import type { SeatApi } from './messages.ts';
import type { Service } from './service.ts';
import type { Threads } from './threads.ts';

/** A thread with a solver, waiting for an engine. */
export interface Seat {
  readonly service: Service<SeatApi>;
  /** Its solver is loaded. */
  readonly ready: Promise<unknown>;
}

/** Threads can be started, and their solvers loaded, while the program is still being parsed. */
export class Seats {
  readonly #idle: Seat[] = [];

  #module: Promise<WebAssembly.Module> | null = null;
  #started = false;

  constructor(
    private readonly threads: Threads,
    /** Memory of each solver. */
    readonly solverMegabytes: number,
  ) {}

  /** The solver's module, compiled once for all threads. */
  get z3(): Promise<WebAssembly.Module> {
    if (this.#module === null) {
      this.#module = import('../smt/z3/load.ts').then(({ compileZ3 }) => compileZ3());
      this.#module.catch(() => {});
    }
    return this.#module;
  }

  /** Starts so many seats that wait for engines, unless engines have begun to take them. */
  warm(count: number): void {
    for (let index = 0; index < count && !this.#started; index++) this.#idle.push(this.#start());
  }

  /** A seat for one engine. */
  take(): Seat {
    this.#started = true;
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
