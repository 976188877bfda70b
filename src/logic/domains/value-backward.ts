import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { type Bits, mask, NO_BITS, trailingZeros } from './bits.ts';
import { congruence, NO_CONGRUENCE } from './congruence.ts';
import type { Learnt } from './domain.ts';
import { isComputed, preimage, sorted } from './elements.ts';
import { full, unsignedRange } from './range.ts';
import { rangeBackward } from './ranges.ts';
import { elementsOf, exactValue, holds, meetValues, type Value, value, valueAmong } from './value.ts';

type LearntValues = readonly Learnt<Value>[] | null;

/** True if {@link valueBackward} may find a value below the operator. */
export function looksBelow(op: Op): boolean {
  switch (op) {
    case Op.ITE:
    case Op.BV_NOT:
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
    case Op.NEG:
    case Op.ADD:
    case Op.UREM:
    case Op.CONCAT:
    case Op.EXTRACT:
    case Op.ZEXT:
    case Op.SEXT:
      return true;
    default:
      return false;
  }
}

/**
 * The values that a result allows for the arguments, including their elements that can give it, where
 * these are listed.
 */
export function valueBackward(terms: TermStore, t: Term, v: Value, now: (t: Term) => Value): LearntValues {
  const found = plainBackward(terms, t, v, now);
  if (found === null || !isComputed(terms.op(t))) return found;
  const x = terms.arg(t, 0);
  const y = terms.arity(t) > 1 ? terms.arg(t, 1) : x;
  const [a, b] = [elementsOf(now(x)), elementsOf(now(y))];
  if (a === null || b === null || (a.length === 1 && b.length === 1)) return found;
  const possible = preimage(terms, t, a, b, (result) => holds(v, result));
  if (possible === null) return found;
  const result = [...found];
  const sides = [[x, a, possible[0]] as const, ...(x === y ? [] : [[y, b, possible[1]] as const])];
  for (const [arg, all, left] of sides) {
    if (left.length === all.length) continue;
    const among = valueAmong(terms.width(arg), left);
    if (among === null) return null;
    result.push([arg, among]);
  }
  return result;
}

/**
 * The values that a result allows for the arguments. It handles operators that lose no information,
 * single bits, remainders by constants, and the branches of an `ite`.
 */
function plainBackward(terms: TermStore, t: Term, v: Value, now: (t: Term) => Value): LearntValues {
  const width = v.width;
  const x = terms.arity(t) > 0 ? terms.arg(t, 0) : t;
  const y = terms.arity(t) > 1 ? terms.arg(t, 1) : t;
  switch (terms.op(t)) {
    case Op.ITE:
      return branches(terms, t, v, now);
    case Op.BV_NOT:
      return one(x, complement(v));
    case Op.BV_XOR: {
      const [constant, other] = terms.isBv(x) ? [x, y] : [y, x];
      if (!terms.isBv(constant)) return [];
      const c = terms.constValue(constant);
      return one(other, fromBits(width, { zeros: (v.zeros & ~c) | (v.ones & c), ones: (v.ones & ~c) | (v.zeros & c) }));
    }
    case Op.BV_AND: {
      const [a, b] = [now(x), now(y)];
      // A one is a one in both arguments; a zero is one in an argument if the other has a one there.
      return both(
        [x, fromBits(width, { ones: v.ones, zeros: v.zeros & b.ones })],
        [y, fromBits(width, { ones: v.ones, zeros: v.zeros & a.ones })],
      );
    }
    case Op.BV_OR: {
      const [a, b] = [now(x), now(y)];
      return both(
        [x, fromBits(width, { zeros: v.zeros, ones: v.ones & b.zeros })],
        [y, fromBits(width, { zeros: v.zeros, ones: v.ones & a.zeros })],
      );
    }
    case Op.NEG:
      return one(x, negated(v));
    case Op.ADD: {
      const found = rangeBackward(terms, t, v);
      if (found === null) return null;
      const constant = terms.isBv(x) ? x : y;
      if (found.length === 0) return [];
      const [[argument, r]] = found;
      return one(argument, value(r, NO_BITS, congruence(twoPart(v), v.remainder - terms.constValue(constant))));
    }
    case Op.UREM: {
      if (!terms.isBv(y)) return [];
      const divisor = terms.constValue(y);
      if (divisor === 0n) return one(x, v);
      // Only a known remainder restricts the dividend.
      if (v.low !== v.high) return [];
      return v.low < divisor ? one(x, value(full(width), NO_BITS, congruence(divisor, v.low))) : null;
    }
    case Op.CONCAT: {
      const lower = terms.width(y);
      const by = BigInt(lower);
      return both(
        [x, cut(v, terms.width(x), by)],
        [y, fromBits(lower, { zeros: v.zeros & mask(lower), ones: v.ones & mask(lower) })],
      );
    }
    case Op.EXTRACT: {
      const low = BigInt(terms.low(t));
      return one(x, fromBits(terms.width(x), { zeros: v.zeros << low, ones: v.ones << low }));
    }
    case Op.ZEXT:
    case Op.SEXT: {
      const found = rangeBackward(terms, t, v);
      if (found === null) return null;
      const inner = terms.width(x);
      const bits = { zeros: v.zeros & mask(inner), ones: v.ones & mask(inner) };
      const step = terms.op(t) === Op.ZEXT ? v : NO_CONGRUENCE;
      return found.length === 0 ? [] : one(x, value(found[0][1], bits, step));
    }
    default:
      return [];
  }
}

