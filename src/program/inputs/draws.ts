import type { FloatFormat } from '../../base/float.ts';
import { fromNumber, toBits, toNumber } from '../../base/float-bits.ts';
import { DOUBLE, FLOAT, QUAD, X87_EXTENDED } from '../../base/softfloat.ts';
import { type Wide, wide } from '../../base/wide.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { CType, FloatType } from '../../c/types/types.ts';
import type { Expr, Program } from '../cfa/automaton.ts';
import { walkOperation } from '../cfa/walk.ts';
import type { RandomNumbers } from './random.ts';

/** The sources of likely values. */
export interface DrawOptions {
  /** Integers of the program; see `minedConstants`. */
  readonly constants?: readonly bigint[];
  /** Floating-point numbers of the program; see `minedFloats`. */
  readonly floats?: readonly number[];
  readonly layout: Layout;
}

/** Bound (exclusive) of small numbers. */
const SMALL = 8;
/** Power of ten that bounds ordinary floating-point numbers. */
const DIGITS = 5;
/** Zeros, ones, halves, limits, infinity, NaN and the smallest subnormals, apart from their signs. */
const FLOAT_LIMITS: Readonly<Record<4 | 8, readonly number[]>> = {
  4: [0, 1, 0.5, 3.4028234663852886e38, Number.POSITIVE_INFINITY, Number.NaN, 2 ** -149, Math.PI],
  8: [0, 1, 0.5, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, Number.MIN_VALUE, Math.PI],
};

/**
 * Draws single values of a scalar type in the ways in which inputs are likely to matter. They are
 * integers congruent to their bit patterns.
 */
export class Draws {
  readonly #layout: Layout;
  readonly #integers: readonly Wide[];
  readonly #reals: readonly number[];
  readonly #limits = new Map<number, readonly Wide[]>();

  constructor(
    private readonly random: RandomNumbers,
    { constants = [], floats = [], layout }: DrawOptions,
  ) {
    this.#layout = layout;
    this.#integers = constants.map(wide);
    this.#reals = [...floats, ...constants.map(Number)];
  }

  /** Draws uniformly from all bit patterns. */
  any(type: CType): Wide {
    const bits = this.#bitsOf(type);
    return bits <= 32 ? this.random.next() : this.random.bits(bits);
  }

  /** Draws limits of the type, small numbers, constants of the program and their neighbours. */
  boundary(type: CType): Wide {
    const { random } = this;
    const integers = this.#integers;
    if (type.kind === 'float') return this.#floatLimit(type);
    if (integers.length === 0 || random.below(3) === 0) {
      const limits = this.#limitsOf(this.#bitsOf(type));
      return limits[random.below(limits.length)];
    }
    return displaced(integers[random.below(integers.length)], random.below(3) - 1);
  }

  small(type: CType): Wide {
    return this.encoded(type, this.random.below(SMALL));
  }

  /**
   * Draws between two constants of the program, or one and zero. Floating-point types often get any
   * number of ordinary size.
   */
  between(type: CType): Wide {
    const { random } = this;
    const reals = this.#reals;
    const one = (): number => (random.below(4) === 0 || reals.length === 0 ? 0 : reals[random.below(reals.length)]);
    const [a, b] = [one(), one()];
    if (type.kind !== 'float') {
      const span = Math.floor(Math.abs(b - a));
      return Number.isSafeInteger(span)
        ? displaced(Math.floor(Math.min(a, b)), random.below(span + 1))
        : this.boundary(type);
    }
    if (a !== b) return this.encoded(type, a + (b - a) * random.fraction());
    return this.encoded(type, (2 * random.fraction() - 1) * 10 ** random.below(DIGITS));
  }

  /** Returns an integer, or the floating-point number of that value. */
  encoded(type: CType, value: number): Wide {
    if (type.kind !== 'float') return value;
    switch (this.#bitsOf(type)) {
      case 32:
        scratch.setFloat32(0, value);
        return scratch.getUint32(0);
      case 64:
        scratch.setFloat64(0, value);
        return scratch.getBigUint64(0);
      default:
        return toBits(formatOf(type), fromNumber(value));
    }
  }

  #floatLimit(type: CType): Wide {
    const { random } = this;
    const reals = this.#reals;
    const sign = random.below(2) === 0 ? 1 : -1;
    if (reals.length > 0 && random.below(3) === 0) return this.encoded(type, sign * reals[random.below(reals.length)]);
    const limits = FLOAT_LIMITS[this.#bitsOf(type) === 32 ? 4 : 8];
    return this.encoded(type, sign * limits[random.below(limits.length)]);
  }

  #limitsOf(bits: number): readonly Wide[] {
    let limits = this.#limits.get(bits);
    if (limits === undefined) {
      const half = 1n << BigInt(bits - 1);
      limits = [0n, 1n, -1n, 2n, half, half - 1n, -2n, 3n, 10n, half - 2n].map(wide);
      this.#limits.set(bits, limits);
    }
    return limits;
  }

  #bitsOf(type: CType): number {
    return Number(this.#layout.sizeOf(type) ?? 8n) * 8;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** Returns the integer at distance `by` from another. */
export function displaced(value: Wide, by: number): Wide {
  const sum = typeof value === 'number' ? value + by : Number.NaN;
  // A number beyond 2^53 would also stand for its neighbours.
  return Number.isSafeInteger(sum) ? sum : wide(BigInt(value) + BigInt(by));
}

/** Returns the format that encodes inputs of a floating-point type. */
export function formatOf(type: FloatType): FloatFormat {
  switch (type.name) {
    case 'float':
    case '_Float32':
      return FLOAT;
    case 'long double':
    case '_Float64x':
      return X87_EXTENDED;
    case '_Float128':
      return QUAD;
    default:
      return DOUBLE;
  }
}

/** Limit of the constants; further ones are left out. */
const MAX_CONSTANTS = 2000;

/**
 * Returns the integer constants that the program compares with or switches over, without repetition.
 * They are most likely to decide a branch.
 */
export function minedConstants(program: Program): readonly bigint[] {
  const constants = new Set<bigint>();
  for (const fn of program.functions) {
    if (fn == null) continue;
    for (const { op } of fn.edges) {
      if (constants.size >= MAX_CONSTANTS) return [...constants];
      if (op.kind === 'case') {
        constants.add(op.low);
        constants.add(op.high);
      }
      walkOperation(
        op,
        { expr: (expr) => operands(expr, (side) => side.kind === 'integer' && constants.add(side.value)) },
        true,
      );
    }
  }
  return [...constants];
}

/** Returns the finite floating-point constants of the same kind. */
export function minedFloats(program: Program): readonly number[] {
  const constants = new Set<number>();
  for (const fn of program.functions) {
    if (fn == null) continue;
    for (const { op } of fn.edges) {
      if (constants.size >= MAX_CONSTANTS) return [...constants];
      const note = (side: Expr): void => {
        const value = side.kind === 'float' ? toNumber(side.value) : Number.NaN;
        if (Number.isFinite(value)) constants.add(value);
      };
      walkOperation(op, { expr: (expr) => operands(expr, note) }, true);
    }
  }
  return [...constants];
}

/** Visits both sides of a comparison or an operator, without the conversions around constants. */
function operands(expr: Expr, visit: (side: Expr) => void): void {
  if (expr.kind !== 'compare' && expr.kind !== 'binary') return;
  for (const side of [expr.left, expr.right]) {
    let inner = side;
    while (inner.kind === 'convert' || inner.kind === 'negate') inner = inner.operand;
    visit(inner);
  }
}
