import type { FloatFormat, FloatValue } from '../../../../base/float.ts';
import type { RoundingMode } from '../../../../logic/terms/builder.ts';
import { convertFloat, floatFromInteger, floatResult, integerFromFloat } from '../../../../logic/terms/float-values.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import {
  anyBits,
  anyFloat,
  atOrdinal,
  type BitsRange,
  type FloatRange,
  type Interval,
  infinityOf,
  ordinalOf,
  ordinalOfPattern,
  patternAt,
  signedBits,
  unsignedBits,
} from './range.ts';

/**
 * Ranges of results of floats. Each operator is monotone in each of its arguments, rounding included,
 * in every mode: the extremes are therefore among its exact values at the ends. If one of those is a
 * NaN, any number may result.
 */
export function floatOperation(
  op: Op,
  mode: RoundingMode,
  format: FloatFormat,
  args: readonly FloatRange[],
): FloatRange {
  const nan = args.some((arg) => arg.nan);
  const intervals = args.flatMap(({ numbers }) => numbers ?? []);
  if (intervals.length < args.length) return { kind: 'float', format, numbers: null, nan };
  const [a, b] = args.map((arg, i): Operand => ({ ...intervals[i], infinity: infinityOf(arg.format) }));
  switch (op) {
    case Op.FP_ABS: {
      const ends = [a.low < 0n ? -a.low : a.low, a.high < 0n ? -a.high : a.high].sort((x, y) => (x < y ? -1 : 1));
      return { kind: 'float', format, numbers: { low: hasZero(a) ? 0n : ends[0], high: ends[1] }, nan };
    }
    case Op.FP_DIV: {
      if (hasZero(b)) return { ...anyFloat(format), nan: true };
      const invalid = unbounded(a) && unbounded(b);
      return extremes(op, mode, format, args, intervals, nan || invalid);
    }
    case Op.FP_MUL: {
      const invalid = (hasZero(a) && unbounded(b)) || (hasZero(b) && unbounded(a));
      return extremes(op, mode, format, args, intervals, nan || invalid);
    }
    case Op.FP_ADD:
    case Op.FP_SUB:
      return extremes(op, mode, format, args, intervals, nan || (unbounded(a) && unbounded(b)));
    case Op.FP_FMA: {
      const finite = intervals.every(
        (interval, i) => !unbounded({ ...interval, infinity: infinityOf(args[i].format) }),
      );
      return finite ? extremes(op, mode, format, args, intervals, nan) : anyFloat(format);
    }
    case Op.FP_SQRT: {
      if (a.high < 0n) return { kind: 'float', format, numbers: null, nan: true };
      const positive = { low: a.low < 0n ? 0n : a.low, high: a.high };
      return extremes(op, mode, format, args, [positive], nan || a.low < 0n);
    }
    case Op.FP_NEG:
    case Op.FP_ROUND_TO_INTEGRAL:
      return extremes(op, mode, format, args, intervals, nan);
    default:
      return anyFloat(format);
  }
}

interface Operand extends Interval {
  readonly infinity: bigint;
}

function hasZero({ low, high }: Interval): boolean {
  return low <= 0n && high >= 0n;
}

function unbounded({ low, high, infinity }: Operand): boolean {
  return low === -infinity || high === infinity;
}

function extremes(
  op: Op,
  mode: RoundingMode,
  format: FloatFormat,
  args: readonly FloatRange[],
  intervals: readonly Interval[],
  nan: boolean,
): FloatRange {
  let corners: FloatValue[][] = [[]];
  intervals.forEach(({ low, high }, i) => {
    const ends = low === high ? [low] : [low, high];
    corners = corners.flatMap((corner) => ends.map((end) => [...corner, atOrdinal(args[i].format, end)]));
  });
  const places = corners.map((corner) => ordinalOf(format, floatResult(op, mode, format, corner)));
  return between(format, places, nan);
}

function between(format: FloatFormat, places: readonly (bigint | null)[], nan: boolean): FloatRange {
  const known = places.flatMap((place) => place ?? []);
  if (known.length < places.length) return anyFloat(format);
  const low = known.reduce((x, y) => (x < y ? x : y));
  const high = known.reduce((x, y) => (x > y ? x : y));
  return { kind: 'float', format, numbers: { low, high }, nan };
}

/** Rounding to another format is monotone, too. */
export function conversion(mode: RoundingMode, format: FloatFormat, arg: FloatRange): FloatRange {
  if (arg.numbers === null) return { kind: 'float', format, numbers: null, nan: arg.nan };
  const ends = [arg.numbers.low, arg.numbers.high].map((end) => convertFloat(format, mode, atOrdinal(arg.format, end)));
  return between(
    format,
    ends.map((end) => ordinalOf(format, end)),
    arg.nan,
  );
}

export function fromInteger(mode: RoundingMode, format: FloatFormat, { low, high }: Interval): FloatRange {
  const ends = [low, high].map((end) => ordinalOf(format, floatFromInteger(format, mode, end)));
  return between(format, ends, false);
}

/**
 * Rounding to an integer is monotone while the results fit. A number that does not fit has one fixed
 * result, which gives no bounds.
 */
export function toInteger(mode: RoundingMode, width: number, isSigned: boolean, arg: FloatRange): BitsRange {
  if (arg.nan || arg.numbers === null) return anyBits(width);
  const ends = [arg.numbers.low, arg.numbers.high].map((end) => {
    const value = atOrdinal(arg.format, end);
    // The spare bits reveal a number that does not fit.
    const wide = integerFromFloat(value, mode, width + 2, true);
    return value.kind === 'finite' ? BigInt.asIntN(width + 2, wide) : null;
  });
  const [low, high] = ends;
  const least = -(1n << BigInt(width + 1));
  if (low === null || high === null || low === least || high === least) return anyBits(width);
  return isSigned ? signedBits(width, low, high) : low < 0n ? anyBits(width) : unsignedBits(width, low, high);
}

/** The floats of patterns between bounds of one sign, none of which is a NaN. */
export function fromPattern(format: FloatFormat, { unsigned }: BitsRange): FloatRange {
  const infinity = infinityOf(format);
  const sign = 1n << BigInt(format.exponentBits + format.precision - 1);
  const { low, high } = unsigned;
  if (high <= infinity) return { kind: 'float', format, numbers: { low, high }, nan: false };
  if (low < sign || high > sign + infinity) return anyFloat(format);
  const numbers = { low: ordinalOfPattern(format, high), high: ordinalOfPattern(format, low) };
  return { kind: 'float', format, numbers, nan: false };
}

/** Patterns of numbers of one sign. A zero may have either sign; a NaN has a pattern of its own. */
export function toPattern(width: number, { format, numbers, nan }: FloatRange): BitsRange {
  if (nan || numbers === null || hasZero(numbers)) return anyBits(width);
  const ends = [patternAt(format, numbers.low), patternAt(format, numbers.high)];
  return numbers.low > 0n ? unsignedBits(width, ends[0], ends[1]) : unsignedBits(width, ends[1], ends[0]);
}
