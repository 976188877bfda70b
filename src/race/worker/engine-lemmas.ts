import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Term } from '../../logic/terms/builder.ts';
import { packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { ConfirmedLemma, LemmaPort } from '../../system/transys/lemma.ts';
import type { UsedLemma } from '../messages/engines.ts';
import type { FromEngine, LemmaMessage } from '../messages/exchange.ts';

/** An engine's end of the exchange, in the engine's thread. */
export class EngineLemmas implements LemmaPort {
  /** All lemmas that were delivered, with all that they rest on. */
  readonly #delivered: ConfirmedLemma[] = [];
  /** Number of lemmas that the engine has taken since it began. */
  #taken = 0;
  #hasPublished = false;

  /** `port`: null if there is no exchange. `begin` is called before the first lemma is published. */
  constructor(
    private readonly port: MessagePort | null,
    private readonly terms: TermStore,
    private readonly begin: () => void,
  ) {}

  publish(...invariants: readonly Term[]): void {
    if (invariants.length === 0 || this.port === null) return;
    if (!this.#hasPublished) this.begin();
    this.#hasPublished = true;
    this.#send({ kind: 'publish', invariants: invariants.map((formula) => packTerm(this.terms, formula)) });
  }

  receive(): readonly ConfirmedLemma[] {
    const { port } = this;
    if (port === null) return [];
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      const message: LemmaMessage = next.message;
      this.#delivered.push({ ...message, formula: unpackTerm(this.terms, message.formula) });
    }
    const lemmas = this.#delivered.slice(this.#taken);
    this.#taken = this.#delivered.length;
    return lemmas;
  }

  used(ids: readonly number[]): void {
    if (ids.length > 0) this.#send({ kind: 'used', ids });
  }

  /** The engine begins again: it receives all lemmas once more. */
  again(): void {
    this.#taken = 0;
  }

  /** The lemmas that a claim rests on: these (absent: all that the engine took), with all that they rest on. */
  support(ids?: readonly number[]): readonly UsedLemma[] {
    const taken = this.#delivered.slice(0, this.#taken);
    const lemmas = new Map(taken.map((lemma) => [lemma.id, lemma]));
    const found = new Map<number, UsedLemma>();
    const queue = [...(ids ?? lemmas.keys())];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const lemma = lemmas.get(id);
      if (lemma === undefined || found.has(id)) continue;
      found.set(id, { id, from: lemma.from });
      queue.push(...lemma.restsOn);
    }
    return [...found.values()].sort((a, b) => a.id - b.id);
  }

  #send(message: FromEngine): void {
    this.port?.postMessage(message);
  }
}
