import type { MessagePort } from 'node:worker_threads';
import type { ClaimedRun } from '../../engines/engine.ts';
import type { Board } from '../board.ts';
import type { ProgressMessage } from '../messages.ts';

const PERIOD_MILLISECONDS = 50;

/** Sends bounds and notes, of each kind at most one in 50 ms, of notes the last one in any case; the bound itself is on the board at once. */
export class ProgressReporter {
  #nextBound = 0;
  #nextNote = 0;
  /** A note that was held back. */
  #held: string | null = null;

  constructor(
    private readonly board: Board,
    private readonly port: MessagePort,
  ) {}

  bound(bound: number): void {
    this.board.raiseBound(bound);
    const now = performance.now();
    if (now < this.#nextBound) return;
    this.#nextBound = now + PERIOD_MILLISECONDS;
    this.#send({ kind: 'bound', bound });
  }

  note(text: string): void {
    const now = performance.now();
    this.#held = text;
    if (now < this.#nextNote) return;
    this.#nextNote = now + PERIOD_MILLISECONDS;
    this.flush();
  }

  /** Sends the last note if it was held back. */
  flush(): void {
    if (this.#held !== null) this.#send({ kind: 'note', text: this.#held });
    this.#held = null;
  }

  offer(run: ClaimedRun): void {
    this.#send({ kind: 'offer', run });
  }

  #send(message: ProgressMessage): void {
    this.port.postMessage(message);
  }
}
