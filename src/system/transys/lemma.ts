import type { Term } from '../../logic/terms/builder.ts';

/**
 * An invariant over state variables that the audit confirmed: its formula holds in every reachable
 * state.
 */
export interface Lemma {
  readonly formula: Term;
  /** Unique in a race, in the order in which engines published. */
  readonly id: number;
  /** Engine id of its author. */
  readonly from: string;
}

/** An engine's end of the lemma bus: synchronous, polled between queries. */
export interface LemmaPort {
  /**
   * Publishes invariants. The invariants of one call must be inductive together, relative to the
   * system's facts, to the engine's earlier ones, and to those that it received. The audit refuses
   * others.
   */
  publish(...invariants: readonly Term[]): void;
  /** Lemmas of other engines since the last call. After a restart of the engine, they include its own. */
  receive(): readonly Lemma[];
  /** Reports that the lemmas saved work. Absent: such reports are not wanted. */
  used?(ids: readonly number[]): void;
}

/** The result of the audit of a lemma. */
export type AuditResult =
  /**
   * Inductive together with the lemmas of these ids, the lemmas that those rest on, and the system's
   * facts.
   */
  | { readonly kind: 'confirmed'; readonly restsOn: readonly number[] }
  /** These lemmas imply it, so that it is not delivered. */
  | { readonly kind: 'implied'; readonly by: readonly number[] }
  /** Not decided within the limits; it is not delivered. */
  | { readonly kind: 'undecided' }
  /**
   * Not inductive together with the accepted lemmas so far. It is delivered once it is, with later
   * lemmas of its author.
   */
  | { readonly kind: 'waiting' }
  /** A reachable state violates it. */
  | { readonly kind: 'false'; readonly why: string };
