import type { RoundingMode } from '../terms/builder.ts';
import { unpackFloat } from '../terms/float-values.ts';
import { Op } from '../terms/ops.ts';
import type { Domain } from './domain.ts';
import { above, below, bitsDouble, bitsSingle, doubleBits, singleBits } from './doubles.ts';
import { type Precision, precisionOf, roundedHigh, roundedLow } from './float-format.ts';
import type { Node } from './tape.ts';

const DOUBLE = { exponentBits: 11, precision: 53 };
const INFINITY = Number.POSITIVE_INFINITY;

/**
 * Bounds of a float from those of its arguments: images under monotone operators, computed by the
 * machine at the ends.
 */
export function forwardFloat(d: Domain, node: Node, i: number): void {
  const { a, b, format } = node;
  const kept = format === null ? 'none' : precisionOf(format);
  if (kept === 'none') {
    d.setFloat(i, -INFINITY, INFINITY, true);
    return;
  }
  if (node.op === Op.FLOAT_CONST) {
    constant(d, node, i, kept);
    return;
  }
  if (node.op === Op.FP_FROM_SIGNED || node.op === Op.FP_FROM_UNSIGNED) {
    const bounds = node.op === Op.FP_FROM_SIGNED ? [d.least[a], d.most[a]] : [d.low[a], d.high[a]];
    d.setFloat(i, roundedLow(kept, node.mode, bounds[0]), roundedHigh(kept, node.mode, bounds[1]), false);
    return;
  }
  const nan = d.nan[a] === 1 || (b >= 0 && d.nan[b] === 1 && node.op !== Op.FP_TO_FP);
  const result = (low: number, high: number, invalid: boolean): void => {
    d.setFloat(i, roundedLow(kept, node.mode, low), roundedHigh(kept, node.mode, high), nan || invalid);
  };
  // If no argument can be a number, the result cannot be one.
  if (!hasNumber(d, a) || (b >= 0 && !hasNumber(d, b))) {
    d.setFloat(i, INFINITY, -INFINITY, nan);
    return;
  }
  switch (node.op) {
    case Op.FP_NEG:
      d.setFloat(i, -d.high[a], -d.low[a], nan);
      return;
    case Op.FP_ABS: {
      const straddles = d.low[a] < 0 && d.high[a] > 0;
      d.setFloat(
        i,
        straddles ? 0 : Math.min(Math.abs(d.low[a]), Math.abs(d.high[a])),
        Math.max(Math.abs(d.low[a]), Math.abs(d.high[a])),
        nan,
      );
      return;
    }
    case Op.FP_ADD:
      sum(d.low[a], d.high[a], d.low[b], d.high[b], result);
      return;
    case Op.FP_SUB:
      sum(d.low[a], d.high[a], -d.high[b], -d.low[b], result);
      return;
    case Op.FP_MUL: {
      const [low, high, invalid] = product(d, a, b);
      result(low, high, invalid);
      return;
    }
    case Op.FP_DIV:
      quotient(d, a, b, result);
      return;
    case Op.FP_FMA: {
      const { c } = node;
      const [low, high, invalid] = product(d, a, b);
      if (!hasNumber(d, c)) d.setFloat(i, INFINITY, -INFINITY, true);
      else
        sum(below(low), above(high), d.low[c], d.high[c], (x, y, also) => {
          const outer = d.nan[c] === 1 || invalid || also;
          result(below(x), above(y), outer);
        });
      return;
    }
    case Op.FP_SQRT:
      if (d.high[a] < 0) d.setFloat(i, INFINITY, -INFINITY, true);
      else result(Math.sqrt(Math.max(0, d.low[a])), Math.sqrt(d.high[a]), d.low[a] < 0);
      return;
    case Op.FP_REM: {
      const least = Math.max(Math.abs(d.low[a]), Math.abs(d.high[a]));
      const most = Math.min(least, Math.max(Math.abs(d.low[b]), Math.abs(d.high[b])));
      result(-most, most, contains(d, b, 0) || least === INFINITY);
      return;
    }
    case Op.FP_ROUND_TO_INTEGRAL:
      d.setFloat(i, integral(node.mode, d.low[a]), integral(node.mode, d.high[a]), nan);
      return;
    case Op.FP_TO_FP:
      result(d.low[a], d.high[a], false);
      return;
    default:
      d.setFloat(i, -INFINITY, INFINITY, true);
  }
}

function constant(d: Domain, node: Node, i: number, kept: Precision): void {
  const value = unpackFloat(node.format ?? DOUBLE, node.constant);
  switch (value.kind) {
    case 'nan':
      d.setFloat(i, INFINITY, -INFINITY, true);
      return;
    case 'infinity': {
      const infinity = value.negative ? -INFINITY : INFINITY;
      d.setFloat(i, infinity, infinity, false);
      return;
    }
    case 'finite': {
      const x = Number(value.significand) * 2 ** value.exponent * (value.negative ? -1 : 1);
      if (kept === 'single') exact(d, i, bitsSingle(node.constant));
      else if (kept === 'double') exact(d, i, bitsDouble(node.constant));
      else if (Number.isFinite(x) && (x !== 0 || value.significand === 0n))
        d.setFloat(i, below(below(x)), above(above(x)), false);
      else d.setFloat(i, -INFINITY, INFINITY, false);
    }
  }
}

function exact(d: Domain, i: number, x: number): void {
  d.setFloat(i, x, x, false);
}

