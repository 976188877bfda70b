import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { type Context, report } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { complement, negateInteger } from '../types/arithmetic.ts';
import { isArithmetic, isFunction, isInteger, isPointer, valueType } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { promoted, rvalue } from './conversions.ts';
import { addressOf, dereference, isLvalue } from './nodes.ts';
import { hasWideBitField, wideUnary } from './wide-bitfields.ts';

/** Unary operators (C11 6.5.3). Operands come undecayed. */

/** Builds `&operand`. Throws C1418 if the operand denotes neither object nor function. */
export function addressTaken(c: Context, operand: Expression, at: SourceLocation): Expression {
  if (isFunction(operand.type)) return addressOf(operand, at);
  if (operand.kind === 'member' && operand.field.bits !== undefined)
    throw failure('C1419', [operand.field.name ?? ''], at);
  if (!isLvalue(operand)) throw failure('C1418', [], at);
  if (operand.kind === 'variable' && isRegister(c, operand)) report(c, 'C1420', [operand.variable.name], at);
  return addressOf(operand, at);
}

function isRegister(c: Context, e: Expression & { kind: 'variable' }): boolean {
  const binding = c.names.named(e.variable.name).ordinary;
  return binding?.kind === 'variable' && binding.variable === e.variable && binding.isRegister;
}

/** Builds `*operand`. */
export function indirection(c: Context, operand: Expression, at: SourceLocation): Expression {
  const v = rvalue(c, operand);
  if (!isPointer(v.type)) throw failure('C1421', [formatType(v.type)], at);
  return dereference(v, at);
}

/** Builds `+`, `-`, `~`; `~` of a complex value is its conjugate (GNU). */
export function arithmeticUnary(
  c: Context,
  operator: '+' | '-' | '~',
  operand: Expression,
  at: SourceLocation,
): Expression {
  const v = promoted(c, rvalue(c, operand));
  const { type } = v;
  if (type.kind !== 'vector' && (!isArithmetic(type) || (operator === '~' && type.kind === 'float'))) {
    throw failure('C1422', [operator, formatType(type)], at);
  }
  if (operator === '+') return v;
  if (isInteger(type) && hasWideBitField(c, v)) return wideUnary(c, operator, v, at);
  if (v.kind === 'integer' && isInteger(type)) {
    const negated = operator === '-' ? negateInteger(type, v.value, c.layout) : null;
    const value = negated === null ? complement(type, v.value, c.layout) : negated.value;
    if (v.unfolded === undefined && negated?.overflow !== true) return { kind: 'integer', type, at, value };
    const kind = operator === '-' ? 'negate' : 'complement';
    return { kind: 'integer', type, at, value, unfolded: { kind, type, at, operand: v.unfolded ?? v } };
  }
  return { kind: operator === '-' ? 'negate' : 'complement', type, at, operand: v };
}

/** Builds `__real__`, `__imag__`. A real value is its own real part, and has zero as imaginary part. */
export function complexPart(
  c: Context,
  part: 'real' | 'imaginary',
  operand: Expression,
  at: SourceLocation,
): Expression {
  if (operand.type.kind === 'complex') {
    const e = isLvalue(operand) ? operand : rvalue(c, operand);
    return { kind: 'complex-part', type: valueType(operand.type.base), at, part, operand: e };
  }
  const v = rvalue(c, operand);
  if (!isArithmetic(v.type))
    throw failure('C1422', [part === 'real' ? '__real__' : '__imag__', formatType(v.type)], at);
  if (part === 'real') return v;
  const zero: Expression = {
    kind: 'convert',
    type: v.type,
    at,
    operand: { kind: 'integer', type: { kind: 'integer', name: 'int' }, at, value: 0n },
    explicit: false,
  };
  return { kind: 'comma', type: v.type, at, left: v, right: zero };
}
