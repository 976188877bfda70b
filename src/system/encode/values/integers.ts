import { isInteger } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { floatToInteger } from '../floats/floats.ts';
import type { Execution } from '../machine/execution.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { bytesOf } from '../memory/pointers/lengths.ts';
import { addressOf } from '../memory/pointers/pointer-arithmetic.ts';
import { comparePointers, isNull, pointerDifference, pointerToInteger } from '../memory/pointers/pointers.ts';
import { isSignedInteger, wordOrder } from '../memory/pointers/words.ts';

/**
 * Expressions of integer type, as bit-vectors of their storage width. Promotions and conversions are
 * explicit in the automaton.
 */

/** Returns an expression of integer type as a bit-vector of its storage width. */
export function integerOf(x: Execution, expr: Expr): Term {
  const { terms } = x;
  const width = x.plan.shapes.width(expr.type);
  switch (expr.kind) {
    case 'integer': {
      const value = terms.bv(width, BigInt.asUintN(width, expr.value));
      return x.plan.names === 'literals' ? x.named(value, {}) : value;
    }
    case 'load':
    case 'complex-part': {
      const [value] = x.evaluate.cells(x, expr);
      return value;
    }
    case 'negate':
      return terms.neg(x.evaluate.integer(x, expr.operand));
    case 'complement':
      return terms.bvNot(x.evaluate.integer(x, expr.operand));
    case 'not':
    case 'compare': {
      return fromBool(x, x.evaluate.condition(x, expr), width);
    }
    case 'binary':
      return binary(x, expr, width);
    case 'pointer-difference':
      return pointerDifference(x, expr, width);
    case 'conditional': {
      const condition = x.evaluate.condition(x, expr.condition);
      if (condition === terms.true) return x.evaluate.integer(x, expr.then);
      if (condition === terms.false) return x.evaluate.integer(x, expr.otherwise);
      return terms.ite(condition, x.evaluate.integer(x, expr.then), x.evaluate.integer(x, expr.otherwise));
    }
    case 'convert':
      return convert(x, expr.operand, expr.type, width);
    case 'size-of':
      return bytesOf(x, expr.of, width) ?? x.unknown({ kind: 'bv', width }, 'size of an array of variable length');
    case 'address':
    case 'function-address':
    case 'pointer-add':
    case 'label-address':
      return pointerToInteger(x, x.evaluate.pointer(x, expr), width);
    case 'float':
    case 'complex':
      return x.unknown({ kind: 'bv', width }, `${expr.kind} as an integer`);
  }
}

function fromBool(x: Execution, condition: Term, width: number): Term {
  return x.terms.zext(x.terms.boolToBv(condition), width);
}

function binary(x: Execution, expr: Expr & { kind: 'binary' }, width: number): Term {
  const { terms } = x;
  const a = x.evaluate.integer(x, expr.left);
  const b = x.evaluate.integer(x, expr.right);
  const signed = isSignedInteger(x, expr.type);
  switch (expr.operator) {
    case '+':
      return terms.add(a, b);
    case '-':
      return terms.sub(a, b);
    case '*':
      return terms.mul(a, b);
    case '/':
      return byZero(x, b, width, signed ? terms.sdiv(a, b) : terms.udiv(a, b));
    case '%':
      return byZero(x, b, width, signed ? terms.srem(a, b) : terms.urem(a, b));
    case '&':
      return terms.bvAnd(a, b);
    case '|':
      return terms.bvOr(a, b);
    case '^':
      return terms.bvXor(a, b);
    case '<<':
      return terms.shl(a, count(x, b, width));
    case '>>':
      return signed ? terms.ashr(a, count(x, b, width)) : terms.lshr(a, count(x, b, width));
  }
}

/** Division by zero gives any value; INT_MIN / -1 wraps. */
function byZero(x: Execution, divisor: Term, width: number, value: Term): Term {
  const { terms } = x;
  const zero = terms.eq(divisor, terms.bv(width, 0));
  if (terms.and(x.guard, zero) === terms.false) return value;
  return terms.ite(zero, x.unknown({ kind: 'bv', width }, 'division by zero', {}, zero), value);
}

/** Takes a shift's count modulo the width of the promoted left operand, as x86's instructions do. */
function count(x: Execution, amount: Term, width: number): Term {
  const { terms } = x;
  const cut = resize(x, amount, width);
  return terms.bvAnd(cut, terms.bv(width, width - 1));
}

