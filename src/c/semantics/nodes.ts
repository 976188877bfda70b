import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { failure } from '../parse/failures.ts';
import { INT, isArray, isFunction, pointerTo, sizeType } from '../types/type-basics.ts';
import type { CType, DataModel, PointerType } from '../types/types.ts';

/** Small constructors and tests of syntax tree nodes. */

export function integerNode(value: bigint, type: CType, at: SourceLocation): Expression {
  return { kind: 'integer', type, at, value };
}

export function intNode(value: number, at: SourceLocation): Expression {
  return { kind: 'integer', type: INT, at, value: BigInt(value) };
}

/** Whether the expression denotes an object. */
export function isLvalue(expression: Expression): boolean {
  let e = expression;
  for (;;) {
    switch (e.kind) {
      case 'variable':
      case 'string':
      case 'dereference':
      case 'compound-literal':
        return true;
      case 'member':
        e = e.base;
        break;
      case 'complex-part':
        e = e.operand;
        break;
      default:
        return false;
    }
  }
}

/** Returns the expression whose value a sequence of expressions or statements has. */
export function resultOf(expression: Expression): Expression {
  let e = expression;
  for (;;) {
    if (e.kind === 'comma') e = e.right;
    else if (e.kind === 'statement-expression' && e.result !== null) e = e.result;
    else return e;
  }
}

/**
 * Returns the width of the bit-field whose value the expression is. Such a value is promoted by its
 * width. Undefined for others.
 */
export function bitWidth(expression: Expression): number | undefined {
  let e = resultOf(expression);
  for (;;) {
    switch (e.kind) {
      case 'member':
        return e.field.bits;
      case 'load':
        e = e.operand;
        break;
      case 'assign':
      case 'compound-assign':
      case 'increment':
        e = e.target;
        break;
      default:
        return undefined;
    }
  }
}

/** Whether the expression is an integer constant 0, possibly cast to `void *` (C11 6.3.2.3p3). */
export function isNullConstant(e: Expression): boolean {
  if (e.type.kind === 'pointer' && e.type.isNull) return true;
  if (e.kind === 'integer') {
    if (e.value !== 0n) return false;
    return e.type.kind !== 'pointer' || (e.type.target.kind === 'void' && !e.type.target.qualifiers);
  }
  return false;
}

/** Returns the address of an lvalue or function, of pointer type. */
export function addressOf(operand: Expression, at: SourceLocation): Expression & { type: PointerType } {
  if (operand.kind === 'dereference' && operand.operand.type.kind === 'pointer') {
    // &*p is p itself (C11 6.5.3.2p3).
    return operand.operand as Expression & { type: PointerType };
  }
  return { kind: 'address', type: pointerTo(operand.type), at, operand };
}

/**
 * Refuses the value of a struct or union of variable size, which only an assignment can copy. Throws
 * C1336.
 */
export function refuseVariableRecord(type: CType, as: string, at: SourceLocation): void {
  if (type.kind === 'array' && type.record !== undefined)
    throw failure('C1336', [`${as} of type '${type.record.name}', whose size is variable,`], at);
}

/** Returns arrays and functions as pointers, and other expressions as they are. Throws C1336. */
export function decay(e: Expression): Expression {
  const type = e.type;
  refuseVariableRecord(type, 'a value', e.at);
  if (isArray(type)) return { kind: 'array-decay', type: pointerTo(type.element), at: e.at, operand: e };
  if (isFunction(type)) return addressOf(e, e.at);
  return e;
}

/** Returns the object that a pointer points to, as an lvalue. */
export function dereference(pointer: Expression, at: SourceLocation): Expression {
  const type = (pointer.type as PointerType).target;
  // *&x is x, if the types agree.
  if (pointer.kind === 'address' && pointer.operand.type === type) return pointer.operand;
  return { kind: 'dereference', type, at, operand: pointer };
}

/** Makes a constant of type size_t. */
export function sizeNode(c: { readonly model: DataModel }, value: bigint, at: SourceLocation): Expression {
  return { kind: 'integer', type: sizeType(c.model), at, value };
}
