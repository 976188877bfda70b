import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { binary, compare, convert, floatBinary } from '../types/arithmetic.ts';
import type { Layout } from '../types/layout.ts';
import type { BinaryOperator, ComparisonOperator } from '../types/operators.ts';
import { INT, isInteger } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';

/**
 * Operations on literals. Integer ones are folded while the tree is built, floating ones only where C
 * demands a constant (constants.ts).
 */

/**
 * Returns the converted literal; null if the expression is not a literal or the conversion has no
 * constant value.
 */
export function foldedConvert(layout: Layout, e: Expression, type: CType, floats = false): Expression | null {
  if (e.kind !== 'integer' && !(floats && e.kind === 'float')) return null;
  if (!floats && !isInteger(type) && type.kind !== 'pointer') return null;
  const result = convert(e.value, type, layout);
  if (result === null) return null;
  if (typeof result.value === 'bigint') {
    const folded = { kind: 'integer', type, at: e.at, value: result.value } as const;
    if (e.kind !== 'integer' || e.unfolded === undefined) return folded;
    return { ...folded, unfolded: { kind: 'convert', type, at: e.at, operand: e.unfolded, explicit: false } };
  }
  return type.kind === 'float' ? { kind: 'float', type, at: e.at, value: result.value } : null;
}

/** Returns the result of an operation on two literals; null if it is not constant. */
export function foldedBinary(
  layout: Layout,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  type: CType,
  at: SourceLocation,
): Expression | null {
  if (left.kind === 'integer' && right.kind === 'integer' && isInteger(type)) {
    const result = binary(operator, type, left.value, right.value, layout);
    if (result === null) return null;
    const folded = { kind: 'integer', type, at, value: result.value } as const;
    if (!result.overflow && left.unfolded === undefined && right.unfolded === undefined) return folded;
    const [l, r] = [left.unfolded ?? left, right.unfolded ?? right];
    return { ...folded, unfolded: { kind: 'binary', operator, type, at, left: l, right: r } };
  }
  if (left.kind === 'float' && right.kind === 'float' && type.kind === 'float') {
    const value = floatBinary(operator, type, left.value, right.value);
    return value === null ? null : { kind: 'float', type, at, value };
  }
  return null;
}

function unfoldedOf(e: Expression): Expression | null {
  return e.kind === 'integer' ? (e.unfolded ?? null) : null;
}

/** Returns the result of comparing two literals, as an int; null for other operands. */
export function foldedCompare(
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression | null {
  if ((left.kind !== 'integer' && left.kind !== 'float') || (right.kind !== 'integer' && right.kind !== 'float'))
    return null;
  const value = compare(operator, left.value, right.value) ? 1n : 0n;
  const [l, r] = [unfoldedOf(left), unfoldedOf(right)];
  if (l === null && r === null) return { kind: 'integer', type: INT, at, value };
  const unfolded = { kind: 'compare', operator, type: INT, at, left: l ?? left, right: r ?? right } as const;
  return { kind: 'integer', type: INT, at, value, unfolded };
}
