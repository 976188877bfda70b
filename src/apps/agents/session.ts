import { Answers } from './answers.ts';
import { type Left, type Order, runCommand } from './command.ts';
import { RequestQueue } from './request-queue.ts';

/** Limits of a session. */
export interface SessionLimits {
  /** Requests at once, and those that may wait. */
  readonly jobs: number;
  readonly waiting: number;
  /** Seconds that a request may ask for. */
  readonly seconds: number;
  /** Memory of a request in MB, and its engines at once; null: the defaults of the command. */
  readonly megabytes: number | null;
  readonly threads: number | null;
}

/** Requests of a client share it: the queue of commands, and the answers so far. */
export class Session {
  readonly answers = new Answers();
  readonly #queue: RequestQueue;
  readonly #end = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** `script`: the entry of the command line. */
  constructor(
    private readonly script: string,
    readonly limits: SessionLimits,
  ) {
    this.#queue = new RequestQueue(limits.jobs, limits.waiting);
  }

  /** Runs a command when its turn comes. `began` is called then. Rejects if the signal aborts, or the session ends. */
  run(order: Order, signal: AbortSignal, began: () => void): Promise<Left> {
    const either = AbortSignal.any([signal, this.#end.signal]);
    const running = this.#queue.run(either, () => {
      began();
      return runCommand(this.script, order, either);
    });
    const settled = running.catch(() => {}).finally(() => this.#running.delete(settled));
    this.#running.add(settled);
    return running;
  }

  /** Ends all commands; resolves when their processes are gone. */
  async close(): Promise<void> {
    this.#end.abort(new Error('the session has ended'));
    await Promise.all(this.#running);
  }
}
