import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { type Context, warn } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import {
  isArithmetic,
  isComplete,
  isInteger,
  isPointer,
  isRecord,
  isScalar,
  isVoid,
  qualifiersOf,
  VOID,
  valueType,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import {
  compatibleUnqualified,
  composite,
  promote,
  promoteArgument,
  usualArithmetic,
} from '../types/type-relations.ts';
import type { CType, PointerType } from '../types/types.ts';
import { foldedConvert } from './fold.ts';
import { bitWidth, decay, isLvalue, isNullConstant, resultOf } from './nodes.ts';

/** Returns the value of an expression: lvalue conversion, decay of arrays and functions (C11 6.3.2.1). */
export function rvalue(c: Context, e: Expression): Expression {
  const type = e.type;
  switch (type.kind) {
    case 'array':
      return decay(e);
    case 'function':
      return decay(e);
    case 'void':
      return e.kind === 'dereference' ? convertNode(c, e.operand, VOID, false) : e;
    default: {
      if (!isLvalue(e) && e.kind !== 'member') return e;
      if (isRecord(type) && !isComplete(type)) throw failure('C1303', [formatType(type)], e.at);
      return { kind: 'load', type: valueType(type), at: e.at, operand: e };
    }
  }
}

/**
 * Returns a conversion node, or the converted constant. If both types have the same values in the same
 * representation, returns the expression itself.
 */
export function convertNode(c: Context, e: Expression, type: CType, explicit: boolean): Expression {
  const target = valueType(type);
  // A cast that changes only qualifiers behind a pointer still has the new type. A cast of a bit-field's
  // value gives it the new width.
  const changes = explicit && (isPointer(type) ? e.type !== target : isBitFieldValue(c, e));
  if (sameValues(e.type, target) && !changes) return e;
  // GCC extends a pointer by its sign to a wider integer.
  if (isPointer(e.type) && isInteger(target) && (c.layout.sizeOf(target) ?? 0n) > BigInt(c.layout.pointerSize))
    return convertNode(c, convertNode(c, e, { kind: 'integer', name: 'long' }, explicit), target, explicit);
  return foldedConvert(c.layout, e, target) ?? { kind: 'convert', type: target, at: e.at, operand: e, explicit };
}

/** Whether operators treat the value as narrower than its type, because it comes from a bit-field. */
function isBitFieldValue(c: Context, e: Expression): boolean {
  return bitWidth(e) !== undefined || c.program.narrow.has(resultOf(e));
}

/**
 * Whether a value of one type is unchanged as a value of the other: the types are the same apart from
 * qualifiers at all levels.
 */
function sameValues(first: CType, second: CType): boolean {
  let a = first;
  let b = second;
  for (;;) {
    if (a === b) return true;
    if (a.kind !== b.kind) return false;
    if (a.kind === 'pointer') {
      a = a.target;
      b = (b as PointerType).target;
    } else if (
      a.kind === 'array' &&
      b.kind === 'array' &&
      a.length === b.length &&
      a.lengthVariable === b.lengthVariable
    ) {
      a = a.element;
      b = b.element;
    } else return a.kind !== 'array' && compatibleUnqualified(a, b);
  }
}

/** Returns a value that can be tested against zero. Throws C1403. */
export function testable(c: Context, e: Expression): Expression {
  const v = rvalue(c, e);
  if (isScalar(v.type)) return v;
  if (v.type.kind === 'complex')
    return { kind: 'convert', type: { kind: 'integer', name: 'bool' }, at: v.at, operand: v, explicit: false };
  throw failure('C1403', [formatType(v.type)], e.at);
}

/** Does integer promotion; other values stay. */
export function promoted(c: Context, v: Expression): Expression {
  return isInteger(v.type) ? convertNode(c, v, promote(v.type, bitWidth(v)), false) : v;
}

/** Does default argument promotion. */
export function promotedArgument(c: Context, v: Expression): Expression {
  return isRecord(v.type) || isPointer(v.type) ? v : convertNode(c, v, promoteArgument(v.type, bitWidth(v)), false);
}

/** Returns both operands converted to their common type (6.3.1.8); null if they have none. */
export function balanced(
  c: Context,
  left: Expression,
  right: Expression,
): { left: Expression; right: Expression; type: CType } | null {
  const l = promoted(c, left);
  const r = promoted(c, right);
  if (l.type === r.type && isArithmetic(l.type)) return { left: l, right: r, type: l.type };
  const type = usualArithmetic(l.type, r.type, c.layout);
  if (type === null) return null;
  return { left: convertNode(c, l, type, false), right: convertNode(c, r, type, false), type };
}

/** The context of an implicit conversion, for messages. */
export type Purpose = 'assignment' | 'initialization' | 'argument' | 'return';

/**
 * Converts as if by assignment (6.5.16.1). Mixes of pointers and integers and pointers to other types
 * are warnings, as in GCC 12. Throws C1404 where there is no conversion.
 */
export function assigned(
  c: Context,
  e: Expression,
  type: CType,
  purpose: Purpose,
  at: SourceLocation = e.at,
): Expression {
  const v = rvalue(c, e);
  const from = v.type;
  if (from === type) return v;
  switch (type.kind) {
    case 'integer':
    case 'enum':
    case 'float':
    case 'complex':
      if (isArithmetic(from)) return convertNode(c, v, type, false);
      if (isPointer(from) && isInteger(type)) {
        if (!(type.kind === 'integer' && type.name === 'bool'))
          warn(c, 'C1953', [purpose, formatType(type), formatType(from)], at);
        return convertNode(c, v, type, false);
      }
      break;
    case 'pointer':
      if (isPointer(from)) {
        if (!assignablePointers(type, from) && !isNullConstant(v)) {
          warn(c, 'C1951', [purpose, formatType(type), formatType(from)], at);
        }
        return convertNode(c, v, type, false);
      }
      if (isInteger(from)) {
        if (!isNullConstant(v)) warn(c, 'C1952', [purpose, formatType(type), formatType(from)], at);
        return convertNode(c, v, type, false);
      }
      break;
    case 'struct':
    case 'union':
      if (isRecord(from) && from.definition === type.definition) return v;
      break;
    case 'vector':
      if (from.kind === 'vector' && c.layout.sizeOf(from) === c.layout.sizeOf(type))
        return convertNode(c, v, type, false);
      break;
    case 'array':
    case 'function':
    case 'void':
      break;
  }
  throw failure('C1404', [purpose, formatType(type), formatType(from)], at);
}

/**
 * Whether the targets are compatible, or one side is void. C only allows to add qualifiers. GCC merely
 * warns otherwise, and little depends on it, so qualifiers are not checked.
 */
function assignablePointers(to: PointerType, from: PointerType): boolean {
  return (
    isVoid(to.target) ||
    isVoid(from.target) ||
    compatibleUnqualified(to.target, from.target) ||
    sameBytes(to.target, from.target)
  );
}

/**
 * Whether the types are kinds of char. Programs mix `char *` and `unsigned char *` so often that GCC
 * does not warn by default.
 */
function sameBytes(a: CType, b: CType): boolean {
  return (
    a.kind === 'integer' &&
    b.kind === 'integer' &&
    promote(a).name.replace(/^[us]/, '') === promote(b).name.replace(/^[us]/, '')
  );
}

/**
 * Returns the type of `cond ? a : b` and of comparisons for two pointers: composite target with all
 * qualifiers. Null if they do not fit.
 */
export function commonPointer(a: PointerType, b: PointerType): PointerType | null {
  const qualifiers = qualifiersOf(a.target) | qualifiersOf(b.target);
  const target = isVoid(a.target)
    ? a.target
    : isVoid(b.target)
      ? b.target
      : compatibleUnqualified(a.target, b.target)
        ? composite(a.target, b.target)
        : null;
  if (target === null) return null;
  return { kind: 'pointer', target: qualifiers === qualifiersOf(target) ? target : { ...target, qualifiers } };
}

/** Does an explicit cast (6.5.4). Throws C1405. */
export function cast(c: Context, e: Expression, type: CType, at: SourceLocation): Expression {
  if (isVoid(type)) {
    const operand = e.type.kind === 'struct' || e.type.kind === 'union' ? e : rvalue(c, e);
    return { kind: 'convert', type: VOID, at, operand, explicit: true };
  }
  const v = rvalue(c, e);
  const from = v.type;
  const fits =
    (isArithmetic(type) && isArithmetic(from)) ||
    (isPointer(type) && (isPointer(from) || isInteger(from))) ||
    (isInteger(type) && isPointer(from)) ||
    (isRecord(type) && isRecord(from) && type.definition === from.definition) ||
    (type.kind === 'vector' && from.kind === 'vector' && c.layout.sizeOf(type) === c.layout.sizeOf(from)) ||
    (((type.kind === 'vector' && isInteger(from)) || (from.kind === 'vector' && isInteger(type))) &&
      c.layout.sizeOf(type) === c.layout.sizeOf(from));
  if (!fits) throw failure('C1405', [formatType(from), formatType(type)], at);
  return convertNode(c, v, type, true);
}
