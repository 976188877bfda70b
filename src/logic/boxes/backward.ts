import { Op } from '../terms/ops.ts';
import { backwardBits } from './backward-bits.ts';
import { backwardClass, backwardFloat, backwardInteger } from './backward-floats.ts';
import type { Domain } from './domain.ts';
import { higher, innerSingles, lower, precisionOf } from './float-format.ts';
import { hasNumber, patternBounds } from './float-forward.ts';
import type { Node, Tape } from './tape.ts';

/**
 * Narrows the arguments of a node by its value: they lose the values that they cannot have (hull
 * consistency, after Benhamou et al.: Revising Hull and Box Consistency, 1999).
 */
export function backward(tape: Tape, d: Domain, i: number): void {
  const node = tape.nodes[i];
  const { op, a, b, c } = node;
  switch (op) {
    case Op.NOT:
      if (d.isTrue(i)) deny(d, a);
      else if (d.isFalse(i)) affirm(d, a);
      return;
    case Op.AND:
      if (d.isTrue(i)) {
        affirm(d, a);
        affirm(d, b);
      } else if (d.isFalse(i)) {
        if (d.isTrue(a)) deny(d, b);
        if (d.isTrue(b)) deny(d, a);
      }
      return;
    case Op.ITE:
      if (node.sort.kind === 'array') return;
      if (d.isTrue(a)) meet(d, b, i);
      else if (d.isFalse(a)) meet(d, c, i);
      else {
        if (!overlap(d, i, b)) deny(d, a);
        if (!overlap(d, i, c)) affirm(d, a);
      }
      return;
    case Op.EQ:
      equality(tape, d, i);
      return;
    case Op.ULT:
      if (d.isTrue(i)) less(d.low, d.high, a, b, 1);
      else if (d.isFalse(i)) less(d.low, d.high, b, a, 0);
      return;
    case Op.SLT:
      if (d.isTrue(i)) less(d.least, d.most, a, b, 1);
      else if (d.isFalse(i)) less(d.least, d.most, b, a, 0);
      return;
    case Op.FP_LT:
    case Op.FP_LE:
      order(tape, d, node, i);
      return;
    case Op.FP_EQ:
      if (d.isTrue(i)) {
        d.nan[a] = 0;
        d.nan[b] = 0;
        meetNumbers(d, a, b);
      }
      return;
    case Op.FP_IS_NAN:
      if (d.isFalse(i)) d.nan[a] = 0;
      else if (d.isTrue(i)) {
        d.low[a] = Number.POSITIVE_INFINITY;
        d.high[a] = Number.NEGATIVE_INFINITY;
      }
      return;
    case Op.FP_NEG:
      narrow(d, a, -d.high[i], -d.low[i], d.nan[i]);
      return;
    case Op.FP_FROM_BITS:
      narrowPattern(tape, d, node, i);
      return;
    case Op.FP_TO_FP: {
      // Singles are doubles: the bounds of the double hold for the single.
      const [from, to] = [tape.nodes[a].format, node.format];
      const widens = from !== null && to !== null && precisionOf(from) === 'single' && precisionOf(to) === 'double';
      if (!widens) {
        backwardFloat(tape, d, node, i);
        return;
      }
      const [low, high] = innerSingles(d.low[i], d.high[i]);
      narrow(d, a, low, high, d.nan[i]);
      return;
    }
    case Op.ZEXT:
      d.low[a] = Math.max(d.low[a], d.low[i]);
      d.high[a] = Math.min(d.high[a], d.high[i]);
      return;
    case Op.SEXT:
      d.least[a] = Math.max(d.least[a], d.least[i]);
      d.most[a] = Math.min(d.most[a], d.most[i]);
      return;
    case Op.FP_IS_INFINITE:
    case Op.FP_IS_NEGATIVE:
      backwardClass(tape, d, node, i);
      return;
    case Op.FP_TO_SIGNED:
    case Op.FP_TO_UNSIGNED:
      backwardInteger(tape, d, node, i);
      return;
    default:
      if (node.sort.kind === 'float') backwardFloat(tape, d, node, i);
      else if (node.sort.kind === 'bv') backwardBits(tape, d, node, i);
  }
}

