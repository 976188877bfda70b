import type { Term } from '../../terms/builder.ts';
import { Op } from '../../terms/ops.ts';
import type { TermStore } from '../../terms/store.ts';
import type { CCondition } from './c-values.ts';
import {
  type CText,
  type CVector,
  constant,
  hex,
  inKind,
  Level,
  mask,
  signed,
  Unprintable,
  unsigned,
  within,
  workKind,
  wrap,
} from './c-values.ts';

// Bit-vector terms as C. Arithmetic is done in an unsigned type that is wide enough, so that nothing
// overflows in C's sense.

const BINARY: ReadonlyMap<Op, string> = new Map([
  [Op.ADD, '+'],
  [Op.MUL, '*'],
  [Op.BV_AND, '&'],
  [Op.BV_OR, '|'],
  [Op.BV_XOR, '^'],
]);

/**
 * A bit-vector term over its arguments. Throws {@link Unprintable} for arrays, floats and values of
 * more than 64 bits.
 */
export function formatVector(store: TermStore, t: Term, argument: (index: number) => CVector): CVector {
  const op = store.op(t);
  if (store.sort(t).kind !== 'bv') throw new Unprintable('arrays and floating-point values are not written');
  const width = store.width(t);
  const plain = (value: CText): CVector => ({ sign: 'unsigned', width, value });
  switch (op) {
    case Op.BV_CONST:
      return { sign: 'constant', width, bits: store.constValue(t) };
    case Op.ADD:
    case Op.MUL:
      return plain(wrap(binary(argument(0), BINARY.get(op) ?? '', argument(1), width), width));
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
      return plain(binary(argument(0), BINARY.get(op) ?? '', argument(1), width));
    case Op.NEG:
    case Op.BV_NOT: {
      const kind = workKind(width);
      const operand = inKind(unsigned(argument(0)), kind);
      const text = `${op === Op.NEG ? '-' : '~'}${within(operand, Level.atom)}`;
      return plain(wrap({ text, level: Level.unary, kind }, width));
    }
    case Op.UDIV:
    case Op.UREM: {
      const divisor = argument(1);
      if (divisor.sign !== 'constant' || divisor.bits === 0n) throw new Unprintable('a division by a variable');
      return plain(binary(argument(0), op === Op.UDIV ? '/' : '%', divisor, width));
    }
    case Op.SDIV:
    case Op.SREM: {
      const divisor = argument(1);
      if (divisor.sign !== 'constant' || divisor.bits === 0n || divisor.bits === mask(width))
        throw new Unprintable('a division by a variable');
      const operand = signed(argument(0));
      const text = `${within(operand, Level.unary)} ${op === Op.SDIV ? '/' : '%'} ${within(signed(divisor), Level.unary)}`;
      return { sign: 'signed', width, value: { text, level: Level.binary, kind: operand.kind } };
    }
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
      return shift(op, argument(0), argument(1), width);
    case Op.CONCAT:
      return plain(concat(argument(0), argument(1), width));
    case Op.EXTRACT:
      return plain(extract(argument(0), store.high(t), store.low(t)));
    case Op.ZEXT:
      return widened(argument(0), width, 'unsigned');
    case Op.SEXT:
      return widened(argument(0), width, 'signed');
    default:
      throw new Unprintable('arrays and floating-point values are not written');
  }
}

/** The operands' unsigned values, computed in the kind for `width` bits. */
function binary(left: CVector, operator: string, right: CVector, width: number): CText {
  const kind = workKind(width);
  const a = inKind(unsigned(left), kind);
  const plain = unsigned(right);
  const b = plain.kind === 'ullong' ? inKind(plain, kind) : plain;
  const level = /[&|^]/.test(operator) ? Level.bits : Level.binary;
  return { text: `${within(a, Level.unary)} ${operator} ${within(b, Level.unary)}`, level, kind };
}

function shift(op: Op, value: CVector, amount: CVector, width: number): CVector {
  if (amount.sign !== 'constant') throw new Unprintable('a shift by a variable');
  const count = amount.bits;
  if (op === Op.ASHR) {
    const operand = signed(value);
    const by = count >= BigInt(width) ? width - 1 : Number(count);
    return {
      sign: 'signed',
      width,
      value: { text: `${within(operand, Level.unary)} >> ${by}`, level: Level.binary, kind: operand.kind },
    };
  }
  if (count >= BigInt(width)) return { sign: 'constant', width, bits: 0n };
  const kind = workKind(width);
  const operand = inKind(unsigned(value), kind);
  const shifted: CText = {
    text: `${within(operand, Level.unary)} ${op === Op.SHL ? '<<' : '>>'} ${count}`,
    level: Level.binary,
    kind,
  };
  return { sign: 'unsigned', width, value: op === Op.SHL ? wrap(shifted, width) : shifted };
}

