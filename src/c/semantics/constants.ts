import type { Expression, Variable } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { complement, isTrue, negateFloat, negateInteger } from '../types/arithmetic.ts';
import { hasQualifier, isComplex, isInteger, isPointer } from '../types/type-basics.ts';
import { type Address, addressOfLvalue, addressValue, sameObject } from './addresses.ts';
import { complexEqual, complexTruth, constantComplex, constantConjugate, constantPart } from './complex-constants.ts';
import { foldedBinary, foldedCompare, foldedConvert } from './fold.ts';
import { labelDifference } from './label-differences.ts';
import { intNode } from './nodes.ts';

/** Constant expressions (C11 6.6) as GCC 12 accepts them. */

/** Returns the value of an integer constant expression. Throws C1412 for other expressions. */
export function constantInteger(c: Context, e: Expression): bigint {
  const value = tryConstantInteger(c, e);
  if (value === null) throw failure('C1412', [], e.at);
  return value;
}

/** Returns the value of an integer constant expression; null for other expressions. */
export function tryConstantInteger(c: Context, e: Expression): bigint | null {
  if (e.kind === 'integer') return isInteger(e.type) ? e.value : null;
  const folded = fold(c, e, false);
  return folded.kind === 'integer' && isInteger(folded.type) ? folded.value : null;
}

/**
 * Folds the expression to a value that a static initialiser may hold: a literal, or an address with a
 * constant offset. Throws C1413.
 */
export function staticValue(c: Context, e: Expression): Expression {
  if (e.kind === 'integer' || e.kind === 'float') return e;
  const folded = fold(c, e, true);
  if (!isStatic(c, folded)) throw failure('C1413', [], e.at);
  return folded;
}

/** Whether the folded expression has a value before the program starts. */
function isStatic(c: Context, e: Expression): boolean {
  switch (e.kind) {
    case 'integer':
    case 'float':
    case 'label-address':
      return true;
    case 'address':
      return e.operand.kind === 'function' || addressOfLvalue(c.layout, e.operand) !== null;
    case 'array-decay':
      return addressOfLvalue(c.layout, e.operand) !== null;
    case 'pointer-add':
      return isStatic(c, e.pointer) && e.index.kind === 'integer';
    case 'pointer-difference':
    case 'binary':
      // The expression is the distance of two labels, or an address that was cast to an integer and moved.
      return (isComplex(e.type) || isInteger(e.type)) && isStatic(c, e.left) && isStatic(c, e.right);
    case 'negate':
      return isComplex(e.type) && isStatic(c, e.operand);
    case 'convert':
      if (isComplex(e.type)) return isStatic(c, e.operand);
      if (isInteger(e.type) && labelDifference(e) !== null) return true;
      if (!isPointer(e.operand.type) && !isInteger(e.operand.type)) return false;
      return (c.layout.sizeOf(e.type) ?? 0n) >= BigInt(c.layout.pointerSize) && isStatic(c, e.operand);
    case 'builtin':
      return e.name === '__builtin_complex' && e.arguments.every((argument) => isStatic(c, argument));
    default:
      return false;
  }
}

/**
 * Folds constant parts. The result is a literal if the whole expression is constant, else an equal
 * expression. `readConstants`: the value of a `const` object with a constant initialiser counts (GCC 8
 * and later, in static initialisers).
 */
export function fold(c: Context, e: Expression, readConstants: boolean): Expression {
  const sub = (operand: Expression): Expression => fold(c, operand, readConstants);
  switch (e.kind) {
    case 'convert': {
      const operand = sub(e.operand);
      const literal = foldedConvert(c.layout, operand, e.type, true);
      if (literal) return literal;
      if (readConstants && isComplex(operand.type) && !isComplex(e.type)) {
        if (e.type.kind === 'integer' && e.type.name === 'bool') {
          const truth = complexTruth(c.layout, operand);
          if (truth !== null) return { kind: 'integer', type: e.type, at: e.at, value: truth ? 1n : 0n };
        }
        const real = constantPart(c.layout, operand, 'real');
        return (real && foldedConvert(c.layout, real, e.type, true)) ?? e;
      }
      if (e.type.kind === 'integer' && e.type.name === 'bool' && isPointer(operand.type)) {
        const truth = truthOf(c, operand);
        if (truth !== null) return { kind: 'integer', type: e.type, at: e.at, value: truth ? 1n : 0n };
      }
      return operand === e.operand ? e : { ...e, operand };
    }
    case 'negate': {
      const operand = sub(e.operand);
      if (operand.kind === 'integer' && isInteger(e.type)) {
        return { kind: 'integer', type: e.type, at: e.at, value: negateInteger(e.type, operand.value, c.layout).value };
      }
      if (operand.kind === 'float') return { ...operand, at: e.at, value: negateFloat(operand.value) };
      return operand === e.operand ? e : { ...e, operand };
    }
    case 'complement': {
      const operand = sub(e.operand);
      if (readConstants && isComplex(e.type)) return constantConjugate(c.layout, operand) ?? e;
      if (operand.kind !== 'integer' || !isInteger(e.type)) return e;
      return { kind: 'integer', type: e.type, at: e.at, value: complement(e.type, operand.value, c.layout) };
    }
    case 'not': {
      const truth = truthOf(c, sub(e.operand));
      return truth === null ? e : intNode(truth ? 0 : 1, e.at);
    }
    case 'binary': {
      const left = sub(e.left);
      const right = sub(e.right);
      const literal =
        readConstants && isComplex(e.type)
          ? constantComplex(c.layout, { ...e, left, right })
          : foldedBinary(c.layout, e.operator, left, right, e.type, e.at);
      return literal ?? (left === e.left && right === e.right ? e : { ...e, left, right });
    }
    case 'compare':
      return foldCompare(c, e, sub(e.left), sub(e.right));
    case 'logical': {
      const left = truthOf(c, sub(e.left));
      if (left === null) return e;
      if (left === (e.operator === '||')) return intNode(left ? 1 : 0, e.at);
      const right = truthOf(c, sub(e.right));
      return right === null ? e : intNode(right ? 1 : 0, e.at);
    }
    case 'complex-part': {
      const part = readConstants ? constantPart(c.layout, sub(e.operand), e.part) : null;
      return part === null ? e : { ...part, at: e.at };
    }
    case 'conditional': {
      const condition = sub(e.condition);
      const truth = truthOf(c, condition);
      if (truth === null) return e;
      return sub(truth ? (e.then ?? e.condition) : e.otherwise);
    }
    case 'pointer-add': {
      const pointer = sub(e.pointer);
      const index = sub(e.index);
      const moved = { ...e, pointer, index };
      return pointer.kind === 'integer' ? (absolute(c, e, addressValue(c.layout, moved)) ?? moved) : moved;
    }
    case 'pointer-difference':
      return foldDifference(c, e, sub(e.left), sub(e.right));
    case 'address':
    case 'array-decay': {
      const operand = foldLvalue(e.operand, sub);
      const place = operand === e.operand ? e : { ...e, operand };
      return isAbsolute(operand) ? (absolute(c, e, addressOfLvalue(c.layout, operand)) ?? place) : place;
    }
    case 'variable':
      return namedConstant(c, e.variable, e) ?? e;
    case 'load':
      return (
        (e.operand.kind === 'variable' ? namedConstant(c, e.operand.variable, e) : null) ??
        (readConstants ? readConstant(e) : e)
      );
    default:
      return e;
  }
}

