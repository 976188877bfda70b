import type { VerifyEvent } from '../../../race/events.ts';

/** Most refusals that are kept; further ones are counted only. */
const MOST_REFUSALS = 100;

/** A claim or a lemma of an engine that does not hold: an internal error of Lemmata. */
export interface Refusal {
  readonly engine: string;
  readonly claim: 'safe' | 'unsafe' | 'lemma';
  readonly why: string;
}

/** Results of the runs of a proved program; for a model with several properties, those of the last one. */
export type Trials = Omit<VerifyEvent & { readonly kind: 'trials' }, 'kind' | 'engine' | 'time'>;

/** Collects the results of a verification's checks from its events. */
export class CheckLedger {
  #refusals: Refusal[] = [];
  #trials: Trials | null = null;
  #count = 0;

  take(event: VerifyEvent): void {
    switch (event.kind) {
      case 'refused':
        this.#add({ engine: event.engine, claim: event.claim, why: event.why });
        break;
      case 'lemma-refused':
        this.#add({ engine: event.engine, claim: 'lemma', why: event.why });
        break;
      case 'trials': {
        const { runs, states, values, conjuncts, skipped, milliseconds } = event;
        this.#trials = { runs, states, values, conjuncts, skipped, milliseconds: Math.round(milliseconds) };
        break;
      }
      default:
    }
  }

  /** The first refusals, in order. */
  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** Number of all refusals. */
  get count(): number {
    return this.#count;
  }

  /** Results of the runs; null if no program was run. */
  get trials(): Trials | null {
    return this.#trials;
  }

  #add(refusal: Refusal): void {
    this.#count += 1;
    if (this.#refusals.length < MOST_REFUSALS) this.#refusals.push(refusal);
  }
}
