import type { SolverThreadApi } from '../messages/engines.ts';
import type { Service } from '../threads/service.ts';
import type { Threads } from '../threads/threads.ts';

/** Share of the memory limit that one solver may use. */
const SOLVER_PART = 0.5;

/** Threads for engines, which can be started while the program is still being parsed. */
export class SolverThreads {
  readonly #idle: Service<SolverThreadApi>[] = [];

  #module: Promise<WebAssembly.Module> | null = null;
  #started = false;

  constructor(
    private readonly threads: Threads,
    /** Memory of each solver in MB. */
    readonly solverMegabytes: number,
  ) {}

  /** The module of Z3, compiled once for all threads when the first one needs it. */
  get z3(): Promise<WebAssembly.Module> {
    if (this.#module === null) {
      this.#module = import('../../logic/z3/load.ts').then(({ compileZ3 }) => compileZ3());
      this.#module.catch(() => {});
    }
    return this.#module;
  }

  /** Starts this number of threads that wait for engines, unless engines have begun to take them. */
  warm(count: number): void {
    for (let index = 0; index < count && !this.#started; index++) this.#idle.push(this.threads.solver());
  }

  /** A thread for one engine. */
  take(): Service<SolverThreadApi> {
    this.#started = true;
    return this.#idle.shift() ?? this.threads.solver();
  }

  /** Ends the threads that no engine needs. */
  dismiss(): void {
    for (const service of this.#idle.splice(0)) service.end();
  }
}

/** Z3 cannot use more than 2 GiB in any case, so the result is in MB up to that. */
export function solverMegabytes(memoryBytes: number): number {
  return Math.min(1800, Math.max(64, Math.floor((SOLVER_PART * memoryBytes) / 2 ** 20)));
}
