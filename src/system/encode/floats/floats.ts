import type { BinaryOperator } from '../../../c/types/operators.ts';
import type { RoundingMode, Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { floatFormat } from '../../shapes/stored-float.ts';
import type { Execution } from '../machine/execution.ts';
import { isSignedInteger } from '../memory/pointers/words.ts';
import { rounded, roundedConstant } from './rounding.ts';

/**
 * Returns an expression of real floating type as an IEEE term, without excess precision. Null for
 * decimal types, which have no terms.
 */
export function floatOf(x: Execution, expr: Expr): Term | null {
  const { terms } = x;
  if (expr.type.kind !== 'float') return null;
  const format = floatFormat(expr.type.name);
  if (format === null) return null;
  switch (expr.kind) {
    case 'float':
      return terms.float(format, expr.value);
    case 'negate': {
      const operand = floatOf(x, expr.operand);
      return operand === null ? null : terms.fpNeg(operand);
    }
    case 'binary': {
      const a = floatOf(x, expr.left);
      const b = floatOf(x, expr.right);
      if (a === null || b === null) return null;
      const operation = arithmetic(terms, expr.operator, a, b);
      if (operation === null) return null;
      return isConstant(x, expr.left) && isConstant(x, expr.right)
        ? roundedConstant(x, operation)
        : rounded(x, operation);
    }
    case 'conditional': {
      const a = floatOf(x, expr.then);
      const b = floatOf(x, expr.otherwise);
      return a === null || b === null ? null : terms.ite(x.evaluate.condition(x, expr.condition), a, b);
    }
    case 'convert': {
      const from = expr.operand.type;
      const round = (operation: (mode: RoundingMode) => Term): Term =>
        isConstant(x, expr.operand) ? roundedConstant(x, operation) : rounded(x, operation);
      if (from.kind === 'float') {
        const operand = floatOf(x, expr.operand);
        return operand === null ? null : round((mode) => terms.fpToFp(mode, operand, format));
      }
      if (from.kind !== 'integer' && from.kind !== 'enum') return null;
      const value = x.evaluate.integer(x, expr.operand);
      const signed = isSignedInteger(x, from);
      return round((mode) =>
        signed ? terms.fpFromSigned(mode, value, format) : terms.fpFromUnsigned(mode, value, format),
      );
    }
    case 'load':
    case 'complex-part':
      return x.evaluate.cells(x, expr)[0] ?? null;
    default:
      return null;
  }
}

function arithmetic(
  terms: TermStore,
  operator: BinaryOperator,
  a: Term,
  b: Term,
): ((mode: RoundingMode) => Term) | null {
  switch (operator) {
    case '+':
      return (mode) => terms.fpAdd(mode, a, b);
    case '-':
      return (mode) => terms.fpSub(mode, a, b);
    case '*':
      return (mode) => terms.fpMul(mode, a, b);
    case '/':
      return (mode) => terms.fpDiv(mode, a, b);
    default:
      return null;
  }
}

/**
 * Whether the expression is computed from constants alone. Only programs that set the rounding mode
 * need to know.
 */
function isConstant(x: Execution, expr: Expr): boolean {
  if (x.encoding.roundingCell === null) return false;
  const open = [expr];
  for (let e = open.pop(); e !== undefined; e = open.pop()) {
    switch (e.kind) {
      case 'integer':
      case 'float':
        break;
      case 'negate':
      case 'complement':
      case 'not':
      case 'convert':
        open.push(e.operand);
        break;
      case 'binary':
      case 'compare':
        open.push(e.left, e.right);
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Converts to an integer of `width` bits, towards zero. Out of range it gives any value (C11 6.3.1.4). */
export function floatToInteger(x: Execution, value: Term, width: number, signed: boolean): Term {
  const { terms } = x;
  const sort = terms.sort(value);
  if (sort.kind !== 'float') return x.unknown({ kind: 'bv', width }, 'conversion to an integer');
  const power = (exponent: number, negative: boolean): Term =>
    terms.float(sort, { kind: 'finite', negative, significand: 1n, exponent });
  const whole = terms.fpRoundToIntegral('RTZ', value);
  // The bounds are powers of two. Where they exceed the format, they are infinite, and no finite value
  // exceeds them.
  const above = power(signed ? width - 1 : width, false);
  const inside = signed
    ? terms.and(terms.fpLe(power(width - 1, true), whole), terms.fpLt(whole, above))
    : terms.and(terms.fpLt(power(0, true), value), terms.fpLt(whole, above));
  const converted = signed ? terms.fpToSigned('RTZ', value, width) : terms.fpToUnsigned('RTZ', value, width);
  if (inside === terms.true) return converted;
  const other = x.unknown(
    { kind: 'bv', width },
    'conversion of a floating-point value out of range',
    {},
    terms.not(inside),
  );
  return terms.ite(inside, converted, other);
}
