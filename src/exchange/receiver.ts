import type { Lemma } from './lemma.ts';
import { LIMITS, type Reception } from './limits.ts';
import { Rate } from './rate.ts';

/** How much the lemmas of one author were worth to a receiver. */
interface Worth {
  sent: number;
  used: number;
  readonly slow: Rate;
  held: Lemma[];
}

/** One receiver of a relay: what it is sent, and what it made of that. */
export class Receiver {
  readonly #worth = new Map<string, Worth>();
  /** Lemmas by id that it was sent. */
  readonly #sent = new Map<number, Lemma>();
  #open = true;

  constructor(
    readonly id: string,
    private readonly reception: Reception,
    private readonly size: (lemma: Lemma) => number,
    private readonly now: () => number,
    private readonly deliver: (lemma: Lemma) => void,
  ) {}

  /** Sends it a lemma unless it has it, has no use for it, or (so far) for its author's; true if it was sent. */
  offer(lemma: Lemma): boolean {
    if (!this.#open || this.#sent.has(lemma.id) || this.size(lemma) > this.reception.nodes) return false;
    const worth = this.#worthOf(lemma);
    if (this.#tooMuch(worth, lemma)) {
      worth.held = [...worth.held, lemma].slice(-LIMITS.usefulness.held);
      return false;
    }
    worth.sent += 1;
    this.#send(lemma);
    return true;
  }

  /** It begins anew: whatever it was sent is sent again with the next offer. */
  forget(): void {
    this.#sent.clear();
  }

  /** It is sent nothing any more; what it has is remembered. */
  close(): void {
    this.#open = false;
  }

  /** Ids of what it was sent. */
  get sent(): readonly number[] {
    return [...this.#sent.keys()];
  }

  /** These were of use: what was held back of their authors' is sent now. Gives what was. */
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
    if (!this.reception.reports || worth.used > 0 || worth.sent < trial) return false;
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
