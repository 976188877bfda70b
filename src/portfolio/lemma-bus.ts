import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Lemma, Statement } from '../exchange/lemma.ts';
import { receptionOf } from '../exchange/limits.ts';
import { type Basis, LemmaRelay, type Support } from '../exchange/relay.ts';
import { type PackedTerm, packTerm, unpackTerm } from '../smt/pack.ts';
import { TermStore } from '../smt/store.ts';
import type { LoopText } from '../transys/c-text/at-block.ts';
import { Auditing, type AuditSetup } from './auditing.ts';
import type { VerifyEventBody } from './events.ts';
import { FarLemmas, type FarSetup } from './far-lemmas.ts';
import type { AuditedLemma, FromEngine, LemmaMessage, PackedCertificate, ToEngine } from './messages.ts';
import type { Entrant } from './plan.ts';

export interface LemmaBusOptions {
  /** False if no engine is to learn from another. */
  readonly open: boolean;
  /** Null: lemmas are not checked before they are told. */
  readonly audit: AuditSetup | null;
  /** Other machines that tell lemmas, and are told; null: none. */
  readonly far: FarSetup | null;
  readonly emit: (event: VerifyEventBody) => void;
}

/** The lemma bus of one race: a port per engine, the relay between them, and the thread that checks what goes through it. */
export class LemmaBus {
  /** In which formulas are compared; variables are known by their names. */
  readonly #store = new TermStore();
  readonly #relay: LemmaRelay;
  readonly #auditing: Auditing | null;
  readonly #far: FarLemmas | null;
  readonly #packed = new Map<number, PackedTerm>();
  readonly #texts = new Map<number, readonly LoopText[]>();
  readonly #ports = new Set<MessagePort>();
  #closed = false;

  constructor(private readonly options: LemmaBusOptions) {
    const { open, audit, far, emit } = options;
    this.#auditing = audit === null ? null : new Auditing(audit, (id, audited) => this.#audited(id, audited));
    this.#relay = new LemmaRelay(this.#store, {
      audited: audit !== null,
      now: () => performance.now(),
      listener: {
        told: (lemma, basis, restsOn, to) => this.#announce(lemma, basis, restsOn, to),
        toldLate: (engine, ids) => emit({ kind: 'lemmas-sent', engine, ids }),
        refused: ({ id, from }, why) => emit({ kind: 'lemma-refused', engine: from, id, why }),
        withdrawn: (ids) => {
          emit({ kind: 'lemmas-withdrawn', ids });
          this.#auditing?.forget(ids);
        },
      },
    });
    this.#far = !open || far === null ? null : new FarLemmas(this.#store, far, (author, found) => this.#hear(author, found));
  }

  /** The engine's end of a new connection, to be transferred to its thread, and how to cut it. */
  join({ id, engine, options }: Pick<Entrant, 'id' | 'engine' | 'options'>): {
    readonly port: MessagePort;
    readonly leave: () => void;
  } {
    const { port1, port2 } = new MessageChannel();
    this.#ports.add(port1);
    // With two engines there may be something to tell.
    if (this.options.open && this.#ports.size === 2) this.#auditing?.start();
    port1.on('message', (message: FromEngine) => this.#receive(id, message));
    port1.unref();
    const send = (message: ToEngine): void => port1.postMessage(message);
    this.#relay.join({
      id,
      reception: receptionOf(engine, options),
      deliver: (lemma) => send({ kind: 'lemma', lemma: this.#message(lemma) }),
      withdraw: (ids) => send({ kind: 'withdrawn', ids }),
    });
    const leave = (): void => {
      this.#relay.leave(id);
      this.#ports.delete(port1);
      port1.close();
    };
    return { port: port2, leave };
  }

  /** What an engine said whose claim was refused is not told to others any more, unless it was confirmed. */
  retract(id: string): void {
    // What came from elsewhere and could not be confirmed may have led it astray: nobody here vouches for that.
    for (const author of [id, ...(this.#far?.authors ?? [])]) this.#check(this.#relay.retract(author));
  }

  /** See {@link LemmaRelay.support}. */
  support(engine: string, uses: readonly number[]): Support {
    return this.#relay.support(engine, uses);
  }

  /** A certificate together with lemmas that it rests on and does not contain: one certificate that stands by itself. */
  complete(packed: PackedCertificate, missing: readonly Lemma[]): PackedCertificate {
    const { certificate, terms } = packed;
    if (missing.length === 0 || certificate.kind === 'exhaustive') return packed;
    const store = this.#store;
    // The first term of those that have any is the invariant.
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
    if (!this.options.open || this.#closed) return;
    switch (message.kind) {
      case 'publish': {
        const statements = message.statements.map((one) => ({ ...one, formula: unpackTerm(this.#store, one.formula) }));
        this.#check(this.#relay.publish(from, statements));
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

  /** Lemmas of another machine; null: what is none. */
  #hear(author: string, found: readonly (Statement | null)[]): void {
    if (this.#closed) return;
    const statements = found.filter((one) => one !== null);
    if (statements.length < found.length) this.options.emit({ kind: 'note', engine: author, text: 'sent what is no lemma' });
    this.#check(this.#relay.publish(author, statements));
  }

  #check(lemmas: readonly Lemma[]): void {
    const messages = lemmas.map((lemma) => this.#message(lemma));
    if (messages.length > 0) this.#auditing?.add(messages);
  }

  #audited(id: number, audited: AuditedLemma | null): void {
    if (this.#closed) return;
    if (audited !== null && audited.text !== null) this.#texts.set(id, audited.text);
    this.#check(this.#relay.settle(id, audited?.finding ?? { kind: 'open' }));
  }

  #announce(lemma: Lemma, basis: Basis, restsOn: readonly number[], to: readonly string[]): void {
    const { id, from, kind, bound } = lemma;
    const text = this.#texts.get(id) ?? null;
    this.options.emit({ kind: 'lemma', engine: from, id, lemma: kind, bound, basis, restsOn, to, text });
    this.#far?.told(lemma, basis, restsOn);
  }

  #message({ id, from, kind, bound, formula }: Lemma): LemmaMessage {
    const packed = this.#packed.get(id) ?? packTerm(this.#store, formula);
    this.#packed.set(id, packed);
    return { id, from, kind, bound, formula: packed };
  }
}
