import { LemmataError } from '../../base/errors.ts';
import type { Term } from './builder.ts';
import { ashr, lshr, maskOf, sdiv, shl, srem, toSigned, udiv, urem } from './bv-values.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';

/** Value of a bit-vector operator or comparison on the values of its arguments. */
export function evaluateBitVector(store: TermStore, t: Term, a: bigint, b: bigint): bigint | boolean {
  const width = store.width(store.arg(t, 0));
  switch (store.op(t)) {
    case Op.BV_NOT:
      return a ^ maskOf(width);
    case Op.BV_AND:
      return a & b;
    case Op.BV_OR:
      return a | b;
    case Op.BV_XOR:
      return a ^ b;
    case Op.NEG:
      return BigInt.asUintN(width, -a);
    case Op.ADD:
      return BigInt.asUintN(width, a + b);
    case Op.MUL:
      return BigInt.asUintN(width, a * b);
    case Op.UDIV:
      return udiv(width, a, b);
    case Op.UREM:
      return urem(a, b);
    case Op.SDIV:
      return sdiv(width, a, b);
    case Op.SREM:
      return srem(width, a, b);
    case Op.SHL:
      return shl(width, a, b);
    case Op.LSHR:
      return lshr(width, a, b);
    case Op.ASHR:
      return ashr(width, a, b);
    case Op.ULT:
      return a < b;
    case Op.SLT:
      return toSigned(width, a) < toSigned(width, b);
    case Op.CONCAT:
      return (a << BigInt(store.width(store.arg(t, 1)))) | b;
    case Op.EXTRACT:
      return BigInt.asUintN(store.width(t), a >> BigInt(store.low(t)));
    case Op.ZEXT:
      return a;
    case Op.SEXT:
      return BigInt.asUintN(store.width(t), toSigned(width, a));
    default:
      throw new LemmataError('E-INTERNAL', `operator ${store.op(t)} is not evaluated`);
  }
}
