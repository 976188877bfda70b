import type { Lemma } from '../../system/transys/lemma.ts';
import { LIMITS, type Subscription } from '../../system/transys/lemma-limits.ts';

/** The use of one author's lemmas to a receiver. */
interface Worth {
  sent: number;
  used: number;
  readonly slow: Rate;
  held: Lemma[];
}

/** One receiver of a relay: the lemmas that were sent to it, and their use. */
export class Receiver {
  readonly #worth = new Map<string, Worth>();
  /** Lemmas that were sent to it, by id. */
  readonly #sent = new Map<number, Lemma>();
  #open = true;

  constructor(
    readonly id: string,
    private readonly subscription: Subscription,
    private readonly size: (lemma: Lemma) => number,
    private readonly now: () => number,
    private readonly deliver: (lemma: Lemma) => void,
  ) {}

  /**
   * Sends a lemma, unless the receiver has it, is closed, or does not take it, or its author's lemmas
   * were of no use so far. True if it was sent.
   */
  offer(lemma: Lemma): boolean {
    if (!this.#open || this.#sent.has(lemma.id) || this.size(lemma) > this.subscription.nodes) return false;
    const worth = this.#worthOf(lemma);
    if (this.#tooMuch(worth, lemma)) {
      worth.held = [...worth.held, lemma].slice(-LIMITS.usefulness.held);
      return false;
    }
    worth.sent += 1;
    this.#send(lemma);
    return true;
  }

  /** Forgets which lemmas were sent, because the engine starts again: the next offers send them again. */
  forget(): void {
    this.#sent.clear();
  }

  /** Sends nothing any more; the sent lemmas remain recorded. */
  close(): void {
    this.#open = false;
  }

  /** Ids of the lemmas that were sent. */
  get sent(): readonly number[] {
    return [...this.#sent.keys()];
  }

  /**
   * Records that these lemmas were of use, and sends the lemmas of their authors that were held back;
   * returns these.
   */
  reward(ids: readonly number[]): readonly Lemma[] {
    const released: Lemma[] = [];
    if (!this.#open) return released;
    for (const id of ids) {
      const lemma = this.#sent.get(id);
      if (lemma === undefined) continue;
      const worth = this.#worthOf(lemma);
      worth.used += 1;
      released.push(...worth.held.splice(0));
    }
    for (const lemma of released) this.#send(lemma);
    return released;
  }

  #send(lemma: Lemma): void {
    this.#sent.set(lemma.id, lemma);
    this.deliver(lemma);
  }

  #tooMuch(worth: Worth, lemma: Lemma): boolean {
    const { trial, nodes } = LIMITS.usefulness;
    if (!this.subscription.reports || worth.used > 0 || worth.sent < trial) return false;
    return this.size(lemma) > nodes || !worth.slow.allows(this.now());
  }

  #worthOf({ from }: Lemma): Worth {
    const known = this.#worth.get(from);
    if (known !== undefined) return known;
    const worth = { sent: 0, used: 0, slow: new Rate(LIMITS.usefulness.perSecond), held: [] };
    this.#worth.set(from, worth);
    return worth;
  }
}

/** Allows at most `perSecond` events per second. */
export class Rate {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(private readonly perSecond: number) {}

  /** True if one more event is within the limit; it is then counted. `now`: time in ms. */
  allows(now: number): boolean {
    if (now - this.#start >= 1000) {
      this.#start = now;
      this.#count = 0;
    }
    if (this.#count >= this.perSecond) return false;
    this.#count += 1;
    return true;
  }
}
