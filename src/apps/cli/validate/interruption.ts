import { exitCodeOf, onSignals } from '../../../base/signals.ts';

/**
 * Listens for the signals by which people end a command. The first one asks for the results so far. A
 * second one ends the process at once.
 */
export class Interruption {
  readonly #controller = new AbortController();
  /** Ends the listening. */
  readonly dispose = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (name, count) => {
    if (count > 1) process.exit(this.exitCode);
    this.name = name;
    this.#controller.abort();
  });
  /** The signal that came; null: none. */
  name: NodeJS.Signals | null = null;

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code of a process that a signal ended. */
  get exitCode(): number {
    return this.name === null ? 0 : exitCodeOf(this.name);
  }
}
