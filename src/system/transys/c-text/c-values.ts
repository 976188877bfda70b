import type { Interval } from './value-set.ts';

/** Promoted C types in which generated expressions are computed. */
export type CKind = 'int' | 'uint' | 'llong' | 'ullong';

/** A C expression. `level` is its precedence: {@link Level}. */
export interface CText {
  readonly text: string;
  readonly level: number;
  readonly kind: CKind;
}

/** Precedences; `bits` is that of `&`, `^` and `|`, which bind less tightly than comparisons. */
export const Level = {
  conditional: 3,
  or: 4,
  and: 5,
  bits: 6,
  compare: 8,
  shift: 9,
  sum: 10,
  binary: 11,
  unary: 14,
  atom: 15,
} as const;

/**
 * A bit-vector term as C: the mathematical value of `value` is that of the term read as unsigned or as
 * signed.
 */
export type CVector = CValue | { readonly sign: 'constant'; readonly width: number; readonly bits: bigint };

/** A bit-vector term that is no constant, as C. */
export interface CValue {
  readonly sign: 'unsigned' | 'signed';
  readonly width: number;
  readonly value: CText;
  /** Bounds of the mathematical value of `value`. */
  readonly low: bigint;
  readonly high: bigint;
  /** Set for `-x`: a sum with it is written as a difference. */
  readonly negated?: CVector;
  /** Another value, of a signed kind, that is zero where this one is. */
  readonly zeroWith?: CText;
}

/** A value of that reading, with the bounds that its width gives unless closer ones are known. */
export function cValue(sign: 'unsigned' | 'signed', width: number, value: CText, bounds?: Interval): CValue {
  const half = 1n << BigInt(width - 1);
  const [low, high] = sign === 'signed' ? [-half, half - 1n] : [0n, 2n * half - 1n];
  return { sign, width, value, low: bounds?.low ?? low, high: bounds?.high ?? high };
}

/** The reason why a term has no C expression here. */
export class Unprintable extends Error {}

/** An expression that needs no parentheses. */
export function atom(text: string, kind: CKind): CText {
  return { text, level: Level.atom, kind };
}

/** The text, in parentheses unless it binds at least as tightly as `level`. */
export function within(value: CText, level: number): string {
  return value.level >= level ? value.text : `(${value.text})`;
}

/** The value cast to a C type; `kind` is that type after promotion. */
export function cast(type: string, value: CText, kind: CKind): CText {
  return { text: `(${type})${within(value, Level.unary)}`, level: Level.unary, kind };
}

/**
 * The type in which unsigned operations on this width are computed: `unsigned int` or `unsigned long
 * long`.
 */
export function workKind(width: number): 'uint' | 'ullong' {
  if (width > 64) throw new Unprintable(`a value of ${width} bits`);
  return width <= 32 ? 'uint' : 'ullong';
}

/** The C type of each kind. */
export const TYPE: Readonly<Record<CKind, string>> = {
  int: 'int',
  uint: 'unsigned int',
  llong: 'long long',
  ullong: 'unsigned long long',
};

/**
 * Converts the value to the C type of `kind`, which must be wide enough. The value must not be
 * negative.
 */
export function inKind(value: CText, kind: 'uint' | 'ullong'): CText {
  return value.kind === kind ? value : cast(TYPE[kind], value, kind);
}

/** The value modulo 2^width; `value` has the kind in which that width is computed. */
export function wrap(value: CText, width: number): CText {
  const kind = workKind(width);
  if (width === 32 || width === 64) return value;
  if (width === 8) return cast('unsigned char', value, 'int');
  if (width === 16) return cast('unsigned short', value, 'int');
  return { text: `${within(value, Level.unary)} & ${hex(mask(width), kind)}`, level: Level.bits, kind };
}

/** The value of a vector, read as unsigned. */
export function unsigned(vector: CVector): CText {
  const { width } = vector;
  if (vector.sign === 'constant') return constant(vector.bits);
  if (vector.sign === 'unsigned' || vector.low >= 0n) return vector.value;
  if (width === 8) return cast('unsigned char', vector.value, 'int');
  if (width === 16) return cast('unsigned short', vector.value, 'int');
  const kind = workKind(width);
  return wrap(cast(TYPE[kind], vector.value, kind), width);
}

