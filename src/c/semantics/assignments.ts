import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import type { BinaryOperator } from '../types/operators.ts';
import {
  hasQualifier,
  isArithmetic,
  isComplete,
  isInteger,
  isPointer,
  isVariableRecord,
  valueType,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { assigned, promoted, rvalue } from './conversions.ts';
import { isLvalue } from './nodes.ts';
import { arithmetic, binary } from './operators.ts';
import { assignVariableRecord } from './variable-records.ts';
import { hasWideBitField } from './wide-bitfields.ts';

/** Assignment operators and increments (C11 6.5.16, 6.5.2.4, 6.5.3.1). */

/** Checks that the expression may be assigned to. Throws C1409 or C1410. */
function modifiable(e: Expression, at: SourceLocation): void {
  const { type } = e;
  if (
    !isLvalue(e) ||
    type.kind === 'array' ||
    type.kind === 'function' ||
    type.kind === 'void' ||
    e.kind === 'string'
  ) {
    throw failure('C1409', [], at);
  }
  if (hasQualifier(type, 'const')) throw failure('C1410', [], at);
  if (!isComplete(type)) throw failure('C1303', [formatType(type)], at);
}

/** Builds `target = value`. Throws C1404, C1409 or C1410. */
export function assign(c: Context, target: Expression, value: Expression, at: SourceLocation): Expression {
  if (isVariableRecord(target.type)) return assignVariableRecord(c, target, value, at);
  modifiable(target, at);
  const type = valueType(target.type);
  return { kind: 'assign', type, at, target, value: assigned(c, value, type, 'assignment', at) };
}

/** Builds `target operator= value`. */
export function compoundAssign(
  c: Context,
  operator: BinaryOperator,
  target: Expression,
  value: Expression,
  at: SourceLocation,
): Expression {
  modifiable(target, at);
  const type = valueType(target.type);
  const v = rvalue(c, value);
  if (isPointer(type) && (operator === '+' || operator === '-') && isInteger(v.type)) {
    binary(c, operator, target, v, at);
    return { kind: 'compound-assign', type, at, operator, computation: type, target, value: promoted(c, v) };
  }
  if (type.kind === 'vector') return vectorAssign(c, operator, target, v, at);
  // The operation on the target's value determines the type of the calculation, and whether it is
  // allowed.
  const read = rvalue(c, target);
  const whole = arithmetic(c, operator, read, v, at);
  // Quotients depend on the bits above the width in which GCC calculates. The results of other
  // operations are cut when they are stored.
  if ((operator === '/' || operator === '%') && isInteger(type) && isInteger(v.type) && hasWideBitField(c, read, v)) {
    if (!isPlain(target)) throw failure('C1336', [`'${operator}=' with a wide bit-field`], at);
    return assign(c, target, whole, at);
  }
  const computation = whole.type;
  if (!isArithmetic(type) && !isPointer(type))
    throw failure('C1406', [`${operator}=`, formatType(type), formatType(v.type)], at);
  const right = operator === '<<' || operator === '>>' ? promoted(c, v) : assigned(c, v, computation, 'assignment', at);
  return { kind: 'compound-assign', type, at, operator, computation, target, value: right };
}

/** Whether the lvalue has no effects, so that it may be evaluated twice. */
function isPlain(e: Expression): boolean {
  switch (e.kind) {
    case 'variable':
    case 'integer':
      return true;
    case 'member':
      return isPlain(e.base);
    case 'dereference':
    case 'load':
    case 'array-decay':
    case 'convert':
      return isPlain(e.operand);
    case 'pointer-add':
      return isPlain(e.pointer) && isPlain(e.index);
    default:
      return false;
  }
}

/** Builds `++` or `--` as `delta` says, before the operand if `prefix`. Throws C1409, C1410 or C1411. */
export function increment(
  c: Context,
  target: Expression,
  delta: 1 | -1,
  prefix: boolean,
  at: SourceLocation,
): Expression {
  modifiable(target, at);
  const type = valueType(target.type);
  if (isPointer(type))
    binary(c, '+', target, { kind: 'integer', type: { kind: 'integer', name: 'int' }, at, value: 1n }, at);
  else if (!isArithmetic(type) && type.kind !== 'vector') throw failure('C1411', [formatType(type)], at);
  return { kind: 'increment', type, at, delta, prefix, target };
}

/**
 * Builds an element-wise assignment. The operation checks and converts the value; the node evaluates
 * the target once.
 */
function vectorAssign(
  c: Context,
  operator: BinaryOperator,
  target: Expression,
  value: Expression,
  at: SourceLocation,
): Expression {
  const type = valueType(target.type);
  const whole = binary(c, operator, target, value, at);
  const right = whole.kind === 'binary' ? whole.right : whole;
  return { kind: 'compound-assign', type, at, operator, computation: type, target, value: right };
}
