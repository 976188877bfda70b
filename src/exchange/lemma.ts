import type { Term } from '../terms/builder.ts';

/** An invariant over state variables that the others were told: its formula holds in every reachable state. */
export interface Lemma {
  readonly formula: Term;
  /** Unique in a race, in the order in which engines said them. */
  readonly id: number;
  /** Engine id of its author. */
  readonly from: string;
}

/** An engine's end of the lemma bus: synchronous, polled between queries. */
export interface LemmaPort {
  /**
   * Tells others. Invariants of one call are inductive together, relative to the system's facts, to those that the engine told before and to those that
   * it received: what is not is refused.
   */
  publish(...invariants: readonly Term[]): void;
  /** Lemmas of others that came in since the last call (of an engine that begins anew: also its own). */
  receive(): readonly Lemma[];
  /** Says that the lemmas saved work. Absent: nobody wants to know. */
  used?(ids: readonly number[]): void;
}

/** What an audit says of a lemma. */
export type Finding =
  /** Inductive together with the lemmas of which it rests, on these ids, and with the system's facts. */
  | { readonly kind: 'confirmed'; readonly restsOn: readonly number[] }
  /** Follows from these, the strongest ones first known: nobody learns anything. */
  | { readonly kind: 'implied'; readonly by: readonly number[] }
  /** Not decided within the limits: nobody is told. */
  | { readonly kind: 'undecided' }
  /** Not known to be inductive together with what is known so far: it is told once it is, with others of its author. */
  | { readonly kind: 'waiting' }
  /** There is a reachable state of which it does not hold. */
  | { readonly kind: 'false'; readonly why: string };
