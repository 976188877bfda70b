import type { Layout } from '../../../c/type/layout.ts';
import type { CType } from '../../../c/types.ts';
import { RandomNumbers } from './random.ts';
import type { InputSource } from './source.ts';

/**
 * `zero`: every input is 0. `boundary`: limits of the type, small numbers, constants of the program and their neighbours. `random`:
 * all bit patterns alike. `mix`: each input is drawn in one of these ways, often the value before it once more.
 */
export type SeededMode = 'zero' | 'boundary' | 'random' | 'mix';

export interface SeededOptions {
  /** See `minedConstants`. */
  readonly constants?: readonly bigint[];
  readonly layout: Layout;
  /** Content of uninitialised objects; default `random` except in mode `zero`. */
  readonly uninitialised?: 'zero' | 'random';
}

/** One allocation in so many fails where they may: with more, few runs get anywhere. */
const FAILING = 8;

/** Bytes of an object that are drawn one by one; the others are zero. */
const MAX_NOISE = 1024;

/** A deterministic source: the same seed and program give the same run. */
export function seededInputs(seed: number, mode: SeededMode, options: SeededOptions): InputSource {
  const random = new RandomNumbers(seed);
  const { constants = [], layout } = options;
  const fills = (options.uninitialised ?? (mode === 'zero' ? 'zero' : 'random')) === 'random';
  let previous = 0n;

  function draw(type: CType, how: SeededMode): bigint {
    const bits = bitsOf(type, layout);
    switch (how) {
      case 'zero':
        return 0n;
      case 'random':
        return random.bits(bits);
      case 'boundary':
        return type.kind === 'float' ? boundaryFloat(bits, random) : boundaryInteger(bits, constants, random);
      case 'mix': {
        const choice = random.below(8);
        if (choice === 0) return 0n;
        if (choice === 1) return previous;
        if (choice <= 3) return BigInt(random.below(8));
        return draw(type, choice <= 5 ? 'boundary' : 'random');
      }
    }
  }

  return {
    scalar(request) {
      if (request.kind === 'allocation') return mode !== 'zero' && random.below(FAILING) === 0 ? 1n : 0n;
      if (request.type.kind === 'integer' && request.type.name === 'bool') return mode === 'zero' ? 0n : BigInt(random.below(2));
      previous = draw(request.type, mode);
      return previous;
    },
    content(_request, bytes) {
      if (!fills) return false;
      // Long runs of equal bytes are as telling as noise, and cheap; noise is kept short, so that its record is.
      const pattern = random.below(4);
      if (pattern === 0) return false;
      if (pattern === 1) bytes.fill(random.below(256));
      else for (let index = 0; index < Math.min(bytes.length, MAX_NOISE); index++) bytes[index] = random.below(256);
      return true;
    },
  };
}

function bitsOf(type: CType, layout: Layout): number {
  return Number(layout.sizeOf(type) ?? 8n) * 8;
}

function boundaryInteger(bits: number, constants: readonly bigint[], random: RandomNumbers): bigint {
  const half = 1n << BigInt(bits - 1);
  const limits = [0n, 1n, -1n, 2n, half, half - 1n, -2n, 3n, 10n, half - 2n];
  if (constants.length === 0 || random.below(3) === 0) return BigInt.asUintN(bits, limits[random.below(limits.length)]);
  return BigInt.asUintN(bits, constants[random.below(constants.length)] + BigInt(random.below(3)) - 1n);
}

/** Zeros, ones, halves, limits, infinity, NaN, the smallest subnormal, by bit pattern. */
function boundaryFloat(bits: number, random: RandomNumbers): bigint {
  const patterns =
    bits === 32
      ? [
          0n,
          0x80000000n,
          0x3f800000n,
          0xbf800000n,
          0x3f000000n,
          0x7f7fffffn,
          0xff7fffffn,
          0x7f800000n,
          0x7fc00000n,
          1n,
          0x40490fdbn,
        ]
      : [
          0n,
          0x8000000000000000n,
          0x3ff0000000000000n,
          0xbff0000000000000n,
          0x3fe0000000000000n,
          0x7fefffffffffffffn,
          0xffefffffffffffffn,
          0x7ff0000000000000n,
          0x7ff8000000000000n,
          1n,
          0x400921fb54442d18n,
        ];
  return bits === 32 || bits === 64 ? patterns[random.below(patterns.length)] : 0n;
}
