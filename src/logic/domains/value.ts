import { gcd } from '../../base/gcd.ts';
import { type Bits, bitsOfRange, joinBits, knownLowBits, mask, meetBits, NO_BITS, trailingZeros } from './bits.ts';
import { type Congruence, congruence, joinCongruences, meetCongruences, NO_CONGRUENCE } from './congruence.ts';
import { type Elements, includesAll, joinElements } from './elements.ts';
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
  rangeWithout,
  type Stops,
  widen as widenRange,
  within as withinRange,
} from './range.ts';

/**
 * Bounds, known bits, a congruence and, if there are few, the elements of the same bit-vectors. It is
 * a reduced product, in which each part refines the others. If the elements are listed, they imply
 * everything else.
 */
export interface Value extends Range, Bits, Congruence {
  /** All elements, if there are few and more than one; null if they are not listed. */
  readonly set: Elements | null;
}

/** Ranges of at most this many values become lists when a value in the middle is removed. */
const FEW = 8n;

/** The values of {@link fullValue} by width: constants, as `FULL` of `range.ts`. */
const FULL: Value[] = [];

/** All values of that width; the same object each time. */
export function fullValue(width: number): Value {
  let all = FULL[width];
  if (all === undefined) {
    all = { ...fullRange(width), ...NO_BITS, ...NO_CONGRUENCE, set: null };
    FULL[width] = all;
  }
  return all;
}

/** A single value (unsigned). */
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
    set: null,
  };
}

/** The value with these elements (ascending, each once); null if there are none. */
export function valueAmong(width: number, elements: readonly bigint[]): Value | null {
  if (elements.length === 0) return null;
  const [low] = elements;
  if (elements.length === 1) return exactValue(width, low);
  if (BigInt(elements.length) === 1n << BigInt(width)) return fullValue(width);
  let ones = low;
  let any = low;
  let modulus = 0n;
  let signedLow = BigInt.asIntN(width, low);
  let signedHigh = signedLow;
  for (const x of elements) {
    ones &= x;
    any |= x;
    if (modulus !== 1n) modulus = gcd(modulus, x - low);
    const signed = BigInt.asIntN(width, x);
    signedLow = least(signedLow, signed);
    signedHigh = most(signedHigh, signed);
  }
  const high = elements[elements.length - 1];
  return {
    width,
    low,
    high,
    signedLow,
    signedHigh,
    zeros: mask(width) & ~any,
    ones,
    ...congruence(modulus, low),
    set: elements,
  };
}

/** All elements, if they are listed. */
export function elementsOf(v: Value): readonly bigint[] | null {
  return v.low === v.high ? [v.low] : v.set;
}

/** True if the value may be `x`. */
export function holds(v: Value, x: bigint): boolean {
  if (v.set !== null) return v.set.includes(x);
  const signed = BigInt.asIntN(v.width, x);
  return x >= v.low && x <= v.high && signed >= v.signedLow && signed <= v.signedHigh && fits(x, v, v);
}

/** The elements, listed or not, if there are at most `limit`; else null. */
export function fewElements(v: Value, limit: bigint): readonly bigint[] | null {
  if (v.set !== null) return BigInt(v.set.length) <= limit ? v.set : null;
  const step = v.modulus > 1n ? v.modulus : 1n;
  if ((v.high - v.low) / step >= limit) return null;
  const result: bigint[] = [];
  for (let x = v.low; x <= v.high; x += step) if (holds(v, x)) result.push(x);
  return result;
}

/** The values other than `x`. */
export function valueWithout(v: Value, x: bigint): Value | null {
  const elements = fewElements(v, v.set === null ? FEW : BigInt(v.set.length));
  if (elements === null || v.width === 1) return value(rangeWithout(v, x), v, v);
  return elements.includes(x)
    ? valueAmong(
        v.width,
        elements.filter((y) => y !== x),
      )
    : v;
}

/**
 * The intersection of all parts (`set`: elements, if they are listed). Null if it is empty, or if `r`
 * is null.
 */
