import type { Aig, Edge } from './aig.ts';
import { NO, YES } from './aig.ts';

/** A bit-vector as edges, least significant first. */
export type Bits = ArrayLike<Edge>;

/** Sums, comparisons, shifts and choices as gates. */

export function constantBits(width: number, value: bigint): Edge[] {
  const bits: Edge[] = new Array(width);
  // Digit by digit of the text: shifting a bigint by one bit at a time is quadratic.
  const text = value.toString(16);
  for (let i = 0; i < width; i++) {
    const digit = text.length - 1 - (i >> 2);
    bits[i] = digit < 0 ? NO : (Number.parseInt(text[digit], 16) >> (i & 3)) & 1;
  }
  return bits;
}

export function invert(a: Bits): Edge[] {
  return Array.from(a, (edge) => edge ^ 1);
}

/** a + b + carry, modulo the width. */
export function add(g: Aig, a: Bits, b: Bits, carryIn: Edge = NO): Edge[] {
  const sum: Edge[] = new Array(a.length);
  let carry = carryIn;
  for (let i = 0; i < a.length; i++) {
    sum[i] = g.xor(g.xor(a[i], b[i]), carry);
    if (i + 1 < a.length) carry = g.majority(a[i], b[i], carry);
  }
  return sum;
}

/** a - b, modulo the width. */
export function subtract(g: Aig, a: Bits, b: Bits): Edge[] {
  return add(g, a, invert(b), YES);
}

export function negate(g: Aig, a: Bits): Edge[] {
  return conditionalNegate(g, YES, a);
}

/** -a if `c` holds, else a. */
export function conditionalNegate(g: Aig, c: Edge, a: Bits): Edge[] {
  const result: Edge[] = new Array(a.length);
  // A bit is inverted if one below it is set.
  let below = NO;
  for (let i = 0; i < a.length; i++) {
    result[i] = g.xor(a[i], g.and(c, below));
    if (i + 1 < a.length) below = g.or(below, a[i]);
  }
  return result;
}

export function equal(g: Aig, a: Bits, b: Bits): Edge {
  const same: Edge[] = new Array(a.length);
  for (let i = 0; i < a.length; i++) {
    same[i] = g.xor(a[i], b[i]) ^ 1;
    if (same[i] === NO) return NO;
  }
  return g.andAll(same);
}

/** a < b, unsigned: the borrow of a - b. */
export function less(g: Aig, a: Bits, b: Bits): Edge {
  let borrow = NO;
  for (let i = 0; i < a.length; i++) borrow = g.majority(a[i] ^ 1, b[i], borrow);
  return borrow;
}

/** a < b, signed. */
export function signedLess(g: Aig, a: Bits, b: Bits): Edge {
  const top = a.length - 1;
  // Inverting both signs turns the signed order into the unsigned one.
  let borrow = NO;
  for (let i = 0; i < top; i++) borrow = g.majority(a[i] ^ 1, b[i], borrow);
  return g.majority(a[top], b[top] ^ 1, borrow);
}

export function choose(g: Aig, c: Edge, a: Bits, b: Bits): Edge[] {
  const result: Edge[] = new Array(a.length);
  for (let i = 0; i < a.length; i++) result[i] = g.ite(c, a[i], b[i]);
  return result;
}

/** A constant index of a table, and the element there. */
export interface TableEntry {
  readonly index: bigint;
  readonly element: Bits;
}

/**
 * The element at `index` of a table whose entries stand in ascending order; `absent` at other indices. One
 * choice for each entry, by the index's bits from above: neighbours share the gates of their bits.
 */
export function lookUp(g: Aig, index: Bits, entries: readonly TableEntry[], absent: Bits): Bits {
  // At most as deep as the index has bits.
  const within = (low: number, high: number, width: number): Bits => {
    if (low === high) return absent;
    if (high - low === 1) {
      const bits = Array.from({ length: width }, (_, i) => index[i]);
      const { element, index: key } = entries[low];
      return choose(g, equal(g, bits, constantBits(width, BigInt.asUintN(width, key))), element, absent);
    }
    const bit = width - 1;
    let middle = low;
    for (let end = high; middle < end; ) {
      const probe = (middle + end) >> 1;
      if (((entries[probe].index >> BigInt(bit)) & 1n) === 0n) middle = probe + 1;
      else end = probe;
    }
    return choose(g, index[bit], within(middle, high, bit), within(low, middle, bit));
  };
  return within(0, entries.length, index.length);
}

export function shiftLeft(g: Aig, a: Bits, by: Bits): Edge[] {
  return barrel(g, a, by, NO, (i, distance) => i - distance);
}

/** `fill` enters from above: NO for a logical shift, the sign for an arithmetic one. */
export function shiftRight(g: Aig, a: Bits, by: Bits, fill: Edge): Edge[] {
  return barrel(g, a, by, fill, (i, distance) => i + distance);
}

/**
 * One stage for each bit of the amount that is worth less than the width; any bit above shifts
 * everything out.
 */
function barrel(g: Aig, a: Bits, by: Bits, fill: Edge, from: (i: number, distance: number) => number): Edge[] {
  const width = a.length;
  let bits = Array.from(a);
  let stage = 0;
  for (; stage < by.length && 2 ** stage < width; stage++) {
    const distance = 2 ** stage;
    const c = by[stage];
    if (c === NO) continue;
    const before = bits;
    bits = before.map((bit, i) => {
      const source = from(i, distance);
      return g.ite(c, source >= 0 && source < width ? before[source] : fill, bit);
    });
  }
  const high: Edge[] = [];
  for (let i = stage; i < by.length; i++) if (by[i] !== NO) high.push(by[i] ^ 1);
  const inside = g.andAll(high);
  return inside === YES ? bits : bits.map((bit) => g.ite(inside, bit, fill));
}
