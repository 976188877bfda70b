import type { BinaryOperator } from '../c/types/operators.ts';
import type { Eval } from './context.ts';

/**
 * Returns the most common operators on 32-bit integers, without an indirection through
 * `binaryOperation`. `constant` is the right operand's value if it is constant. Null for operators
 * that the general path handles.
 */
export function intBinary(
  operator: BinaryOperator,
  signed: boolean,
  left: Eval<number>,
  right: Eval<number>,
  constant: number | null,
): Eval<number> | null {
  if (constant !== null) return withConstant(operator, signed, left, constant);
  switch (operator) {
    case '+':
      return signed ? (f) => (left(f) + right(f)) | 0 : (f) => (left(f) + right(f)) >>> 0;
    case '-':
      return signed ? (f) => (left(f) - right(f)) | 0 : (f) => (left(f) - right(f)) >>> 0;
    case '*':
      return signed ? (f) => Math.imul(left(f), right(f)) : (f) => Math.imul(left(f), right(f)) >>> 0;
    case '&':
      return signed ? (f) => left(f) & right(f) : (f) => (left(f) & right(f)) >>> 0;
    case '|':
      return signed ? (f) => left(f) | right(f) : (f) => (left(f) | right(f)) >>> 0;
    case '^':
      return signed ? (f) => left(f) ^ right(f) : (f) => (left(f) ^ right(f)) >>> 0;
    case '<<':
      return signed ? (f) => left(f) << right(f) : (f) => (left(f) << right(f)) >>> 0;
    case '>>':
      return signed ? (f) => left(f) >> right(f) : (f) => left(f) >>> right(f);
    case '/':
    case '%':
      return null;
  }
}

function withConstant(
  operator: BinaryOperator,
  signed: boolean,
  left: Eval<number>,
  constant: number,
): Eval<number> | null {
  switch (operator) {
    case '+':
      return signed ? (f) => (left(f) + constant) | 0 : (f) => (left(f) + constant) >>> 0;
    case '-':
      return signed ? (f) => (left(f) - constant) | 0 : (f) => (left(f) - constant) >>> 0;
    case '*':
      return signed ? (f) => Math.imul(left(f), constant) : (f) => Math.imul(left(f), constant) >>> 0;
    case '&':
      return signed ? (f) => left(f) & constant : (f) => (left(f) & constant) >>> 0;
    case '|':
      return signed ? (f) => left(f) | constant : (f) => (left(f) | constant) >>> 0;
    case '^':
      return signed ? (f) => left(f) ^ constant : (f) => (left(f) ^ constant) >>> 0;
    case '<<':
      return signed ? (f) => left(f) << constant : (f) => (left(f) << constant) >>> 0;
    case '>>':
      return signed ? (f) => left(f) >> constant : (f) => left(f) >>> constant;
    case '/':
      if (constant <= 0) return null;
      return signed ? (f) => (left(f) / constant) | 0 : (f) => (left(f) / constant) >>> 0;
    case '%':
      if (constant <= 0) return null;
      return (f) => (left(f) % constant) + 0;
  }
}
