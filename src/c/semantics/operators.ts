import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../ast.ts';
import { type Context, warn } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import type { BinaryOperator, ComparisonOperator } from '../types/operators.ts';
import {
  INT,
  isArithmetic,
  isComplete,
  isFunction,
  isInteger,
  isPointer,
  isRecord,
  isVariableLength,
  isVariableRecord,
  isVoid,
  pointerTo,
  ptrdiffType,
  qualifiersOf,
  VOID,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatibleUnqualified } from '../types/type-relations.ts';
import type { CType, PointerType } from '../types/types.ts';
import { balanced, commonPointer, convertNode, promoted, rvalue, testable } from './conversions.ts';
import { foldedBinary, foldedCompare } from './fold.ts';
import { isNullConstant } from './nodes.ts';
import { vectorBinary, vectorCompare } from './vectors.ts';
import { balancedWide, hasWideBitField, wideArithmetic, wideConditional } from './wide-bitfields.ts';

/** Binary, logical and conditional operators (C11 6.5.5 to 6.5.15, 6.5.17). Operands come undecayed. */

function badOperands(operator: string, left: Expression, right: Expression, at: SourceLocation): Error {
  return failure('C1406', [operator, formatType(left.type), formatType(right.type)], at);
}

/** Builds a binary operation on vectors, pointers or arithmetic values. */
export function binary(
  c: Context,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  const l = rvalue(c, left);
  const r = rvalue(c, right);
  if (l.type.kind === 'vector' || r.type.kind === 'vector') return vectorBinary(c, operator, l, r, at);
  if (operator === '+' || operator === '-') {
    if (isPointer(l.type) || isPointer(r.type)) return pointerArithmetic(c, operator, l, r, at);
  }
  return arithmetic(c, operator, l, r, at);
}

/** Builds an operation on values that are not pointers. */
export function arithmetic(
  c: Context,
  operator: BinaryOperator,
  l: Expression,
  r: Expression,
  at: SourceLocation,
): Expression {
  if (operator === '<<' || operator === '>>') {
    if (!isInteger(l.type) || !isInteger(r.type)) throw badOperands(operator, l, r, at);
    if (hasWideBitField(c, l)) return wideArithmetic(c, operator, l, r, at);
    const value = promoted(c, l);
    const count = promoted(c, r);
    return (
      foldedBinary(c.layout, operator, value, count, value.type, at) ?? {
        kind: 'binary',
        type: value.type,
        at,
        operator,
        left: value,
        right: count,
      }
    );
  }
  if (isInteger(l.type) && isInteger(r.type) && hasWideBitField(c, l, r)) return wideArithmetic(c, operator, l, r, at);
  const both = balanced(c, l, r);
  const integersOnly = operator === '%' || operator === '&' || operator === '|' || operator === '^';
  if (both === null || (integersOnly && !isInteger(both.type))) throw badOperands(operator, l, r, at);
  const { type } = both;
  if ((operator === '/' || operator === '%') && both.right.kind === 'integer' && both.right.value === 0n)
    warn(c, 'C1954', [], at);
  return (
    foldedIntegers(c, operator, both.left, both.right, type, at) ?? {
      kind: 'binary',
      type,
      at,
      operator,
      left: both.left,
      right: both.right,
    }
  );
}

/**
 * Folds integers only. Floating operations of the program depend on the rounding mode, which is known
 * later.
 */
function foldedIntegers(
  c: Context,
  operator: BinaryOperator,
  l: Expression,
  r: Expression,
  type: CType,
  at: SourceLocation,
) {
  return l.kind === 'integer' ? foldedBinary(c.layout, operator, l, r, type, at) : null;
}

