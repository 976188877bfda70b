import { maskOf } from '../../logic/terms/bv-values.ts';
import { Op } from '../../logic/terms/ops.ts';

/**
 * A bit-vector with some known and some unknown bits: the bits in `zeros` are 0, the bits in `ones`
 * are 1. `nonzero`: some bit is 1.
 */
export class KnownBits {
  constructor(
    readonly width: number,
    readonly zeros: bigint,
    readonly ones: bigint,
    readonly nonzero: boolean,
  ) {}
}

/** A bit-vector within bounds, which are unsigned and both included. */
export class BoundedBits extends KnownBits {
  constructor(
    width: number,
    readonly low: bigint,
    readonly high: bigint,
  ) {
    const [zeros, ones] = commonPrefix(width, low, high);
    super(width, zeros, ones, low !== 0n);
  }
}

/**
 * Returns the leading bits that all values between the bounds share: those that are 0, and those that
 * are 1.
 */
function commonPrefix(width: number, low: bigint, high: bigint): readonly [zeros: bigint, ones: bigint] {
  const differ = low ^ high;
  const free = differ === 0n ? 0n : maskOf(differ.toString(2).length);
  const known = maskOf(width) & ~free;
  return [known & ~low, known & low];
}

/** Makes a word from its bounds. */
export function boundedWord(width: number, low: bigint, high: bigint): PartialWord {
  if (low === high) return low;
  return low === 0n && high === maskOf(width) ? null : new BoundedBits(width, low, high);
}

/** A word with all (bigint), some or no (null) bits known. */
export type PartialWord = bigint | KnownBits | null;

/** Makes a word from its known bits. `nonzero`: it is known to have a bit that is 1. */
export function partialWord(width: number, zeros: bigint, ones: bigint, nonzero = false): PartialWord {
  const known = zeros | ones;
  if (known === maskOf(width)) return ones;
  return known === 0n && !nonzero ? null : new KnownBits(width, zeros, ones, nonzero || ones !== 0n);
}

const zerosOf = (width: number, word: PartialWord): bigint =>
  word === null ? 0n : typeof word === 'bigint' ? maskOf(width) & ~word : word.zeros;
const onesOf = (word: PartialWord): bigint => (word === null ? 0n : typeof word === 'bigint' ? word : word.ones);

const isNonzero = (word: PartialWord): boolean =>
  word !== null && (typeof word === 'bigint' ? word !== 0n : word.nonzero);

/** Adds the fact that a word is not zero. */
export function withoutZero(width: number, word: PartialWord): PartialWord {
  return word === 0n ? word : partialWord(width, zerosOf(width, word), onesOf(word), true);
}

/** Adds the fact that a word is greater than zero, as a signed number. */
export function asPositive(width: number, word: PartialWord): PartialWord {
  const sign = 1n << BigInt(width - 1);
  return word === 0n || (onesOf(word) & sign) !== 0n
    ? word
    : partialWord(width, zerosOf(width, word) | sign, onesOf(word), true);
}

/** Returns the least unsigned value of a word. */
function leastOf(width: number, word: PartialWord): bigint {
  if (word instanceof BoundedBits) return word.low;
  const ones = onesOf(word);
  if (ones !== 0n || !isNonzero(word)) return ones;
  const free = unknownBits(width, word);
  return free & -free;
}

/** Returns the greatest unsigned value of a word. */
function greatestOf(width: number, word: PartialWord): bigint {
  return word instanceof BoundedBits ? word.high : maskOf(width) & ~zerosOf(width, word);
}

/** Returns the unknown bits of a word. */
export function unknownBits(width: number, word: PartialWord): bigint {
  return maskOf(width) & ~(zerosOf(width, word) | onesOf(word));
}

/** Returns the place of the highest unknown bit of a value; 0 if it is no partly known word. */
export function topUnknown(value: unknown): number {
  return value instanceof KnownBits ? unknownBits(value.width, value).toString(2).length - 1 : 0;
}

/** Returns the bits that are known and equal in both words. */
export function commonBits(width: number, a: PartialWord, b: PartialWord): PartialWord {
  return partialWord(width, zerosOf(width, a) & zerosOf(width, b), onesOf(a) & onesOf(b), isNonzero(a) && isNonzero(b));
}

/** Whether two words are equal; null: unknown. */
export function sameBits(width: number, a: PartialWord, b: PartialWord): boolean | null {
  if ((zerosOf(width, a) & onesOf(b)) !== 0n || (onesOf(a) & zerosOf(width, b)) !== 0n) return false;
  if ((a === 0n && isNonzero(b)) || (b === 0n && isNonzero(a))) return false;
  if (greatestOf(width, a) < leastOf(width, b) || greatestOf(width, b) < leastOf(width, a)) return false;
  return typeof a === 'bigint' && a === b ? true : null;
}

/** Whether an unsigned word is less than another; null: unknown. */
export function belowBits(width: number, a: PartialWord, b: PartialWord): boolean | null {
  if (greatestOf(width, a) < leastOf(width, b)) return true;
  return leastOf(width, a) >= greatestOf(width, b) ? false : null;
}

/**
 * Whether a signed word is less than another: with inverted sign bits they compare like unsigned
 * words.
 */
