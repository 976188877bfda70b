import type { FloatFormat } from '../../../../base/float.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import {
  anyBits,
  type FloatRange,
  type Interval,
  infinityOf,
  intersection,
  signedBits,
  type TermRange,
  truth,
  unsignedBits,
} from './range.ts';
import {
  difference,
  floatsWithin,
  product,
  quotient,
  type Reals,
  realsOf,
  realsRoundedTo,
  roots,
  squares,
  sum,
} from './reals.ts';

/** A term with its range in a box. */
export interface RangedTerm {
  readonly term: Term;
  readonly range: TermRange;
}

type RangeOf = (t: Term) => TermRange;

/**
 * Returns the consequences of a term's range for its arguments, given their present ranges. Null if no
 * values of the arguments give the term a value in its range. (HC4-revise: Benhamou et al.: Revising
 * Hull and Box Consistency, 1999; of floats: Michel: Exact Projection Functions for Floating Point
 * Number Constraints, 2002.)
 */
export function consequences(
  store: TermStore,
  t: Term,
  range: TermRange,
  rangeOf: RangeOf,
): readonly RangedTerm[] | null {
  if (store.op(t) === Op.ITE) return ofChoice(store, t, range, rangeOf);
  switch (range.kind) {
    case 'bool':
      return range.mayHold && range.mayFail ? [] : ofTruth(store, t, range.mayHold, rangeOf);
    case 'float':
      return range.nan || range.numbers === null ? [] : ofNumber(store, t, range.format, range.numbers, rangeOf);
    case 'bits':
    case 'array':
      return [];
  }
}

/** A branch that cannot give the value is not taken, and the other one gives it. */
function ofChoice(store: TermStore, t: Term, range: TermRange, rangeOf: RangeOf): readonly RangedTerm[] | null {
  if (range.kind === 'array') return [];
  const [condition, first, second] = [store.arg(t, 0), store.arg(t, 1), store.arg(t, 2)];
  const one = mayBe(rangeOf(condition), true) ? intersection(rangeOf(first), range) : null;
  const other = mayBe(rangeOf(condition), false) ? intersection(rangeOf(second), range) : null;
  if (one !== null && other !== null) return [];
  if (one !== null) return [known(condition, truth(true, false)), known(first, one)];
  if (other !== null) return [known(condition, truth(false, true)), known(second, other)];
  return null;
}

function ofTruth(store: TermStore, t: Term, holds: boolean, rangeOf: RangeOf): readonly RangedTerm[] | null {
  const op = store.op(t);
  switch (op) {
    case Op.NOT:
      return [known(store.arg(t, 0), truth(!holds, holds))];
    case Op.AND: {
      const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
      if (holds) return [known(a, truth(true, false)), known(b, truth(true, false))];
      // If one of two holds and they do not hold together, the other one fails.
      const failing = !mayBe(rangeOf(a), false) ? [b] : !mayBe(rangeOf(b), false) ? [a] : [];
      return failing.map((arg) => known(arg, truth(false, true)));
    }
    case Op.EQ:
      return equality(store.arg(t, 0), store.arg(t, 1), holds, rangeOf);
    case Op.ULT:
    case Op.SLT:
      return integerOrder(op, store.arg(t, 0), store.arg(t, 1), holds, rangeOf);
    case Op.FP_LT:
    case Op.FP_LE:
    case Op.FP_EQ:
      return floatOrder(op, store.arg(t, 0), store.arg(t, 1), holds, rangeOf);
    case Op.FP_IS_NAN: {
      const [a, range] = [store.arg(t, 0), rangeOf(store.arg(t, 0))];
      return range.kind === 'float' ? [known(a, holds ? { ...range, numbers: null } : { ...range, nan: false })] : [];
    }
    default:
      return [];
  }
}

/** Equal terms have the same value; two Booleans that differ are each other's negation. */
function equality(a: Term, b: Term, holds: boolean, rangeOf: RangeOf): readonly RangedTerm[] {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (holds) return [known(a, y), known(b, x)];
  if (x.kind !== 'bool' || y.kind !== 'bool') return [];
  return [known(a, truth(y.mayFail, y.mayHold)), known(b, truth(x.mayFail, x.mayHold))];
}

function integerOrder(
  op: typeof Op.ULT | typeof Op.SLT,
  a: Term,
  b: Term,
  holds: boolean,
  rangeOf: RangeOf,
): readonly RangedTerm[] | null {
  // Not less means equal or greater.
  const [less, more, gap] = holds ? [a, b, 1n] : [b, a, 0n];
  const [x, y] = [rangeOf(less), rangeOf(more)];
  if (x.kind !== 'bits' || y.kind !== 'bits') return [];
  const [reading, bits] = op === Op.ULT ? (['unsigned', unsignedBits] as const) : (['signed', signedBits] as const);
  const any = anyBits(x.width)[reading];
  const [most, least] = [y[reading].high - gap, x[reading].low + gap];
  if (most < any.low || least > any.high) return null;
  return [known(less, bits(x.width, any.low, most)), known(more, bits(x.width, least, any.high))];
}

