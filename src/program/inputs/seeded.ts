import type { Wide } from '../../base/wide.ts';
import type { CType } from '../../c/types/types.ts';
import { NULL_NAME } from '../cfa/pointer-choices.ts';
import { type DrawOptions, Draws, displaced } from './draws.ts';
import { RandomNumbers } from './random.ts';
import type { InputSource } from './source.ts';

/**
 * - `zero`: every input is 0;
 * - `boundary`: limits of the type, small numbers, constants of the program and their neighbours;
 * - `random`: all bit patterns with equal probability;
 * - `small`: numbers from 0 up to a limit of the run;
 * - `mix`: each input is drawn in one of these ways, lies between two constants of the program, or
 *   repeats the value before it;
 * - `steady`: inputs of a type are all the same but for a few, at a rate of the run, which makes
 *   arrays nearly constant;
 * - `sorted`: inputs of a type go up or down step by step, which makes arrays sorted.
 */
export type SeededMode = 'zero' | 'boundary' | 'random' | 'small' | 'mix' | 'steady' | 'sorted';

/** Options for drawn inputs. */
export interface SeededOptions extends DrawOptions {
  /** Content of uninitialised objects; default `random` except in mode `zero`. */
  readonly uninitialised?: 'zero' | 'random';
}

/**
 * One allocation in FAILING fails where allocations may fail. More failures would let few runs get far.
 */
const FAILING = 8;
/** Bytes of an object that are drawn one by one; the others are zero. */
const MAX_NOISE = 1024;
/** Number of inputs of type bool out of 64 that are true. Each run takes one of these. */
const TRUE_OF_64 = [32, 32, 16, 48, 4, 60];
/** Limits of the small numbers of a run. */
const SMALL_LIMITS = [2, 3, 4, 8, 16, 100];
/** Steps between sorted inputs. Each run takes one of these as its limit. */
const STRIDES = [1, 1, 2, 100];
/** Limit of the first sorted input, apart from zero. */
const LARGEST_START = 1000;
/** One sorted input in PLATEAU repeats the one before it. */
const PLATEAU = 4;
/** Number of rates in mode `steady`: one input in 4, 16, ... 4^8 differs. */
const RATES = 8;

/** A deterministic source: the same seed and program give the same run. */
export function seededInputs(seed: number, mode: SeededMode, options: SeededOptions): InputSource {
  const random = new RandomNumbers(seed);
  const draws = new Draws(random, options);
  const fills = (options.uninitialised ?? (mode === 'zero' ? 'zero' : 'random')) === 'random';
  const trueOf64 = TRUE_OF_64[random.below(TRUE_OF_64.length)];
  const draw = drawing(mode, random, draws);

  return {
    scalar({ kind, type }) {
      if (mode === 'zero') return 0;
      if (kind === 'allocation') return random.below(FAILING) === 0 ? 1 : 0;
      if (type.kind === 'integer' && type.name === 'bool') return random.below(64) < trueOf64 ? 1 : 0;
      return draw(type);
    },
    pointer(_request, names) {
      if (mode === 'zero') return null;
      if (random.below(2) === 0) return NULL_NAME;
      const all = names();
      return all[random.below(all.length)] ?? null;
    },
    content(_request, bytes) {
      if (!fills) return false;
      // Long runs of equal bytes reveal as much as noise, and are cheap. Noise is kept short, so that its
      // record is short.
      const pattern = random.below(4);
      if (pattern === 0) return false;
      if (pattern === 1) bytes.fill(random.below(256));
      else for (let index = 0; index < Math.min(bytes.length, MAX_NOISE); index++) bytes[index] = random.below(256);
      return true;
    },
  };
}

type Draw = (type: CType) => Wide;

function drawing(mode: SeededMode, random: RandomNumbers, draws: Draws): Draw {
  switch (mode) {
    case 'zero':
      return () => 0;
    case 'random':
      return (type) => draws.any(type);
    case 'boundary':
      return (type) => draws.boundary(type);
    case 'small': {
      const limit = SMALL_LIMITS[random.below(SMALL_LIMITS.length)];
      return (type) => draws.encoded(type, random.below(limit));
    }
    case 'mix':
      return mixed(random, draws);
    case 'steady':
      return steady(random, mixed(random, draws));
    case 'sorted':
      return sorted(random, draws);
  }
}

function mixed(random: RandomNumbers, draws: Draws): Draw {
  let previous: Wide = 0;
  const one = (type: CType): Wide => {
    switch (random.below(10)) {
      case 0:
        return 0;
      case 1:
        return previous;
      case 2:
      case 3:
        return draws.small(type);
      case 4:
      case 5:
        return draws.boundary(type);
      case 6:
      case 7:
        return draws.between(type);
      default:
        return draws.any(type);
    }
  };
  return (type) => {
    previous = one(type);
    return previous;
  };
}

function steady(random: RandomNumbers, draw: Draw): Draw {
  const rate = 4 ** (1 + random.below(RATES));
  const bases = new Map<CType, Wide>();
  return (type) => {
    let base = bases.get(type);
    if (base === undefined) bases.set(type, (base = draw(type)));
    if (random.below(rate) !== 0) return base;
    return random.below(2) === 0 ? displaced(base, random.below(2) === 0 ? 1 : -1) : draw(type);
  };
}

function sorted(random: RandomNumbers, draws: Draws): Draw {
  const stride = STRIDES[random.below(STRIDES.length)];
  const direction = random.below(2) === 0 ? 1 : -1;
  const start = random.below(2) === 0 ? 0 : random.below(LARGEST_START);
  const last = new Map<CType, number>();
  return (type) => {
    const before = last.get(type);
    const value =
      before === undefined ? start : before + direction * (random.below(PLATEAU) === 0 ? 0 : 1 + random.below(stride));
    last.set(type, value);
    return draws.encoded(type, value);
  };
}