function pointerArithmetic(
  c: Context,
  operator: '+' | '-',
  l: Expression,
  r: Expression,
  at: SourceLocation,
): Expression {
  if (isPointer(l.type) && isPointer(r.type)) {
    if (operator === '+') throw badOperands(operator, l, r, at);
    checkStep(c, l.type, at);
    if (!compatibleUnqualified(bare(l.type), bare(r.type)))
      warn(c, 'C1955', [formatType(l.type), formatType(r.type)], at);
    return {
      kind: 'pointer-difference',
      type: ptrdiffType(c.model),
      at,
      left: l,
      right: convertNode(c, r, l.type, false),
    };
  }
  const swapped = !isPointer(l.type);
  if (swapped && operator === '-') throw badOperands(operator, l, r, at);
  const pointer = swapped ? r : l;
  const index = swapped ? l : r;
  if (!isInteger(index.type)) throw badOperands(operator, l, r, at);
  return pointerAdd(c, pointer, index, operator === '-', at);
}

function bare(type: PointerType): CType {
  return qualifiersOf(type.target) === 0 ? type.target : { ...type.target, qualifiers: 0 };
}

/** Builds `pointer ± index`, with the index promoted. */
export function pointerAdd(
  c: Context,
  pointer: Expression,
  index: Expression,
  negative: boolean,
  at: SourceLocation,
): Expression {
  const type = pointer.type as PointerType;
  checkStep(c, type, at);
  return { kind: 'pointer-add', type, at, pointer, index: promoted(c, index), negative };
}

/**
 * Checks the target of a pointer that is moved: it must have a size. void and functions count as bytes
 * (GNU).
 */
function checkStep(c: Context, type: PointerType, at: SourceLocation): void {
  const { target } = type;
  if (isVoid(target) || isFunction(target) || isVariableLength(target)) return;
  if (!isComplete(target) || c.layout.sizeOf(target) === null) throw failure('C1407', [formatType(target)], at);
}

/** Builds a comparison of arithmetic values, pointers or vectors. */
export function compare(
  c: Context,
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  let l = rvalue(c, left);
  let r = rvalue(c, right);
  if (l.type.kind === 'vector' || r.type.kind === 'vector') return vectorCompare(c, operator, l, r, at);
  if (isPointer(l.type) || isPointer(r.type)) [l, r] = comparablePointers(c, operator, l, r, at);
  else {
    const wide = isInteger(l.type) && isInteger(r.type) && hasWideBitField(c, l, r);
    const both = wide ? { ...balancedWide(c, l, r, at), type: INT } : balanced(c, l, r);
    const ordered = operator !== '==' && operator !== '!=';
    if (both === null || (ordered && both.type.kind === 'complex')) throw badOperands(operator, l, r, at);
    l = both.left;
    r = both.right;
    const folded = l.kind === 'integer' ? foldedCompare(operator, l, r, at) : null;
    if (folded) return folded;
  }
  return { kind: 'compare', type: INT, at, operator, left: l, right: r };
}

function comparablePointers(
  c: Context,
  operator: string,
  l: Expression,
  r: Expression,
  at: SourceLocation,
): [Expression, Expression] {
  if (isPointer(l.type) && isPointer(r.type)) {
    const common = commonPointer(l.type, r.type);
    if (common === null && !isNullConstant(l) && !isNullConstant(r))
      warn(c, 'C1955', [formatType(l.type), formatType(r.type)], at);
    // Pointers with two different targets are compared as `void *`, as GCC does.
    const type = common ?? pointerTo(VOID);
    return [convertNode(c, l, type, false), convertNode(c, r, type, false)];
  }
  const [pointer, other] = isPointer(l.type) ? [l, r] : [r, l];
  if (!isInteger(other.type)) throw badOperands(operator, l, r, at);
  if (!isNullConstant(other)) warn(c, 'C1956', [], at);
  const converted = convertNode(c, other, pointer.type, false);
  return pointer === l ? [l, converted] : [converted, r];
}

/** Builds `&&` or `||` of two scalars. */
export function logical(
  c: Context,
  operator: '&&' | '||',
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  return { kind: 'logical', type: INT, at, operator, left: testable(c, left), right: testable(c, right) };
}

