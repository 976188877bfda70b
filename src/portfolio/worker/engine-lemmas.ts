import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Lemma, type LemmaPort, LemmaWithdrawn, type Statement } from '../../exchange/lemma.ts';
import { packTerm, unpackTerm } from '../../smt/pack.ts';
import type { TermStore } from '../../smt/store.ts';
import type { FromEngine, ToEngine } from '../messages.ts';

/** An engine's end of the lemma bus, in the engine's thread. */
export class EngineLemmas implements LemmaPort {
  /** Ids of what the engine was told since it began, and of the invariants among it. */
  #told = new Set<number>();
  #received = new Set<number>();

  constructor(
    private readonly port: MessagePort,
    private readonly terms: TermStore,
  ) {}

  get received(): readonly number[] {
    return [...this.#received];
  }

  publish(...statements: readonly Statement[]): void {
    if (statements.length === 0) return;
    const packed = statements.map(({ kind, bound, formula }) => ({ kind, bound, formula: packTerm(this.terms, formula) }));
    this.#send({ kind: 'publish', statements: packed });
  }

  receive(): readonly Lemma[] {
    let lemmas: Lemma[] = [];
    for (let next = receiveMessageOnPort(this.port); next !== undefined; next = receiveMessageOnPort(this.port)) {
      const message: ToEngine = next.message;
      switch (message.kind) {
        case 'lemma': {
          const { lemma } = message;
          lemmas.push({ ...lemma, formula: unpackTerm(this.terms, lemma.formula) });
          break;
        }
        case 'withdrawn': {
          const { ids } = message;
          if (ids.some((id) => this.#told.has(id))) throw new LemmaWithdrawn(ids);
          // The engine has not heard of them yet.
          lemmas = lemmas.filter(({ id }) => !ids.includes(id));
        }
      }
    }
    for (const { id, bound } of lemmas) {
      this.#told.add(id);
      if (bound === null) this.#received.add(id);
    }
    return lemmas;
  }

  used(ids: readonly number[]): void {
    if (ids.length > 0) this.#send({ kind: 'used', ids });
  }

  /** The engine begins anew: what was told so far comes in once more. */
  again(): void {
    this.#told = new Set();
    this.#received = new Set();
    this.#send({ kind: 'again' });
  }

  #send(message: FromEngine): void {
    this.port.postMessage(message);
  }
}
