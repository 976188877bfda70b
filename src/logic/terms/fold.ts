import { LemmataError } from '../../base/errors.ts';
import type { Term } from './builder.ts';
import { ashr, lshr, maskOf, sdiv, shl, srem, toSigned, udiv, urem } from './bv-values.ts';
import type { TermNodes } from './nodes.ts';
import { Op } from './ops.ts';

/** Constant folding of the bit-vector operators: with machine numbers up to 32 bits, with bigints beyond. */

/** `op` on two bit-vector constants of one width. */
export function foldBinary(s: TermNodes, op: Op, a: Term, b: Term): Term {
  const width = s.width(a);
  if (width > 32) return foldWide(s, op, width, s.constValue(a), s.constValue(b));
  const x = s.smallValue(a);
  const y = s.smallValue(b);
  const up = 32 - width;
  switch (op) {
    case Op.ULT:
      return s.bool(x < y);
    case Op.SLT:
      return s.bool(x << up < y << up);
    default:
      return s.bvSmall(width, foldSmall(op, width, x, y, (x << up) >> up, (y << up) >> up));
  }
}

/** `x`, `y` unsigned, `sx`, `sy` the same as signed numbers; the result is taken modulo 2^width. */
function foldSmall(op: Op, width: number, x: number, y: number, sx: number, sy: number): number {
  switch (op) {
    case Op.BV_AND:
      return x & y;
    case Op.BV_OR:
      return x | y;
    case Op.BV_XOR:
      return x ^ y;
    case Op.ADD:
      return (x + y) | 0;
    case Op.MUL:
      return Math.imul(x, y);
    case Op.UDIV:
      return y === 0 ? -1 : (x / y) | 0;
    case Op.UREM:
      return y === 0 ? x : x % y;
    case Op.SDIV:
      return sy === 0 ? (sx < 0 ? 1 : -1) : (sx / sy) | 0;
    case Op.SREM:
      return sy === 0 ? x : sx % sy;
    case Op.SHL:
      return y >= width ? 0 : x << y;
    case Op.LSHR:
      return y >= width ? 0 : x >>> y;
    case Op.ASHR:
      return sx >> Math.min(y, 31);
    default:
      throw new LemmataError('E-INTERNAL', `operator ${op} is not folded`);
  }
}

function foldWide(s: TermNodes, op: Op, width: number, x: bigint, y: bigint): Term {
  switch (op) {
    case Op.ULT:
      return s.bool(x < y);
    case Op.SLT:
      return s.bool(toSigned(width, x) < toSigned(width, y));
    case Op.BV_AND:
      return s.bv(width, x & y);
    case Op.BV_OR:
      return s.bv(width, x | y);
    case Op.BV_XOR:
      return s.bv(width, x ^ y);
    case Op.ADD:
      return s.bv(width, BigInt.asUintN(width, x + y));
    case Op.MUL:
      return s.bv(width, BigInt.asUintN(width, x * y));
    case Op.UDIV:
      return s.bv(width, udiv(width, x, y));
    case Op.UREM:
      return s.bv(width, urem(x, y));
    case Op.SDIV:
      return s.bv(width, sdiv(width, x, y));
    case Op.SREM:
      return s.bv(width, srem(width, x, y));
    case Op.SHL:
      return s.bv(width, shl(width, x, y));
    case Op.LSHR:
      return s.bv(width, lshr(width, x, y));
    case Op.ASHR:
      return s.bv(width, ashr(width, x, y));
    default:
      throw new LemmataError('E-INTERNAL', `operator ${op} is not folded`);
  }
}

/** -a of a constant. */
export function foldNeg(s: TermNodes, a: Term): Term {
  const width = s.width(a);
  return width <= 32 ? s.bvSmall(width, -s.smallValue(a) | 0) : s.bv(width, BigInt.asUintN(width, -s.constValue(a)));
}

/** ~a of a constant. */
export function foldNot(s: TermNodes, a: Term): Term {
  const width = s.width(a);
  return width <= 32 ? s.bvSmall(width, ~s.smallValue(a)) : s.bv(width, maskOf(width) ^ s.constValue(a));
}

/** Bits `high` .. `low` of a constant. */
export function foldExtract(s: TermNodes, a: Term, high: number, low: number): Term {
  const width = high - low + 1;
  if (s.width(a) <= 32) return s.bvSmall(width, s.smallValue(a) >>> low);
  return s.bv(width, BigInt.asUintN(width, s.constValue(a) >> BigInt(low)));
}

export function foldConcat(s: TermNodes, high: Term, low: Term): Term {
  const lowWidth = s.width(low);
  const width = s.width(high) + lowWidth;
  if (width <= 32) return s.bvSmall(width, (s.smallValue(high) << lowWidth) | s.smallValue(low));
  return s.bv(width, (s.constValue(high) << BigInt(lowWidth)) | s.constValue(low));
}
