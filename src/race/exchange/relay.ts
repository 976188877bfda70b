import { unreachable } from '../../base/errors.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { dagSize } from '../../logic/terms/traverse.ts';
import type { AuditResult, Lemma } from '../../system/transys/lemma.ts';
import { LIMITS, type Subscription } from '../../system/transys/lemma-limits.ts';
import { Rate, Receiver } from './receiver.ts';
import { KnownClauses } from './subsumption.ts';

/**
 * The reason why an audit confirmed a lemma: it is inductive by itself, or relative to the lemmas that
 * it rests on.
 */
export type Basis = 'inductive' | 'relative';

/** The state of a lemma in the relay. Only `confirmed` lemmas were delivered. */
export type Outcome =
  | { readonly kind: 'checking' }
  | { readonly kind: 'confirmed'; readonly restsOn: readonly number[] }
  /** `subsumed`: known lemmas imply it. */
  | { readonly kind: 'subsumed' | 'too-large' | 'too-many' | 'silenced' | 'waiting' | 'undecided' }
  | { readonly kind: 'false'; readonly why: string };

/** One entry of the relay's log: a lemma and its state. */
export interface RelayEntry {
  readonly lemma: Lemma;
  outcome: Outcome;
}

/** The clock and the listener of a relay. */
export interface RelayOptions {
  /** Current time in ms. */
  now(): number;
  /** Receives the relay's events. */
  readonly listener?: RelayListener;
}

/** Callbacks for the relay's events. */
export interface RelayListener {
  confirmed(lemma: Lemma, basis: Basis, restsOn: readonly number[], to: readonly string[]): void;
  /** Lemmas that other engines received before were delivered to this one. */
  sentLate(receiver: string, ids: readonly number[]): void;
  /** A lemma is false: its author is silenced. */
  refused(lemma: Lemma, why: string): void;
}

/** An engine that joins the relay. */
export interface Member {
  readonly id: string;
  readonly subscription: Subscription;
  deliver(lemma: Lemma): void;
}

/** The lemmas that a proof rests on. */
export interface Support {
  /** Lemmas that it rests on, including those that these rest on. */
  readonly lemmas: readonly Lemma[];
  /**
   * Lemmas that the engine did not receive, although lemmas that it received rest on them: its
   * certificate needs them.
   */
  readonly missing: readonly Lemma[];
}

/**
 * The logic of the lemma bus, without threads. A confirmed lemma goes to every engine but its author
 * that takes such lemmas, unless known lemmas imply it or a limit is exceeded. An invariant may be
 * inductive only together with others. The audit finds out with which, so that a receiver may be
 * spared some of them: {@link support} completes its certificate.
 */
export class LemmaRelay {
  readonly #terms: TermStore;
  readonly #options: RelayOptions;
  readonly #receivers = new Map<string, Receiver>();
  readonly #log = new Map<number, RelayEntry>();
  /** Lemmas that were delivered, in order. */
  readonly #confirmed = new Map<number, Lemma>();
  readonly #known: KnownClauses;
  readonly #silenced = new Set<string>();
  readonly #rates = new Map<string, Rate>();
  readonly #sizes = new Map<number, number>();
  #nodes = 0;
  #next = 1;

  /** All formulas belong to one store. */
  constructor(terms: TermStore, options: RelayOptions) {
    this.#terms = terms;
    this.#options = options;
    this.#known = new KnownClauses(terms);
  }

