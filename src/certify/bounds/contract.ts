import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { type FloatRange, infinityOf, meet, type Range } from './range.ts';
import { type Reals, realsOf, roundedInto } from './reals.ts';

/** A range that a term has in a box, narrower than it seemed; or what must hold there. */
export type Consequence =
  | { readonly kind: 'range'; readonly term: Term; readonly range: Range }
  | { readonly kind: 'literal'; readonly formula: Term };

/** What follows for the arguments of a term from its range, with those that they have already; null if they leave nothing. */
export function consequences(store: TermStore, t: Term, range: Range, rangeOf: (t: Term) => Range): readonly Consequence[] | null {
  if (range.kind !== 'float' || range.nan || range.numbers === null) return [];
  const op = store.op(t);
  if (op === Op.ITE) return choice(store, t, range, rangeOf);
  const args = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
  const known = args.map(rangeOf);
  // The neighbours of a bound are the results of what is beyond it, whatever the rounding mode.
  const infinity = infinityOf(range.format);
  const wide = { low: decremented(range.numbers.low, infinity), high: incremented(range.numbers.high, infinity) };
  const exact = realsOf(range.format, wide);
  const [a, b] = known.map((arg): Reals | null =>
    arg.kind === 'float' && arg.numbers !== null ? realsOf(arg.format, arg.numbers) : null,
  );
  switch (op) {
    case Op.FP_ADD:
      if (a === null || b === null || b === undefined) return [];
      return cut(args, known, [difference(exact, b), difference(exact, a)]);
    case Op.FP_SUB:
      if (a === null || b === null || b === undefined) return [];
      return cut(args, known, [sum(exact, b), difference(a, exact)]);
    case Op.FP_NEG:
      return cut(args, known, [negated(realsOf(range.format, range.numbers))]);
    case Op.FP_TO_FP:
      return cut(args, known, [exact]);
    default:
      return [];
  }
}

/** A branch that cannot give the value is not taken, and the other one gives it. */
function choice(store: TermStore, t: Term, range: FloatRange, rangeOf: (t: Term) => Range): readonly Consequence[] | null {
  const [condition, first, second] = [store.arg(t, 0), store.arg(t, 1), store.arg(t, 2)];
  const decided = rangeOf(condition);
  const [one, other] = [both(rangeOf(first), range), both(rangeOf(second), range)];
  const mayFirst = one !== null && !(decided.kind === 'bool' && !decided.mayHold);
  const maySecond = other !== null && !(decided.kind === 'bool' && !decided.mayFail);
  if (!mayFirst && !maySecond) return null;
  if (mayFirst && maySecond) return [];
  const formula = mayFirst ? condition : store.not(condition);
  const [term, left] = mayFirst ? [first, one] : [second, other];
  return left === null
    ? null
    : [
        { kind: 'literal', formula },
        { kind: 'range', term, range: left },
      ];
}

/** Of a result that is a number: no argument is a NaN, and each lies within its bounds. Constants stay. */
function cut(args: readonly Term[], known: readonly Range[], bounds: readonly Reals[]): readonly Consequence[] | null {
  const found: Consequence[] = [];
  for (const [i, range] of known.entries()) {
    if (range.kind !== 'float' || range.numbers === null) return range.kind === 'float' ? null : found;
    const numbers = meet(range.numbers, roundedInto(range.format, bounds[i]));
    if (numbers === null) return null;
    const isSame = numbers.low === range.numbers.low && numbers.high === range.numbers.high && !range.nan;
    if (!isSame) found.push({ kind: 'range', term: args[i], range: { ...range, numbers, nan: false } });
  }
  return found;
}

/** What of a range is within another one, which has no NaN. */
function both(range: Range, within: FloatRange): Range | null {
  if (range.kind !== 'float' || range.numbers === null || within.numbers === null) return null;
  const numbers = meet(range.numbers, within.numbers);
  return numbers === null ? null : { ...range, numbers, nan: false };
}

function decremented(x: bigint, infinity: bigint): bigint {
  return x > -infinity ? x - 1n : x;
}

function incremented(x: bigint, infinity: bigint): bigint {
  return x < infinity ? x + 1n : x;
}

function negated({ low, high }: Reals): Reals {
  return { low: high === null ? null : -high, high: low === null ? null : -low };
}

function sum(x: Reals, y: Reals): Reals {
  return { low: added(x.low, y.low), high: added(x.high, y.high) };
}

function difference(x: Reals, y: Reals): Reals {
  return sum(x, negated(y));
}

function added(x: bigint | null, y: bigint | null): bigint | null {
  return x === null || y === null ? null : x + y;
}
