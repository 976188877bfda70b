import type { MessagePort } from 'node:worker_threads';
import type { ClaimedRun, EngineStatistics } from '../../engines/methods/engine.ts';
import type { PackedProof, ProgressMessage } from '../messages/engines.ts';
import type { SharedStatus } from '../schedule/shared-status.ts';

const PERIOD_MILLISECONDS = 50;

/**
 * Throttles bounds, notes and statistics to one of each kind per 50 ms. The last note and the last
 * statistics are sent in any case; the bound itself is shared at once.
 */
export class ProgressReporter {
  #nextBound = 0;
  #nextNote = 0;
  #nextStatistics = 0;
  /** The last note held back. */
  #heldNote: string | null = null;
  #heldStatistics: EngineStatistics | null = null;

  constructor(
    private readonly status: SharedStatus,
    private readonly port: MessagePort,
  ) {}

  bound(bound: number): void {
    this.status.raiseBound(bound);
    const now = performance.now();
    if (now < this.#nextBound) return;
    this.#nextBound = now + PERIOD_MILLISECONDS;
    this.#send({ kind: 'bound', bound });
  }

  note(text: string): void {
    this.#heldNote = text;
    if (performance.now() >= this.#nextNote) this.#sendNote();
  }

  statistics(values: EngineStatistics): void {
    this.#heldStatistics = values;
    if (performance.now() >= this.#nextStatistics) this.#sendStatistics();
  }

  /** Sends the messages held back. */
  flush(): void {
    this.#sendNote();
    this.#sendStatistics();
  }

  /** Also sends the messages held back. */
  spent(used: number): void {
    this.flush();
    this.#send({ kind: 'spent', used });
  }

  /** See `EngineLemmas`. */
  firstLemma(): void {
    this.#send({ kind: 'first-lemma' });
  }

  offer(run: ClaimedRun): void {
    this.#send({ kind: 'offer', run });
  }

  /** Also sends the messages held back. */
  proof(claim: PackedProof): void {
    this.flush();
    this.#send({ kind: 'proof', claim });
  }

  #sendNote(): void {
    if (this.#heldNote === null) return;
    this.#nextNote = performance.now() + PERIOD_MILLISECONDS;
    this.#send({ kind: 'note', text: this.#heldNote });
    this.#heldNote = null;
  }

  #sendStatistics(): void {
    if (this.#heldStatistics === null) return;
    this.#nextStatistics = performance.now() + PERIOD_MILLISECONDS;
    this.#send({ kind: 'statistics', values: this.#heldStatistics });
    this.#heldStatistics = null;
  }

  #send(message: ProgressMessage): void {
    this.port.postMessage(message);
  }
}
