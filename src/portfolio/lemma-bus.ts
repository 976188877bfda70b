import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Lemma } from '../exchange/lemma.ts';
import { LemmaRelay } from '../exchange/relay.ts';
import type { Term } from '../smt/builder.ts';
import { type PackedTerm, unpackTerm } from '../smt/pack.ts';
import { TermStore } from '../smt/store.ts';
import { conjuncts, dagSize } from '../smt/traverse.ts';
import type { LemmaMessage } from './messages.ts';

/** Larger lemmas cost their receivers more than they give. */
const MOST_NODES = 20_000;
/** Bounded lemmas of one engine. */
const MOST_PER_SECOND = 200;

/** The lemma bus of one race: a port per engine, and the relay between them. */
export class LemmaBus {
  /** In which formulas are compared; variables are known by their names. */
  readonly #store = new TermStore();
  readonly #relay = new LemmaRelay({
    conjuncts: (formula) => conjuncts(this.#store, formula),
    size: (formula) => dagSize(this.#store, [formula]),
    now: () => performance.now(),
    nodes: MOST_NODES,
    perSecond: MOST_PER_SECOND,
  });
  readonly #packed = new Map<Term, PackedTerm>();
  readonly #ports = new Set<MessagePort>();

  /** `open`: false if no engine is to learn from another. `published` is told of lemmas that were forwarded. */
  constructor(
    private readonly open: boolean,
    private readonly published: (from: string, lemma: Lemma) => void,
  ) {}

  /** The engine's end of a new connection, to be transferred to its thread, and how to cut it. `bounded`: see {@link LemmaRelay.join}. */
  join(id: string, bounded: boolean): { readonly port: MessagePort; readonly leave: () => void } {
    const { port1, port2 } = new MessageChannel();
    this.#ports.add(port1);
    port1.on('message', (message: LemmaMessage) => this.#receive(id, message));
    port1.unref();
    this.#relay.join(id, bounded, (lemma) => this.#deliver(port1, lemma));
    const leave = (): void => {
      this.#relay.leave(id);
      this.#ports.delete(port1);
      port1.close();
    };
    return { port: port2, leave };
  }

  /** What an engine said whose claim was refused is not told to others any more. */
  retract(id: string): void {
    this.#relay.retract(id);
  }

  close(): void {
    for (const port of this.#ports) port.close();
    this.#ports.clear();
  }

  #receive(from: string, { kind, bound, formula }: LemmaMessage): void {
    if (!this.open) return;
    const term = unpackTerm(this.#store, formula);
    if (!this.#packed.has(term)) this.#packed.set(term, formula);
    const lemma = { from, kind, bound, formula: term };
    if (this.#relay.publish(lemma)) this.published(from, lemma);
  }

  #deliver(port: MessagePort, { from, kind, bound, formula }: Lemma): void {
    const packed = this.#packed.get(formula);
    if (packed !== undefined) port.postMessage({ from, kind, bound, formula: packed } satisfies LemmaMessage);
  }
}
