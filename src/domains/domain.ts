import type { Term } from '../terms/builder.ts';
import type { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Range, Stops } from './range.ts';

/** A term and what is known of its value. */
export type Learnt<V> = readonly [term: Term, value: V];

/**
 * An abstract domain of bit-vectors: each value stands for a set of bit-vectors of one width, never an empty one, and tells its bounds. Booleans are
 * 0 and 1 of width 1, where only the unsigned bounds count. Every operation returns a superset of what is possible; null stands for
 * "no value at all".
 */
export interface Domain<V extends Range> {
  /** Everything of that width; the same object each time. */
  full(width: number): V;
  exactly(width: number, value: bigint): V;
  equal(a: V, b: V): boolean;
  /** True if every value of `a` is one of `b`. */
  within(a: V, b: V): boolean;
  /** Contains `a` and `b`. */
  join(a: V, b: V): V;
  /** Contains what is in both. */
  meet(a: V, b: V): V | null;
  /** The values of `v` from `low` to `high`, unsigned. */
  bounded(v: V, low: bigint, high: bigint): V | null;
  /** The values of `v` from `low` to `high`, signed. */
  signedBounded(v: V, low: bigint, high: bigint): V | null;
  /** The values of `v` other than `value` (unsigned). */
  without(v: V, value: bigint): V | null;
  /** Contains `before` and `after`; no chain of these grows for long. */
  widen(before: V, after: V, stops: Stops): V;
  /** The result of the operator of `t` on values of its arguments; `args[i]` is null where argument i is no bit-vector. */
  transfer(terms: TermStore, t: Term, args: readonly (V | null)[]): V;
  /**
   * What follows for the arguments of `t` from its having one of the values `v`, where `now` tells what is known of them. Booleans among the
   * arguments are told by one of the two exact values. Null if nothing can give such a value.
   */
  backward(terms: TermStore, t: Term, v: V, now: (t: Term) => V): readonly Learnt<V>[] | null;
  /** Whether {@link backward} may find something below such an operator. */
  looksBelow(op: Op): boolean;
}
