import type { Expr } from '../cfa/automaton.ts';
import type { Term } from '../smt/builder.ts';
import type { Execution } from './execution.ts';
import { floatFormat } from './shape.ts';
import { isSignedInteger } from './signs.ts';

/** Expressions of real floating type, as IEEE terms; round to nearest, ties to even. Decimal types have no terms: null. */
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
      switch (expr.operator) {
        case '+':
          return terms.fpAdd('RNE', a, b);
        case '-':
          return terms.fpSub('RNE', a, b);
        case '*':
          return terms.fpMul('RNE', a, b);
        case '/':
          return terms.fpDiv('RNE', a, b);
        default:
          return null;
      }
    }
    case 'conditional': {
      const a = floatOf(x, expr.then);
      const b = floatOf(x, expr.otherwise);
      return a === null || b === null ? null : terms.ite(x.evaluate.condition(x, expr.condition), a, b);
    }
    case 'convert': {
      const from = expr.operand.type;
      if (from.kind === 'float') {
        const operand = floatOf(x, expr.operand);
        return operand === null ? null : terms.fpToFp('RNE', operand, format);
      }
      if (from.kind !== 'integer' && from.kind !== 'enum') return null;
      const value = x.evaluate.integer(x, expr.operand);
      return isSignedInteger(x, from) ? terms.fpFromSigned('RNE', value, format) : terms.fpFromUnsigned('RNE', value, format);
    }
    case 'load':
    case 'complex-part':
      return x.evaluate.cells(x, expr)[0] ?? null;
    default:
      return null;
  }
}

/** Conversion to an integer of `width` bits, towards zero; out of range it gives any value (C11 6.3.1.4). */
export function floatToInteger(x: Execution, value: Term, width: number, signed: boolean): Term {
  const { terms } = x;
  const sort = terms.sort(value);
  if (sort.kind !== 'float') return x.unknown({ kind: 'bv', width }, 'conversion to an integer');
  const power = (exponent: number, negative: boolean): Term =>
    terms.float(sort, { kind: 'finite', negative, significand: 1n, exponent });
  const whole = terms.fpRoundToIntegral('RTZ', value);
  // The bounds are powers of two; where they exceed the format, they are infinite and nothing finite exceeds them.
  const above = power(signed ? width - 1 : width, false);
  const inside = signed
    ? terms.and(terms.fpLe(power(width - 1, true), whole), terms.fpLt(whole, above))
    : terms.and(terms.fpLt(power(0, true), value), terms.fpLt(whole, above));
  const converted = signed ? terms.fpToSigned('RTZ', value, width) : terms.fpToUnsigned('RTZ', value, width);
  if (inside === terms.true) return converted;
  const other = x.unknown({ kind: 'bv', width }, 'conversion of a floating-point value out of range', {}, terms.not(inside));
  return terms.ite(inside, converted, other);
}
