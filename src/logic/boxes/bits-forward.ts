import { LemmataError } from '../../base/errors.ts';
import { Op } from '../terms/ops.ts';
import type { Domain } from './domain.ts';
import { above, below } from './doubles.ts';
import { integralBounds } from './float-forward.ts';
import type { Node, Tape } from './tape.ts';

const EXACT = Number.MAX_SAFE_INTEGER;

/** Sums and products of integers as doubles, rounded outwards where they are not exact. */
const down = (x: number): number => (Math.abs(x) <= EXACT ? x : below(x));
const up = (x: number): number => (Math.abs(x) <= EXACT ? x : above(x));

/**
 * Bounds of a bit-vector, or of a comparison of two, from those of the arguments. An operation that
 * may wrap around has no bounds.
 */
export function forwardBits(tape: Tape, d: Domain, node: Node, i: number): void {
  const { op, a, b, width } = node;
  const size = 2 ** width;
  switch (op) {
    case Op.BV_CONST: {
      const value = Number(node.constant);
      const signed = Number(BigInt.asIntN(width, node.constant));
      d.setUnsigned(i, width, down(value), up(value));
      d.least[i] = down(signed);
      d.most[i] = up(signed);
      return;
    }
    case Op.ULT:
      d.setBool(i, d.high[a] < d.low[b], d.low[a] < d.high[b]);
      return;
    case Op.SLT:
      d.setBool(i, d.most[a] < d.least[b], d.least[a] < d.most[b]);
      return;
    case Op.BV_NOT:
      d.setSigned(i, width, down(-1 - d.most[a]), up(-1 - d.least[a]));
      return;
    case Op.NEG:
      if (d.least[a] > -size / 2) d.setSigned(i, width, -d.most[a], -d.least[a]);
      else d.setAny(i, width);
      return;
    case Op.ADD:
      both(d, i, width, [d.low[a] + d.low[b], d.high[a] + d.high[b]], [d.least[a] + d.least[b], d.most[a] + d.most[b]]);
      return;
    case Op.MUL: {
      const ends = [d.least[a] * d.least[b], d.least[a] * d.most[b], d.most[a] * d.least[b], d.most[a] * d.most[b]];
      both(d, i, width, [d.low[a] * d.low[b], d.high[a] * d.high[b]], [Math.min(...ends), Math.max(...ends)]);
      return;
    }
    case Op.UDIV:
      // Division by zero gives all ones.
      if (d.low[b] > 0) {
        const [low, high] = quotients([d.low[a] / d.high[b], d.high[a] / d.low[b]], width);
        d.setUnsigned(i, width, low, high);
      } else d.setAny(i, width);
      return;
    case Op.UREM:
      d.setUnsigned(
        i,
        width,
        0,
        d.low[b] > 0 ? Math.min(d.high[a], d.high[b] - (d.high[b] <= EXACT ? 1 : 0)) : d.high[a],
      );
      return;
    case Op.SDIV:
      if (d.least[b] > 0) {
        const ends = [d.least[a] / d.least[b], d.least[a] / d.most[b], d.most[a] / d.least[b], d.most[a] / d.most[b]];
        const [least, most] = quotients(ends, width);
        d.setSigned(i, width, least, most);
      } else d.setAny(i, width);
      return;
    case Op.SREM: {
      const most = Math.max(Math.abs(d.least[a]), Math.abs(d.most[a]));
      const byDivisor = d.least[b] > 0 || d.most[b] < 0 ? Math.max(Math.abs(d.least[b]), Math.abs(d.most[b])) : size;
      const bound = Math.min(most, byDivisor);
      d.setSigned(i, width, d.least[a] < 0 ? -bound : 0, d.most[a] > 0 ? bound : 0);
      return;
    }
    case Op.SHL: {
      const places = amount(d, b, width);
      if (places === null) d.setAny(i, width);
      else {
        const factor = 2 ** places;
        both(d, i, width, [d.low[a] * factor, d.high[a] * factor], [d.least[a] * factor, d.most[a] * factor]);
      }
      return;
    }
    case Op.LSHR: {
      const places = amount(d, b, width);
      // Whatever the amount, the value does not grow.
      if (places === null) d.setUnsigned(i, width, 0, d.high[a]);
      else d.setUnsigned(i, width, Math.floor(d.low[a] / 2 ** places), Math.floor(d.high[a] / 2 ** places));
      return;
    }
    case Op.ASHR: {
      const places = amount(d, b, width);
      if (places === null) d.setSigned(i, width, Math.min(d.least[a], -1), Math.max(d.most[a], 0));
      else d.setSigned(i, width, Math.floor(d.least[a] / 2 ** places), Math.floor(d.most[a] / 2 ** places));
      return;
    }
    case Op.BV_AND:
      d.setUnsigned(i, width, 0, Math.min(d.high[a], d.high[b]));
      return;
    case Op.BV_OR:
      d.setUnsigned(i, width, Math.max(d.low[a], d.low[b]), filled(Math.max(d.high[a], d.high[b])));
      return;
    case Op.BV_XOR:
      d.setUnsigned(i, width, 0, filled(Math.max(d.high[a], d.high[b])));
      return;
    case Op.CONCAT: {
      const factor = 2 ** tape.nodes[b].width;
      d.setUnsigned(i, width, down(d.low[a] * factor + d.low[b]), up(d.high[a] * factor + d.high[b]));
      return;
    }
    case Op.EXTRACT:
      extract(d, node, i);
      return;
    case Op.ZEXT:
      d.setUnsigned(i, width, d.low[a], d.high[a]);
      return;
    case Op.SEXT:
      d.setSigned(i, width, d.least[a], d.most[a]);
      return;
    case Op.FP_TO_SIGNED:
    case Op.FP_TO_UNSIGNED:
      integerOfFloat(d, node, i);
      return;
    default:
      throw new LemmataError('E-INTERNAL', `operator ${op} has no bounds`);
  }
}

