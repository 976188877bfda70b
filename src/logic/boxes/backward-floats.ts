import { Op } from '../terms/ops.ts';
import type { Domain } from './domain.ts';
import { above, below } from './doubles.ts';
import { higher, innerSingles, lower, type Precision, precisionOf } from './float-format.ts';
import { hasNumber } from './float-forward.ts';
import type { Node, Tape } from './tape.ts';

const INFINITY = Number.POSITIVE_INFINITY;

/** Real numbers between two bounds. */
type Reals = readonly [low: number, high: number];
const ALL: Reals = [-INFINITY, INFINITY];

/**
 * Narrows the arguments of a rounded operation by its value.
 * If the result is a number, the exact result lies between the neighbours of its bounds, whatever the
 * mode.
 * If the result is not a NaN, no argument is one. The inverse operations on doubles are rounded
 * outwards (HC4-revise, Benhamou et al. 1999; for floats: Michel: Exact Projection Functions for
 * Floating Point Number Constraints, 2002).
 */
export function backwardFloat(tape: Tape, d: Domain, node: Node, i: number): void {
  const { op, a, b } = node;
  const kept = keptOf(node);
  if (kept === 'none' || d.nan[i] === 1 || !hasNumber(d, i)) return;
  const exact: Reals = [lower(kept, d.low[i]), higher(kept, d.high[i])];
  switch (op) {
    case Op.FP_ADD:
    case Op.FP_SUB:
    case Op.FP_MUL:
    case Op.FP_DIV:
      operands(tape, d, [a, b]);
      if (op === Op.FP_MUL && a === b) contract(tape, d, a, roots(exact));
      else {
        contract(tape, d, a, INVERSES[op].first(exact, reals(d, b)));
        contract(tape, d, b, INVERSES[op].second(exact, reals(d, a)));
      }
      return;
    case Op.FP_SQRT: {
      operands(tape, d, [a]);
      const low = Math.max(0, exact[0]);
      contract(tape, d, a, [below(low * low), above(exact[1] * exact[1])]);
      // Negative zero has a root.
      if (d.low[a] < 0) d.low[a] = 0;
      return;
    }
    case Op.FP_FMA:
      operands(tape, d, [a, b, node.c]);
      return;
    case Op.FP_ABS:
      operands(tape, d, [a]);
      absolute(tape, d, a, d.low[i], d.high[i]);
      return;
    case Op.FP_TO_FP:
      operands(tape, d, [a]);
      contract(tape, d, a, exact);
      return;
    case Op.FP_ROUND_TO_INTEGRAL:
      operands(tape, d, [a]);
      contract(tape, d, a, [below(d.low[i] - 1), above(d.high[i] + 1)]);
      return;
    case Op.FP_FROM_SIGNED:
      d.least[a] = Math.max(d.least[a], Math.ceil(exact[0]));
      d.most[a] = Math.min(d.most[a], Math.floor(exact[1]));
      d.reconcile(a, tape.nodes[a].width);
      return;
    case Op.FP_FROM_UNSIGNED:
      d.low[a] = Math.max(d.low[a], Math.ceil(exact[0]));
      d.high[a] = Math.min(d.high[a], Math.floor(exact[1]));
      d.reconcile(a, tape.nodes[a].width);
      return;
    default:
  }
}

/**
 * Narrows the float that was rounded to an integer by that integer. Values that do not fit give one
 * fixed integer, which implies no bounds.
 */
export function backwardInteger(tape: Tape, d: Domain, { op, a, width, mode }: Node, i: number): void {
  const isSigned = op === Op.FP_TO_SIGNED;
  const [low, high] = isSigned ? [d.least[i], d.most[i]] : [d.low[i], d.high[i]];
  const isAny = isSigned ? low <= -(2 ** (width - 1)) : high >= 2 ** width - 1;
  if (isAny || !hasNumber(d, a) || keptOf(tape.nodes[a]) === 'none') return;
  d.nan[a] = 0;
  // Rounding changes a number by less than one.
  const truncates = mode === 'RTZ';
  contract(tape, d, a, [
    truncates && low > 0 ? below(low) : below(low - 1),
    truncates && high < 0 ? above(high) : above(high + 1),
  ]);
}

