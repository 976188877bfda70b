import { TemporaryFolder } from '../../base/temporary-folder.ts';
import type { VerifyEvent } from '../../race/events.ts';
import { verifyApart } from './child-process.ts';
import { failed, type Outcome } from './outcome.ts';
import { Places } from './places.ts';
import { editedProgram, type Request } from './program.ts';
import type { Settings } from './settings.ts';

/** The result of a verification of a document, with the places of its files. */
export interface Verified {
  readonly outcome: Outcome;
  readonly places: Places;
}

/** Surroundings of a verification. */
export interface Surroundings {
  readonly settings: Settings;
  /** Folder that relative paths of the settings are in. */
  readonly workspace: string;
  /** The text of an open document; null for others. */
  readonly textOf: (uri: string) => string | null;
}

/**
 * Verifies documents one at a time, because a race takes all cores. A newer request about a document
 * ends the older one, whether it waits or runs.
 */
export class Verifier {
  readonly #running = new Map<string, AbortController>();
  #last: Promise<void> = Promise.resolve();
  /** Answers of this session: what did not change is only checked again. */
  readonly #answers = new TemporaryFolder('answers');

  /** `script`: the entry of the processes that verify. */
  constructor(private readonly script: string) {}

  /**
   * Resolves to the result; to null if the request was cancelled, or a newer one came. `onEvent` is
   * called for each event of the verification.
   */
  async verify(
    request: Request,
    surroundings: Surroundings,
    onEvent: (event: VerifyEvent) => void,
  ): Promise<Verified | null> {
    this.cancel(request.uri);
    const controller = new AbortController();
    this.#running.set(request.uri, controller);
    const before = this.#last;
    const turn = before.then(() =>
      controller.signal.aborted ? null : this.#run(request, surroundings, controller.signal, onEvent),
    );
    this.#last = turn.then(
      () => {},
      () => {},
    );
    try {
      const verified = await turn;
      return controller.signal.aborted ? null : verified;
    } finally {
      if (this.#running.get(request.uri) === controller) this.#running.delete(request.uri);
    }
  }

  /** Ends the verification of a document, if there is one. */
  cancel(uri: string): void {
    this.#running.get(uri)?.abort();
    this.#running.delete(uri);
  }

  /** Ends all verifications; resolves when their processes are gone. */
  async close(): Promise<void> {
    for (const uri of [...this.#running.keys()]) this.cancel(uri);
    await this.#last;
    this.#answers.remove();
  }

  async #run(
    request: Request,
    { settings, workspace, textOf }: Surroundings,
    signal: AbortSignal,
    onEvent: (event: VerifyEvent) => void,
  ): Promise<Verified> {
    // Later edits do not move the places of this result.
    const textAt = (uri: string): string | null => (uri === request.uri ? request.text : textOf(uri));
    try {
      const { options, names } = editedProgram(request, settings, workspace);
      const outcome = await verifyApart(this.script, { ...options, cache: this.#answers.path }, signal, onEvent);
      return { outcome, places: new Places(names, workspace, textAt) };
    } catch (error) {
      return { outcome: failed(error), places: new Places(new Map(), workspace, textAt) };
    }
  }
}