function concat(high: CVector, low: CVector, width: number): CText {
  const kind = workKind(width);
  const top = inKind(unsigned(high), kind);
  const plain = unsigned(low);
  const bottom = plain.kind === 'ullong' ? inKind(plain, kind) : plain;
  return {
    text: `(${within(top, Level.unary)} << ${low.width}) | ${within(bottom, Level.unary)}`,
    level: Level.bits,
    kind,
  };
}

function extract(value: CVector, high: number, low: number): CText {
  const kind = workKind(value.width);
  const operand = inKind(unsigned(value), kind);
  const shifted =
    low === 0 ? operand : { text: `${within(operand, Level.unary)} >> ${low}`, level: Level.binary, kind };
  if (high === value.width - 1) return shifted;
  return { text: `${within(shifted, Level.unary)} & ${hex(mask(high - low + 1), kind)}`, level: Level.bits, kind };
}

/** An extension does not change the value, only its nominal width. */
function widened(value: CVector, width: number, sign: 'unsigned' | 'signed'): CVector {
  if (value.sign === 'constant') {
    const bits = sign === 'unsigned' ? value.bits : BigInt.asUintN(width, BigInt.asIntN(value.width, value.bits));
    return { sign: 'constant', width, bits };
  }
  return { sign, width, value: sign === 'unsigned' ? unsigned(value) : signed(value) };
}

/** The equality of two vectors of one width, as C. */
export function compareEqual(a: CVector, b: CVector): CCondition {
  const bySign = (a.sign === 'signed' || b.sign === 'signed') && a.sign !== 'unsigned' && b.sign !== 'unsigned';
  const [x, y] = bySign ? [signed(a), signed(b)] : [unsigned(a), unsigned(b)];
  return { holds: compared(x, '==', y), fails: compared(x, '!=', y) };
}

/** The condition a < b on two vectors of one width, as C; `bySign`: read as signed. */
export function compareLess(a: CVector, b: CVector, bySign: boolean): CCondition {
  if (!bySign && b.sign === 'constant') {
    const range = fromZero(a, b.bits - 1n);
    if (range !== null) return range;
  }
  if (!bySign && a.sign === 'constant') {
    const range = fromZero(b, a.bits);
    if (range !== null) return { holds: range.fails, fails: range.holds };
  }
  const [x, y] = bySign ? [signed(a), signed(b)] : [unsigned(a), unsigned(b)];
  return { holds: compared(x, '<', y), fails: compared(x, '>=', y) };
}

/**
 * The condition that `value` is at most `limit` as an unsigned number, as a range from zero of a
 * signed variable. Null for anything else.
 */
function fromZero(value: CVector, limit: bigint): CCondition | null {
  const most = (1n << BigInt(value.width - 1)) - 1n;
  if (value.sign !== 'signed' || value.value.level !== Level.atom || limit < 0n || limit > most) return null;
  const [x, zero, top] = [value.value, constant(0n), constant(limit)];
  const [positive, negative] = [compared(x, '>=', zero), compared(x, '<', zero)];
  if (limit === most) return { holds: positive, fails: negative };
  return {
    holds: { text: `${positive.text} && ${compared(x, '<=', top).text}`, level: Level.and, kind: 'int' },
    fails: { text: `${negative.text} || ${compared(x, '>', top).text}`, level: Level.or, kind: 'int' },
  };
}

function compared(a: CText, operator: string, b: CText): CText {
  const [x, y] = a.level !== Level.atom || /^\d/.test(b.text) || !/^\d/.test(a.text) ? [a, b] : [b, a];
  const sign = x === a ? operator : (MIRRORED[operator] ?? operator);
  return {
    text: `${within(x, Level.compare + 1)} ${sign} ${within(y, Level.compare + 1)}`,
    level: Level.compare,
    kind: 'int',
  };
}

/** Operators after swapping sides: constants are written on the right. */
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>=': '<=' };