function convert(x: Execution, operand: Expr, to: CType, width: number): Term {
  const { terms } = x;
  const from = operand.type;
  if (to.kind === 'integer' && to.name === 'bool') return fromBool(x, x.evaluate.condition(x, operand), width);
  switch (from.kind) {
    case 'integer':
    case 'enum': {
      const value = x.evaluate.integer(x, operand);
      const old = terms.width(value);
      if (width <= old) return resize(x, value, width);
      return isSignedInteger(x, from) ? terms.sext(value, width) : terms.zext(value, width);
    }
    case 'pointer':
      return pointerToInteger(x, x.evaluate.pointer(x, operand), width);
    case 'float': {
      const [value] = x.evaluate.cells(x, operand);
      if (value === undefined) return x.unknown({ kind: 'bv', width }, 'conversion of a decimal floating-point number');
      return floatToInteger(x, value, width, isSignedInteger(x, to));
    }
    default:
      return x.unknown({ kind: 'bv', width }, `conversion from ${from.kind}`);
  }
}

/** Returns a scalar expression as a condition. */
export function conditionOf(x: Execution, expr: Expr): Term {
  const { terms } = x;
  switch (expr.kind) {
    case 'not':
      return terms.not(x.evaluate.condition(x, expr.operand));
    case 'compare':
      return compare(x, expr);
    case 'integer':
      return terms.bool(expr.value !== 0n);
    case 'conditional':
      return terms.ite(
        x.evaluate.condition(x, expr.condition),
        x.evaluate.condition(x, expr.then),
        x.evaluate.condition(x, expr.otherwise),
      );
    case 'convert':
      // Extension and pointer casts preserve zero; narrowing does not.
      if (keepsZero(x, expr.type, expr.operand.type)) return x.evaluate.condition(x, expr.operand);
      break;
    case 'address':
      return terms.not(isNull(x, addressOf(x, expr.place)));
    default:
      break;
  }
  switch (expr.type.kind) {
    case 'pointer':
      return terms.not(isNull(x, x.evaluate.pointer(x, expr)));
    case 'float': {
      const [value] = x.evaluate.cells(x, expr);
      if (value === undefined) return x.unknown({ kind: 'bool' }, 'decimal floating-point arithmetic');
      return terms.not(terms.fpEq(value, x.encoding.zero(terms.sort(value))));
    }
    case 'integer':
    case 'enum': {
      const value = x.evaluate.integer(x, expr);
      return terms.not(terms.eq(value, terms.bv(terms.width(value), 0)));
    }
    default:
      return x.unknown({ kind: 'bool' }, `condition of type ${expr.type.kind}`);
  }
}

function keepsZero(x: Execution, to: CType, from: CType): boolean {
  const scalar = from.kind === 'integer' || from.kind === 'enum' || from.kind === 'pointer';
  if (to.kind === 'integer' && to.name === 'bool') return scalar || from.kind === 'float';
  if (to.kind !== 'integer' && to.kind !== 'enum' && to.kind !== 'pointer') return false;
  return scalar && x.plan.shapes.width(to) >= x.plan.shapes.width(from);
}

function compare(x: Execution, expr: Expr & { kind: 'compare' }): Term {
  const { terms } = x;
  const pointers = comparePointers(x, expr);
  if (pointers !== null) return pointers;
  const { left, right, operator } = expr;
  if (left.type.kind === 'float') return compareFloats(x, expr);
  if (!isInteger(left.type)) return x.unknown({ kind: 'bool' }, `comparison of ${left.type.kind} values`);
  const a = x.evaluate.integer(x, left);
  const b = x.evaluate.integer(x, right);
  const signed = isSignedInteger(x, left.type);
  switch (operator) {
    case '==':
      return terms.eq(a, b);
    case '!=':
      return terms.not(terms.eq(a, b));
    default:
      return wordOrder(terms, operator, a, b, signed);
  }
}

function compareFloats(x: Execution, expr: Expr & { kind: 'compare' }): Term {
  const { terms } = x;
  const [a] = x.evaluate.cells(x, expr.left);
  const [b] = x.evaluate.cells(x, expr.right);
  if (a === undefined || b === undefined) return x.unknown({ kind: 'bool' }, 'decimal floating-point arithmetic');
  switch (expr.operator) {
    case '==':
      return terms.fpEq(a, b);
    case '!=':
      return terms.not(terms.fpEq(a, b));
    case '<':
      return terms.fpLt(a, b);
    case '<=':
      return terms.fpLe(a, b);
    case '>':
      return terms.fpLt(b, a);
    case '>=':
      return terms.fpLe(b, a);
  }
}
