import type { Term } from '../terms/builder.ts';
import type { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Range, Stops } from './range.ts';

/** A term and the learnt values that it may have. */
export type Learnt<V> = readonly [term: Term, value: V];

/**
 * An abstract domain of bit-vectors. Each value stands for a nonempty set of bit-vectors of one width,
 * and has its bounds. Booleans are 0 and 1 of width 1, where only the unsigned bounds count. Every
 * operation returns a superset of the possible results; null stands for the empty set.
 */
export interface Domain<V extends Range> {
  /** All values of that width; the same object each time. */
  full(width: number): V;
  exactly(width: number, value: bigint): V;
  equal(a: V, b: V): boolean;
  /** True if every value of `a` is one of `b`. */
  within(a: V, b: V): boolean;
  /** A superset of `a` and `b`. */
  join(a: V, b: V): V;
  /** A superset of the intersection. */
  meet(a: V, b: V): V | null;
  /** The values of `v` from `low` to `high`, unsigned. */
  bounded(v: V, low: bigint, high: bigint): V | null;
  /** The values of `v` from `low` to `high`, signed. */
  signedBounded(v: V, low: bigint, high: bigint): V | null;
  /** The values of `v` other than `value` (unsigned). */
  without(v: V, value: bigint): V | null;
  /** A superset of `before` and `after`; every chain of such values is short. */
  widen(before: V, after: V, stops: Stops): V;
  /**
   * The result of the operator of `t` on values of its arguments; `args[i]` is null where argument i is
   * not a bit-vector.
   */
  transfer(terms: TermStore, t: Term, args: readonly (V | null)[]): V;
  /**
   * The values that the arguments of `t` may have if it has one of the values `v`; `now` returns their
   * known values. A Boolean argument gets one of the two exact values. Null if no arguments give such a
   * value.
   */
  backward(terms: TermStore, t: Term, v: V, now: (t: Term) => V): readonly Learnt<V>[] | null;
  /** True if {@link backward} may find a value below such an operator. */
  looksBelow(op: Op): boolean;
}
