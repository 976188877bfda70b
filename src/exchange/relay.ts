import { unreachable } from '../base/errors.ts';
import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';
import { dagSize } from '../terms/traverse.ts';
import type { Finding, Lemma } from './lemma.ts';
import { LIMITS, type Reception } from './limits.ts';
import { Rate } from './rate.ts';
import { Receiver } from './receiver.ts';
import { KnownClauses } from './subsumption.ts';

/** What an audit found before others were told of a lemma: that it is inductive by itself, or with those that it rests on. */
export type Basis = 'inductive' | 'relative';

/** What became of a lemma. All but `told` went to nobody, or not yet. */
export type Outcome =
  | { readonly kind: 'checking' }
  | { readonly kind: 'told'; readonly restsOn: readonly number[] }
  /** `subsumed`: others say all of it. */
  | { readonly kind: 'subsumed' | 'too-large' | 'too-many' | 'silenced' | 'waiting' | 'undecided' }
  | { readonly kind: 'false'; readonly why: string };

/** One entry of the relay's log: what came in, and what became of it. */
export interface RelayEntry {
  readonly lemma: Lemma;
  outcome: Outcome;
}

export interface RelayOptions {
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
}

export interface Member {
  readonly id: string;
  readonly reception: Reception;
  deliver(lemma: Lemma): void;
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
 * beyond a limit, or is not confirmed by its audit. An invariant may be inductive only together with others; which ones they are is known from the audit,
 * so that a receiver may be spared some of them: {@link support} completes its certificate.
 */
export class LemmaRelay {
  readonly #terms: TermStore;
  readonly #options: RelayOptions;
  readonly #receivers = new Map<string, Receiver>();
  readonly #log = new Map<number, RelayEntry>();
  /** Lemmas that were told, in order. */
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

  /** Adds a receiver. An engine that starts late gets what is known so far at once. */
  join(member: Member): void {
    const { now } = this.#options;
    const size = ({ id }: Lemma): number => this.#sizes.get(id) ?? 0;
    const receiver = new Receiver(member.id, member.reception, size, now, (lemma) => member.deliver(lemma));
    this.#receivers.set(member.id, receiver);
    this.#tellLate(receiver, (lemma) => lemma.from !== member.id);
  }

  /** The engine begins anew and knows nothing: it gets what was told, its own lemmas too. */
  replay(id: string): void {
    const receiver = this.#receivers.get(id);
    if (receiver === undefined) return;
    receiver.forget();
    this.#tellLate(receiver, () => true);
  }

  /** Removes a receiver (its engine ended or left the race); its lemmas stay. */
  leave(id: string): void {
    this.#receivers.get(id)?.close();
  }

  /** Takes in what an engine says. Gives the lemmas that have to be checked: whoever does that {@link settle}s them. */
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

  /** Says what the audit of a lemma found. A lemma that was waiting may be settled once more. */
  settle(id: number, finding: Finding): void {
    const entry = this.#log.get(id);
    if (entry === undefined || (entry.outcome.kind !== 'checking' && entry.outcome.kind !== 'waiting')) return;
    const { lemma } = entry;
    if (this.#silenced.has(lemma.from)) {
      entry.outcome = { kind: 'silenced' };
      return;
    }
    switch (finding.kind) {
      case 'confirmed':
        this.#tell(entry, finding.restsOn);
        break;
      case 'implied':
        entry.outcome = { kind: 'subsumed' };
        break;
      case 'waiting':
      case 'undecided':
        entry.outcome = { kind: finding.kind };
        break;
      case 'false':
        entry.outcome = { kind: 'false', why: finding.why };
        this.#options.listener?.refused(lemma, finding.why);
        this.#silenced.add(lemma.from);
        break;
      default:
        unreachable(finding);
    }
  }

  /** An engine says that lemmas were of use to it. */
  used(id: string, lemmas: readonly number[]): void {
    const released = this.#receivers.get(id)?.reward(lemmas) ?? [];
    if (released.length > 0)
      this.#options.listener?.toldLate(
        id,
        released.map((lemma) => lemma.id),
      );
  }

  /** What a proof of an engine rests on that used these lemmas. Its certificate may contain whatever it was told. */
  support(engine: string, used: readonly number[]): Support {
    const told = this.#receivers.get(engine)?.sent ?? [];
    const had = new Set(told);
    return { lemmas: this.#closure(used), missing: this.#closure(told).filter(({ id }) => !had.has(id)) };
  }

  /** These lemmas and all that they rest on, in order. */
  #closure(ids: readonly number[]): readonly Lemma[] {
    const found = new Map<number, Lemma>();
    const queue = [...ids];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const entry = this.#log.get(id);
      if (entry === undefined || found.has(id) || entry.outcome.kind !== 'told') continue;
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

  #tell(entry: RelayEntry, restsOn: readonly number[]): void {
    const { lemma } = entry;
    entry.outcome = { kind: 'told', restsOn };
    this.#told.set(lemma.id, lemma);
    this.#known.add(lemma.formula);
    const to = [...this.#receivers.values()].flatMap((receiver) =>
      receiver.id !== lemma.from && receiver.offer(lemma) ? [receiver.id] : [],
    );
    this.#options.listener?.told(lemma, restsOn.length === 0 ? 'inductive' : 'relative', restsOn, to);
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
