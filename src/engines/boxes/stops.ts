import type { FloatFormat } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { convertFloat, packFloat, unpackFloat } from '../../logic/terms/float-values.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/** Most constants of a program that are used, those of comparisons first. */
const MOST_CONSTANTS = 48;
/**
 * The powers of two at which bounds may stop: the least exponent, the distance of exponents, and their
 * number.
 */
const LEAST_POWER = -32;
const POWER_STEP = 2;
const POWERS = 49;

/** A value at which a bound may stop. */
export interface Stop {
  readonly value: Term;
  /** True if the value is from the program, or if the bound only excludes NaN. */
  readonly isMarked: boolean;
}

/**
 * Values at which bounds of floats may stop: the program's constants of either sign, powers of two,
 * and the infinities, which only exclude NaN.
 */
export class FloatStops {
  readonly #numbers: readonly number[];
  readonly #marked: ReadonlySet<number>;
  readonly #byFormat = new Map<string, readonly Stop[]>();

  constructor(
    private readonly terms: TermStore,
    order: readonly Term[],
  ) {
    const found = new Set<number>([0, Number.POSITIVE_INFINITY]);
    const compared = order.flatMap((t) => (isComparison(terms.op(t)) ? [terms.arg(t, 0), terms.arg(t, 1)] : []));
    const constants = [...compared, ...order].filter((t) => terms.op(t) === Op.FLOAT_CONST);
    for (const t of [...new Set(constants)].slice(0, MOST_CONSTANTS)) {
      const value = Math.abs(toNumber(unpackFloat(terms.format(t), terms.constValue(t))));
      if (!Number.isNaN(value)) found.add(value);
    }
    const powers = Array.from({ length: POWERS }, (_, i) => 2 ** (LEAST_POWER + i * POWER_STEP));
    const bothSigns = (numbers: Iterable<number>): Set<number> =>
      new Set([...numbers].flatMap((x) => [x, x === 0 ? 0 : -x]));
    this.#marked = bothSigns(found);
    this.#numbers = [...bothSigns([...found, ...powers])].sort((a, b) => a - b);
  }

  /** The stops in ascending order, rounded to the format. */
  of(format: FloatFormat): readonly Stop[] {
    const key = `${format.exponentBits},${format.precision}`;
    let known = this.#byFormat.get(key);
    if (known === undefined) {
      const width = format.exponentBits + format.precision;
      const pattern = (x: number): bigint => packFloat(format, convertFloat(format, 'RNE', fromNumber(x)));
      const byPattern = new Map<bigint, boolean>();
      for (const x of this.#numbers) {
        const bits = pattern(x);
        byPattern.set(bits, this.#marked.has(x) || byPattern.get(bits) === true);
      }
      known = [...byPattern].map(([bits, isMarked]) => ({
        value: this.terms.fpFromBits(this.terms.bv(width, bits), format),
        isMarked,
      }));
      this.#byFormat.set(key, known);
    }
    return known;
  }
}

/**
 * Values at which bounds of integers may stop: the constants that the program compares integers with,
 * and their neighbours, as signed numbers in ascending order.
 */
export function integerStops(terms: TermStore, order: readonly Term[]): readonly bigint[] {
  const compared = order.flatMap((t) => {
    const op = terms.op(t);
    return op === Op.EQ || op === Op.ULT || op === Op.SLT ? [terms.arg(t, 0), terms.arg(t, 1)] : [];
  });
  const found = new Set<bigint>([-1n, 0n, 1n]);
  for (const t of [...new Set(compared)].filter((arg) => terms.isBv(arg)).slice(0, MOST_CONSTANTS)) {
    const unsigned = terms.constValue(t);
    for (const value of [unsigned, BigInt.asIntN(terms.width(t), unsigned)])
      for (const by of [-1n, 0n, 1n]) found.add(value + by);
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function isComparison(op: Op): boolean {
  return op === Op.FP_LT || op === Op.FP_LE || op === Op.FP_EQ;
}
