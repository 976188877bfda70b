import type { FloatFormat } from '../../../../base/float.ts';
import { bothBits, type FloatRange, infinityOf, type TermRange, truth, unsignedBits } from './range.ts';

/** The width of a range, by value; the largest width if the float may be a NaN. */
export function widthOf(range: TermRange): number {
  switch (range.kind) {
    case 'bool':
      return range.mayHold && range.mayFail ? 1 : 0;
    case 'bits':
      return Number(range.unsigned.high - range.unsigned.low);
    case 'float':
      if (range.numbers === null) return 0;
      if (range.nan) return Number.MAX_VALUE;
      return Math.min(
        Number.MAX_VALUE,
        numberAt(range.format, range.numbers.high) - numberAt(range.format, range.numbers.low),
      );
    case 'array':
      return 0;
  }
}

/** Splits a range in two that cover it; empty if that is impossible. */
export function halvesOf(range: TermRange): TermRange[] {
  switch (range.kind) {
    case 'bool':
      return [truth(true, false), truth(false, true)];
    case 'bits': {
      const { low, high } = range.unsigned;
      const middle = (low + high) / 2n;
      return [unsignedBits(range.width, low, middle), unsignedBits(range.width, middle + 1n, high)].map((half) =>
        bothBits(half, range),
      );
    }
    case 'float':
      return floatHalves(range);
    case 'array':
      return [];
  }
}

function floatHalves(range: FloatRange): TermRange[] {
  if (range.numbers === null) return [];
  if (range.nan)
    return [
      { ...range, nan: false },
      { ...range, numbers: null },
    ];
  const { low, high } = range.numbers;
  const middle = middleOf(range.format, low, high);
  return [
    { ...range, numbers: { low, high: middle } },
    { ...range, numbers: { low: middle + 1n, high } },
  ];
}

/** Half way by value between ends of like size; else half way in the order of floats. low <= result < high. */
function middleOf(format: FloatFormat, low: bigint, high: bigint): bigint {
  if (low < 0n && high > 0n) return 0n;
  if (low < 0n && high === 0n) return -middleOf(format, 0n, -low) - 1n;
  // Number of ordinals in one step of the exponent.
  const octave = 1n << BigInt(format.precision - 1);
  // Within an octave the order of floats is the order of values.
  if (high - low <= octave) return floored(low + high);
  if (high - low <= 8n * octave) return low >= 0n ? high - octave : low + octave - 1n;
  // Small numbers matter rarely, so they are cut off.
  if (low >= 0n && high < infinityOf(format) - 100n * octave && high - low > 8n * octave) return high - 3n * octave;
  if (high <= 0n && low > 100n * octave - infinityOf(format) && high - low > 8n * octave) return low + 3n * octave - 1n;
  return floored(low + high);
}

/** Half of the sum, rounded down. */
function floored(sum: bigint): bigint {
  return sum >> 1n;
}

/** Returns the number as a double, approximately: it only guides the search. */
function numberAt(format: FloatFormat, ordinal: bigint): number {
  const magnitude = ordinal < 0n ? -ordinal : ordinal;
  const octave = 2 ** (format.precision - 1);
  const exponent = Number(magnitude >> BigInt(format.precision - 1)) - (2 ** (format.exponentBits - 1) - 1);
  const fraction = 1 + Number(magnitude & ((1n << BigInt(format.precision - 1)) - 1n)) / octave;
  const value = Math.min(Number.MAX_VALUE, fraction * 2 ** exponent);
  return ordinal < 0n ? -value : value;
}
