import type { Term } from '../smt/builder.ts';
import type { Lemma } from './lemma.ts';

/** One entry of the relay's log: what came in, and what became of it. */
export interface RelayEntry {
  readonly lemma: Lemma;
  /** All but `forwarded` went to nobody. `subsumed`: it says no more than earlier ones; `muted`: it may rest on one that was too large. */
  readonly outcome: 'forwarded' | 'subsumed' | 'too-large' | 'too-many' | 'muted';
}

/** True if whoever knows `existing` learns nothing from `lemma`: the same formula, valid at least as long. */
export function subsumed(existing: Lemma, lemma: Lemma): boolean {
  return existing.formula === lemma.formula && (existing.bound === null || (lemma.bound !== null && existing.bound >= lemma.bound));
}

/** How a relay looks at formulas, and what it lets through. */
export interface RelayOptions {
  conjuncts(formula: Term): readonly Term[];
  /** In nodes. */
  size(formula: Term): number;
  /** Milliseconds. */
  now(): number;
  /** Most nodes of a lemma. */
  readonly nodes: number;
  /** Most bounded lemmas of one author in a second. */
  readonly perSecond: number;
}

const UNLIMITED: RelayOptions = {
  conjuncts: (formula) => [formula],
  size: () => 1,
  now: () => performance.now(),
  nodes: Number.POSITIVE_INFINITY,
  perSecond: Number.POSITIVE_INFINITY,
};

interface Member {
  readonly bounded: boolean;
  readonly deliver: (lemma: Lemma) => void;
}

function isFor(id: string, { bounded }: Member, lemma: Lemma): boolean {
  return id !== lemma.from && (bounded || lemma.bound === null);
}

/**
 * The logic of the lemma bus, without threads: a lemma goes to every engine but its author, unless earlier ones subsume it or it goes beyond a limit.
 * An invariant may be inductive only together with what its author said before: an author of whom one was too large says no more
 * invariants to anybody. What holds up to a bound is nobody's proof, and may be left out.
 * Formulas are compared as terms, so all lemmas given to one relay must belong to one store.
 */
export class LemmaRelay {
  readonly #members = new Map<string, Member>();
  /** By formula: the strongest lemma so far (null bound over any number, then the greater bound). */
  readonly #strongest: Map<Term, Lemma> = new Map();
  readonly #log: RelayEntry[] = [];
  readonly #muted = new Set<string>();
  /** Per author: when the current second began, and how many bounded lemmas came in it. */
  readonly #seconds = new Map<string, { start: number; count: number }>();

  constructor(private readonly options: RelayOptions = UNLIMITED) {}

  /** Everything that came in, in order. */
  get log(): readonly RelayEntry[] {
    return this.#log;
  }

  /** The lemmas that none other subsumes. */
  get current(): readonly Lemma[] {
    return [...this.#strongest.values()];
  }

  /**
   * Adds a receiver. An engine that starts late gets what is known so far at once. `bounded`: lemmas that hold up to a bound only are of use to
   * it.
   */
  join(id: string, bounded: boolean, deliver: (lemma: Lemma) => void): void {
    const member = { bounded, deliver };
    this.#members.set(id, member);
    for (const lemma of this.#strongest.values()) if (isFor(id, member, lemma)) deliver(lemma);
  }

  /** Removes a receiver (its engine ended or left the race); its lemmas stay unless {@link retract}ed. */
  leave(id: string): void {
    this.#members.delete(id);
  }

  /** Forgets what an engine whose claim was refused had said, so that late starters do not get it. The log keeps it. */
  retract(id: string): void {
    for (const [formula, lemma] of this.#strongest) if (lemma.from === id) this.#strongest.delete(formula);
  }

  /** Takes a lemma in; returns whether it was forwarded. */
  publish(lemma: Lemma): boolean {
    const outcome = this.#judge(lemma);
    this.#log.push({ lemma, outcome });
    if (outcome !== 'forwarded') return false;
    this.#strongest.set(lemma.formula, lemma);
    for (const [id, member] of this.#members) if (isFor(id, member, lemma)) member.deliver(lemma);
    return true;
  }

  #judge(lemma: Lemma): RelayEntry['outcome'] {
    if (this.#isKnown(lemma)) return 'subsumed';
    const { size, nodes } = this.options;
    const large = size(lemma.formula) > nodes;
    if (lemma.bound !== null) return large ? 'too-large' : this.#tooMany(lemma.from) ? 'too-many' : 'forwarded';
    if (this.#muted.has(lemma.from)) return 'muted';
    if (large) this.#muted.add(lemma.from);
    return large ? 'too-large' : 'forwarded';
  }

  /** Earlier lemmas say all of it. */
  #isKnown(lemma: Lemma): boolean {
    const says = (formula: Term): boolean => {
      const known = this.#strongest.get(formula);
      return known !== undefined && subsumed(known, { ...lemma, formula });
    };
    return says(lemma.formula) || this.options.conjuncts(lemma.formula).every(says);
  }

  #tooMany(author: string): boolean {
    const now = this.options.now();
    const second = this.#seconds.get(author);
    if (second === undefined || now - second.start >= 1000) {
      this.#seconds.set(author, { start: now, count: 1 });
      return false;
    }
    second.count += 1;
    return second.count > this.options.perSecond;
  }
}