/** Narrows a float by a statement that it is infinite, or negative. */
export function backwardClass(tape: Tape, d: Domain, { op, a }: Node, i: number): void {
  const kept = keptOf(tape.nodes[a]);
  if (kept === 'none' || kept === 'wide' || !hasNumber(d, a)) return;
  if (op === Op.FP_IS_INFINITE && d.isFalse(i)) {
    d.low[a] = Math.max(d.low[a], higher(kept, -INFINITY));
    d.high[a] = Math.min(d.high[a], lower(kept, INFINITY));
  } else if (op === Op.FP_IS_NEGATIVE && d.isTrue(i)) {
    d.nan[a] = 0;
    d.high[a] = Math.min(d.high[a], 0);
  } else if (op === Op.FP_IS_NEGATIVE && d.isFalse(i)) d.low[a] = Math.max(d.low[a], 0);
}

function keptOf({ format }: Node): Precision {
  return format === null ? 'none' : precisionOf(format);
}

/** A result that is not a NaN has no NaN argument. */
function operands(tape: Tape, d: Domain, args: readonly number[]): void {
  for (const a of args) if (keptOf(tape.nodes[a]) !== 'none') d.nan[a] = 0;
}

function reals(d: Domain, i: number): Reals {
  return [d.low[i], d.high[i]];
}

/** A float that is not a NaN loses the values outside the bounds. */
function contract(tape: Tape, d: Domain, i: number, [low, high]: Reals): void {
  const kept = keptOf(tape.nodes[i]);
  if (kept === 'none') return;
  // Bounds that are unknown say nothing.
  let [from, to] = [
    Math.max(d.low[i], Number.isNaN(low) ? -INFINITY : low),
    Math.min(d.high[i], Number.isNaN(high) ? INFINITY : high),
  ];
  if (kept === 'single' && from <= to) [from, to] = innerSingles(from, to);
  d.low[i] = from;
  d.high[i] = to;
}

function absolute(tape: Tape, d: Domain, a: number, low: number, high: number): void {
  contract(tape, d, a, [-high, high]);
  if (d.low[a] > -low) contract(tape, d, a, [low, INFINITY]);
  if (d.high[a] < low) contract(tape, d, a, [-INFINITY, -low]);
}

function sum(x: Reals, y: Reals): Reals {
  return [below(x[0] + y[0]), above(x[1] + y[1])];
}

function difference(x: Reals, y: Reals): Reals {
  return [below(x[0] - y[1]), above(x[1] - y[0])];
}

/** Where an end is zero times infinity, nothing is known. */
function product(x: Reals, y: Reals): Reals {
  const ends = [x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1]];
  return ends.some(Number.isNaN) ? ALL : [below(Math.min(...ends)), above(Math.max(...ends))];
}

/** All q with q · y = x for some y within its bounds. */
function quotient(x: Reals, y: Reals): Reals {
  // An empty box stays empty, whatever its sides are.
  if (y[0] > y[1] || (y[0] < 0 && y[1] > 0) || (y[0] === 0 && y[1] === 0)) return ALL;
  if (y[1] <= 0) return quotient([-x[1], -x[0]], [-y[1], -y[0]]);
  if (y[0] > 0) {
    const ends = [x[0] / y[0], x[0] / y[1], x[1] / y[0], x[1] / y[1]];
    return ends.some(Number.isNaN) ? ALL : [below(Math.min(...ends)), above(Math.max(...ends))];
  }
  // The divisor may be as small as can be.
  if (x[0] > 0) return [below(x[0] / y[1]), INFINITY];
  if (x[1] < 0) return [-INFINITY, above(x[1] / y[1])];
  return ALL;
}

/** Bounds of either operand, from those of the result before rounding and of the other operand. */
const INVERSES = {
  [Op.FP_ADD]: { first: difference, second: difference },
  [Op.FP_SUB]: { first: sum, second: (exact: Reals, first: Reals) => difference(first, exact) },
  [Op.FP_MUL]: { first: quotient, second: quotient },
  [Op.FP_DIV]: { first: product, second: (exact: Reals, first: Reals) => quotient(first, exact) },
};

/** All x with x · x within the bounds. */
function roots([, high]: Reals): Reals {
  const root = high < 0 ? 0 : above(Math.sqrt(high));
  return [-root, root];
}
