import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import type { BinaryOperator } from '../types/operators.ts';
import { INT, integerType, isInteger } from '../types/type-basics.ts';
import type { IntegerType } from '../types/types.ts';
import { convertNode, promoted } from './conversions.ts';
import { foldedBinary } from './fold.ts';
import { bitWidth, integerNode, resultOf } from './nodes.ts';

/**
 * Bit-fields wider than int. GCC gives one a type of exactly its width, and calculates in that: `x.f40
 * << 8` has 40 bits. Here such values have the declared type, and operators on them reduce their
 * results to the width.
 */

/** A type of GCC: `bits` wide, held in a standard type. */
export interface Precision {
  readonly bits: number;
  readonly signed: boolean;
}

/** Returns the width of a value that is narrower than its type; null for others. */
function narrowWidth(c: Context, e: Expression): number | null {
  const bits = bitWidth(e) ?? c.program.narrow.get(resultOf(e));
  return bits !== undefined && bits > 32 && isInteger(e.type) && bits < c.layout.integerWidth(e.type) ? bits : null;
}

/**
 * Returns the width of a value that comes from a bit-field and is narrower than its type; null for
 * others. GCC gives such a value a type of its own, which is compatible with no other.
 */
export function ownWidth(c: Context, e: Expression): number | null {
  const bits = bitWidth(e) ?? c.program.narrow.get(resultOf(e));
  if (bits === undefined || !isInteger(e.type) || (e.type.kind === 'integer' && e.type.name === 'bool')) return null;
  return bits < c.layout.integerWidth(e.type) ? bits : null;
}

/** Returns the smallest integer type of the machine that holds so many bits. */
export function holderOf(bits: number): IntegerType {
  if (bits > 64) return integerType('uint128');
  return integerType(bits > 32 ? 'ullong' : bits > 16 ? 'uint' : bits > 8 ? 'ushort' : 'uchar');
}

/** Whether an operator on these operands needs this module. */
export function hasWideBitField(c: Context, left: Expression, right: Expression = left): boolean {
  return narrowWidth(c, left) !== null || narrowWidth(c, right) !== null;
}

function precisionOf(c: Context, e: Expression): Precision {
  const v = promoted(c, e);
  const type = isInteger(v.type) ? v.type : INT;
  return { bits: narrowWidth(c, e) ?? c.layout.integerWidth(type), signed: c.layout.isSigned(type) };
}

/** Reduces the value to the precision, in the standard type that holds it. */
function reduce(c: Context, e: Expression, precision: Precision, at: SourceLocation): Expression {
  const type = container(precision);
  const v = convertNode(c, e, type, false);
  const width = c.layout.integerWidth(type);
  if (precision.bits === width) return v;
  let result: Expression;
  if (precision.signed) {
    const count = integerNode(BigInt(width - precision.bits), INT, at);
    result = operation(c, '>>', operation(c, '<<', v, count, type, at), count, type, at);
  } else result = operation(c, '&', v, integerNode((1n << BigInt(precision.bits)) - 1n, type, at), type, at);
  c.program.narrow.set(result, precision.bits);
  return result;
}

function container(precision: Precision): IntegerType {
  if (precision.bits > 64) return integerType(precision.signed ? 'int128' : 'uint128');
  return integerType(precision.signed ? 'llong' : 'ullong');
}

function operation(
  c: Context,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  type: IntegerType,
  at: SourceLocation,
): Expression {
  return foldedBinary(c.layout, operator, left, right, type, at) ?? { kind: 'binary', type, at, operator, left, right };
}

/**
 * Returns both operands in their common type: the wider precision wins, and of two equal ones the
 * unsigned.
 */
export function balancedWide(
  c: Context,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): { left: Expression; right: Expression; precision: Precision } {
  const a = precisionOf(c, left);
  const b = precisionOf(c, right);
  const precision = a.bits > b.bits ? a : a.bits < b.bits ? b : { bits: a.bits, signed: a.signed && b.signed };
  return { left: reduce(c, left, precision, at), right: reduce(c, right, precision, at), precision };
}

/** Builds a binary operation with an operand that is (made from) a wide bit-field. */
export function wideArithmetic(
  c: Context,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  if (operator === '<<' || operator === '>>') {
    const precision = precisionOf(c, left);
    const value = convertNode(c, left, container(precision), false);
    return reduce(c, operation(c, operator, value, promoted(c, right), container(precision), at), precision, at);
  }
  const both = balancedWide(c, left, right, at);
  return reduce(c, operation(c, operator, both.left, both.right, container(both.precision), at), both.precision, at);
}

/** Builds `test ? a : b`, or `test ?: b` if `short`. */
export function wideConditional(
  c: Context,
  test: Expression,
  short: boolean,
  a: Expression,
  b: Expression,
  at: SourceLocation,
): Expression {
  const { left, right, precision } = balancedWide(c, a, b, at);
  const result: Expression = {
    kind: 'conditional',
    type: left.type,
    at,
    condition: test,
    then: short ? null : left,
    otherwise: right,
  };
  c.program.narrow.set(result, precision.bits);
  return result;
}

/** Builds `-` or `~` of a wide bit-field. */
export function wideUnary(c: Context, operator: '-' | '~', operand: Expression, at: SourceLocation): Expression {
  const precision = precisionOf(c, operand);
  const type = container(precision);
  const value = convertNode(c, operand, type, false);
  return reduce(c, { kind: operator === '-' ? 'negate' : 'complement', type, at, operand: value }, precision, at);
}
