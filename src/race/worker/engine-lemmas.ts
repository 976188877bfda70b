import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Term } from '../../logic/terms/builder.ts';
import { packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { Lemma, LemmaPort } from '../../system/transys/lemma.ts';
import type { FromEngine, LemmaMessage } from '../messages/engines.ts';

/** An engine's end of the lemma bus, in the engine's thread. */
export class EngineLemmas implements LemmaPort {
  /** Ids of the lemmas that the engine has received since it began. */
  #received = new Set<number>();

  constructor(
    private readonly port: MessagePort,
    private readonly terms: TermStore,
  ) {}

  get received(): readonly number[] {
    return [...this.#received];
  }

  publish(...invariants: readonly Term[]): void {
    if (invariants.length === 0) return;
    this.#send({ kind: 'publish', invariants: invariants.map((formula) => packTerm(this.terms, formula)) });
  }

  receive(): readonly Lemma[] {
    const lemmas: Lemma[] = [];
    for (let next = receiveMessageOnPort(this.port); next !== undefined; next = receiveMessageOnPort(this.port)) {
      const message: LemmaMessage = next.message;
      lemmas.push({ ...message, formula: unpackTerm(this.terms, message.formula) });
      this.#received.add(message.id);
    }
    return lemmas;
  }

  used(ids: readonly number[]): void {
    if (ids.length > 0) this.#send({ kind: 'used', ids });
  }

  /** The engine begins again: earlier lemmas are delivered once more. */
  again(): void {
    this.#received = new Set();
    this.#send({ kind: 'again' });
  }

  #send(message: FromEngine): void {
    this.port.postMessage(message);
  }
}