/** The value of a vector, read as signed. */
export function signed(vector: CVector): CText {
  const { width } = vector;
  if (vector.sign === 'constant') return signedConstant(BigInt.asIntN(width, vector.bits));
  const { value } = vector;
  if (vector.sign === 'signed') return inSigned(value, width);
  const kind = workKind(width) === 'uint' ? 'int' : 'llong';
  if (vector.high < 1n << BigInt(width - 1)) return inSigned(value, width);
  if (width === 8) return cast('signed char', value, 'int');
  if (width === 16) return cast('short', value, 'int');
  if (width === 32 || width === 64) return cast(TYPE[kind], value, kind);
  // The sign bit is flipped and its weight subtracted, which extends the sign.
  const half = 1n << BigInt(width - 1);
  const flipped: CText = {
    text: `${within(value, Level.unary)} ^ ${hex(half, workKind(width))}`,
    level: Level.bits,
    kind: workKind(width),
  };
  return { text: `${cast(TYPE[kind], flipped, kind).text} - ${signedConstant(half).text}`, level: Level.sum, kind };
}

/** The value in a signed kind; a signed vector that is never negative may have an unsigned one. */
function inSigned(value: CText, width: number): CText {
  if (value.kind === 'int' || value.kind === 'llong') return value;
  const kind = workKind(width) === 'uint' ? 'int' : 'llong';
  return cast(TYPE[kind], value, kind);
}

/** Bounds of the value of a vector read as unsigned or as signed. */
export function boundsOf(vector: CVector, sign: 'unsigned' | 'signed'): Interval {
  const { width } = vector;
  if (vector.sign === 'constant') {
    const value = sign === 'signed' ? BigInt.asIntN(width, vector.bits) : vector.bits;
    return { low: value, high: value };
  }
  const { low, high } = vector;
  const half = 1n << BigInt(width - 1);
  if (vector.sign === sign || (low >= 0n && high < half)) return { low, high };
  if (sign === 'unsigned' && high < 0n) return { low: low + 2n * half, high: high + 2n * half };
  return sign === 'signed' ? { low: -half, high: half - 1n } : { low: 0n, high: 2n * half - 1n };
}

/** The kind of an operation on two values, by C's usual arithmetic conversions. */
export function jointKind(a: CKind, b: CKind): CKind {
  const rank: readonly CKind[] = ['int', 'uint', 'llong', 'ullong'];
  return rank[Math.max(rank.indexOf(a), rank.indexOf(b))];
}

/** The numbers that a kind can hold. */
export function limitsOf(kind: CKind): Interval {
  switch (kind) {
    case 'int':
      return { low: -(1n << 31n), high: (1n << 31n) - 1n };
    case 'uint':
      return { low: 0n, high: (1n << 32n) - 1n };
    case 'llong':
      return { low: -(1n << 63n), high: (1n << 63n) - 1n };
    case 'ullong':
      return { low: 0n, high: (1n << 64n) - 1n };
  }
}

/** A natural number, as a C constant of any kind. */
export function constant(value: bigint): CText {
  if (value < 1n << 31n) return atom(value.toString(), 'int');
  if (value < 1n << 32n) return atom(`${value}u`, 'uint');
  if (value < 1n << 64n) return atom(`${value}ull`, 'ullong');
  throw new Unprintable('a constant of more than 64 bits');
}

/**
 * A number as a constant of a signed kind: next to an unsigned one, negative numbers would be compared
 * as large ones.
 */
export function signedConstant(value: bigint): CText {
  if (value === -(1n << 63n)) return { text: '-9223372036854775807LL - 1', level: Level.sum, kind: 'llong' };
  if (value === -(1n << 31n)) return { text: '-2147483647 - 1', level: Level.sum, kind: 'int' };
  if (value >= 1n << 63n || value < -(1n << 63n)) throw new Unprintable('a constant of more than 64 bits');
  const small = value < 1n << 31n && value > -(1n << 31n);
  return {
    text: `${value}${small ? '' : 'LL'}`,
    level: value < 0n ? Level.unary : Level.atom,
    kind: small ? 'int' : 'llong',
  };
}

/** A hexadecimal constant of an unsigned kind. */
export function hex(value: bigint, kind: 'uint' | 'ullong'): string {
  return `0x${value.toString(16)}${kind === 'uint' ? 'u' : 'ull'}`;
}

/** The number whose lowest `width` bits are set. */
export function mask(width: number): bigint {
  return (1n << BigInt(width)) - 1n;
}

/**
 * A Boolean term as C, and its negation. Both avoid `!` in front of parentheses where C has an
 * operator for it.
 */
export interface CCondition {
  readonly holds: CText;
  readonly fails: CText;
}
