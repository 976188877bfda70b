import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';

/**
 * A set of bit-vectors of one width: the intersection of an interval of unsigned and one of signed
 * values. Booleans are 0 and 1 with width 1, where only the unsigned bounds count. The empty set is
 * represented by `null`.
 */
export interface Range {
  readonly width: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly signedLow: bigint;
  readonly signedHigh: bigint;
}

/** Thresholds of widening. */
export interface Stops {
  /** Values at which a moving bound may stop, read modulo 2^width. */
  readonly bounds: readonly bigint[];
  /** Constants of the program (unsigned) that a variable may take one after the other. */
  readonly constants: ReadonlySet<bigint>;
}

/**
 * The ranges of {@link full} by width: constants, made when they are first needed. No caller could own
 * them, since every operator on ranges asks for one. Without the list, `range` takes twice as long.
 */
const FULL: Range[] = [];

/** All values of that width; the same object each time. */
export function full(width: number): Range {
  let all = FULL[width];
  if (all === undefined) {
    const half = 1n << BigInt(width - 1);
    all = { width, low: 0n, high: 2n * half - 1n, signedLow: -half, signedHigh: half - 1n };
    FULL[width] = all;
  }
  return all;
}

/** The range of a single value (unsigned). */
export function exactly(width: number, value: bigint): Range {
  const signed = BigInt.asIntN(width, value);
  return { width, low: value, high: value, signedLow: signed, signedHigh: signed };
}

/**
 * The range with these bounds, each clipped to the width and refined by the other; null if it is
 * empty. Bounds beyond the width, such as those of a sum that may wrap around, make that interval
 * full.
 */
export function range(width: number, low: bigint, high: bigint, signedLow: bigint, signedHigh: bigint): Range | null {
  const all = full(width);
  const { high: top } = all;
  const half = -all.signedLow;
  let a = low;
  let b = high;
  let c = signedLow;
  let d = signedHigh;
  if (a < 0n || b > top) {
    a = 0n;
    b = top;
  }
  if (c < -half || d >= half) {
    c = -half;
    d = half - 1n;
  }
  if (a > b || c > d) return null;
  // A signed interval on one side of zero is an unsigned interval too, and the other way round.
  if (c >= 0n || d < 0n) {
    const shift = c >= 0n ? 0n : 2n * half;
    if (c + shift > a) a = c + shift;
    if (d + shift < b) b = d + shift;
  } else if (b < half || a >= half) {
    // Only one side is left: the unsigned bounds learn only from the signed bound of that side.
    if (b < half && d < b) b = d;
    if (a >= half && c + 2n * half > a) a = c + 2n * half;
  }
  if (a > b) return null;
  if (b < half || a >= half) {
    const shift = b < half ? 0n : 2n * half;
    if (a - shift > c) c = a - shift;
    if (b - shift < d) d = b - shift;
  }
  return c > d ? null : { width, low: a, high: b, signedLow: c, signedHigh: d };
}

/** The range with these unsigned bounds. */
export function unsignedRange(width: number, low: bigint, high: bigint): Range {
  const all = full(width);
  return range(width, low, high, all.signedLow, all.signedHigh) ?? all;
}

/** The range with these signed bounds. */
export function signedRange(width: number, low: bigint, high: bigint): Range {
  const all = full(width);
  return range(width, all.low, all.high, low, high) ?? all;
}

/** True if the range contains all values of its width. */
export function isFull(r: Range): boolean {
  return equalRanges(r, full(r.width));
}

/** True if the bounds are the same. */
export function equalRanges(a: Range, b: Range): boolean {
  if (a === b) return true;
  return a.low === b.low && a.high === b.high && a.signedLow === b.signedLow && a.signedHigh === b.signedHigh;
}

