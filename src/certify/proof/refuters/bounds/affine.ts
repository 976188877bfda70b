import type { RoundingMode, Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { atOrdinal, type FloatRange, infinityOf, type TermRange } from './range.ts';
import { bound, ceiling, floor, SCALE } from './reals.ts';

const ONE = 1n << SCALE;
/** Most symbols of one box: later sides and results have none. */
const MOST_SYMBOLS = 80;

/** center + Σ part·ε ± rest, each ε some number in [-1, 1] by its name. */
interface Form {
  readonly center: bigint;
  readonly parts: ReadonlyMap<Term, bigint>;
  readonly rest: bigint;
}

/**
 * Finite numbers as affine combinations of symbols. Each side of a box has a symbol, and so has each
 * result that is not such a combination of its operands. A number that is used twice is known to be
 * the same, unlike with ranges. All values are integers, in units of `reals.ts`; `rest` includes every
 * rounding.
 */
export class AffineForms {
  readonly #forms = new Map<Term, Form>();
  readonly #symbols = new Set<Term>();

  constructor(private readonly store: TermStore) {}

  clear(): void {
    this.#forms.clear();
    this.#symbols.clear();
  }

  /**
   * Narrows a range by the form of the term, computed from those of its operands; null if nothing is
   * left.
   */
  narrow(t: Term, range: TermRange, rangeOf: (t: Term) => TermRange): TermRange | null {
    if (range.kind === 'bool') return this.#decide(t, range);
    if (range.kind !== 'float' || range.nan || range.numbers === null) return range;
    const { format, numbers } = range;
    const infinity = infinityOf(format);
    if (numbers.low === -infinity || numbers.high === infinity) return range;
    const [low, high] = [floor(atOrdinal(format, numbers.low)), ceiling(atOrdinal(format, numbers.high))];
    const computed = this.#compute(t, range, low, high, rangeOf);
    const form = this.#named(t, computed ?? between(low, high), computed === null);
    this.#forms.set(t, form);
    if (computed === null) return range;
    const radius = radiusOf(form);
    const from = bound(format, form.center - radius, 'up');
    const to = bound(format, form.center + radius, 'down');
    const left = { low: from > numbers.low ? from : numbers.low, high: to < numbers.high ? to : numbers.high };
    return left.low > left.high ? null : { ...range, numbers: left };
  }

  /** The form of a result without that of a fresh symbol; null if only the range is known. */
  #compute(t: Term, range: FloatRange, low: bigint, high: bigint, rangeOf: (t: Term) => TermRange): Form | null {
    const { store } = this;
    const op = store.op(t);
    const arg = (i: number): Form | undefined => this.#forms.get(store.arg(t, i));
    const [a, b] = [arg(0), store.arity(t) > 1 ? arg(1) : undefined];
    switch (op) {
      case Op.FP_NEG:
        return a === undefined ? null : combination(-ONE, a, 0n, a, 0n, 0n);
      case Op.ITE: {
        const condition = rangeOf(store.arg(t, 0));
        if (condition.kind !== 'bool' || (condition.mayHold && condition.mayFail)) return null;
        return arg(condition.mayHold ? 1 : 2) ?? null;
      }
      default:
        break;
    }
    const error = roundingError(op, store.op(t) >= Op.FP_NEG ? store.rounding(t) : 'RNE', range, low, high);
    if (a === undefined || error === null) return null;
    if (op === Op.FP_TO_FP) return combination(ONE, a, 0n, a, 0n, error);
    if (b === undefined) return null;
    switch (op) {
      case Op.FP_ADD:
        return combination(ONE, a, ONE, b, 0n, error);
      case Op.FP_SUB:
        return combination(ONE, a, -ONE, b, 0n, error);
      case Op.FP_MUL:
        return product(a, b, error);
      case Op.FP_DIV: {
        const inverse = inverseOf(b);
        return inverse === null ? null : product(a, inverse, error);
      }
      default:
        return null;
    }
  }

  /** Gives a symbol to the uncertainty of sides, and of non-linear results. */
  #named(t: Term, form: Form, isSource: boolean): Form {
    const op = this.store.op(t);
    const isByConstant = this.store.arity(t) === 2 && this.store.isConst(this.store.arg(t, 1));
    const isScaled = isByConstant || (op === Op.FP_MUL && this.store.isConst(this.store.arg(t, 0)));
    const isBent = isSource || (!isScaled && (op === Op.FP_MUL || op === Op.FP_DIV));
    if (!isBent || form.rest === 0n || this.#symbols.size >= MOST_SYMBOLS) return form;
    this.#symbols.add(t);
    return { center: form.center, parts: new Map([...form.parts, [t, form.rest]]), rest: 0n };
  }

  #decide(t: Term, range: Extract<TermRange, { kind: 'bool' }>): TermRange | null {
    const op = this.store.op(t);
    if (op !== Op.FP_LT && op !== Op.FP_LE) return range;
    const [a, b] = [this.#forms.get(this.store.arg(t, 0)), this.#forms.get(this.store.arg(t, 1))];
    if (a === undefined || b === undefined) return range;
    const difference = combination(ONE, a, -ONE, b, 0n, 0n);
    const radius = radiusOf(difference);
    const [low, high] = [difference.center - radius, difference.center + radius];
    const mayHold = range.mayHold && (op === Op.FP_LT ? low < 0n : low <= 0n);
    const mayFail = range.mayFail && (op === Op.FP_LT ? high >= 0n : high > 0n);
    return mayHold || mayFail ? { ...range, mayHold, mayFail } : null;
  }
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function between(low: bigint, high: bigint): Form {
  const center = (low + high) >> 1n;
  return { center, parts: new Map(), rest: high - center };
}

function radiusOf({ parts, rest }: Form): bigint {
  let sum = rest;
  for (const part of parts.values()) sum += magnitude(part);
  return sum;
}

/** The result is off by less than one unit. */
function times(x: bigint, y: bigint): bigint {
  return x === ONE ? y : (x * y) >> SCALE;
}

/** x·a + y·b + z ± error. */
function combination(x: bigint, a: Form, y: bigint, b: Form, z: bigint, error: bigint): Form {
  const parts = new Map<Term, bigint>();
  for (const [symbol, part] of a.parts) parts.set(symbol, times(x, part));
  if (y !== 0n) for (const [symbol, part] of b.parts) parts.set(symbol, (parts.get(symbol) ?? 0n) + times(y, part));
  // Each product is off by less than one unit.
  const lost = BigInt(a.parts.size + b.parts.size) + 4n;
  const rest = times(magnitude(x), a.rest) + times(magnitude(y), b.rest) + error + lost;
  return { center: times(x, a.center) + times(y, b.center) + z, parts, rest };
}

/** (c + α)(d + β) = d·(c + α) + c·(d + β) - c·d + αβ. */
function product(a: Form, b: Form, error: bigint): Form {
  const bend = times(radiusOf(a), radiusOf(b)) + 1n;
  const center = times(a.center, b.center);
  // A square has no negative αβ.
  const shift = a === b ? bend >> 1n : 0n;
  return combination(b.center, a, a.center, b, shift - center, bend - shift + error + 2n);
}

/** 1 / b, by the tangent at the end that is farther from zero; null if b may be zero. */
function inverseOf(b: Form): Form | null {
  const radius = radiusOf(b);
  const isNegative = b.center < 0n;
  const [least, most] = [magnitude(b.center) - radius, magnitude(b.center) + radius];
  if (least <= 0n) return null;
  const square = ONE * ONE;
  // A slope not steeper than that of 1/x anywhere in the range: 1/x - slope·x falls.
  const slope = -((square * ONE) / (most * most));
  const greatest = square / least + 1n - times(slope, least) + 1n;
  const smallest = square / most - times(slope, most) - 1n;
  const middle = (greatest + smallest) >> 1n;
  return combination(slope, b, 0n, b, isNegative ? -middle : middle, ((greatest - smallest) >> 1n) + 1n);
}

/** An upper bound of the change by rounding to a result between the bounds; null if there is no bound. */
function roundingError(
  op: Op,
  mode: RoundingMode,
  { format, numbers }: FloatRange,
  low: bigint,
  high: bigint,
): bigint | null {
  if (op === Op.ITE || numbers === null) return null;
  const greatest = infinityOf(format) - 1n;
  const isNearest = mode === 'RNE' || mode === 'RNA';
  // Other modes may round any greater number to the greatest one.
  if (!isNearest && (numbers.low <= -greatest || numbers.high >= greatest)) return null;
  const most = magnitude(low) > magnitude(high) ? magnitude(low) : magnitude(high);
  const digits = BigInt(isNearest ? format.precision : format.precision - 1);
  return (most >> digits) + 1n + ceiling(atOrdinal(format, 1n));
}
