import { gcd } from '../../base/gcd.ts';
import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Range } from './range.ts';

/**
 * The unsigned value is `remainder` modulo `modulus` (Granger, Int. J. Computer Math. 1989). A modulus
 * of 1 allows any value, and one of 0 a single value; otherwise 0 <= remainder < modulus. The encoder's
 * congruences of offsets (`src/system/offsets/congruence.ts`) are apart on purpose: they are of signed
 * integers that do not wrap around, and verdicts rest on them.
 */
export interface Congruence {
  readonly modulus: bigint;
  readonly remainder: bigint;
}

/** The congruence of all numbers. */
export const NO_CONGRUENCE: Congruence = { modulus: 1n, remainder: 0n };

const magnitude = (a: bigint): bigint => (a < 0n ? -a : a);

/** The congruence with its remainder normalised. */
export function congruence(modulus: bigint, remainder: bigint): Congruence {
  const m = magnitude(modulus);
  if (m === 0n) return { modulus: 0n, remainder };
  return m === 1n ? NO_CONGRUENCE : { modulus: m, remainder: ((remainder % m) + m) % m };
}

/** The strongest congruence that holds for both. */
export function joinCongruences(a: Congruence, b: Congruence): Congruence {
  return congruence(gcd(gcd(a.modulus, b.modulus), a.remainder - b.remainder), a.remainder);
}

/** The numbers in both (Chinese remainders); null if there are none. */
export function meetCongruences(a: Congruence, b: Congruence): Congruence | null {
  if (a.modulus === 1n) return b;
  if (b.modulus === 1n) return a;
  if (a.modulus === 0n) return contains(b, a.remainder) ? a : null;
  if (b.modulus === 0n) return contains(a, b.remainder) ? b : null;
  const common = gcd(a.modulus, b.modulus);
  const difference = b.remainder - a.remainder;
  if (difference % common !== 0n) return null;
  // remainder = a + k * a.modulus with k = (difference / common) / (a.modulus / common) modulo b.modulus
  // / common
  const n = b.modulus / common;
  const k = (difference / common) * inverse(a.modulus / common, n);
  return congruence(a.modulus * n, a.remainder + (((k % n) + n) % n) * a.modulus);
}

function contains({ modulus, remainder }: Congruence, value: bigint): boolean {
  return modulus === 0n ? value === remainder : (value - remainder) % modulus === 0n;
}

/** Inverse of `a` modulo `n`, which must be coprime. */
function inverse(a: bigint, n: bigint): bigint {
  let [r, s] = [n, ((a % n) + n) % n];
  let [x, y] = [0n, 1n];
  while (s !== 0n) {
    const q = r / s;
    [r, s] = [s, r - q * s];
    [x, y] = [y, x - q * y];
  }
  return x;
}

/** The congruence of an integer between `low` and `high`, cut to `width` bits. */
function wrapped(c: Congruence, low: bigint, high: bigint, width: number): Congruence {
  const turns = low >> BigInt(width);
  // If all values wrap around equally often, the same multiple of 2^width is subtracted from each.
  if (turns === high >> BigInt(width)) return congruence(c.modulus, c.remainder - (turns << BigInt(width)));
  return congruence(gcd(c.modulus, 1n << BigInt(width)), c.remainder);
}

const times = (a: Congruence, b: Congruence): Congruence =>
  congruence(
    gcd(gcd(a.modulus * b.modulus, a.modulus * b.remainder), b.modulus * a.remainder),
    a.remainder * b.remainder,
  );

const plus = (a: Congruence, b: Congruence): Congruence =>
  congruence(gcd(a.modulus, b.modulus), a.remainder + b.remainder);

/** Division by a positive number, rounded down. */
function over(a: Congruence, by: bigint): Congruence {
  if (a.modulus === 0n) return congruence(0n, a.remainder / by);
  return a.modulus % by === 0n ? congruence(a.modulus / by, a.remainder / by) : NO_CONGRUENCE;
}

/**
 * Congruence of the result of an operator, from those and the ranges of its arguments. Any value for
 * other operators.
 */
export function congruenceTransfer(terms: TermStore, t: Term, args: readonly (Congruence & Range)[]): Congruence {
  const [a, b] = args;
  const { width } = a;
  switch (terms.op(t)) {
    case Op.ADD:
      return wrapped(plus(a, b), a.low + b.low, a.high + b.high, width);
    case Op.NEG:
      return wrapped(congruence(a.modulus, -a.remainder), -a.high, -a.low, width);
    case Op.BV_NOT:
      return congruence(a.modulus, (1n << BigInt(width)) - 1n - a.remainder);
    case Op.MUL:
      return wrapped(times(a, b), a.low * b.low, a.high * b.high, width);
    case Op.SHL: {
      if (b.low !== b.high || b.low >= BigInt(width)) return NO_CONGRUENCE;
      return wrapped(times(a, congruence(0n, 1n << b.low)), a.low << b.low, a.high << b.low, width);
    }
    case Op.LSHR:
      return b.low === b.high && b.low < BigInt(width) ? over(a, 1n << b.low) : NO_CONGRUENCE;
    case Op.UDIV:
      return b.low === b.high && b.low > 0n ? over(a, b.low) : NO_CONGRUENCE;
    case Op.UREM:
      return b.low > 0n ? congruence(gcd(gcd(a.modulus, b.modulus), b.remainder), a.remainder) : NO_CONGRUENCE;
    case Op.SDIV:
      return a.signedLow >= 0n && b.low === b.high && b.signedLow > 0n ? over(a, b.low) : NO_CONGRUENCE;
    case Op.SREM: {
      if (a.signedLow < 0n || b.signedLow <= 0n) return NO_CONGRUENCE;
      return congruence(gcd(gcd(a.modulus, b.modulus), b.remainder), a.remainder);
    }
    case Op.CONCAT: {
      const high = times(a, congruence(0n, 1n << BigInt(b.width)));
      return plus(high, b);
    }
    case Op.EXTRACT: {
      const low = BigInt(terms.low(t));
      return wrapped(over(a, 1n << low), a.low >> low, a.high >> low, terms.width(t));
    }
    case Op.ZEXT:
      return congruence(a.modulus, a.remainder);
    case Op.SEXT: {
      const above = (1n << BigInt(terms.width(t))) - (1n << BigInt(width));
      if (a.signedLow >= 0n) return congruence(a.modulus, a.remainder);
      if (a.signedHigh < 0n) return congruence(a.modulus, a.remainder + above);
      return congruence(gcd(a.modulus, above), a.remainder);
    }
    default:
      return NO_CONGRUENCE;
  }
}