/** Folds the indices and pointers of an lvalue. */
function foldLvalue(e: Expression, sub: (operand: Expression) => Expression): Expression {
  if (e.kind === 'dereference') {
    const operand = sub(e.operand);
    return operand === e.operand ? e : { ...e, operand };
  }
  if (e.kind === 'member') {
    const base = foldLvalue(e.base, sub);
    return base === e.base ? e : { ...e, base };
  }
  return e;
}

/** Whether the lvalue is (a part of) the target of a constant pointer. */
function isAbsolute(lvalue: Expression): boolean {
  let e = lvalue;
  while (e.kind === 'member') e = e.base;
  return e.kind === 'dereference' && e.operand.kind === 'integer';
}

/**
 * Returns an address outside all objects as an integer, as for the classic `&((struct S *)0)->member`;
 * null for others.
 */
function absolute(c: Context, e: Expression, address: Address | null): Expression | null {
  if (address === null || address.object !== null) return null;
  return { kind: 'integer', type: e.type, at: e.at, value: BigInt.asUintN(8 * c.layout.pointerSize, address.offset) };
}

/**
 * Returns the truth value of a folded expression; null if it is not constant. The address of an object
 * is not null.
 */
function truthOf(c: Context, e: Expression): boolean | null {
  if (e.kind === 'integer' || e.kind === 'float') return isTrue(e.value);
  if (isComplex(e.type)) return complexTruth(c.layout, e);
  if (!isPointer(e.type)) return null;
  if (e.kind === 'address' && e.operand.kind === 'function') return true;
  const address = addressValue(c.layout, e);
  return address !== null && address.object !== null ? true : null;
}

function foldCompare(c: Context, e: Expression & { kind: 'compare' }, left: Expression, right: Expression): Expression {
  const literal = foldedCompare(e.operator, left, right, e.at);
  if (literal) return literal;
  if (isComplex(left.type)) {
    const isEqual = complexEqual(c.layout, left, right);
    return isEqual === null ? e : intNode(isEqual === (e.operator === '==') ? 1 : 0, e.at);
  }
  if (isPointer(left.type)) {
    const a = addressValue(c.layout, left);
    const b = addressValue(c.layout, right);
    if (a && b && a.object !== null && sameObject(a, b)) {
      return foldedCompare(
        e.operator,
        { ...intNode(0, e.at), value: a.offset } as Expression,
        { ...intNode(0, e.at), value: b.offset } as Expression,
        e.at,
      )!;
    }
  }
  return left === e.left && right === e.right ? e : { ...e, left, right };
}

function foldDifference(
  c: Context,
  e: Expression & { kind: 'pointer-difference' },
  left: Expression,
  right: Expression,
): Expression {
  const a = addressValue(c.layout, left);
  const b = addressValue(c.layout, right);
  const size = left.type.kind === 'pointer' ? c.layout.sizeOfGnu(left.type.target) : null;
  if (a && b && sameObject(a, b) && size)
    return { kind: 'integer', type: e.type, at: e.at, value: (a.offset - b.offset) / size };
  return left === e.left && right === e.right ? e : { ...e, left, right };
}

function readConstant(e: Expression & { kind: 'load' }): Expression {
  const { operand } = e;
  if (operand.kind !== 'variable' || !hasQualifier(operand.type, 'const') || hasQualifier(operand.type, 'volatile'))
    return e;
  const { variable } = operand;
  const entry = variable.initializer?.entries[0];
  if (variable.storage !== 'static' || !entry || entry.path.length > 0) return e;
  return entry.value.kind === 'integer' || entry.value.kind === 'float' ? { ...entry.value, at: e.at } : e;
}

/** The value of a `constexpr` object at the place of its use; null for other objects. */
function namedConstant(c: Context, variable: Variable, { at }: Expression): Expression | null {
  const value = c.program.constants.get(variable);
  return value === undefined ? null : { ...value, at };
}
