import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Range } from './range.ts';

/** Known bits: the bits of `zeros` are 0 in every value, and those of `ones` are 1; no bit is in both. */
export interface Bits {
  readonly zeros: bigint;
  readonly ones: bigint;
}

/** No bit is known. */
export const NO_BITS: Bits = { zeros: 0n, ones: 0n };

/** The number whose lowest `width` bits are set. */
export const mask = (width: number): bigint => (1n << BigInt(width)) - 1n;

/** Number of bits up to the highest one set. */
function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Number of zero bits below the lowest one set; `width` for 0. */
export function trailingZeros(value: bigint, width: number): number {
  return value === 0n ? width : bitLength(value & -value) - 1;
}

/** Number of known bits at the low end. */
export function knownLowBits({ zeros, ones }: Bits, width: number): number {
  return trailingZeros(~(zeros | ones) & mask(width), width);
}

/** The bits that all values of the range share: those above the highest one in which its bounds differ. */
export function bitsOfRange(r: Range): Bits {
  const free = mask(bitLength(r.low ^ r.high));
  const shared = mask(r.width) & ~free;
  return { zeros: shared & ~r.low, ones: shared & r.low };
}

/** The bits known from either; null if they contradict each other. */
export function meetBits(a: Bits, b: Bits): Bits | null {
  const zeros = a.zeros | b.zeros;
  const ones = a.ones | b.ones;
  return (zeros & ones) === 0n ? { zeros, ones } : null;
}

/** The bits known in both. */
export function joinBits(a: Bits, b: Bits): Bits {
  return { zeros: a.zeros & b.zeros, ones: a.ones & b.ones };
}

const exact = (value: bigint, width: number): Bits => ({ zeros: mask(width) & ~value, ones: value });

/** Sum of two values and a carry into the lowest bit. */
function sum(a: Bits, b: Bits, carry: bigint, width: number): Bits {
  const top = mask(width);
  // Largest and smallest sums: a carry is known where both agree with the sum of the known bits alone.
  const largest = ((top & ~a.zeros) + (top & ~b.zeros) + carry) & top;
  const smallest = (a.ones + b.ones + carry) & top;
  const noCarry = ~(largest ^ a.zeros ^ b.zeros);
  const hasCarry = smallest ^ a.ones ^ b.ones;
  const known = (a.zeros | a.ones) & (b.zeros | b.ones) & (noCarry | hasCarry) & top;
  return { zeros: ~largest & known & top, ones: smallest & known };
}

const inverted = ({ zeros, ones }: Bits): Bits => ({ zeros: ones, ones: zeros });

function product(a: Bits, b: Bits, width: number): Bits {
  // The low bits of a product depend only on the low bits of its factors; zeros at the low end add up.
  const zerosA = Math.min(width, trailingZeros(mask(width) & ~a.zeros, width));
  const zerosB = Math.min(width, trailingZeros(mask(width) & ~b.zeros, width));
  const low = mask(Math.min(knownLowBits(a, width), knownLowBits(b, width)));
  const value = ((a.ones & low) * (b.ones & low)) & low;
  const zeros = mask(Math.min(width, zerosA + zerosB));
  return { zeros: (low & ~value) | zeros, ones: value & ~zeros };
}

/**
 * Bits of the result of an operator from those of its arguments; `ranges` give shift counts and
 * divisors. No bits for other operators.
 */
export function bitsTransfer(terms: TermStore, t: Term, bits: readonly Bits[], ranges: readonly Range[]): Bits {
  const width = ranges.length === 0 ? 0 : terms.op(t) === Op.EQ ? 1 : terms.width(t);
  const top = mask(width);
  const [a, b] = bits;
  switch (terms.op(t)) {
    case Op.BV_NOT:
      return inverted(a);
    case Op.BV_AND:
      return { zeros: a.zeros | b.zeros, ones: a.ones & b.ones };
    case Op.BV_OR:
      return { zeros: a.zeros & b.zeros, ones: a.ones | b.ones };
    case Op.BV_XOR:
      return { zeros: (a.zeros & b.zeros) | (a.ones & b.ones), ones: (a.zeros & b.ones) | (a.ones & b.zeros) };
    case Op.NEG:
      return sum(exact(0n, width), inverted(a), 1n, width);
    case Op.ADD:
      return sum(a, b, 0n, width);
    case Op.MUL:
      return product(a, b, width);
    case Op.UREM: {
      // A power of two as divisor keeps the low bits; the others are zero.
      const { low, high } = ranges[1];
      if (low !== high || low === 0n || (low & (low - 1n)) !== 0n) return NO_BITS;
      return { zeros: (a.zeros | ~(low - 1n)) & top, ones: a.ones & (low - 1n) };
    }
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR: {
      const { low, high } = ranges[1];
      if (low !== high) return NO_BITS;
      return shift(terms.op(t), a, Number(low > BigInt(width) ? BigInt(width) : low), width);
    }
    case Op.CONCAT: {
      const by = BigInt(ranges[1].width);
      return { zeros: (a.zeros << by) | b.zeros, ones: (a.ones << by) | b.ones };
    }
    case Op.EXTRACT: {
      const by = BigInt(terms.low(t));
      return { zeros: (a.zeros >> by) & top, ones: (a.ones >> by) & top };
    }
    case Op.ZEXT:
      return { zeros: a.zeros | (top & ~mask(ranges[0].width)), ones: a.ones };
    case Op.SEXT: {
      const sign = 1n << BigInt(ranges[0].width - 1);
      const above = top & ~mask(ranges[0].width);
      return {
        zeros: a.zeros | ((a.zeros & sign) === 0n ? 0n : above),
        ones: a.ones | ((a.ones & sign) === 0n ? 0n : above),
      };
    }
    default:
      return NO_BITS;
  }
}

function shift(op: Op, a: Bits, by: number, width: number): Bits {
  const top = mask(width);
  const count = BigInt(by);
  if (op === Op.SHL) return { zeros: ((a.zeros << count) & top) | (mask(by) & top), ones: (a.ones << count) & top };
  const above = top & ~(top >> count);
  const sign = 1n << BigInt(width - 1);
  const fillZero = op === Op.LSHR || (a.zeros & sign) !== 0n;
  const fillOne = op === Op.ASHR && (a.ones & sign) !== 0n;
  return { zeros: (a.zeros >> count) | (fillZero ? above : 0n), ones: (a.ones >> count) | (fillOne ? above : 0n) };
}
