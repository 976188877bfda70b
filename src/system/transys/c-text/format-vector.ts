import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { CCondition } from './c-values.ts';
import {
  boundsOf,
  type CKind,
  type CText,
  type CValue,
  type CVector,
  constant,
  cValue,
  hex,
  inKind,
  jointKind,
  Level,
  limitsOf,
  mask,
  signed,
  Unprintable,
  unsigned,
  within,
  workKind,
  wrap,
} from './c-values.ts';
import type { Interval } from './value-set.ts';

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
  const plain = (value: CText): CVector => cValue('unsigned', width, value);
  switch (op) {
    case Op.BV_CONST:
      return { sign: 'constant', width, bits: store.constValue(t) };
    case Op.ADD:
    case Op.MUL:
      return (
        exact(op, argument(0), argument(1), width) ??
        plain(wrap(binary(argument(0), BINARY.get(op) ?? '', argument(1), width), width))
      );
    case Op.BV_AND:
      return (
        masked(argument(0), argument(1)) ??
        masked(argument(1), argument(0)) ??
        plain(binary(argument(0), '&', argument(1), width))
      );
    case Op.BV_OR:
    case Op.BV_XOR:
      return plain(binary(argument(0), BINARY.get(op) ?? '', argument(1), width));
    case Op.NEG:
    case Op.BV_NOT: {
      const kind = workKind(width);
      const operand = inKind(unsigned(argument(0)), kind);
      const text = `${op === Op.NEG ? '-' : '~'}${within(operand, Level.atom)}`;
      const value = cValue('unsigned', width, wrap({ text, level: Level.unary, kind }, width));
      return op === Op.NEG ? { ...value, negated: argument(0) } : value;
    }
    case Op.UDIV:
    case Op.UREM: {
      const divisor = argument(1);
      if (divisor.sign !== 'constant' || divisor.bits === 0n) throw new Unprintable('a division by a variable');
      return divided(op, argument(0), divisor.bits, width);
    }
    case Op.SDIV:
    case Op.SREM: {
      const divisor = argument(1);
      if (divisor.sign !== 'constant' || divisor.bits === 0n || divisor.bits === mask(width))
        throw new Unprintable('a division by a variable');
      const operand = signed(argument(0));
      const text = `${within(operand, Level.unary)} ${op === Op.SDIV ? '/' : '%'} ${within(signed(divisor), Level.unary)}`;
      return cValue('signed', width, { text, level: Level.binary, kind: operand.kind });
    }
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
      return shift(op, argument(0), argument(1), width);
    case Op.CONCAT:
      return plain(concat(argument(0), argument(1), width));
    case Op.EXTRACT:
      return extract(argument(0), store.high(t), store.low(t));
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
  const level = /[&|^]/.test(operator) ? Level.bits : operator === '+' ? Level.sum : Level.binary;
  return { text: `${within(a, Level.unary)} ${operator} ${within(b, Level.unary)}`, level, kind };
}

