import type { TermStore } from '../smt/store.ts';
import { dagSize } from '../smt/traverse.ts';
import type { Finding, Lemma, Statement } from './lemma.ts';
import { LIMITS, type Reception } from './limits.ts';
import { Rate } from './rate.ts';
import { Receiver } from './receiver.ts';
import { KnownClauses } from './subsumption.ts';

/** How a lemma came to be told to others: inductive by itself, with those it rests on, or not checked. */
export type Basis = 'inductive' | 'relative' | 'unchecked';

/** What became of a lemma. All but `told` went to nobody, or not yet. */
export type Outcome =
  | { readonly kind: 'checking' }
  | { readonly kind: 'told'; readonly basis: Basis; readonly restsOn: readonly number[] | 'all' }
  /** These say all of it. */
  | { readonly kind: 'subsumed'; readonly by: readonly number[] }
  | { readonly kind: 'unwanted' | 'too-large' | 'too-many' | 'silenced' | 'waiting' | 'withdrawn' }
  | { readonly kind: 'false'; readonly why: string };

/** One entry of the relay's log: what came in, and what became of it. */
export interface RelayEntry {
  readonly lemma: Lemma;
  outcome: Outcome;
}

export interface RelayOptions {
  /** Whether lemmas are checked before they are told: then whoever checks them {@link LemmaRelay.settle}s them. */
  readonly audited: boolean;
  /** ms. */
  now(): number;
  /** Hears what goes on. */
  readonly listener?: RelayListener;
}

export interface RelayListener {
  told(lemma: Lemma, basis: Basis, restsOn: readonly number[], to: readonly string[]): void;
  /** Lemmas that were told to others before. */
  toldLate(receiver: string, ids: readonly number[]): void;
  /** A lemma does not hold: its author is silenced. */
  refused(lemma: Lemma, why: string): void;
  withdrawn(ids: readonly number[]): void;
}

export interface Member {
  readonly id: string;
  readonly reception: Reception;
  deliver(lemma: Lemma): void;
  /** Lemmas that it has are not vouched for any more. */
  withdraw(ids: readonly number[]): void;
}

/** What a proof rests on. */
export interface Support {
  /** Lemmas that it rests on, those included that these rest on. */
  readonly lemmas: readonly Lemma[];
  /** Those that lemmas rest on that the engine was told, which itself was not told them: its certificate is none without them. */
  readonly missing: readonly Lemma[];
}

/**
 * The logic of the lemma bus, without threads: a lemma goes to every engine but its author that has use for it, unless others say as much already, or it goes
 * beyond a limit, or does not stand its audit. An invariant may be inductive only together with others; which ones they are is known from the audit
 * (or else all that were told before), so that a receiver may be spared some of them: {@link support} completes its certificate.
 */
export class LemmaRelay {
  readonly #terms: TermStore;
  readonly #options: RelayOptions;
  readonly #receivers = new Map<string, { readonly member: Member; readonly receiver: Receiver }>();
  readonly #log = new Map<number, RelayEntry>();
  /** Lemmas that were told and not withdrawn, in order. */
  readonly #told = new Map<number, Lemma>();
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