export function signedBelowBits(width: number, a: PartialWord, b: PartialWord): boolean | null {
  const sign = 1n << BigInt(width - 1);
  if ((zerosOf(width, a) & zerosOf(width, b) & sign) !== 0n) return belowBits(width, a, b);
  const turned = (word: PartialWord): PartialWord => {
    if (word instanceof BoundedBits) {
      // Bounds on both sides of zero say little of signed values.
      const isOneSided = (word.low & sign) === (word.high & sign);
      return isOneSided ? new BoundedBits(width, word.low ^ sign, word.high ^ sign) : null;
    }
    const zeros = zerosOf(width, word);
    const ones = onesOf(word);
    return partialWord(width, (zeros & ~sign) | (ones & sign), (ones & ~sign) | (zeros & sign));
  };
  return belowBits(width, turned(a), turned(b));
}

/** Adds two words and a carry into the lowest bit. */
function sum(width: number, a: PartialWord, b: PartialWord, carry: bigint): PartialWord {
  const mask = maskOf(width);
  const [zerosA, zerosB, onesA, onesB] = [zerosOf(width, a), zerosOf(width, b), onesOf(a), onesOf(b)];
  const largest = ((mask & ~zerosA) + (mask & ~zerosB) + carry) & mask;
  const smallest = (onesA + onesB + carry) & mask;
  // A carry into a bit is known if it is the same for the least and the greatest value of the unknown bits.
  const never = mask & ~(largest ^ zerosA ^ zerosB);
  const always = smallest ^ onesA ^ onesB;
  const known = (zerosA | onesA) & (zerosB | onesB) & (never | always);
  return partialWord(width, known & ~largest & mask, known & smallest);
}

/**
 * Evaluates an operator on partly known words. The result is unknown if its bits do not follow from
 * bits of the arguments, or if a shift's distance is unknown.
 */
export function partialOperator(
  op: number,
  width: number,
  widths: readonly number[],
  a: PartialWord,
  b: PartialWord,
): PartialWord {
  const mask = maskOf(width);
  const [zerosA, onesA] = [zerosOf(widths[0], a), onesOf(a)];
  const [zerosB, onesB] = [zerosOf(widths[1] ?? 0, b), onesOf(b)];
  switch (op) {
    case Op.BV_NOT:
      return partialWord(width, onesA, zerosA);
    case Op.BV_AND:
      return partialWord(width, zerosA | zerosB, onesA & onesB);
    case Op.BV_OR:
      return partialWord(width, zerosA & zerosB, onesA | onesB, isNonzero(a) || isNonzero(b));
    case Op.BV_XOR:
      return partialWord(width, (zerosA & zerosB) | (onesA & onesB), (zerosA & onesB) | (onesA & zerosB));
    case Op.NEG: {
      const negated = sum(width, partialWord(width, onesA, zerosA), 0n, 1n);
      if (!isNonzero(a)) return negated;
      // The negation of a positive number is negative.
      return partialWord(width, zerosOf(width, negated), onesOf(negated) | (zerosA & (1n << BigInt(width - 1))), true);
    }
    case Op.ADD:
      return sum(width, a, b, 0n);
    case Op.CONCAT: {
      const by = BigInt(widths[1]);
      return partialWord(width, (zerosA << by) | zerosB, (onesA << by) | onesB, isNonzero(a) || isNonzero(b));
    }
    case Op.ZEXT:
      if (a instanceof BoundedBits) return boundedWord(width, a.low, a.high);
      return partialWord(width, zerosA | (mask & ~maskOf(widths[0])), onesA, isNonzero(a));
    case Op.SEXT: {
      const sign = 1n << BigInt(widths[0] - 1);
      if (a instanceof BoundedBits && (a.high & sign) === 0n) return boundedWord(width, a.low, a.high);
      const above = mask & ~maskOf(widths[0]);
      const zeros = zerosA | ((zerosA & sign) === 0n ? 0n : above);
      return partialWord(width, zeros, onesA | ((onesA & sign) === 0n ? 0n : above), isNonzero(a));
    }
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
      return typeof b === 'bigint' ? shifted(op, width, zerosA, onesA, b) : null;
    default:
      return null;
  }
}

function shifted(op: number, width: number, zeros: bigint, ones: bigint, count: bigint): PartialWord {
  const mask = maskOf(width);
  const by = count > BigInt(width) ? BigInt(width) : count;
  if (op === Op.SHL)
    return partialWord(width, ((zeros << by) & mask) | (maskOf(Number(by)) & mask), (ones << by) & mask);
  const above = mask & ~(mask >> by);
  const sign = 1n << BigInt(width - 1);
  const isZero = op === Op.LSHR || (zeros & sign) !== 0n;
  const isOne = op === Op.ASHR && (ones & sign) !== 0n;
  return partialWord(width, (zeros >> by) | (isZero ? above : 0n), (ones >> by) | (isOne ? above : 0n));
}

/** Returns `width` bits of a word, from bit `low` on. */
export function extractedBits(width: number, from: number, low: number, a: PartialWord): PartialWord {
  const by = BigInt(low);
  return partialWord(width, (zerosOf(from, a) >> by) & maskOf(width), (onesOf(a) >> by) & maskOf(width));
}