function sum(
  aLow: number,
  aHigh: number,
  bLow: number,
  bHigh: number,
  result: (low: number, high: number, invalid: boolean) => void,
): void {
  const low = aLow + bLow;
  const high = aHigh + bHigh;
  const invalid = (aHigh === INFINITY && bLow === -INFINITY) || (aLow === -INFINITY && bHigh === INFINITY);
  result(Number.isNaN(low) ? -INFINITY : low, Number.isNaN(high) ? INFINITY : high, invalid);
}

/** Bounds of the product on doubles, and whether it may be invalid. */
function product(d: Domain, a: number, b: number): [number, number, boolean] {
  const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);
  const ends = [
    times(d.low[a], d.low[b]),
    times(d.low[a], d.high[b]),
    times(d.high[a], d.low[b]),
    times(d.high[a], d.high[b]),
  ];
  const invalid = (contains(d, a, 0) && unbounded(d, b)) || (contains(d, b, 0) && unbounded(d, a));
  // The same operand twice has no negative square.
  const square = a === b;
  const low = square ? (contains(d, a, 0) ? 0 : Math.min(ends[0], ends[3])) : Math.min(...ends);
  return [low, Math.max(...ends), square ? false : invalid];
}

function quotient(
  d: Domain,
  a: number,
  b: number,
  result: (low: number, high: number, invalid: boolean) => void,
): void {
  const invalid = (contains(d, a, 0) && contains(d, b, 0)) || (unbounded(d, a) && unbounded(d, b));
  if (contains(d, b, 0)) {
    // Dividing by either zero: the quotient may have either sign.
    result(-INFINITY, INFINITY, invalid);
    return;
  }
  const over = (x: number, y: number): number =>
    Math.abs(x) === INFINITY && Math.abs(y) === INFINITY ? Number.NaN : x / y;
  const ends = [
    over(d.low[a], d.low[b]),
    over(d.low[a], d.high[b]),
    over(d.high[a], d.low[b]),
    over(d.high[a], d.high[b]),
  ];
  if (ends.some(Number.isNaN)) result(-INFINITY, INFINITY, invalid);
  else result(Math.min(...ends), Math.max(...ends), invalid);
}

/** Rounded to an integer as the mode says; monotone. */
function integral(mode: RoundingMode, x: number): number {
  const down = Math.floor(x);
  switch (mode) {
    case 'RTN':
      return down;
    case 'RTP':
      return Math.ceil(x);
    case 'RTZ':
      return Math.trunc(x);
    case 'RNE':
    case 'RNA': {
      const rest = x - down;
      if (rest !== 0.5) return rest < 0.5 || Number.isNaN(rest) ? down : down + 1;
      if (mode === 'RNE') return down % 2 === 0 ? down : down + 1;
      return x < 0 ? down : down + 1;
    }
  }
}

/** Integers that numbers round to. */
export function integralBounds(mode: RoundingMode, low: number, high: number): [number, number] {
  return [integral(mode, low), integral(mode, high)];
}

/** The float that has a bit-vector as its pattern. */
export function floatOfPattern(d: Domain, node: Node, i: number, bits: number): void {
  const kept = node.format === null ? 'none' : precisionOf(node.format);
  const any = (): void => d.setFloat(i, -INFINITY, INFINITY, true);
  if (kept !== 'single' && kept !== 'double') {
    any();
    return;
  }
  const value = kept === 'single' ? bitsSingle : bitsDouble;
  const sign = kept === 'single' ? 2 ** 31 : 2 ** 63;
  const infinity = kept === 'single' ? 0x7f800000 : Number(doubleBits(INFINITY));
  const pattern = (x: number): bigint => BigInt(x);
  const [low, high] = [d.low[bits], d.high[bits]];
  // Beyond 2^53 bounds are doubles around the patterns: they are multiples of 2^11, and still exact
  // numbers.
  if (high < sign && high <= infinity) d.setFloat(i, value(pattern(low)), value(pattern(high)), false);
  else if (low >= sign && high <= sign + infinity) d.setFloat(i, value(pattern(high)), value(pattern(low)), false);
  else any();
}

/** Bounds of the patterns of floats of one sign. */
export function patternBounds(kept: 'single' | 'double', low: number, high: number): [number, number] {
  const bits = (x: number): number => Number(kept === 'single' ? singleBits(x) : doubleBits(x));
  const ends = [bits(low), bits(high)];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  // Beyond 2^53 the pattern was rounded.
  const isExact = last <= Number.MAX_SAFE_INTEGER;
  return isExact ? [first, last] : [Math.floor(below(first)), above(last)];
}

/** The pattern of a float; a NaN has a fixed one, and a zero may be either zero. */
export function patternOfFloat(d: Domain, node: Node, i: number, float: number, kept: 'single' | 'double'): void {
  if (hasNumber(d, float) && contains(d, float, 0)) {
    d.setAny(i, node.width);
    return;
  }
  const nan = kept === 'single' ? 0x7fc00000 : 2 ** 63 - 2 ** 51;
  // Where it has both signs, zero is between them.
  let [low, high] = hasNumber(d, float) ? patternBounds(kept, d.low[float], d.high[float]) : [nan, nan];
  if (d.nan[float] === 1) {
    low = Math.min(low, nan);
    high = Math.max(high, nan);
  }
  d.setUnsigned(i, node.width, low, high);
}

export function hasNumber(d: Domain, i: number): boolean {
  return d.low[i] <= d.high[i];
}

export function contains(d: Domain, i: number, x: number): boolean {
  return d.low[i] <= x && x <= d.high[i];
}

export function unbounded(d: Domain, i: number): boolean {
  return d.low[i] === -INFINITY || d.high[i] === INFINITY;
}
