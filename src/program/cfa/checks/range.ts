import { integerRange } from '../../../c/types/arithmetic.ts';
import type { Layout } from '../../../c/types/layout.ts';
import { isInteger } from '../../../c/types/type-basics.ts';
import type { Expr } from '../automaton.ts';

/** All integers from `min` to `max`. */
export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** Levels of an expression that are examined; deeper parts have the range of their type. */
const MOST_LEVELS = 6;

/**
 * A range that contains the value of an integer expression, by types and constants alone. Null for other
 * types. The time is bounded.
 */
export function rangeOf(layout: Layout, e: Expr, levels = MOST_LEVELS): IntegerRange | null {
  if (e.kind === 'integer') return { min: e.value, max: e.value };
  if (!isInteger(e.type)) return null;
  const all = integerRange(e.type, layout);
  if (levels === 0) return all;
  const own = ownRange(layout, e, levels - 1);
  return own !== null && own.min >= all.min && own.max <= all.max ? own : all;
}

/** The range of the exact result; null if nothing is known. */
function ownRange(layout: Layout, e: Expr, levels: number): IntegerRange | null {
  switch (e.kind) {
    case 'compare':
    case 'not':
      return { min: 0n, max: 1n };
    case 'convert':
      return rangeOf(layout, e.operand, levels);
    case 'conditional': {
      const then = rangeOf(layout, e.then, levels);
      const otherwise = rangeOf(layout, e.otherwise, levels);
      return then === null || otherwise === null ? null : hull([then.min, then.max, otherwise.min, otherwise.max]);
    }
    case 'negate': {
      const operand = rangeOf(layout, e.operand, levels);
      return operand === null ? null : { min: -operand.max, max: -operand.min };
    }
    case 'binary': {
      const left = rangeOf(layout, e.left, levels);
      const right = rangeOf(layout, e.right, levels);
      return left === null || right === null ? null : binaryRange(e.operator, left, right);
    }
    default:
      return null;
  }
}

function binaryRange(operator: string, left: IntegerRange, right: IntegerRange): IntegerRange | null {
  switch (operator) {
    case '+':
      return { min: left.min + right.min, max: left.max + right.max };
    case '-':
      return { min: left.min - right.max, max: left.max - right.min };
    case '*':
      return productRange(left, right);
    case '&':
      // A mask that is not negative bounds the result.
      if (right.min >= 0n) return { min: 0n, max: right.max };
      return left.min >= 0n ? { min: 0n, max: left.max } : null;
    case '%': {
      if (right.min <= 0n) return null;
      return { min: left.min >= 0n ? 0n : 1n - right.max, max: left.max < 0n ? 0n : right.max - 1n };
    }
    case '/':
      if (right.min <= 0n) return null;
      return hull([left.min / right.min, left.min / right.max, left.max / right.min, left.max / right.max, 0n]);
    case '>>':
      return left.min >= 0n && right.min >= 0n ? { min: 0n, max: left.max } : null;
    default:
      return null;
  }
}

/** The range of products. */
function productRange(left: IntegerRange, right: IntegerRange): IntegerRange {
  return hull([left.min * right.min, left.min * right.max, left.max * right.min, left.max * right.max]);
}

function hull(values: readonly bigint[]): IntegerRange {
  return {
    min: values.reduce((a, b) => (b < a ? b : a)),
    max: values.reduce((a, b) => (b > a ? b : a)),
  };
}
