import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import type { BinaryOperator, ComparisonOperator } from '../types/operators.ts';
import { integerType, isInteger, isReal } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatibleUnqualified } from '../types/type-relations.ts';
import type { IntegerName, VectorType } from '../types/types.ts';
import { convertNode } from './conversions.ts';

/**
 * GNU vector extensions: element-wise operators. A `convert` node to the vector type copies a scalar
 * operand to all elements.
 */

function operands(
  c: Context,
  operator: string,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): [Expression, Expression, VectorType] {
  const l = left.type;
  const r = right.type;
  if (l.kind === 'vector' && r.kind === 'vector') {
    if (compatibleUnqualified(l, r)) return [left, right, l];
    if (l.count === r.count && c.layout.sizeOf(l) === c.layout.sizeOf(r))
      return [left, convertNode(c, right, l, false), l];
  } else if (l.kind === 'vector' && isReal(r))
    return [left, convertNode(c, convertNode(c, right, l.element, false), l, false), l];
  else if (r.kind === 'vector' && isReal(l))
    return [convertNode(c, convertNode(c, left, r.element, false), r, false), right, r];
  throw failure('C1406', [operator, formatType(l), formatType(r)], at);
}

/** Builds an element-wise operation on vectors. */
export function vectorBinary(
  c: Context,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  const [l, r, type] = operands(c, operator, left, right, at);
  if (!isInteger(type.element) && !['+', '-', '*', '/'].includes(operator)) {
    throw failure('C1406', [operator, formatType(left.type), formatType(right.type)], at);
  }
  return { kind: 'binary', type, at, operator, left: l, right: r };
}

/**
 * Builds a comparison. The result is a vector of signed integers as wide as the elements: -1 where the
 * comparison holds.
 */
export function vectorCompare(
  c: Context,
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  const [l, r, type] = operands(c, operator, left, right, at);
  const bytes = Number(c.layout.sizeOf(type.element));
  const names: Readonly<Record<number, IntegerName>> = {
    1: 'schar',
    2: 'short',
    4: 'int',
    8: c.model === 'LP64' ? 'long' : 'llong',
    16: 'int128',
  };
  const name = names[bytes];
  if (name === undefined) throw failure('C1406', [operator, formatType(left.type), formatType(right.type)], at);
  return {
    kind: 'compare',
    type: { kind: 'vector', element: integerType(name), count: type.count },
    at,
    operator,
    left: l,
    right: r,
  };
}
