import type { Term } from '../smt/builder.ts';

/** A fact about reachable states, over state variables. */
export interface Lemma {
  /** Engine id. */
  readonly from: string;
  readonly kind: 'invariant' | 'bounded';
  /** Null: holds in every reachable state; k: in every state reachable in at most k steps. */
  readonly bound: number | null;
  readonly formula: Term;
}

/** An engine's end of the lemma bus: synchronous, polled between queries. */
export interface LemmaPort {
  publish(lemma: Omit<Lemma, 'from'>): void;
  /** Lemmas of others that came in since the last call. */
  receive(): readonly Lemma[];
}
