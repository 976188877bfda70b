import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { type BitsRange, bothBits, type Interval, meet, signedBits, unsignedBits } from '../bounds/range.ts';

/** A comparison of a bit-vector with a constant. */
export interface Comparison {
  readonly atom: Term;
  readonly subject: Term;
  readonly constant: bigint;
  /** The relation of the subject to the constant if the atom holds. */
  readonly relation: 'equal' | 'below' | 'above';
  readonly signed: boolean;
}

/** The term as a comparison with a constant; null for other terms. */
export function comparisonOf(store: TermStore, atom: Term): Comparison | null {
  const op = store.op(atom);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return null;
  const [x, y] = [store.arg(atom, 0), store.arg(atom, 1)];
  const subject = store.isBv(x) ? y : x;
  const other = store.isBv(x) ? x : y;
  if (!store.isBv(other) || store.isBv(subject)) return null;
  const signed = op === Op.SLT;
  const value = store.constValue(other);
  const constant = signed ? BigInt.asIntN(store.width(other), value) : value;
  return { atom, subject, constant, signed, relation: op === Op.EQ ? 'equal' : subject === x ? 'below' : 'above' };
}

/**
 * Narrows a range by the truth value of the comparison; null if nothing is left. A hole of one value
 * is ignored unless it is at an end.
 */
export function narrowed(
  range: BitsRange,
  { constant, relation, signed }: Comparison,
  holds: boolean,
): BitsRange | null {
  const reading = signed ? range.signed : range.unsigned;
  switch (relation) {
    case 'equal': {
      if (holds) return within(range, false, { low: constant, high: constant });
      const { low, high } = range.unsigned;
      if (low === high) return low === constant ? null : range;
      const open = { low: low === constant ? low + 1n : low, high: high === constant ? high - 1n : high };
      return within(range, false, open);
    }
    case 'below':
      return within(
        range,
        signed,
        holds ? { low: reading.low, high: constant - 1n } : { low: constant, high: reading.high },
      );
    case 'above':
      return within(
        range,
        signed,
        holds ? { low: constant + 1n, high: reading.high } : { low: reading.low, high: constant },
      );
  }
}

/** The values of a range between bounds of one reading; null if there are none. */
function within(range: BitsRange, signed: boolean, bounds: Interval): BitsRange | null {
  const common = meet(bounds, signed ? range.signed : range.unsigned);
  if (common === null) return null;
  const { width } = range;
  const part = signed ? signedBits(width, common.low, common.high) : unsignedBits(width, common.low, common.high);
  // The bounds of each reading may exclude the other one entirely.
  if (meet(part.signed, range.signed) === null || meet(part.unsigned, range.unsigned) === null) return null;
  return bothBits(part, range);
}

/** The truth of a comparison for all values of a range; null if it depends on the value. */
export function decided(range: BitsRange, comparison: Comparison): boolean | null {
  if (narrowed(range, comparison, true) === null) return false;
  if (narrowed(range, comparison, false) === null) return true;
  return null;
}

/**
 * Splits the range into parts in which each comparison (all of one subject) has one truth value, if
 * there are at most `most` of them.
 */
export function cutBy(range: BitsRange, comparisons: readonly Comparison[], most: number): readonly BitsRange[] | null {
  const { width } = range;
  const signed = comparisons.some((comparison) => comparison.signed);
  const mixed = signed && comparisons.some((comparison) => !comparison.signed && comparison.relation !== 'equal');
  const reading = signed ? range.signed : range.unsigned;
  const starts = new Set([reading.low]);
  const start = (value: bigint): void => {
    const there = signed ? BigInt.asIntN(width, value) : value;
    if (there > reading.low && there <= reading.high) starts.add(there);
  };
  for (const { constant, relation } of comparisons) {
    if (relation !== 'above') start(constant);
    if (relation !== 'below') start(constant + 1n);
  }
  // The value at which the two readings part.
  if (mixed) start(0n);
  if (starts.size > most) return null;
  const sorted = [...starts].sort((a, b) => (a < b ? -1 : 1));
  return sorted.flatMap((low, i) => {
    const part = within(range, signed, { low, high: i + 1 < sorted.length ? sorted[i + 1] - 1n : reading.high });
    return part === null ? [] : [part];
  });
}
