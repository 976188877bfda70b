import { Answers } from './answers.ts';
import { type Left, type Order, runCommand } from './command.ts';

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

/** Hands out turns: so many at once, in the order of the requests. */
export class RequestQueue {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** `most`: turns at once. `longest`: requests that may wait. */
  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  /**
   * Runs `work` in a turn of its own; an aborted request leaves the queue. Throws if
   * too many requests wait, and the signal's reason if it is aborted before its turn.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.most) {
      this.#taken += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.longest) throw new Error(`${this.longest} requests are waiting already`);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const index = this.#waiting.indexOf(begin);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
