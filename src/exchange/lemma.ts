import type { Term } from '../smt/builder.ts';

/** A fact about reachable states, over state variables, as an engine tells it. */
export interface Statement {
  readonly kind: 'invariant' | 'bounded';
  /** Null: holds in every reachable state; k: in every state reachable in at most k steps. */
  readonly bound: number | null;
  readonly formula: Term;
}

/** "The formula holds in every reachable state." */
export function invariant(formula: Term): Statement {
  return { kind: 'invariant', bound: null, formula };
}

/** "The formula holds in every state that is reached in at most `bound` steps." */
export function bounded(formula: Term, bound: number): Statement {
  return { kind: 'bounded', bound, formula };
}

/** A statement that the others were told. */
export interface Lemma extends Statement {
  /** Unique in a race, in the order in which they were told. */
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
  publish(...statements: readonly Statement[]): void;
  /**
   * Lemmas of others that came in since the last call (of an engine that begins anew: also its own). Throws {@link LemmaWithdrawn} where one that came
   * in earlier may be wrong.
   */
  receive(): readonly Lemma[];
  /** Says that the lemmas saved work. Absent: nobody wants to know. */
  used?(ids: readonly number[]): void;
}

/** A lemma that an engine took in is not vouched for any more: the engine has to begin anew. */
export class LemmaWithdrawn extends Error {
  constructor(readonly ids: readonly number[]) {
    super('a lemma was withdrawn');
  }
}

/** What an audit says of a lemma. */
export type Finding =
  /** Inductive together with the lemmas of which it rests, on these ids, and with the system's facts. */
  | { readonly kind: 'confirmed'; readonly restsOn: readonly number[] }
  /** Follows from these, the strongest ones first known: nobody learns anything. */
  | { readonly kind: 'implied'; readonly by: readonly number[] }
  /** Not decided within the limits. It may rest on anything known before. */
  | { readonly kind: 'open' }
  /** Not inductive together with what is known so far: it is told once it is, with others of its author. */
  | { readonly kind: 'waiting' }
  /** There is a reachable state of which it does not hold. */
  | { readonly kind: 'false'; readonly why: string };
