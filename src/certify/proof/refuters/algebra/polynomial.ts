import type { Term } from '../../../../logic/terms/builder.ts';
import { Undecided } from '../refuter.ts';

/** A product of terms: their numbers in ascending order, separated by commas; '' is 1. */
export type Monomial = string;

/**
 * A sum of monomials modulo 2^width, with coefficients in 1 .. 2^width - 1; the width is passed beside
 * it.
 */
export type Polynomial = ReadonlyMap<Monomial, bigint>;

/** A polynomial has too many monomials, or a monomial too many factors. */
export class TooLarge extends Undecided {
  constructor() {
    super('polynomials are too large');
  }
}

const MOST_MONOMIALS = 1_000;
const MOST_FACTORS = 16;

export const ZERO: Polynomial = new Map();

export function constant(width: number, value: bigint): Polynomial {
  const c = BigInt.asUintN(width, value);
  return c === 0n ? ZERO : new Map([['', c]]);
}

export function atom(t: Term): Polynomial {
  return new Map([[String(t), 1n]]);
}

/** a + factor * m * b. Throws {@link TooLarge}. */
export function plusTimes(width: number, a: Polynomial, factor: bigint, b: Polynomial, m: Monomial = ''): Polynomial {
  const sum = new Map(a);
  for (const [n, c] of b) {
    const key = m === '' ? n : productOf(m, n);
    const value = BigInt.asUintN(width, (sum.get(key) ?? 0n) + factor * c);
    if (value === 0n) sum.delete(key);
    else sum.set(key, value);
  }
  if (sum.size > MOST_MONOMIALS) throw new TooLarge();
  return sum;
}

/** Throws {@link TooLarge}. */
export function times(width: number, a: Polynomial, b: Polynomial): Polynomial {
  let product = ZERO;
  for (const [m, c] of a) product = plusTimes(width, product, c, b, m);
  return product;
}

export function factors(m: Monomial): Term[] {
  return m === '' ? [] : m.split(',').map(Number);
}

/** Throws {@link TooLarge}. */
function productOf(m: Monomial, n: Monomial): Monomial {
  if (m === '') return n;
  if (n === '') return m;
  const all = [...factors(m), ...factors(n)].sort((x, y) => x - y);
  if (all.length > MOST_FACTORS) throw new TooLarge();
  return all.join(',');
}

/** m / n; null if n does not divide m. */
export function quotientOf(m: Monomial, n: Monomial): Monomial | null {
  const rest = factors(m);
  for (const t of factors(n)) {
    const at = rest.indexOf(t);
    if (at === -1) return null;
    rest.splice(at, 1);
  }
  return rest.join(',');
}

/**
 * Orders monomials by degree, then lexicographically; positive if m is the larger one. Products with a
 * third monomial are in the same order.
 */
export function compareMonomials(m: Monomial, n: Monomial): number {
  const [a, b] = [factors(m), factors(n)];
  if (a.length !== b.length) return a.length - b.length;
  const i = a.findIndex((t, at) => t !== b[at]);
  return i === -1 ? 0 : b[i] - a[i];
}

/** A key of a polynomial; equal polynomials of one width have equal keys. */
export function keyOf(p: Polynomial): string {
  return [...p.keys()]
    .sort()
    .map((m) => `${p.get(m)}:${m}`)
    .join('+');
}

/** The exponent of the greatest power of two that divides a number; `width` for 0. */
export function twosIn(width: number, value: bigint): number {
  let count = 0;
  for (let rest = value; count < width && (rest & 1n) === 0n; rest >>= 1n) count += 1;
  return count;
}

/** The inverse modulo 2^width of an odd number: each turn doubles the number of right bits. */
export function inverse(width: number, odd: bigint): bigint {
  let x = odd;
  for (let right = 3; right < width; right *= 2) x = BigInt.asUintN(width, x * (2n - odd * x));
  return BigInt.asUintN(width, x);
}
