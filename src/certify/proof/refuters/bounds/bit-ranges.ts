import { Op } from '../../../../logic/terms/ops.ts';
import { anyBits, type BitsRange, bothBits, type Interval, signedBits, unsignedBits } from './range.ts';

/**
 * Ranges of bit-vectors, computed from those of the arguments. Results that may wrap around in one
 * reading have no bounds there.
 */
export function bitsOperation(op: Op, width: number, args: readonly BitsRange[]): BitsRange {
  const [a, b] = args;
  switch (op) {
    case Op.BV_NOT:
      return signedBits(width, -1n - a.signed.high, -1n - a.signed.low);
    case Op.NEG:
      return signedBits(width, -a.signed.high, -a.signed.low);
    case Op.ADD:
      return inBoth(width, a, b, (x, y) => ({ low: x.low + y.low, high: x.high + y.high }));
    case Op.MUL:
      return inBoth(width, a, b, (x, y) => spanning([x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high]));
    case Op.UDIV:
      return b.unsigned.low > 0n
        ? unsignedBits(width, a.unsigned.low / b.unsigned.high, a.unsigned.high / b.unsigned.low)
        : anyBits(width);
    case Op.UREM:
      if (b.unsigned.low === 0n) return unsignedBits(width, 0n, a.unsigned.high);
      if (a.unsigned.high < b.unsigned.low) return a;
      return unsignedBits(width, 0n, lesser(a.unsigned.high, b.unsigned.high - 1n));
    case Op.SDIV: {
      // The quotient is monotone in the dividend, and in the divisor while its sign is constant.
      if (b.signed.low <= 0n && b.signed.high >= 0n) return anyBits(width);
      const { low, high } = spanning([
        a.signed.low / b.signed.low,
        a.signed.low / b.signed.high,
        a.signed.high / b.signed.low,
        a.signed.high / b.signed.high,
      ]);
      return signedBits(width, low, high);
    }
    case Op.SREM: {
      if (b.signed.low <= 0n && b.signed.high >= 0n) return anyBits(width);
      // The remainder has the sign of the dividend, and is nearer to zero than both dividend and divisor.
      const greatest = (b.signed.low > 0n ? b.signed.high : -b.signed.low) - 1n;
      const least = (b.signed.low > 0n ? b.signed.low : -b.signed.high) - 1n;
      if (a.signed.low >= -least && a.signed.high <= least) return signedBits(width, a.signed.low, a.signed.high);
      const low = a.signed.low < -greatest ? -greatest : lesser(a.signed.low, 0n);
      const high = a.signed.high < 0n ? 0n : lesser(a.signed.high, greatest);
      return signedBits(width, low, high);
    }
    case Op.SHL: {
      const places = shift(b, width);
      if (places === null) return anyBits(width);
      return inBoth(width, a, a, (x) => ({ low: x.low << places, high: x.high << places }));
    }
    case Op.LSHR: {
      const places = shift(b, width);
      if (places === null) return unsignedBits(width, 0n, a.unsigned.high);
      return unsignedBits(width, a.unsigned.low >> places, a.unsigned.high >> places);
    }
    case Op.ASHR: {
      const places = shift(b, width);
      return places === null ? anyBits(width) : signedBits(width, a.signed.low >> places, a.signed.high >> places);
    }
    case Op.BV_AND:
      return unsignedBits(width, 0n, lesser(a.unsigned.high, b.unsigned.high));
    case Op.CONCAT: {
      const places = BigInt(b.width);
      return unsignedBits(
        width,
        (a.unsigned.low << places) + b.unsigned.low,
        (a.unsigned.high << places) + b.unsigned.high,
      );
    }
    case Op.ZEXT:
      return unsignedBits(width, a.unsigned.low, a.unsigned.high);
    case Op.SEXT:
      return signedBits(width, a.signed.low, a.signed.high);
    default:
      return anyBits(width);
  }
}

/** Bits `from` up to `from + width - 1`. */
export function extraction(width: number, from: number, arg: BitsRange): BitsRange {
  const low = arg.unsigned.low >> BigInt(from);
  const high = arg.unsigned.high >> BigInt(from);
  const size = 1n << BigInt(width);
  const found = low / size === high / size ? unsignedBits(width, low % size, high % size) : anyBits(width);
  return from === 0 ? bothBits(found, signedBits(width, arg.signed.low, arg.signed.high)) : found;
}

/** An operation on integers, in either reading: a reading gives bounds if nothing wraps around in it. */
function inBoth(width: number, a: BitsRange, b: BitsRange, of: (x: Interval, y: Interval) => Interval): BitsRange {
  const unsigned = of(a.unsigned, b.unsigned);
  const signed = of(a.signed, b.signed);
  return bothBits(unsignedBits(width, unsigned.low, unsigned.high), signedBits(width, signed.low, signed.high));
}

function spanning(values: readonly bigint[]): Interval {
  return { low: values.reduce((x, y) => (x < y ? x : y)), high: values.reduce((x, y) => (x > y ? x : y)) };
}

function lesser(x: bigint, y: bigint): bigint {
  return x < y ? x : y;
}

/** The constant distance of a shift below the width; else null. */
function shift({ unsigned }: BitsRange, width: number): bigint | null {
  return unsigned.low === unsigned.high && unsigned.low < BigInt(width) ? unsigned.low : null;
}