  /** Everything that came in, in order. */
  get log(): readonly RelayEntry[] {
    return [...this.#log.values()];
  }

  /** The lemmas that were told and stand. */
  get current(): readonly Lemma[] {
    return [...this.#told.values()];
  }

  /** Adds a receiver. An engine that starts late gets what is known so far at once. */
  join(member: Member): void {
    const { now } = this.#options;
    const size = ({ id }: Lemma): number => this.#sizes.get(id) ?? 0;
    const receiver = new Receiver(member.id, member.reception, size, now, (lemma) => member.deliver(lemma));
    this.#receivers.set(member.id, { member, receiver });
    this.#tellLate(receiver, (lemma) => lemma.from !== member.id);
  }

  /** The engine begins anew and knows nothing: it gets what stands, its own lemmas too. */
  replay(id: string): void {
    const receiver = this.#receivers.get(id)?.receiver;
    if (receiver === undefined) return;
    receiver.forget();
    this.#tellLate(receiver, () => true);
  }

  /** Removes a receiver (its engine ended or left the race); its lemmas stay unless they are {@link retract}ed. */
  leave(id: string): void {
    this.#receivers.get(id)?.receiver.close();
  }

  /** Takes in what an engine says. Gives the lemmas that have to be checked; where nothing is, they are told to the others at once. */
  publish(from: string, statements: readonly Statement[]): readonly Lemma[] {
    const { audited } = this.#options;
    return statements.flatMap((statement) => {
      if (this.#log.size >= 2 * LIMITS.intake.total) return [];
      const lemma = { ...statement, id: this.#next, from };
      this.#next += 1;
      const entry: RelayEntry = { lemma, outcome: this.#judge(lemma) };
      this.#log.set(lemma.id, entry);
      if (entry.outcome.kind !== 'checking') return [];
      if (audited) return [lemma];
      this.settle(lemma.id, { kind: 'open' });
      return [];
    });
  }

  /** Says what the audit of a lemma found. A lemma that was waiting may be settled once more. Gives lemmas that have to be checked now. */
  settle(id: number, finding: Finding): readonly Lemma[] {
    const entry = this.#log.get(id);
    if (entry === undefined || (entry.outcome.kind !== 'checking' && entry.outcome.kind !== 'waiting')) return [];
    const { lemma } = entry;
    if (this.#silenced.has(lemma.from)) {
      entry.outcome = { kind: 'silenced' };
      return [];
    }
    switch (finding.kind) {
      case 'confirmed':
        this.#tell(entry, finding.restsOn.length === 0 ? 'inductive' : 'relative', finding.restsOn);
        return [];
      case 'open':
        this.#tell(entry, 'unchecked', 'all');
        return [];
      case 'implied':
        entry.outcome = { kind: 'subsumed', by: finding.by };
        return [];
      case 'waiting':
        entry.outcome = { kind: 'waiting' };
        return [];
      case 'false':
        entry.outcome = { kind: 'false', why: finding.why };
        this.#options.listener?.refused(lemma, finding.why);
        this.#silenced.add(lemma.from);
        return this.retract(lemma.from);
    }
  }

  /** An engine says that lemmas were of use to it. */
  used(id: string, lemmas: readonly number[]): void {
    const released = this.#receivers.get(id)?.receiver.reward(lemmas) ?? [];
    if (released.length > 0)
      this.#options.listener?.toldLate(
        id,
        released.map((lemma) => lemma.id),
      );
  }

  /**
   * What an engine said that is in error somewhere is not vouched for any more, unless it was confirmed. Whoever has such a lemma is told; gives those that
   * have to be checked now: they were not told because withdrawn ones said as much.
   */
  retract(author: string): readonly Lemma[] {
    const gone = new Set<number>();
    for (const lemma of this.#told.values()) if (lemma.from === author && this.#isUnchecked(lemma)) gone.add(lemma.id);
    if (gone.size === 0) return [];
    for (const id of gone) {
      this.#told.delete(id);
      const entry = this.#log.get(id);
      if (entry !== undefined) entry.outcome = { kind: 'withdrawn' };
    }
    this.#known.remove(gone);
    this.#options.listener?.withdrawn([...gone]);
    for (const { member, receiver } of this.#receivers.values()) {
      const had = receiver.withdraw(gone);
      if (had.length > 0) member.withdraw(had);
    }
    const revived = [...this.#log.values()].filter(
      ({ outcome, lemma }) => outcome.kind === 'subsumed' && lemma.from !== author && outcome.by.some((id) => gone.has(id)),
    );
    return revived.flatMap((entry) => {
      entry.outcome = this.#covered(entry.lemma) ?? { kind: 'checking' };
      if (entry.outcome.kind !== 'checking') return [];
      if (this.#options.audited) return [entry.lemma];
      this.settle(entry.lemma.id, { kind: 'open' });
      return [];
    });
  }

  /** What a proof of an engine rests on that used these lemmas. Its certificate may contain whatever it was told. */
  support(engine: string, used: readonly number[]): Support {
    const told = this.#receivers.get(engine)?.receiver.sent ?? [];
    const had = new Set(told);
    return { lemmas: this.#closure(used), missing: this.#closure(told).filter(({ id }) => !had.has(id)) };
  }

  /** The invariants among these lemmas, and all that they rest on, in order. */
  #closure(ids: readonly number[]): readonly Lemma[] {
    const found = new Map<number, Lemma>();
    const queue = [...ids];
    /** All that were told before this one are looked at already. */
    let before = 0;
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const entry = this.#log.get(id);
      if (entry === undefined || found.has(id) || entry.outcome.kind !== 'told' || entry.lemma.bound !== null) continue;
      found.set(id, entry.lemma);
      const { restsOn } = entry.outcome;
      if (restsOn !== 'all') queue.push(...restsOn);
      else for (; before < id; before += 1) if (this.#told.has(before)) queue.push(before);
    }
    return [...found.values()].sort((a, b) => a.id - b.id);
  }

  #isUnchecked({ id }: Lemma): boolean {
    const outcome = this.#log.get(id)?.outcome;
    return outcome?.kind === 'told' && outcome.basis === 'unchecked';
  }

  #judge(lemma: Lemma): Outcome {
    const { nodes, boundedPerSecond, invariantsPerSecond, total, totalNodes } = LIMITS.intake;
    if (this.#silenced.has(lemma.from)) return { kind: 'silenced' };
    if (lemma.bound !== null && !this.#boundedWanted()) return { kind: 'unwanted' };
    const covered = this.#covered(lemma);
    if (covered !== null) return covered;
    const size = dagSize(this.#terms, [lemma.formula]);
    if (size > nodes) return { kind: 'too-large' };
    const key = `${lemma.kind} ${lemma.from}`;
    const rate = this.#rates.get(key) ?? new Rate(lemma.bound === null ? invariantsPerSecond : boundedPerSecond);
    this.#rates.set(key, rate);
    if (this.#sizes.size >= total || this.#nodes + size > totalNodes || !rate.allows(this.#options.now()))
      return { kind: 'too-many' };
    this.#sizes.set(lemma.id, size);
    this.#nodes += size;
    return { kind: 'checking' };
  }

  /** What holds up to a bound is nothing to rest on: it need not be kept for those who come later. */
  #boundedWanted(): boolean {
    return [...this.#receivers.values()].some(({ member }) => member.reception.bounded);
  }

  #covered(lemma: Lemma): Outcome | null {
    const by = this.#known.covering(lemma);
    return by === null ? null : { kind: 'subsumed', by };
  }

  #tell(entry: RelayEntry, basis: Basis, restsOn: readonly number[] | 'all'): void {
    const { lemma } = entry;
    entry.outcome = { kind: 'told', basis, restsOn };
    this.#told.set(lemma.id, lemma);
    this.#known.add(lemma);
    const to = [...this.#receivers.values()].flatMap(({ receiver }) =>
      receiver.id !== lemma.from && receiver.offer(lemma) ? [receiver.id] : [],
    );
    this.#options.listener?.told(lemma, basis, restsOn === 'all' ? [] : restsOn, to);
  }

  #tellLate(receiver: Receiver, wanted: (lemma: Lemma) => boolean): void {
    const sent = [...this.#told.values()].filter((lemma) => wanted(lemma) && receiver.offer(lemma));
    if (sent.length > 0)
      this.#options.listener?.toldLate(
        receiver.id,
        sent.map(({ id }) => id),
      );
  }
}