function affirm(d: Domain, i: number): void {
  d.low[i] = 1;
}

function deny(d: Domain, i: number): void {
  d.high[i] = 0;
}

/** Where both stand for one value, the first loses the values that the second cannot have. */
function meet(d: Domain, i: number, other: number): void {
  d.low[i] = Math.max(d.low[i], d.low[other]);
  d.high[i] = Math.min(d.high[i], d.high[other]);
  d.least[i] = Math.max(d.least[i], d.least[other]);
  d.most[i] = Math.min(d.most[i], d.most[other]);
  d.nan[i] &= d.nan[other];
}

function overlap(d: Domain, i: number, j: number): boolean {
  const numbers = d.low[i] <= d.high[j] && d.low[j] <= d.high[i] && d.least[i] <= d.most[j] && d.least[j] <= d.most[i];
  return (numbers && hasNumber(d, i) && hasNumber(d, j)) || (d.nan[i] === 1 && d.nan[j] === 1);
}

function meetNumbers(d: Domain, a: number, b: number): void {
  const low = Math.max(d.low[a], d.low[b]);
  const high = Math.min(d.high[a], d.high[b]);
  for (const i of [a, b]) {
    d.low[i] = low;
    d.high[i] = high;
  }
}

function narrow(d: Domain, i: number, low: number, high: number, nan: number): void {
  d.low[i] = Math.max(d.low[i], low);
  d.high[i] = Math.min(d.high[i], high);
  d.nan[i] &= nan;
}

/** A float that is not a NaN and has a sign has patterns in one range. */
function narrowPattern(tape: Tape, d: Domain, { a, format }: Node, i: number): void {
  const kept = format === null ? 'none' : precisionOf(format);
  if ((kept !== 'single' && kept !== 'double') || d.nan[i] === 1 || !hasNumber(d, i)) return;
  if (d.low[i] <= 0 && d.high[i] >= 0) return;
  const [low, high] = patternBounds(kept, d.low[i], d.high[i]);
  d.low[a] = Math.max(d.low[a], low);
  d.high[a] = Math.min(d.high[a], high);
  d.reconcile(a, tape.nodes[a].width);
}

function equality(tape: Tape, d: Domain, i: number): void {
  const { a, b } = tape.nodes[i];
  const { kind } = tape.nodes[a].sort;
  if (kind === 'array') return;
  if (d.isTrue(i)) {
    meet(d, a, b);
    meet(d, b, a);
  } else if (d.isFalse(i) && kind === 'bool') {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ]) {
      if (d.isTrue(x)) deny(d, y);
      else if (d.isFalse(x)) affirm(d, y);
    }
  }
}

/** x + gap <= y, on integers. */
function less(low: Float64Array, high: Float64Array, x: number, y: number, gap: number): void {
  // Bounds beyond 2^53 are rounded outwards: a difference of one is lost there.
  const step = (bound: number, by: number): number => (Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound + by : bound);
  high[x] = Math.min(high[x], step(high[y], -gap));
  low[y] = Math.max(low[y], step(low[x], gap));
}

function order(tape: Tape, d: Domain, { op, a, b }: Node, i: number): void {
  const strict = op === Op.FP_LT;
  if (d.isTrue(i)) {
    d.nan[a] = 0;
    d.nan[b] = 0;
    precede(tape, d, a, b, strict);
  } else if (d.isFalse(i) && d.nan[a] === 0 && d.nan[b] === 0) precede(tape, d, b, a, !strict);
}

/** x < y or x <= y, on numbers. */
function precede(tape: Tape, d: Domain, x: number, y: number, strict: boolean): void {
  const { format } = tape.nodes[x];
  const kept = format === null ? 'none' : precisionOf(format);
  if (kept === 'none' || !hasNumber(d, x) || !hasNumber(d, y)) return;
  const high = strict ? lower(kept, d.high[y]) : d.high[y];
  const low = strict ? higher(kept, d.low[x]) : d.low[x];
  // Zero stands for both zeros, neither of which is below the other.
  d.high[x] = Math.min(d.high[x], high);
  d.low[y] = Math.max(d.low[y], low);
}