/** The values for a choice: a branch that cannot give the result was not taken. */
function branches(terms: TermStore, t: Term, v: Value, now: (t: Term) => Value): LearntValues {
  const [condition, yes, no] = [terms.arg(t, 0), terms.arg(t, 1), terms.arg(t, 2)];
  const c = now(condition);
  const first = c.high === 0n ? null : meetValues(now(yes), v);
  const second = c.low === 1n ? null : meetValues(now(no), v);
  if (first === null && second === null) return null;
  if (second === null && first !== null)
    return [
      [condition, exactValue(1, 1n)],
      [yes, first],
    ];
  if (first === null && second !== null)
    return [
      [condition, exactValue(1, 0n)],
      [no, second],
    ];
  return selector(terms, t, v, now);
}

/** Most choices of a read that are looked at. */
const MOST_CHOICES = 256;

/**
 * The values of the index by which a chain of choices reads. An element that cannot give the result was not read, at
 * either end of the index's values.
 *
 * Example: `a` has three elements, the last of which is 0, and i is at most 2. The read of a[i] is i = 0 ? a0 : i = 1 ?
 * a1 : a2. It is not 0, so that i is at most 1.
 */
function selector(terms: TermStore, t: Term, v: Value, now: (t: Term) => Value): LearntValues {
  const first = choiceOf(terms, t);
  if (first === null) return [];
  const { index } = first;
  const impossible = new Set<bigint>();
  const possible = new Set<bigint>();
  let rest = t;
  for (let choice: Choice | null = first; choice !== null && choice.index === index; choice = choiceOf(terms, rest)) {
    const { at } = choice;
    if (!impossible.has(at) && !possible.has(at))
      (meetValues(now(terms.arg(rest, 1)), v) === null ? impossible : possible).add(at);
    rest = terms.arg(rest, 2);
    if (impossible.size + possible.size > MOST_CHOICES) return [];
  }
  let { low, high } = now(index);
  if (meetValues(now(rest), v) === null) {
    const left = sorted([...possible].filter((at) => low <= at && at <= high));
    if (left.length === 0) return null;
    [low, high] = [left[0], left[left.length - 1]];
  }
  while (low <= high && impossible.has(low)) low += 1n;
  while (low <= high && impossible.has(high)) high -= 1n;
  return low > high ? null : one(index, value(unsignedRange(terms.width(index), low, high), NO_BITS, NO_CONGRUENCE));
}

interface Choice {
  readonly index: Term;
  readonly at: bigint;
}

/** The word that a choice compares with a number; null for other terms. */
function choiceOf(terms: TermStore, t: Term): Choice | null {
  if (terms.op(t) !== Op.ITE) return null;
  const condition = terms.arg(t, 0);
  if (terms.op(condition) !== Op.EQ) return null;
  const [a, b] = [terms.arg(condition, 0), terms.arg(condition, 1)];
  const [index, number] = terms.isBv(a) ? [b, a] : [a, b];
  return terms.isBv(number) && !terms.isBv(index) ? { index, at: terms.constValue(number) } : null;
}

function one(t: Term, v: Value | null): LearntValues {
  return v === null ? null : [[t, v]];
}

function both(a: readonly [Term, Value | null], b: readonly [Term, Value | null]): LearntValues {
  return a[1] === null || b[1] === null
    ? null
    : [
        [a[0], a[1]],
        [b[0], b[1]],
      ];
}

function fromBits(width: number, bits: Bits): Value | null {
  return value(full(width), bits, NO_CONGRUENCE);
}

/** The largest power of two that divides the modulus: a congruence modulo it survives wrap-around. */
function twoPart({ width, modulus }: Value): bigint {
  return modulus === 0n ? 1n << BigInt(width) : 1n << BigInt(trailingZeros(modulus, width));
}

/** The bits from `by` on. */
function cut(v: Value, width: number, by: bigint): Value | null {
  const all = full(width);
  return value(
    { ...all, low: v.low >> by, high: v.high >> by },
    { zeros: v.zeros >> by, ones: v.ones >> by },
    NO_CONGRUENCE,
  );
}

function complement(v: Value): Value | null {
  const top = mask(v.width);
  return value(
    {
      width: v.width,
      low: top - v.high,
      high: top - v.low,
      signedLow: -v.signedHigh - 1n,
      signedHigh: -v.signedLow - 1n,
    },
    { zeros: v.ones, ones: v.zeros },
    congruence(v.modulus, top - v.remainder),
  );
}

function negated(v: Value): Value | null {
  const all = full(v.width);
  const wraps = v.low === 0n;
  const half = v.signedLow === all.signedLow;
  const modulus = 1n << BigInt(v.width);
  return value(
    {
      width: v.width,
      low: wraps ? 0n : modulus - v.high,
      high: wraps ? all.high : modulus - v.low,
      signedLow: half ? all.signedLow : -v.signedHigh,
      signedHigh: half ? all.signedHigh : -v.signedLow,
    },
    NO_BITS,
    congruence(twoPart(v), -v.remainder),
  );
}