/** Bounds of a result from those without wrapping: of each reading in which none is possible. */
function both(
  d: Domain,
  i: number,
  width: number,
  unsigned: readonly [number, number],
  signed: readonly [number, number],
): void {
  const size = 2 ** width;
  const [low, high] = [down(unsigned[0]), up(unsigned[1])];
  const [least, most] = [down(signed[0]), up(signed[1])];
  // Strictly less, because the ends are rounded.
  const fits = high < size;
  const fitsSigned = least >= -size / 2 && most < size / 2;
  if (fits) d.setUnsigned(i, width, low, high);
  else if (low >= size && high < 2 * size && high <= EXACT) d.setUnsigned(i, width, low - size, high - size);
  else d.setAny(i, width);
  if (fitsSigned) {
    d.least[i] = Math.max(d.least[i], least);
    d.most[i] = Math.min(d.most[i], most);
    d.reconcile(i, width);
  }
}

/**
 * Integer quotients from real ones; those of numbers of at most 32 bits are never rounded to the next
 * integer.
 */
function quotients(ends: readonly number[], width: number): [number, number] {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return width <= 32 ? [Math.trunc(low), Math.trunc(high)] : [Math.trunc(below(low)), Math.trunc(above(high))];
}

/** A constant amount to shift by that is below the width; null otherwise. */
function amount(d: Domain, b: number, width: number): number | null {
  return d.low[b] === d.high[b] && d.low[b] < width ? d.low[b] : null;
}

/** The least number of the form 2^n - 1 that is not less, or the one after it. */
function filled(x: number): number {
  let power = 1;
  while (power <= x) power *= 2;
  return power <= EXACT ? power - 1 : power;
}

function extract(d: Domain, { a, width, from }: Node, i: number): void {
  const size = 2 ** width;
  const low = Math.floor(d.low[a] / 2 ** from);
  const high = Math.floor(d.high[a] / 2 ** from);
  const turn = Math.floor(low / size);
  if (turn === Math.floor(high / size) && high <= EXACT) d.setUnsigned(i, width, low - turn * size, high - turn * size);
  else d.setAny(i, width);
  if (from === 0 && d.least[a] >= -size / 2 && d.most[a] < size / 2) {
    d.least[i] = Math.max(d.least[i], d.least[a]);
    d.most[i] = Math.min(d.most[i], d.most[a]);
    d.reconcile(i, width);
  }
}

/** Values that do not fit give the least signed number, or all ones. */
function integerOfFloat(d: Domain, node: Node, i: number): void {
  const { a, width, mode } = node;
  const size = 2 ** width;
  const [low, high] = integralBounds(mode, d.low[a], d.high[a]);
  const signed = node.op === Op.FP_TO_SIGNED;
  const fits =
    d.nan[a] === 0 && low <= high && (signed ? low >= -size / 2 && high < size / 2 : low >= 0 && high < size);
  if (!fits) d.setAny(i, width);
  else if (signed) d.setSigned(i, width, low, high);
  else d.setUnsigned(i, width, low, high);
}
