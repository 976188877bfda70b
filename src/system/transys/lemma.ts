import type { Term } from '../../logic/terms/builder.ts';

/** An invariant over state variables: its formula holds in every reachable state. */
export interface Lemma {
  readonly formula: Term;
  /** Unique in a race, in the order in which engines published. */
  readonly id: number;
  /** Engine id of its author; `ID@MACHINE` for an engine on another machine. */
  readonly from: string;
}

/** A lemma that the audit confirmed. */
export interface ConfirmedLemma extends Lemma {
  /** Ids of the lemmas relative to which it is inductive; empty: it is inductive by itself. */
  readonly restsOn: readonly number[];
}

/** An engine's end of the exchange: synchronous, polled between queries. */
export interface LemmaPort {
  /**
   * Publishes invariants. The invariants of one call must be inductive together, relative to the
   * system's facts, to the engine's earlier ones, and to those that it received. The audit refuses
   * others.
   */
  publish(...invariants: readonly Term[]): void;
  /** Lemmas of other engines since the last call; after a restart of the engine, all of them. */
  receive(): readonly Lemma[];
  /** Reports that the lemmas saved work. Absent: such reports are not wanted. */
  used?(ids: readonly number[]): void;
}

/** The lemmas that an engine takes. */
export interface Subscription {
  /** Most nodes of a lemma; 0: it takes none. */
  readonly nodes: number;
  /** True if the engine reports useful lemmas. If it does not, it receives lemmas whether useful or not. */
  readonly reports: boolean;
}

/**
 * All limits of the exchange. Sizes of formulas are numbers of distinct nodes; times are CPU times in
 * ms. None of them was tuned: they keep memory and time bounded, and are far from what usual races need.
 */
export const LEMMA_LIMITS = {
  /** Nodes of a conjunct of an interpolant that its engine tries to publish. */
  imageNodes: 200,
  /** Nodes of a lemma. */
  nodes: 20_000,
  /** Lemmas of one author, and of all authors of a race with their nodes. */
  ofAuthor: 5_000,
  total: 20_000,
  totalNodes: 2_000_000,
  /** Lemmas of one author that wait for later ones, relative to which they may be inductive. */
  waiting: 300,
  /** Lemmas of one author that an engine receives before it reports one of them as useful. */
  trial: 64,
  /** Nodes of a lemma that is sent to other machines, or accepted from them. */
  farNodes: 2_000,
  /** Time of one query of the audit, and of all queries about lemmas that are audited together. */
  queryMilliseconds: 200,
  auditMilliseconds: 800,
  /** Reached states on which each lemma is evaluated, and the time to find them. */
  states: 200,
  samplingMilliseconds: 60,
  /** Solvers of the audit at one time, one a block, and the gates of each. */
  solvers: 200,
  gates: 400_000,
};
