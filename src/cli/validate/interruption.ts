import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for the signals by which people end a command. The first one asks for the results so far. A
 * second one ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #listen = (name: NodeJS.Signals): void => {
    if (this.name !== null) process.exit(this.exitCode);
    this.name = name;
    this.#controller.abort();
  };
  /** The signal that came; null: none. */
  name: NodeJS.Signals | null = null;

  constructor() {
    for (const name of SIGNALS) process.on(name, this.#listen);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code of a process that a signal ended. */
  get exitCode(): number {
    return this.name === null ? 0 : 128 + constants.signals[this.name];
  }

  dispose(): void {
    for (const name of SIGNALS) process.off(name, this.#listen);
  }
}
