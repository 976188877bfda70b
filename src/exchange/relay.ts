import type { Term } from '../smt/builder.ts';
import type { Lemma } from './lemma.ts';

/** One entry of the relay's log: what came in, and what became of it. */
export interface RelayEntry {
  readonly lemma: Lemma;
  /** `subsumed`: it says no more than an earlier one, and was not forwarded. */
  readonly outcome: 'forwarded' | 'subsumed';
}

/** True if whoever knows `existing` learns nothing from `lemma`: the same formula, valid at least as long. */
export function subsumed(existing: Lemma, lemma: Lemma): boolean {
  return existing.formula === lemma.formula && (existing.bound === null || (lemma.bound !== null && existing.bound >= lemma.bound));
}

interface Member {
  readonly bounded: boolean;
  readonly deliver: (lemma: Lemma) => void;
}

function isFor(id: string, { bounded }: Member, lemma: Lemma): boolean {
  return id !== lemma.from && (bounded || lemma.bound === null);
}

/**
 * The logic of the lemma bus, without threads: a lemma goes to every engine but its author, unless an earlier one subsumes it.
 * Formulas are compared as terms, so all lemmas given to one relay must belong to one store.
 */
export class LemmaRelay {
  readonly #members = new Map<string, Member>();
  /** By formula: the strongest lemma so far (null bound over any number, then the greater bound). */
  readonly #strongest: Map<Term, Lemma> = new Map();
  readonly #log: RelayEntry[] = [];

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
    const known = this.#strongest.get(lemma.formula);
    if (known !== undefined && subsumed(known, lemma)) {
      this.#log.push({ lemma, outcome: 'subsumed' });
      return false;
    }
    this.#strongest.set(lemma.formula, lemma);
    this.#log.push({ lemma, outcome: 'forwarded' });
    for (const [id, member] of this.#members) if (isFor(id, member, lemma)) member.deliver(lemma);
    return true;
  }
}
