import type { FloatFormat } from '../../base/float.ts';
import { POSITIVE_NAN } from '../../base/softfloat.ts';
import type { Term } from '../terms/builder.ts';
import { packFloat } from '../terms/float-values.ts';
import { Op } from '../terms/ops.ts';
import type { ModelValue } from '../terms/solver.ts';
import type { Domain } from './domain.ts';
import { doubleBits, singleBits } from './doubles.ts';
import { precisionOf } from './float-format.ts';
import { hasNumber } from './float-forward.ts';
import { middle } from './halves.ts';
import type { Tape } from './tape.ts';

/** Values of variables. */
export type Point = ReadonlyMap<Term, ModelValue>;

/**
 * A point in the middle of all sides, or at an end of them; the bits of `signs` give the signs of
 * zeros.
 */
export function pointIn(tape: Tape, d: Domain, turn: number, signs: number): Point {
  const { cells, nodes } = tape;
  const point = new Map<Term, ModelValue>();
  let left = signs;
  for (const cell of cells) {
    const { sort, op, a, term } = nodes[cell];
    const variable = op === Op.FP_FROM_BITS ? nodes[a].term : term;
    if (sort.kind === 'bool') point.set(variable, d.isTrue(cell) || (!d.isFalse(cell) && turn % 2 === 1));
    else if (sort.kind === 'bv') point.set(variable, integerWithin(d, cell, sort.width, turn));
    else if (sort.kind === 'float') {
      const ends = [middle(tape, d, cell).last, d.low[cell], d.high[cell]];
      let x = hasNumber(d, cell) ? ends[turn % ends.length] : Number.NaN;
      if (x === 0) {
        x = left % 2 === 1 ? -0 : 0;
        left = Math.floor(left / 2);
      }
      const isKnown = Number.isNaN(x) && op === Op.FP_FROM_BITS && d.low[a] === d.high[a];
      point.set(variable, isKnown ? integerWithin(d, a, nodes[a].width, turn) : pattern(sort, x));
    }
  }
  return point;
}

/** The pattern of a float; zero for an inexact format. */
function pattern(format: FloatFormat, x: number): bigint {
  const kept = precisionOf(format);
  if (Number.isNaN(x)) return packFloat(format, POSITIVE_NAN);
  return kept === 'single' ? singleBits(x) : kept === 'double' ? doubleBits(x) : 0n;
}

function integerWithin(d: Domain, i: number, width: number, turn: number): bigint {
  const [low, high] = [BigInt(d.low[i]), BigInt(d.high[i])];
  const [least, most] = [BigInt(d.least[i]), BigInt(d.most[i])];
  // The reading with the narrower bounds.
  const [from, to] = most - least < high - low ? [least, most] : [low, high];
  return BigInt.asUintN(width, turn % 3 === 0 ? (from + to) / 2n : turn % 3 === 1 ? from : to);
}
