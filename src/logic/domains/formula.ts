import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';
import { bitsOfRange, mask, trailingZeros } from './bits.ts';
import { full, isFull, type Range } from './range.ts';
import { fewElements, type Value } from './value.ts';

/** The range as a formula over `t` (a Boolean or a bit-vector); true for the full range. */
export function rangeFormula(terms: TermStore, t: Term, r: Range): Term {
  if (isFull(r)) return terms.true;
  if (terms.sort(t).kind === 'bool') return r.low === 1n ? t : terms.not(t);
  const { width } = r;
  const all = full(width);
  const constant = (value: bigint): Term => terms.bv(width, BigInt.asUintN(width, value));
  if (r.low === r.high) return terms.eq(t, constant(r.low));
  const parts: Term[] = [];
  if (r.low > all.low) parts.push(terms.ule(constant(r.low), t));
  if (r.high < all.high) parts.push(terms.ule(t, constant(r.high)));
  // Signed bounds are added only where the unsigned ones do not imply them.
  const implied = r.high < 1n << BigInt(width - 1) || r.low >= 1n << BigInt(width - 1);
  if (!implied || BigInt.asIntN(width, r.low) < r.signedLow || BigInt.asIntN(width, r.high) > r.signedHigh) {
    if (r.signedLow > all.signedLow) parts.push(terms.sle(constant(r.signedLow), t));
    if (r.signedHigh < all.signedHigh) parts.push(terms.sle(t, constant(r.signedHigh)));
  }
  return terms.andAll(parts);
}

/**
 * The value as a formula over `t`: bounds, bits that these do not imply, and the remainder by the odd
 * part of the modulus. If the elements are fewer than all these allow, they are listed one by one
 * instead.
 */
export function valueFormula(terms: TermStore, t: Term, v: Value): Term {
  const bounds = rangeFormula(terms, t, v);
  if (terms.sort(t).kind === 'bool' || v.low === v.high) return bounds;
  if (v.set !== null && fewElements({ ...v, set: null }, BigInt(v.set.length + 1))?.length !== v.set.length) {
    return terms.orAll(v.set.map((x) => terms.eq(t, terms.bv(v.width, x))));
  }
  const parts = [bounds];
  const implied = bitsOfRange(v);
  const bits = (v.zeros | v.ones) & ~(implied.zeros | implied.ones) & mask(v.width);
  if (bits !== 0n) parts.push(terms.eq(terms.bvAnd(t, terms.bv(v.width, bits)), terms.bv(v.width, v.ones & bits)));
  const odd = v.modulus === 0n ? 1n : v.modulus >> BigInt(trailingZeros(v.modulus, v.width));
  if (odd > 1n && odd <= mask(v.width)) {
    parts.push(terms.eq(terms.urem(t, terms.bv(v.width, odd)), terms.bv(v.width, v.remainder % odd)));
  }
  return terms.andAll(parts);
}