export function value(r: Range | null, bits: Bits, c: Congruence, set: Elements | null = null): Value | null {
  if (r === null) return null;
  if (set !== null) {
    const left = set.filter((x) => {
      const signed = BigInt.asIntN(r.width, x);
      return x >= r.low && x <= r.high && signed >= r.signedLow && signed <= r.signedHigh && fits(x, bits, c);
    });
    return valueAmong(r.width, left);
  }
  if (r.low === r.high) return fits(r.low, bits, c) ? exactValue(r.width, r.low) : null;
  if (bits.zeros === 0n && bits.ones === 0n && c.modulus === 1n && isFull(r)) return fullValue(r.width);
  let bounds = r;
  let known = bits;
  let step = c;
  // Two rounds: bounds give bits, bits and congruences give bounds, and these may give further bits.
  for (let round = 0; round < 2; round++) {
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
    set: null,
  };
}

function fits(v: bigint, { zeros, ones }: Bits, { modulus, remainder }: Congruence): boolean {
  if ((v & zeros) !== 0n || (v & ones) !== ones) return false;
  return modulus === 0n ? v === remainder : (v - remainder) % modulus === 0n;
}

/** The low bits that a congruence determines. */
function lowBits({ modulus, remainder }: Congruence, width: number): Bits {
  const top = mask(width);
  if (modulus === 0n) return { zeros: top & ~remainder, ones: remainder & top };
  const low = mask(Math.min(width, trailingZeros(modulus, width)));
  return { zeros: low & ~remainder, ones: low & remainder };
}

/** The bounds moved to the next values that the bits and the congruence allow. */
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

/** True if all parts are the same. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (!equalRanges(a, b) || a.zeros !== b.zeros || a.ones !== b.ones) return false;
  if (a.modulus !== b.modulus || a.remainder !== b.remainder) return false;
  if (a.set === null || b.set === null) return a.set === b.set;
  return a.set.length === b.set.length && includesAll(a.set, b.set);
}

/** True if the parts of `a` imply those of `b`. */
export function withinValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (!withinRange(a, b) || (b.zeros & ~a.zeros) !== 0n || (b.ones & ~a.ones) !== 0n || !withinCongruence(a, b))
    return false;
  if (b.set === null) return true;
  const elements = elementsOf(a);
  return elements !== null && includesAll(b.set, elements);
}

function withinCongruence(a: Congruence, b: Congruence): boolean {
  if (b.modulus === 0n) return a.modulus === 0n && a.remainder === b.remainder;
  return a.modulus % b.modulus === 0n && (a.remainder - b.remainder) % b.modulus === 0n;
}

/** Joins each part by itself, and the elements as long as they are few. */
export function joinValues(a: Value, b: Value): Value {
  if (withinValue(b, a)) return a;
  if (withinValue(a, b)) return b;
  const [first, second] = [elementsOf(a), elementsOf(b)];
  const together = first === null || second === null ? null : joinElements(first, second);
  const listed = together === null ? null : valueAmong(a.width, together);
  return listed ?? { ...joinRanges(a, b), ...joinBits(a, b), ...joinCongruences(a, b), set: null };
}

/** The intersection; null if it is empty. */
export function meetValues(a: Value, b: Value): Value | null {
  if (withinValue(a, b)) return a;
  if (withinValue(b, a)) return b;
  if (a.set !== null || b.set !== null) {
    const [listed, other] = a.set !== null && (b.set === null || a.set.length <= b.set.length) ? [a, b] : [b, a];
    return valueAmong(
      a.width,
      (listed.set ?? []).filter((x) => holds(other, x)),
    );
  }
  const r = meetRanges(a, b);
  const bits = meetBits(a, b);
  const c = meetCongruences(a, b);
  return r === null || bits === null || c === null ? null : value(r, bits, c);
}

/**
 * A widening. Chains of moduli end by themselves. Elements stay as long as all additional ones are
 * constants of the program. Known bits above a lost one are dropped unless the bounds imply them. The
 * reason is that a growing number loses its leading zeros one by one.
 */
export function widenValue(before: Value, after: Value, stops: Stops): Value {
  const [old, all] = [elementsOf(before), elementsOf(after)];
  if (old !== null && all?.every((x) => stops.constants.has(x) || old.includes(x))) return joinValues(before, after);
  const bounds = widenRange(before, after, stops.bounds);
  const both = joinBits(before, after);
  const lost = (before.zeros | before.ones) & ~(both.zeros | both.ones);
  const kept = lost === 0n ? mask(before.width) : mask(trailingZeros(lost, before.width));
  const leading = lost === 0n ? NO_BITS : joinBits(both, bitsOfRange(bounds));
  const bits = { zeros: (both.zeros & kept) | leading.zeros, ones: (both.ones & kept) | leading.ones };
  return { ...bounds, ...bits, ...joinCongruences(before, after), set: null };
}
