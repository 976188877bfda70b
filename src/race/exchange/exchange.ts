import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { dagSize } from '../../logic/terms/traverse.ts';
import type { LoopText } from '../../system/transys/c-text/at-block.ts';
import { type ConfirmedLemma, LEMMA_LIMITS, type Lemma, type Subscription } from '../../system/transys/lemma.ts';
import type { LemmaEvent } from '../events.ts';
import type { LemmaAudit } from './audit.ts';

/** An engine, or the other machines together, that takes lemmas. */
export interface Receiver {
  /** The engine's id; null: the other machines. */
  readonly engine: string | null;
  readonly subscription: Subscription;
  deliver(lemma: ConfirmedLemma): void;
}

/** The lemmas that one receiver has, and those that helped it. */
interface Account {
  readonly delivered: Set<number>;
  /** Number of lemmas that it received, by author. */
  readonly counts: Map<string, number>;
  /** Authors of lemmas that it reported as useful. */
  readonly useful: Set<string>;
}

export interface ExchangeOptions {
  emit(event: LemmaEvent): void;
  /** A lemma at each loop, in C; null: not requested. */
  text(formula: Term): readonly LoopText[] | null;
}

/**
 * The exchange of lemmas between the engines of a race. An engine publishes invariants on its way to a
 * proof; others can use them. A lemma has three stations: it is published, confirmed, delivered.
 *
 *     x = 0; y = 0;
 *     for (;;) { assert(y % 2 == 0); y = x; x += 2; }
 *
 * 1. Engine `ic3` publishes lemma 1, "y is even". The audit finds no reachable state that violates it.
 *    However, the loop leads from x = 1, y = 0 to y = 1. Lemma 1 is not inductive, and waits.
 * 2. Engine `ai` publishes lemma 2, "x is even". It is inductive by itself: confirmed. Every engine but
 *    its author receives it, if it takes lemmas of that size.
 * 3. `ic3` publishes lemma 3, "x is not 7", which lemma 2 implies: no engine receives it. If it published
 *    another lemma with news, lemma 1 would be tried again with it.
 * 4. Engine `houdini` publishes lemma 4, "y is even". It is inductive relative to lemma 2: confirmed, and
 *    it rests on lemma 2.
 * 5. Engine `kind` joins late. It receives lemmas 2 and 4, in one order: an engine that has a lemma has
 *    all that it rests on. The conjunction of what `kind` received is therefore inductive, so that its
 *    certificate stands for itself. An engine that takes no lemma of lemma 2's size receives neither.
 * 6. Engine `bmc` publishes "x is at most 4". A run reaches x = 6, so that the lemma is false, which only an
 *    error in an engine explains. The lemma is refused, and `bmc` is not listened to any more.
 *
 * Only confirmed lemmas are delivered. No verdict rests on the audit, as certificates are checked as a
 * whole by code that knows no engine and no audit. All limits are in
 * {@link LEMMA_LIMITS}; a lemma beyond them is dropped, which costs only its help.
 */
export class Exchange {
  readonly #receivers = new Map<Receiver, Account>();
  readonly #confirmed = new Map<number, ConfirmedLemma>();
  /** Formulas of the confirmed lemmas. */
  readonly #known = new Set<Term>();
  /** Published lemmas that wait for the audit, by author. */
  readonly #queue = new Map<string, Lemma[]>();
  readonly #authors = new Map<string, { count: number; refused: boolean }>();
  /** Sizes of lemmas, by id. */
  readonly #sizes = new Map<number, number>();
  #nodes = 0;
  #next = 1;

  constructor(
    private readonly terms: TermStore,
    private readonly audit: LemmaAudit,
    private readonly options: ExchangeOptions,
  ) {}

  /** Adds a receiver, which gets the known lemmas at once. */
  join(receiver: Receiver): void {
    this.#receivers.set(receiver, { delivered: new Set(), counts: new Map(), useful: new Set() });
    this.#deliver(receiver, this.#chosen(receiver, [...this.#confirmed.values()]), []);
  }

  /** Removes a receiver; its lemmas stay. */
  leave(receiver: Receiver): void {
    this.#receivers.delete(receiver);
  }

