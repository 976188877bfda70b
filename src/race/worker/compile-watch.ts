import { sharedClock } from '../../base/clock.ts';
import { LemmataError } from '../../base/errors.ts';
import type { AutomatonFunction } from '../../program/cfa/automaton.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import { type CompilePhase, CompileStatus, type CostlyFunction } from '../messages/compile-status.ts';

/** Tells the waiting thread what compilation does, and which function costs most. */
export class CompileWatch {
  readonly #status: CompileStatus;
  readonly #deadline: number;
  /** Milliseconds of the blocks that begin in a function. */
  readonly #spent = new Map<AutomatonFunction, number>();
  #running: AutomatonFunction | null = null;
  #costly: AutomatonFunction | null = null;
  #since = sharedClock();

  /** `patience`: milliseconds after which the encoding ends with a LemmataError `E-INTERRUPTED`; null: never. */
  constructor(shared: SharedArrayBuffer, patience: number | null) {
    this.#status = new CompileStatus(shared);
    this.#deadline = patience === null ? Number.POSITIVE_INFINITY : this.#since + patience;
    this.begin('reading');
  }

  begin(phase: CompilePhase): void {
    this.#count(null);
    this.#write(phase, 0);
  }

  /** Records that a block begins at a linked location. */
  block(linked: LinkedProgram, round: number, location: number): void {
    this.#count(functionAt(linked, location));
    if (this.#since > this.#deadline) throw new LemmataError('E-INTERRUPTED', 'encoding was interrupted');
    this.#write('encoding', round);
  }

  /** Adds the time of the block that ends to its function. */
  #count(next: AutomatonFunction | null): void {
    const now = sharedClock();
    const ended = this.#running;
    if (ended !== null) {
      const sum = this.#milliseconds(ended) + now - this.#since;
      this.#spent.set(ended, sum);
      if (this.#costly === null || sum > this.#milliseconds(this.#costly)) this.#costly = ended;
    }
    this.#running = next;
    this.#since = now;
  }

  #milliseconds(fn: AutomatonFunction): number {
    return this.#spent.get(fn) ?? 0;
  }

  #write(phase: CompilePhase, round: number): void {
    const [costly, running] = [this.#costly, this.#running].map(
      (fn): CostlyFunction | null =>
        fn && { name: fn.name, at: fn.at, milliseconds: Math.round(this.#milliseconds(fn)) },
    );
    this.#status.write({ phase, round, costly, running, since: this.#since });
  }
}

/** Returns the function of a location. A model of a library function counts for the program's function that calls it. */
function functionAt({ contexts, edges, outgoing }: LinkedProgram, location: number): AutomatonFunction {
  const [edge] = outgoing[location];
  let context = contexts[edge === undefined ? 0 : edges[edge].context];
  while (context.function.origin !== 'program' && context.parent !== null) context = contexts[context.parent];
  return context.function;
}