/** True if every value of `a` is one of `b`. */
export function within(a: Range, b: Range): boolean {
  if (a === b) return true;
  return a.low >= b.low && a.high <= b.high && a.signedLow >= b.signedLow && a.signedHigh <= b.signedHigh;
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The smallest range that contains both. */
export function join(a: Range, b: Range): Range {
  if (within(b, a)) return a;
  if (within(a, b)) return b;
  return {
    width: a.width,
    low: least(a.low, b.low),
    high: most(a.high, b.high),
    signedLow: least(a.signedLow, b.signedLow),
    signedHigh: most(a.signedHigh, b.signedHigh),
  };
}

/** The intersection; null if it is empty. */
export function meet(a: Range, b: Range): Range | null {
  if (a === b) return a;
  const low = most(a.low, b.low);
  const high = least(a.high, b.high);
  const signedLow = most(a.signedLow, b.signedLow);
  const signedHigh = least(a.signedHigh, b.signedHigh);
  if (low > high || signedLow > signedHigh) return null;
  return range(a.width, low, high, signedLow, signedHigh);
}

/** The range without a value, which can only be removed at one of the ends. */
export function rangeWithout(r: Range, value: bigint): Range | null {
  const asSigned = BigInt.asIntN(r.width, value);
  return range(
    r.width,
    r.low === value ? r.low + 1n : r.low,
    r.high === value ? r.high - 1n : r.high,
    r.signedLow === asSigned ? r.signedLow + 1n : r.signedLow,
    r.signedHigh === asSigned ? r.signedHigh - 1n : r.signedHigh,
  );
}

/**
 * An upper bound of `before` and `after` that keeps every chain short. A bound that moved goes to the
 * next of the sorted `thresholds` (signed values; unsigned bounds read them modulo 2^width), then to
 * the end.
 */
export function widen(before: Range, after: Range, thresholds: readonly bigint[]): Range {
  const { width } = before;
  const all = full(width);
  const above = (value: bigint, limit: bigint, signed: boolean): bigint => {
    let best = limit;
    for (const t of thresholds) {
      const v = signed ? BigInt.asIntN(width, t) : BigInt.asUintN(width, t);
      if (v >= value && v < best) best = v;
    }
    return best;
  };
  const below = (value: bigint, limit: bigint, signed: boolean): bigint => {
    let best = limit;
    for (const t of thresholds) {
      const v = signed ? BigInt.asIntN(width, t) : BigInt.asUintN(width, t);
      if (v <= value && v > best) best = v;
    }
    return best;
  };
  return {
    width,
    low: after.low < before.low ? below(after.low, all.low, false) : before.low,
    high: after.high > before.high ? above(after.high, all.high, false) : before.high,
    signedLow: after.signedLow < before.signedLow ? below(after.signedLow, all.signedLow, true) : before.signedLow,
    signedHigh:
      after.signedHigh > before.signedHigh ? above(after.signedHigh, all.signedHigh, true) : before.signedHigh,
  };
}

const MAX_THRESHOLDS = 48;

/** Most limits of one term that become limits of sums and products with it. */
const MAX_LIMITS = 4;

/**
 * Thresholds by width: the constants among these terms, and as bounds those in comparisons, with their
 * neighbours (unsigned). Limits of terms lead to limits of their sums and products.
 *
 * Example: after `if (n > 100 || k > 8) return;`, `n += k` leads to the bound 108.
 */
export function stopsOf(terms: TermStore, orders: Iterable<readonly Term[]>): ReadonlyMap<number, Stops> {
  const byWidth = new Map<number, { readonly bounds: Set<bigint>; readonly constants: Set<bigint> }>();
  const at = (width: number): { readonly bounds: Set<bigint>; readonly constants: Set<bigint> } => {
    let stops = byWidth.get(width);
    if (stops === undefined) byWidth.set(width, (stops = { bounds: new Set(), constants: new Set() }));
    return stops;
  };
  const limits = new Map<Term, Set<bigint>>();
  const limitsOf = (t: Term): readonly bigint[] => (terms.isBv(t) ? [terms.constValue(t)] : [...(limits.get(t) ?? [])]);
  const limit = (t: Term, values: readonly bigint[]): void => {
    const known = limits.get(t) ?? new Set();
    for (const v of values) if (known.size < MAX_LIMITS) known.add(BigInt.asUintN(terms.width(t), v));
    if (known.size > 0) limits.set(t, known);
  };
  const all = [...orders];
  for (const order of all) {
    for (const t of order) {
      if (terms.isBv(t)) at(terms.width(t)).constants.add(terms.constValue(t));
      const op = terms.op(t);
      if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) continue;
      for (let i = 0; i < 2; i++) {
        const arg = terms.arg(t, i);
        if (!terms.isBv(arg)) continue;
        const width = terms.width(arg);
        const { bounds } = at(width);
        if (op !== Op.EQ && !terms.isConst(terms.arg(t, 1 - i))) limit(terms.arg(t, 1 - i), [terms.constValue(arg)]);
        if (bounds.size >= MAX_THRESHOLDS) continue;
        const value = terms.constValue(arg);
        for (const v of [value - 1n, value, value + 1n]) bounds.add(BigInt.asUintN(width, v));
      }
    }
  }
  for (const order of all) {
    for (const t of order) {
      const op = terms.op(t);
      if ((op !== Op.ADD && op !== Op.MUL) || terms.isConst(t)) continue;
      const [x, y] = [limitsOf(terms.arg(t, 0)), limitsOf(terms.arg(t, 1))];
      limit(
        t,
        x.flatMap((a) => y.map((b) => (op === Op.ADD ? a + b : a * b))),
      );
      const { bounds } = at(terms.width(t));
      for (const v of limits.get(t) ?? []) if (bounds.size < MAX_THRESHOLDS) bounds.add(v);
    }
  }
  return new Map([...byWidth].map(([width, { bounds, constants }]) => [width, { bounds: [...bounds], constants }]));
}
