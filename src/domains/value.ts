import { type Bits, bitsOfRange, joinBits, knownLowBits, mask, meetBits, NO_BITS, trailingZeros } from './bits.ts';
import { type Congruence, congruence, joinCongruences, meetCongruences, NO_CONGRUENCE } from './congruence.ts';
import {
  equalRanges,
  full as fullRange,
  isFull,
  join as joinRanges,
  least,
  meet as meetRanges,
  most,
  type Range,
  range,
  widen as widenRange,
  within as withinRange,
} from './range.ts';

/** Bounds, known bits and a congruence of the same bit-vectors: a reduced product, in which each part sharpens the others. */
export interface Value extends Range, Bits, Congruence {}

const FULL: Value[] = [];

export function fullValue(width: number): Value {
  let all = FULL[width];
  if (all === undefined) {
    all = { ...fullRange(width), ...NO_BITS, ...NO_CONGRUENCE };
    FULL[width] = all;
  }
  return all;
}

export function exactValue(width: number, value: bigint): Value {
  const signed = BigInt.asIntN(width, value);
  return {
    width,
    low: value,
    high: value,
    signedLow: signed,
    signedHigh: signed,
    zeros: mask(width) & ~value,
    ones: value,
    modulus: 0n,
    remainder: value,
  };
}

/** What all three say together; null if they exclude each other. */
export function value(r: Range, bits: Bits, c: Congruence): Value | null {
  if (r.low === r.high) return fits(r.low, bits, c) ? exactValue(r.width, r.low) : null;
  if (bits.zeros === 0n && bits.ones === 0n && c.modulus === 1n && isFull(r)) return fullValue(r.width);
  let bounds = r;
  let known = bits;
  let step = c;
  // Twice: bounds give bits, bits and congruences give bounds, which may give further bits.
  for (let round = 0; round < 2; round += 1) {
    const both = meetBits(known, bitsOfRange(bounds));
    if (both === null) return null;
    const low = mask(knownLowBits(both, r.width));
    const met = meetCongruences(step, congruence(low + 1n, both.ones & low));
    if (met === null) return null;
    step = met;
    const certain = lowBits(step, r.width);
    const all = meetBits(both, certain);
    if (all === null) return null;
    known = all;
    const sharper = sharpened(bounds, known, step);
    if (sharper === null) return null;
    if (sharper.low === sharper.high) return fits(sharper.low, known, step) ? exactValue(r.width, sharper.low) : null;
    if (equalRanges(sharper, bounds)) break;
    bounds = sharper;
  }
  const { width, low, high, signedLow, signedHigh } = bounds;
  return {
    width,
    low,
    high,
    signedLow,
    signedHigh,
    zeros: known.zeros,
    ones: known.ones,
    modulus: step.modulus,
    remainder: step.remainder,
  };
}

function fits(v: bigint, { zeros, ones }: Bits, { modulus, remainder }: Congruence): boolean {
  if ((v & zeros) !== 0n || (v & ones) !== ones) return false;
  return modulus === 0n ? v === remainder : (v - remainder) % modulus === 0n;
}

/** The low bits that a congruence tells. */
function lowBits({ modulus, remainder }: Congruence, width: number): Bits {
  const top = mask(width);
  if (modulus === 0n) return { zeros: top & ~remainder, ones: remainder & top };
  const low = mask(Math.min(width, trailingZeros(modulus, width)));
  return { zeros: low & ~remainder, ones: low & remainder };
}

/** Bounds moved to the next values that the bits and the congruence allow. */
function sharpened(r: Range, { zeros, ones }: Bits, { modulus, remainder }: Congruence): Range | null {
  const { width } = r;
  const sign = 1n << BigInt(width - 1);
  let low = most(r.low, ones);
  let high = least(r.high, mask(width) & ~zeros);
  if (modulus === 0n) {
    low = most(low, remainder);
    high = least(high, remainder);
  } else if (modulus > 1n) {
    low += (((remainder - low) % modulus) + modulus) % modulus;
    high -= (((high - remainder) % modulus) + modulus) % modulus;
  }
  if (low > high) return null;
  const least_ = (zeros & sign) === 0n ? ones | sign : ones;
  const greatest = (ones & sign) === 0n ? mask(width) & ~zeros & ~sign : mask(width) & ~zeros;
  const signedLow = most(r.signedLow, BigInt.asIntN(width, least_));
  const signedHigh = least(r.signedHigh, BigInt.asIntN(width, greatest));
  return range(width, low, high, signedLow, signedHigh);
}

export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  return equalRanges(a, b) && a.zeros === b.zeros && a.ones === b.ones && a.modulus === b.modulus && a.remainder === b.remainder;
}

export function withinValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  return withinRange(a, b) && (b.zeros & ~a.zeros) === 0n && (b.ones & ~a.ones) === 0n && withinCongruence(a, b);
}

function withinCongruence(a: Congruence, b: Congruence): boolean {
  if (b.modulus === 0n) return a.modulus === 0n && a.remainder === b.remainder;
  return a.modulus % b.modulus === 0n && (a.remainder - b.remainder) % b.modulus === 0n;
}

/** The parts are joined each for itself. */
export function joinValues(a: Value, b: Value): Value {
  if (withinValue(b, a)) return a;
  if (withinValue(a, b)) return b;
  return { ...joinRanges(a, b), ...joinBits(a, b), ...joinCongruences(a, b) };
}

export function meetValues(a: Value, b: Value): Value | null {
  if (withinValue(a, b)) return a;
  if (withinValue(b, a)) return b;
  const r = meetRanges(a, b);
  const bits = meetBits(a, b);
  const c = meetCongruences(a, b);
  return r === null || bits === null || c === null ? null : value(r, bits, c);
}

/**
 * Chains of moduli end by themselves. Where a known bit was lost, those above it are given up, but for those that the bounds tell: a
 * number that grows loses its leading zeros one by one.
 */
export function widenValue(before: Value, after: Value, thresholds: readonly bigint[]): Value {
  const bounds = widenRange(before, after, thresholds);
  const both = joinBits(before, after);
  const lost = (before.zeros | before.ones) & ~(both.zeros | both.ones);
  const kept = lost === 0n ? mask(before.width) : mask(trailingZeros(lost, before.width));
  const leading = lost === 0n ? NO_BITS : joinBits(both, bitsOfRange(bounds));
  const bits = { zeros: (both.zeros & kept) | leading.zeros, ones: (both.ones & kept) | leading.ones };
  return { ...bounds, ...bits, ...joinCongruences(before, after) };
}