  /** All lemmas that were published, in order. */
  get log(): readonly RelayEntry[] {
    return [...this.#log.values()];
  }

  /** Adds a receiver. An engine that starts late receives the known lemmas at once. */
  join(member: Member): void {
    const { now } = this.#options;
    const size = ({ id }: Lemma): number => this.#sizes.get(id) ?? 0;
    const receiver = new Receiver(member.id, member.subscription, size, now, (lemma) => member.deliver(lemma));
    this.#receivers.set(member.id, receiver);
    this.#sendConfirmed(receiver, (lemma) => lemma.from !== member.id);
  }

  /** Delivers all lemmas again to an engine that starts again, its own lemmas included. */
  replay(id: string): void {
    const receiver = this.#receivers.get(id);
    if (receiver === undefined) return;
    receiver.forget();
    this.#sendConfirmed(receiver, () => true);
  }

  /** Removes a receiver (its engine ended or left the race); its lemmas stay. */
  leave(id: string): void {
    this.#receivers.get(id)?.close();
  }

  /**
   * Takes in formulas that an engine publishes. Returns the lemmas to audit; the caller passes the
   * results to {@link settle}.
   */
  publish(from: string, formulas: readonly Term[]): readonly Lemma[] {
    return formulas.flatMap((formula) => {
      if (this.#log.size >= 2 * LIMITS.intake.total) return [];
      const lemma = { formula, id: this.#next, from };
      this.#next += 1;
      const entry: RelayEntry = { lemma, outcome: this.#judge(lemma) };
      this.#log.set(lemma.id, entry);
      return entry.outcome.kind === 'checking' ? [lemma] : [];
    });
  }

  /** Takes in the result of a lemma's audit. A lemma that was waiting may be settled once more. */
  settle(id: number, result: AuditResult): void {
    const entry = this.#log.get(id);
    if (entry === undefined || (entry.outcome.kind !== 'checking' && entry.outcome.kind !== 'waiting')) return;
    const { lemma } = entry;
    if (this.#silenced.has(lemma.from)) {
      entry.outcome = { kind: 'silenced' };
      return;
    }
    switch (result.kind) {
      case 'confirmed':
        this.#confirm(entry, result.restsOn);
        break;
      case 'implied':
        entry.outcome = { kind: 'subsumed' };
        break;
      case 'waiting':
      case 'undecided':
        entry.outcome = { kind: result.kind };
        break;
      case 'false':
        entry.outcome = { kind: 'false', why: result.why };
        this.#options.listener?.refused(lemma, result.why);
        this.#silenced.add(lemma.from);
        break;
      default:
        unreachable(result);
    }
  }

  /** Takes in an engine's report that lemmas were of use. */
  used(id: string, lemmas: readonly number[]): void {
    const released = this.#receivers.get(id)?.reward(lemmas) ?? [];
    if (released.length > 0)
      this.#options.listener?.sentLate(
        id,
        released.map((lemma) => lemma.id),
      );
  }

  /**
   * The support of an engine's proof that used these lemmas. Its certificate may contain every lemma
   * that it received.
   */
  support(engine: string, used: readonly number[]): Support {
    const sent = this.#receivers.get(engine)?.sent ?? [];
    const had = new Set(sent);
    return { lemmas: this.#closure(used), missing: this.#closure(sent).filter(({ id }) => !had.has(id)) };
  }

  /** These lemmas and all that they rest on, in order. */
  #closure(ids: readonly number[]): readonly Lemma[] {
    const found = new Map<number, Lemma>();
    const queue = [...ids];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const entry = this.#log.get(id);
      if (entry === undefined || found.has(id) || entry.outcome.kind !== 'confirmed') continue;
      found.set(id, entry.lemma);
      queue.push(...entry.outcome.restsOn);
    }
    return [...found.values()].sort((a, b) => a.id - b.id);
  }

  #judge({ id, from, formula }: Lemma): Outcome {
    const { nodes, perSecond, total, totalNodes } = LIMITS.intake;
    if (this.#silenced.has(from)) return { kind: 'silenced' };
    if (this.#known.cover(formula)) return { kind: 'subsumed' };
    const size = dagSize(this.#terms, [formula]);
    if (size > nodes) return { kind: 'too-large' };
    const rate = this.#rates.get(from) ?? new Rate(perSecond);
    this.#rates.set(from, rate);
    if (this.#sizes.size >= total || this.#nodes + size > totalNodes || !rate.allows(this.#options.now()))
      return { kind: 'too-many' };
    this.#sizes.set(id, size);
    this.#nodes += size;
    return { kind: 'checking' };
  }

  #confirm(entry: RelayEntry, restsOn: readonly number[]): void {
    const { lemma } = entry;
    entry.outcome = { kind: 'confirmed', restsOn };
    this.#confirmed.set(lemma.id, lemma);
    this.#known.add(lemma.formula);
    const to = [...this.#receivers.values()].flatMap((receiver) =>
      receiver.id !== lemma.from && receiver.offer(lemma) ? [receiver.id] : [],
    );
    this.#options.listener?.confirmed(lemma, restsOn.length === 0 ? 'inductive' : 'relative', restsOn, to);
  }

  #sendConfirmed(receiver: Receiver, wanted: (lemma: Lemma) => boolean): void {
    const sent = [...this.#confirmed.values()].filter((lemma) => wanted(lemma) && receiver.offer(lemma));
    if (sent.length > 0)
      this.#options.listener?.sentLate(
        receiver.id,
        sent.map(({ id }) => id),
      );
  }
}