function floatOrder(
  op: typeof Op.FP_LT | typeof Op.FP_LE | typeof Op.FP_EQ,
  a: Term,
  b: Term,
  holds: boolean,
  rangeOf: RangeOf,
): readonly RangedTerm[] | null {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (x.kind !== 'float' || y.kind !== 'float') return [];
  // Negating an order reverses it, unless an argument may be a NaN.
  if (!holds && (op === Op.FP_EQ || x.nan || y.nan)) return [];
  if (x.numbers === null || y.numbers === null) return null;
  if (op === Op.FP_EQ) return [known(a, numbers(x.format, y.numbers)), known(b, numbers(x.format, x.numbers))];
  const infinity = infinityOf(x.format);
  const [less, more, below, above] = holds ? [a, b, x.numbers, y.numbers] : [b, a, y.numbers, x.numbers];
  // Both zeros have one ordinal: a smaller number has a smaller ordinal.
  const gap = (op === Op.FP_LT) === holds ? 1n : 0n;
  const [most, least] = [above.high - gap, below.low + gap];
  if (most < -infinity || least > infinity) return null;
  return [
    known(less, numbers(x.format, { low: -infinity, high: most })),
    known(more, numbers(x.format, { low: least, high: infinity })),
  ];
}

/**
 * The result is a number between bounds: no argument is a NaN, and the result before rounding lies
 * close to the bounds.
 */
function ofNumber(
  store: TermStore,
  t: Term,
  format: FloatFormat,
  result: Interval,
  rangeOf: RangeOf,
): readonly RangedTerm[] | null {
  const arg = (i: number): Term => store.arg(t, i);
  const op = store.op(t);
  switch (op) {
    case Op.FP_NEG:
      return [known(arg(0), numbers(format, { low: -result.high, high: -result.low }))];
    case Op.FP_ABS:
      return [known(arg(0), numbers(format, { low: -result.high, high: result.high }))];
    case Op.FP_ADD:
    case Op.FP_SUB:
    case Op.FP_MUL:
    case Op.FP_DIV: {
      const [x, y] = [finite(rangeOf(arg(0))), finite(rangeOf(arg(1)))];
      if (x === null || y === null) return null;
      const exact = realsRoundedTo(format, result);
      if (op === Op.FP_MUL && arg(0) === arg(1)) return operands(format, [arg(0), roots(exact)]);
      const { first, second } = INVERSES[op];
      return operands(format, [arg(0), first(exact, y)], [arg(1), second(exact, x)]);
    }
    case Op.FP_SQRT:
      return operands(format, [arg(0), squares(realsRoundedTo(format, result))]);
    case Op.FP_TO_FP:
      return operands(store.format(arg(0)), [arg(0), realsRoundedTo(format, result)]);
    default:
      return [];
  }
}

/** Bounds of either operand, from those of the result before rounding and of the other operand. */
const INVERSES = {
  [Op.FP_ADD]: { first: difference, second: difference },
  [Op.FP_SUB]: { first: sum, second: (exact: Reals, first: Reals) => difference(first, exact) },
  [Op.FP_MUL]: { first: quotient, second: quotient },
  [Op.FP_DIV]: { first: product, second: (exact: Reals, first: Reals) => quotient(first, exact) },
};

/** The numbers of a float that is not a NaN; null if it has none. */
function finite(range: TermRange): Reals | null {
  return range.kind === 'float' && range.numbers !== null ? realsOf(range.format, range.numbers) : null;
}

/** Each argument is a number within its bounds; null if no float lies there. */
function operands(format: FloatFormat, ...bounds: readonly (readonly [Term, Reals])[]): readonly RangedTerm[] | null {
  const found: RangedTerm[] = [];
  for (const [term, reals] of bounds) {
    const interval = floatsWithin(format, reals);
    if (interval === null) return null;
    found.push(known(term, numbers(format, interval)));
  }
  return found;
}

function known(term: Term, range: TermRange): RangedTerm {
  return { term, range };
}

function numbers(format: FloatFormat, interval: Interval): FloatRange {
  return { kind: 'float', format, numbers: interval, nan: false };
}

function mayBe(range: TermRange, value: boolean): boolean {
  return range.kind !== 'bool' || (value ? range.mayHold : range.mayFail);
}
