import { wrapUnsigned } from '../../base/wide.ts';
import type { Native, NativeCall, Natives } from './native.ts';

/**
 * GCC's builtins on bits, and their library forms. Suffix `l` counts by the width of long, `ll` by 64,
 * `g` by the width of the argument.
 */

type Width = (call: NativeCall) => number;

const WIDTHS: readonly (readonly [suffix: string, width: Width])[] = [
  ['', () => 32],
  ['l', (call) => call.runtime.pointerSize * 8],
  ['ll', () => 64],
  ['imax', () => 64],
  ['g', (call) => call.runtime.represent(call.types[0]).size * 8],
];

function bitsOf(call: NativeCall, width: number): bigint {
  return BigInt.asUintN(width, BigInt(call.wide(0)));
}

function population(bits: bigint): number {
  let count = 0;
  for (let rest = bits; rest !== 0n; rest &= rest - 1n) count++;
  return count;
}

function trailing(bits: bigint): number {
  let count = 0;
  while (((bits >> BigInt(count)) & 1n) === 0n) count++;
  return count;
}

function leading(bits: bigint, width: number): number {
  return width - bits.toString(2).length;
}

/**
 * Operations on bits by name. x86's bsf and bsr leave the target unchanged for 0: that result is not
 * defined. Here it is the result of tzcnt and lzcnt.
 */
const OPERATIONS: Readonly<Record<string, (bits: bigint, width: number) => number>> = {
  popcount: (bits) => population(bits),
  parity: (bits) => population(bits) & 1,
  clz: (bits, width) => (bits === 0n ? width : leading(bits, width)),
  ctz: (bits, width) => (bits === 0n ? width : trailing(bits)),
  ffs: (bits) => (bits === 0n ? 0 : trailing(bits) + 1),
  clrsb: (bits, width) => {
    const signed = BigInt.asIntN(width, bits);
    const magnitude = signed < 0n ? ~signed : signed;
    return (magnitude === 0n ? width : leading(magnitude, width)) - 1;
  },
};

function family(): Record<string, Native> {
  const natives: Record<string, Native> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    for (const [suffix, width] of WIDTHS) {
      natives[`__builtin_${name}${suffix}`] = (call) => {
        const bits = width(call);
        return operation(bitsOf(call, bits), bits);
      };
    }
  }
  return natives;
}

function swapBytes(width: number): Native {
  return (call) => {
    const hex = bitsOf(call, width)
      .toString(16)
      .padStart(width / 4, '0');
    const swapped = BigInt(`0x${hex.match(/../g)!.reverse().join('')}`);
    return width === 128 ? swapped : wrapUnsigned(swapped);
  };
}

const bits = family();

export const BIT_FUNCTIONS = {
  ...bits,
  ffs: bits.__builtin_ffs,
  ffsl: bits.__builtin_ffsl,
  ffsll: bits.__builtin_ffsll,
  __builtin_bswap16: swapBytes(16),
  __builtin_bswap32: swapBytes(32),
  __builtin_bswap64: swapBytes(64),
  __builtin_bswap128: swapBytes(128),
  __bswap_32: swapBytes(32),
  __bswap_64: swapBytes(64),
} satisfies Natives;