/** Builds `!operand`, folded for a literal. */
export function not(c: Context, operand: Expression, at: SourceLocation): Expression {
  const v = testable(c, operand);
  if (v.kind === 'integer') return { kind: 'integer', type: INT, at, value: v.value === 0n ? 1n : 0n };
  return { kind: 'not', type: INT, at, operand: v };
}

/** Builds `left, right`. */
export function comma(c: Context, left: Expression, right: Expression, at: SourceLocation): Expression {
  const r = rvalue(c, right);
  return { kind: 'comma', type: r.type, at, left: discarded(c, left), right: r };
}

/** Returns an expression whose value is not used. A struct is not read for that. */
export function discarded(c: Context, e: Expression): Expression {
  return isRecord(e.type) || isVariableRecord(e.type) ? e : rvalue(c, e);
}

/** Builds `condition ? then : otherwise`; `then` is null for GNU's `condition ?: otherwise`. */
export function conditional(
  c: Context,
  condition: Expression,
  then: Expression | null,
  otherwise: Expression,
  at: SourceLocation,
): Expression {
  const test = testable(c, condition);
  // The value of `a ?: b` is that of a, not the result of its test.
  const a = then === null ? test : rvalue(c, then);
  const b = rvalue(c, otherwise);
  if (isInteger(a.type) && isInteger(b.type) && hasWideBitField(c, a, b))
    return wideConditional(c, test, then === null, a, b, at);
  const type = conditionalType(c, a, b, at);
  const [x, y] = [armOf(c, a, type), armOf(c, b, type)];
  return { kind: 'conditional', type, at, condition: test, then: then === null ? null : x, otherwise: y };
}

function armOf(c: Context, arm: Expression, type: CType): Expression {
  if (isVoid(type))
    return isVoid(arm.type) ? arm : { kind: 'convert', type: VOID, at: arm.at, operand: arm, explicit: false };
  return isArithmetic(type) || isPointer(type) ? convertNode(c, arm, type, false) : arm;
}

function conditionalType(c: Context, a: Expression, b: Expression, at: SourceLocation): CType {
  if (isArithmetic(a.type) && isArithmetic(b.type)) {
    const both = balanced(c, a, b);
    if (both === null) throw failure('C1408', [formatType(a.type), formatType(b.type)], at);
    return both.type;
  }
  if (isVoid(a.type) || isVoid(b.type)) return VOID;
  if (isPointer(a.type) && isPointer(b.type)) {
    if (isNullConstant(a) && isVoid(a.type.target)) return b.type;
    if (isNullConstant(b) && isVoid(b.type.target)) return a.type;
    const common = commonPointer(a.type, b.type);
    if (common === null) warn(c, 'C1957', [formatType(a.type), formatType(b.type)], at);
    return common ?? pointerTo(VOID);
  }
  if (isPointer(a.type) && isInteger(b.type)) {
    if (!isNullConstant(b)) warn(c, 'C1957', [formatType(a.type), formatType(b.type)], at);
    return a.type;
  }
  if (isInteger(a.type) && isPointer(b.type)) {
    if (!isNullConstant(a)) warn(c, 'C1957', [formatType(a.type), formatType(b.type)], at);
    return b.type;
  }
  if (isRecord(a.type) && isRecord(b.type) && a.type.definition === b.type.definition) return a.type;
  if (a.type.kind === 'vector' && b.type.kind === 'vector' && compatibleUnqualified(a.type, b.type)) return a.type;
  throw failure('C1408', [formatType(a.type), formatType(b.type)], at);
}

/** Expressions that execute statements first, as GNU statement expressions. */

/** Puts the statements for the lengths of VLA types in an expression before its value. */
export function withLengths(lengths: readonly Statement[], e: Expression): Expression {
  return lengths.length === 0 ? e : sequence(lengths, e, e.type, e.at);
}

/** Builds a statement expression: the statements of `body`, then `result` as the value (null: none). */
export function sequence(
  body: readonly Statement[],
  result: Expression | null,
  type: CType,
  at: SourceLocation,
): Expression {
  return { kind: 'statement-expression', type, at, body: { kind: 'block', at, body, end: at }, result };
}
