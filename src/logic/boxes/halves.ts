import type { Domain } from './domain.ts';
import { above, atOrdinal, ordinal, singleAbove } from './doubles.ts';
import { precisionOf } from './float-format.ts';
import { hasNumber } from './float-forward.ts';
import type { Tape } from './tape.ts';

/**
 * Intervals whose ends have exponents that differ by more are halved by the count of floats between
 * them.
 */
const WIDE_RANGE = 64;
/** Beyond this magnitude, halving by value takes too long. */
const LARGE = 2 ** 100;

/** Bounds of the cells of a box: four numbers and a flag for each. */
export type Box = Float64Array;
const SIDES = 5;

/** Gives the cells the bounds of the box. */
export function restore({ cells }: Tape, d: Domain, box: Box): void {
  cells.forEach((cell, i) => {
    const sides = box.subarray(i * SIDES, (i + 1) * SIDES);
    [d.low[cell], d.high[cell], d.least[cell], d.most[cell], d.nan[cell]] = sides;
  });
}

function boxOf({ cells }: Tape, d: Domain): Box {
  const box = new Float64Array(cells.length * SIDES);
  cells.forEach((cell, i) => {
    box.set([d.low[cell], d.high[cell], d.least[cell], d.most[cell], d.nan[cell]], i * SIDES);
  });
  return box;
}

/** Splits the box of these bounds at a cell, into two that cover it. */
export function split(tape: Tape, d: Domain, cell: number): Box[] {
  const at = tape.cells.indexOf(cell) * SIDES;
  const { sort } = tape.nodes[cell];
  const [first, second] = [boxOf(tape, d), boxOf(tape, d)];
  const [LOW, HIGH, LEAST, MOST, NAN] = [at, at + 1, at + 2, at + 3, at + 4];
  if (sort.kind === 'float' && d.nan[cell] === 1 && hasNumber(d, cell)) {
    first[NAN] = 0;
    second[LOW] = Number.POSITIVE_INFINITY;
    second[HIGH] = Number.NEGATIVE_INFINITY;
  } else if (sort.kind === 'float') {
    const { last, next } = middle(tape, d, cell);
    first[HIGH] = last;
    second[LOW] = next;
  } else if (sort.kind === 'bv' && d.most[cell] - d.least[cell] < d.high[cell] - d.low[cell]) {
    const half = Math.floor(d.least[cell] / 2 + d.most[cell] / 2);
    first[MOST] = half;
    second[LEAST] = half <= Number.MAX_SAFE_INTEGER ? half + 1 : half;
  } else {
    const half = Math.floor(d.low[cell] / 2 + d.high[cell] / 2);
    first[HIGH] = half;
    second[LOW] = Math.abs(half) <= Number.MAX_SAFE_INTEGER ? half + 1 : half;
  }
  // The last one is searched first.
  return [second, first];
}

/** The place where floats are halved: the last one of the first part, and the first one of the second. */
export function middle(tape: Tape, d: Domain, cell: number): { readonly last: number; readonly next: number } {
  const { format } = tape.nodes[cell];
  const isSingle = format !== null && precisionOf(format) === 'single';
  const [low, high] = [d.low[cell], d.high[cell]];
  const exact = middleOf(low, high);
  const rounded = isSingle ? Math.fround(exact) : exact;
  const last = rounded >= low && rounded < high ? rounded : low;
  return { last, next: isSingle ? singleAbove(last) : above(last) };
}

/**
 * Halves by value where both parts matter alike; else it cuts off small values, or halves the count of
 * floats.
 */
function middleOf(low: number, high: number): number {
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  if (low < 0 && high > 0) return most <= WIDE_RANGE * least && Number.isFinite(most) ? low / 2 + high / 2 : 0;
  if (most > LARGE) return atOrdinal(ordinal(low) / 2 + ordinal(high) / 2);
  return most <= WIDE_RANGE * least ? low / 2 + high / 2 : (low + high) / 8;
}
