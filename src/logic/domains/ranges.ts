import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Domain, Learnt } from './domain.ts';
import {
  equalRanges,
  exactly,
  full,
  join,
  least,
  meet,
  most,
  type Range,
  range,
  rangeWithout,
  widen,
  within,
} from './range.ts';
import { rangeTransfer } from './range-transfer.ts';

/** Intervals of the unsigned and of the signed value side by side: cheap enough for every system. */
export const RANGES: Domain<Range> = {
  full,
  exactly,
  equal: equalRanges,
  within,
  join,
  meet,
  widen: (before, after, { bounds }) => widen(before, after, bounds),
  bounded: boundedRange,
  signedBounded: signedBoundedRange,
  without: rangeWithout,
  transfer: rangeTransfer,
  backward: rangeBackward,
  looksBelow: (op) => op === Op.ZEXT || op === Op.SEXT || op === Op.ADD,
};

/** The values of a range from `low` to `high`, unsigned; null if there are none. */
export function boundedRange(r: Range, low: bigint, high: bigint): Range | null {
  return low > high ? null : range(r.width, low, high, r.signedLow, r.signedHigh);
}

/** The values of a range from `low` to `high`, signed; null if there are none. */
export function signedBoundedRange(r: Range, low: bigint, high: bigint): Range | null {
  return low > high ? null : range(r.width, r.low, r.high, low, high);
}

/** Maps a range back through extensions and the addition of a constant, which are one-to-one. */
export function rangeBackward(terms: TermStore, t: Term, r: Range): readonly Learnt<Range>[] | null {
  switch (terms.op(t)) {
    case Op.ZEXT: {
      const term = terms.arg(t, 0);
      const all = full(terms.width(term));
      if (r.low > all.high) return null;
      const inner = range(all.width, r.low, least(r.high, all.high), all.signedLow, all.signedHigh);
      return inner === null ? null : [[term, inner]];
    }
    case Op.SEXT: {
      const term = terms.arg(t, 0);
      const all = full(terms.width(term));
      if (r.signedLow > all.signedHigh || r.signedHigh < all.signedLow) return null;
      const inner = range(
        all.width,
        all.low,
        all.high,
        most(r.signedLow, all.signedLow),
        least(r.signedHigh, all.signedHigh),
      );
      return inner === null ? null : [[term, inner]];
    }
    case Op.ADD: {
      const [constant, term] = terms.isBv(terms.arg(t, 0))
        ? [terms.arg(t, 0), terms.arg(t, 1)]
        : [terms.arg(t, 1), terms.arg(t, 0)];
      if (!terms.isBv(constant)) return [];
      const { width } = r;
      const by = terms.constValue(constant);
      const all = full(width);
      const low = BigInt.asUintN(width, r.low - by);
      const high = BigInt.asUintN(width, r.high - by);
      const signedBy = BigInt.asIntN(width, by);
      const signedLow = BigInt.asIntN(width, r.signedLow - signedBy);
      const signedHigh = BigInt.asIntN(width, r.signedHigh - signedBy);
      const unsigned = low <= high ? [low, high] : [all.low, all.high];
      const signed = signedLow <= signedHigh ? [signedLow, signedHigh] : [all.signedLow, all.signedHigh];
      const inner = range(width, unsigned[0], unsigned[1], signed[0], signed[1]);
      return inner === null ? null : [[term, inner]];
    }
    default:
      return [];
  }
}
