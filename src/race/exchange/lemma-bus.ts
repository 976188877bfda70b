import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { descriptionOf } from '../../engines/register.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { type PackedTerm, packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import { TermStore } from '../../logic/terms/store.ts';
import type { LoopText } from '../../system/transys/c-text/at-block.ts';
import type { Lemma } from '../../system/transys/lemma.ts';
import type { VerifyEventBody } from '../events.ts';
import type { AuditedLemma, FromEngine, LemmaMessage, PackedCertificate } from '../messages/engines.ts';
import type { Entrant } from '../schedule/plan.ts';
import { Auditing, type AuditSetup } from './auditing.ts';
import { FarLemmas, type FarSetup } from './far-lemmas.ts';
import { type Basis, LemmaRelay, type Support } from './relay.ts';

export interface LemmaBusOptions {
  /** Null: engines do not learn from each other. */
  readonly audit: AuditSetup | null;
  /** Exchange of lemmas with other machines; null: no exchange. */
  readonly far: FarSetup | null;
  readonly emit: (event: VerifyEventBody) => void;
}

/**
 * The lemma bus of one race: a port per engine, the relay between them, and the thread that checks the
 * lemmas.
 */
export class LemmaBus {
  /** The store in which formulas are compared; variables are known by their names. */
  readonly #store = new TermStore();
  readonly #relay: LemmaRelay;
  readonly #auditing: Auditing | null;
  readonly #far: FarLemmas | null;
  readonly #packed = new Map<number, PackedTerm>();
  readonly #texts = new Map<number, readonly LoopText[]>();
  readonly #ports = new Set<MessagePort>();
  #closed = false;

  constructor(private readonly options: LemmaBusOptions) {
    const { audit, far, emit } = options;
    this.#auditing = audit === null ? null : new Auditing(audit, (audited) => this.#audited(audited));
    this.#relay = new LemmaRelay(this.#store, {
      now: () => performance.now(),
      listener: {
        confirmed: (lemma, basis, restsOn, to) => this.#announce(lemma, basis, restsOn, to),
        sentLate: (engine, ids) => emit({ kind: 'lemmas-sent', engine, ids }),
        refused: ({ id, from }, why) => emit({ kind: 'lemma-refused', engine: from, id, why }),
      },
    });
    this.#far =
      audit === null || far === null
        ? null
        : new FarLemmas(this.#store, far, (author, found) => this.#hear(author, found));
  }

  /**
   * Connects an engine: its end of the connection, to be transferred to its thread, and a function that
   * cuts it.
   */
  join({ id, engine }: Pick<Entrant, 'id' | 'engine'>): {
    readonly port: MessagePort;
    readonly leave: () => void;
  } {
    const { port1, port2 } = new MessageChannel();
    this.#ports.add(port1);
    port1.on('message', (message: FromEngine) => this.#receive(id, message));
    port1.unref();
    this.#relay.join({
      id,
      subscription: descriptionOf(engine).lemmas,
      deliver: (lemma) => port1.postMessage(this.#message(lemma)),
    });
    const leave = (): void => {
      this.#relay.leave(id);
      this.#ports.delete(port1);
      port1.close();
    };
    return { port: port2, leave };
  }

  /** See {@link LemmaRelay.support}. */
  support(engine: string, uses: readonly number[]): Support {
    return this.#relay.support(engine, uses);
  }

  /**
   * A certificate together with lemmas that it rests on and does not contain: one self-contained
   * certificate.
   */
  complete(packed: PackedCertificate, missing: readonly Lemma[]): PackedCertificate {
    const { certificate, terms } = packed;
    if (missing.length === 0 || terms.length === 0) return packed;
    const store = this.#store;
    // The first term is the invariant, in certificates that have terms.
    const [invariant, ...rest] = terms;
    const whole = store.andAll([unpackTerm(store, invariant), ...missing.map(({ formula }) => formula)]);
    return { certificate, terms: [packTerm(store, whole), ...rest] };
  }

  close(): void {
    this.#closed = true;
    this.#auditing?.close();
    this.#far?.leave();
    for (const port of this.#ports) port.close();
    this.#ports.clear();
  }

  #receive(from: string, message: FromEngine): void {
    if (this.#auditing === null || this.#closed) return;
    switch (message.kind) {
      case 'publish': {
        const invariants = message.invariants.map((packed) => unpackTerm(this.#store, packed));
        this.#check(this.#relay.publish(from, invariants));
        break;
      }
      case 'used':
        this.options.emit({ kind: 'lemmas-used', engine: from, ids: message.ids });
        this.#relay.used(from, message.ids);
        break;
      case 'again':
        this.#relay.replay(from);
        break;
    }
  }

  /** Takes lemmas of another machine; null: malformed. */
  #hear(author: string, found: readonly (Term | null)[]): void {
    if (this.#closed) return;
    const invariants = found.filter((one) => one !== null);
    if (invariants.length < found.length)
      this.options.emit({ kind: 'note', engine: author, text: 'sent a malformed lemma' });
    this.#check(this.#relay.publish(author, invariants));
  }

  #check(lemmas: readonly Lemma[]): void {
    const messages = lemmas.map((lemma) => this.#message(lemma));
    if (messages.length > 0) this.#auditing?.add(messages);
  }

  #audited({ id, finding, text }: AuditedLemma): void {
    if (this.#closed) return;
    if (text !== null) this.#texts.set(id, text);
    this.#relay.settle(id, finding);
  }

  #announce(lemma: Lemma, basis: Basis, restsOn: readonly number[], to: readonly string[]): void {
    const { id, from } = lemma;
    const text = this.#texts.get(id) ?? null;
    this.options.emit({ kind: 'lemma', engine: from, id, basis, restsOn, to, text });
    this.#far?.delivered(lemma, restsOn);
  }

  #message({ id, from, formula }: Lemma): LemmaMessage {
    const packed = this.#packed.get(id) ?? packTerm(this.#store, formula);
    this.#packed.set(id, packed);
    return { id, from, formula: packed };
  }
}