  /** Takes in formulas that an engine publishes; {@link work} audits them. */
  publish(from: string, formulas: readonly Term[]): void {
    const author = this.#authors.get(from) ?? { count: 0, refused: false };
    this.#authors.set(from, author);
    for (const formula of formulas) {
      const size = dagSize(this.terms, [formula]);
      const { nodes, ofAuthor, total, totalNodes } = LEMMA_LIMITS;
      if (author.refused || this.#known.has(formula) || size > nodes) continue;
      if (author.count >= ofAuthor || this.#sizes.size >= total || this.#nodes + size > totalNodes) continue;
      const lemma = { formula, id: this.#next, from };
      this.#next += 1;
      author.count += 1;
      this.#nodes += size;
      this.#sizes.set(lemma.id, size);
      const queue = this.#queue.get(from) ?? [];
      queue.push(lemma);
      this.#queue.set(from, queue);
    }
  }

  /** Takes in an engine's report that lemmas were of use. */
  used(receiver: Receiver, ids: readonly number[]): void {
    if (receiver.engine !== null) this.options.emit({ kind: 'lemmas-used', engine: receiver.engine, ids });
    for (const id of ids) {
      const lemma = this.#confirmed.get(id);
      if (lemma !== undefined) this.#receivers.get(receiver)?.useful.add(lemma.from);
    }
  }

  /** Audits the lemmas of one author, and delivers what is confirmed. False: no lemma waits for that. */
  work(): boolean {
    for (const [from, lemmas] of this.#queue) {
      this.#queue.delete(from);
      const { confirmed, refuted } = this.audit.examine(lemmas);
      if (refuted !== null) {
        this.#authors.set(from, { count: 0, refused: true });
        this.options.emit({ kind: 'lemma-refused', engine: from, id: refuted.lemma.id, why: refuted.why });
      }
      this.#announce(confirmed);
      return true;
    }
    return false;
  }

  #announce(confirmed: readonly ConfirmedLemma[]): void {
    for (const lemma of confirmed) {
      this.#confirmed.set(lemma.id, lemma);
      this.#known.add(lemma.formula);
    }
    const all = [...this.#receivers.keys()].map((receiver) => ({
      receiver,
      lemmas: this.#chosen(receiver, confirmed),
    }));
    for (const lemma of confirmed) {
      const { from, id, restsOn, formula } = lemma;
      const to = all.flatMap(({ receiver: { engine }, lemmas }) =>
        engine !== null && lemmas.includes(lemma) ? [engine] : [],
      );
      const basis = restsOn.length === 0 ? 'inductive' : 'relative';
      this.options.emit({ kind: 'lemma', engine: from, id, basis, restsOn, to, text: this.options.text(formula) });
    }
    for (const { receiver, lemmas } of all) this.#deliver(receiver, lemmas, confirmed);
  }

  /** `announced`: lemmas whose event names their receivers. */
  #deliver(receiver: Receiver, lemmas: readonly ConfirmedLemma[], announced: readonly ConfirmedLemma[]): void {
    const ids = lemmas.filter((lemma) => !announced.includes(lemma)).map(({ id }) => id);
    if (receiver.engine !== null && ids.length > 0)
      this.options.emit({ kind: 'lemmas-sent', engine: receiver.engine, ids });
    for (const lemma of lemmas) receiver.deliver(lemma);
  }

  /** The lemmas that go to a receiver, with those that they rest on and that it does not have. */
  #chosen(receiver: Receiver, lemmas: readonly ConfirmedLemma[]): readonly ConfirmedLemma[] {
    const { engine, subscription } = receiver;
    const account = this.#receivers.get(receiver);
    if (account === undefined || subscription.nodes === 0) return [];
    const { delivered, counts, useful } = account;
    return lemmas.flatMap((lemma) => {
      const count = counts.get(lemma.from) ?? 0;
      const isTooMuch = subscription.reports && count >= LEMMA_LIMITS.trial && !useful.has(lemma.from);
      if (lemma.from === engine || delivered.has(lemma.id) || isTooMuch) return [];
      const all = this.#withGround(lemma, delivered);
      if (all.some(({ id, from }) => from !== engine && (this.#sizes.get(id) ?? 0) > subscription.nodes)) return [];
      for (const { id } of all) delivered.add(id);
      counts.set(lemma.from, count + 1);
      return all;
    });
  }

  /** A lemma and all lemmas that it rests on, except those that were delivered. */
  #withGround(lemma: ConfirmedLemma, delivered: ReadonlySet<number>): readonly ConfirmedLemma[] {
    const found = new Map<number, ConfirmedLemma>();
    const queue = [lemma];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (found.has(next.id) || delivered.has(next.id)) continue;
      found.set(next.id, next);
      for (const id of next.restsOn) queue.push(...[this.#confirmed.get(id)].filter((one) => one !== undefined));
    }
    return [...found.values()].sort((a, b) => a.id - b.id);
  }
}