function shift(op: Op, value: CVector, amount: CVector, width: number): CVector {
  if (amount.sign !== 'constant') throw new Unprintable('a shift by a variable');
  const count = amount.bits;
  if (op === Op.ASHR) {
    const operand = signed(value);
    const by = count >= BigInt(width) ? width - 1 : Number(count);
    const text = `${within(operand, Level.unary)} >> ${by}`;
    return cValue('signed', width, { text, level: Level.shift, kind: operand.kind });
  }
  if (count >= BigInt(width)) return { sign: 'constant', width, bits: 0n };
  const kind = workKind(width);
  const operand = inKind(unsigned(value), kind);
  const shifted: CText = {
    text: `${within(operand, Level.unary)} ${op === Op.SHL ? '<<' : '>>'} ${count}`,
    level: Level.shift,
    kind,
  };
  return cValue('unsigned', width, op === Op.SHL ? wrap(shifted, width) : shifted);
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

function extract(value: CVector, high: number, low: number): CVector {
  const width = high - low + 1;
  if (low === 0) {
    const whole = masked(value, { sign: 'constant', width: value.width, bits: mask(width) });
    if (whole !== null) return { ...whole, width };
  }
  const kind = workKind(value.width);
  const operand = inKind(unsigned(value), kind);
  const shifted = low === 0 ? operand : { text: `${within(operand, Level.unary)} >> ${low}`, level: Level.shift, kind };
  if (high === value.width - 1) return cValue('unsigned', width, shifted);
  const text = `${within(shifted, Level.unary)} & ${hex(mask(width), kind)}`;
  return cValue('unsigned', width, { text, level: Level.bits, kind });
}

/**
 * The low bits of a value, for a mask without holes. Without other bits, that is the value itself, else a
 * remainder where that is shorter. Null for other masks and for many bits.
 */
function masked(value: CVector, by: CVector): CValue | null {
  if (value.sign === 'constant' || by.sign !== 'constant' || (by.bits & (by.bits + 1n)) !== 0n) return null;
  const { low, high } = boundsOf(value, 'unsigned');
  const { width } = value;
  if (high <= by.bits) return { sign: 'unsigned', width, value: unsigned(value), low, high };
  if (by.bits > MOST_REMAINDER) return null;
  const bounds = { low: 0n, high: by.bits };
  const operand = value.value;
  if (value.sign === 'unsigned' || value.low >= 0n) {
    const text = `${within(operand, Level.binary)} % ${by.bits + 1n}`;
    return cValue('unsigned', width, { text, level: Level.binary, kind: operand.kind }, bounds);
  }
  // The low bits of a negative number are those of its remainder, which C would negate.
  const text = `${within(operand, Level.unary)} & ${by.bits}`;
  const zeroWith: CText = {
    text: `${within(operand, Level.binary)} % ${by.bits + 1n}`,
    level: Level.binary,
    kind: operand.kind,
  };
  return { ...cValue('unsigned', width, { text, level: Level.bits, kind: operand.kind }, bounds), zeroWith };
}

/** Larger masks are written in hexadecimal. */
const MOST_REMAINDER = 63n;

/** An unsigned quotient or remainder by a constant that is not zero. */
function divided(op: Op, value: CVector, by: bigint, width: number): CVector {
  const { low, high } = boundsOf(value, 'unsigned');
  if (value.sign !== 'constant' && high <= limitsOf('int').high && by <= limitsOf('int').high) {
    const operand = unsigned(value);
    const text = `${within(operand, Level.binary)} ${op === Op.UDIV ? '/' : '%'} ${by}`;
    const bounds = op === Op.UDIV ? { low: low / by, high: high / by } : { low: 0n, high: by - 1n };
    return cValue('unsigned', width, { text, level: Level.binary, kind: operand.kind }, bounds);
  }
  const divisor: CVector = { sign: 'constant', width, bits: by };
  return cValue('unsigned', width, binary(value, op === Op.UDIV ? '/' : '%', divisor, width));
}

/**
 * A sum, difference or product without casts. Null if it may leave the numbers of its width, or those of
 * the C type in which it is computed.
 */
function exact(op: Op, left: CVector, right: CVector, width: number): CValue | null {
  const [a, b] = left.sign !== 'constant' && left.negated !== undefined ? [right, left] : [left, right];
  const subtracted = op === Op.ADD && b.sign !== 'constant' ? b.negated : undefined;
  for (const sign of ['signed', 'unsigned'] as const) {
    const other = subtracted ?? b;
    const [x, y] = [boundsOf(a, sign), boundsOf(other, sign)];
    const operator = subtracted !== undefined ? '-' : op === Op.ADD ? '+' : '*';
    const bounds = resultBounds(operator, x, y);
    const read = sign === 'signed' ? signed : unsigned;
    const [s, t] = [read(a), read(other)];
    const kind = jointKind(s.kind, t.kind);
    const all = cValue(sign, width, s);
    const limits = limitsOf(kind);
    const fits = (v: Interval, { low, high }: Interval): boolean => low <= v.low && v.high <= high;
    if (!fits(bounds, all) || !fits(bounds, limits) || !fits(x, limits) || !fits(y, limits)) continue;
    return cValue(sign, width, sum(s, operator, t, kind), bounds);
  }
  return null;
}

function resultBounds(operator: string, x: Interval, y: Interval): Interval {
  if (operator === '+') return { low: x.low + y.low, high: x.high + y.high };
  if (operator === '-') return { low: x.low - y.high, high: x.high - y.low };
  const corners = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
  return {
    low: corners.reduce((a, b) => (a < b ? a : b)),
    high: corners.reduce((a, b) => (a > b ? a : b)),
  };
}

function sum(a: CText, operator: string, b: CText, kind: CKind): CText {
  // A negative constant is subtracted, and a constant factor comes first.
  if (operator === '+' && b.text.startsWith('-') && /^-\d+$/.test(b.text))
    return { text: `${within(a, Level.sum)} - ${b.text.slice(1)}`, level: Level.sum, kind };
  if (operator === '+' && /^-?\d+$/.test(a.text) && !/^-?\d+$/.test(b.text)) return sum(b, operator, a, kind);
  if (operator === '*')
    return { text: `${within(a, Level.binary)} * ${within(b, Level.unary)}`, level: Level.binary, kind };
  return { text: `${within(a, Level.sum)} ${operator} ${within(b, Level.binary)}`, level: Level.sum, kind };
}

/** An extension does not change the value, only its nominal width. */
function widened(value: CVector, width: number, sign: 'unsigned' | 'signed'): CVector {
  if (value.sign === 'constant') {
    const bits = sign === 'unsigned' ? value.bits : BigInt.asUintN(width, BigInt.asIntN(value.width, value.bits));
    return { sign: 'constant', width, bits };
  }
  const text = sign === 'unsigned' ? unsigned(value) : signed(value);
  return cValue(sign, width, text, boundsOf(value, sign));
}

/** The equality of two vectors of one width, as C. */
export function compareEqual(a: CVector, b: CVector): CCondition {
  if (a.sign === 'constant' && b.sign !== 'constant') return compareEqual(b, a);
  if (a.sign !== 'constant' && b.sign === 'constant') {
    const { low, high } = boundsOf(a, 'unsigned');
    const isBit = low === 0n && high === 1n;
    const zero = compared(a.zeroWith ?? unsigned(a), '==', constant(0n));
    if (b.bits === 0n && a.zeroWith !== undefined)
      return { holds: zero, fails: compared(a.zeroWith, '!=', constant(0n)) };
    if (b.bits === 1n && isBit) {
      const one =
        a.zeroWith === undefined ? compared(unsigned(a), '==', constant(1n)) : compared(a.zeroWith, '!=', constant(0n));
      return { holds: one, fails: zero };
    }
  }
  const [x, y] = shorter([signed(a), signed(b)], [unsigned(a), unsigned(b)]);
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
  const half = 1n << BigInt(a.width - 1);
  const areSmall = [a, b].every((v) => boundsOf(v, 'unsigned').high < half);
  const own: Pair = bySign ? [signed(a), signed(b)] : [unsigned(a), unsigned(b)];
  const [x, y] = areSmall ? shorter(own, bySign ? [unsigned(a), unsigned(b)] : [signed(a), signed(b)]) : own;
  return { holds: compared(x, '<', y), fails: compared(x, '>=', y) };
}

type Pair = readonly [CText, CText];

/** The shorter of two readings; the first one if they have the same length. */
function shorter(a: Pair, b: Pair): Pair {
  return a[0].text.length + a[1].text.length <= b[0].text.length + b[1].text.length ? a : b;
}

/**
 * The condition that `value` is at most `limit` as an unsigned number, as a range from zero of a
 * signed variable. Null for anything else.
 */
function fromZero(value: CVector, limit: bigint): CCondition | null {
  const most = (1n << BigInt(value.width - 1)) - 1n;
  if (value.sign !== 'signed' || value.low >= 0n || value.value.level !== Level.atom || limit < 0n || limit > most)
    return null;
  const [x, zero, top] = [value.value, constant(0n), constant(limit)];
  const [positive, negative] = [compared(x, '>=', zero), compared(x, '<', zero)];
  if (limit === most) return { holds: positive, fails: negative };
  return {
    holds: { text: `${positive.text} && ${compared(x, '<=', top).text}`, level: Level.and, kind: 'int' },
    fails: { text: `${negative.text} || ${compared(x, '>', top).text}`, level: Level.or, kind: 'int' },
  };
}

/** A comparison with constants on the right. Both sides are of signed kinds, or neither is negative. */
export function compared(a: CText, operator: string, b: CText): CText {
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
