import type { FloatFormat, FloatValue } from '../../base/float.ts';
import {
  add,
  compare as compareFloats,
  div,
  fromInteger,
  isZero,
  mul,
  negate,
  roundTo,
  sub,
  toInteger,
} from '../../base/softfloat.ts';
import type { Layout } from './layout.ts';
import type { BinaryOperator, ComparisonOperator } from './operators.ts';
import { floatFormat } from './type-basics.ts';
import type { CType, EnumType, FloatType, IntegerType } from './types.ts';

/**
 * Arithmetic on constants, as GCC folds it: integers are exact values in the range of their type
 * (pointers: unsigned addresses).
 */

/** Value of an arithmetic constant; a pointer constant is its address. */
export type ConstantValue = bigint | FloatValue;

/** The result of an operation on integers. */
export interface IntegerResult {
  /** The result, reduced to the type (two's complement). */
  readonly value: bigint;
  /** Whether the exact result does not fit a signed type: the operation has undefined behaviour. */
  readonly overflow: boolean;
}

/**
 * Returns the two's complement value of `value` in the type, as GCC converts to a type that is too
 * small. `_Bool` compares with zero.
 */
export function wrap(value: bigint, type: IntegerType | EnumType, layout: Layout): bigint {
  if (type.kind === 'integer' && type.name === 'bool') return value === 0n ? 0n : 1n;
  const width = layout.integerWidth(type);
  return layout.isSigned(type) ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
}

/** Returns the smallest and the largest value of the type. */
export function integerRange(type: IntegerType | EnumType, layout: Layout): { min: bigint; max: bigint } {
  const width = BigInt(layout.integerWidth(type));
  return layout.isSigned(type)
    ? { min: -(1n << (width - 1n)), max: (1n << (width - 1n)) - 1n }
    : { min: 0n, max: (1n << width) - 1n };
}

/**
 * Returns `left operator right` in `type`, the common type of the operands (for shifts: the type of
 * the left one).
 * @returns null where there is no value: division by zero, a shift count that is negative or not below
 * the width
 */
export function binary(
  operator: BinaryOperator,
  type: IntegerType | EnumType,
  left: bigint,
  right: bigint,
  layout: Layout,
): IntegerResult | null {
  switch (operator) {
    case '+':
      return reduce(left + right, type, layout);
    case '-':
      return reduce(left - right, type, layout);
    case '*':
      return reduce(left * right, type, layout);
    case '/':
      return right === 0n ? null : reduce(left / right, type, layout);
    case '%': {
      if (right === 0n) return null;
      // INT_MIN % -1 is as undefined as the quotient.
      return { value: wrap(left % right, type, layout), overflow: reduce(left / right, type, layout).overflow };
    }
    case '&':
      return { value: wrap(left & right, type, layout), overflow: false };
    case '|':
      return { value: wrap(left | right, type, layout), overflow: false };
    case '^':
      return { value: wrap(left ^ right, type, layout), overflow: false };
    case '<<':
    case '>>':
      return shift(operator, type, left, right, layout);
  }
}

function reduce(exact: bigint, type: IntegerType | EnumType, layout: Layout): IntegerResult {
  const value = wrap(exact, type, layout);
  return { value, overflow: value !== exact && layout.isSigned(type) };
}

/**
 * Shifts a value of the promoted `type`. `>>` of a negative value is arithmetic. `overflow` for `<<`
 * is C's rule (6.5.7p4): a negative left operand, or a result beyond the type. GCC itself gives the
 * low bits.
 * @returns null for a count that is negative or not below the width
 */
export function shift(
  operator: '<<' | '>>',
  type: IntegerType | EnumType,
  left: bigint,
  count: bigint,
  layout: Layout,
): IntegerResult | null {
  if (count < 0n || count >= BigInt(layout.integerWidth(type))) return null;
  if (operator === '>>') return { value: left >> count, overflow: false };
  const exact = left << count;
  const value = wrap(exact, type, layout);
  return { value, overflow: layout.isSigned(type) && (left < 0n || value !== exact) };
}

/** Returns `-value` in the type. */
export function negateInteger(type: IntegerType | EnumType, value: bigint, layout: Layout): IntegerResult {
  return reduce(-value, type, layout);
}

/** Returns `~value` in the type. */
export function complement(type: IntegerType | EnumType, value: bigint, layout: Layout): bigint {
  return wrap(~value, type, layout);
}

/** Compares two values of one type. Every comparison with a NaN but `!=` is false. */
export function compare(operator: ComparisonOperator, left: ConstantValue, right: ConstantValue): boolean {
  const order = orderOf(left, right);
  if (order === null) return operator === '!=';
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
  }
}

function orderOf(left: ConstantValue, right: ConstantValue): number | null {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0;
  return compareFloats(
    typeof left === 'bigint' ? fromInteger(left) : left,
    typeof right === 'bigint' ? fromInteger(right) : right,
  );
}

/** Whether the value is not zero (of either sign); true for NaN. */
export function isTrue(value: ConstantValue): boolean {
  return typeof value === 'bigint' ? value !== 0n : !isZero(value);
}

// -------------------------------------------------------------------------------------------------------------------- floating

/**
 * Returns `left operator right` rounded to the type; null for operators without floating operands and
 * for decimal types.
 */
export function floatBinary(
  operator: BinaryOperator,
  type: FloatType,
  left: FloatValue,
  right: FloatValue,
): FloatValue | null {
  const format = floatFormat(type);
  if (format === null) return null;
  switch (operator) {
    case '+':
      return add(format, left, right);
    case '-':
      return sub(format, left, right);
    case '*':
      return mul(format, left, right);
    case '/':
      return div(format, left, right);
    default:
      return null;
  }
}

export { negate as negateFloat };

// ----------------------------------------------------------------------------------------------------------------- conversions

/** The result of a conversion. */
export interface ConversionResult {
  readonly value: ConstantValue;
  /**
   * Whether a floating value does not fit the integer type: undefined behaviour (GCC's folding
   * saturates, NaN gives 0).
   */
  readonly overflow: boolean;
}

/**
 * Converts a constant to an arithmetic or pointer type. A pointer is an unsigned integer of the
 * model's width, so the caller passes addresses as such. C sign-extends a narrower signed integer that
 * is cast to a pointer, which wrapping does.
 * @returns null where there is no such value: void, aggregates, complex, vector and decimal targets
 */
export function convert(value: ConstantValue, to: CType, layout: Layout): ConversionResult | null {
  switch (to.kind) {
    case 'integer':
    case 'enum':
      return typeof value === 'bigint'
        ? { value: wrap(value, to, layout), overflow: false }
        : floatToInteger(value, to, layout);
    case 'pointer':
      return typeof value === 'bigint'
        ? { value: BigInt.asUintN(8 * layout.pointerSize, value), overflow: false }
        : null;
    case 'float': {
      const format = floatFormat(to);
      return format === null ? null : { value: toFloat(value, format), overflow: false };
    }
    default:
      return null;
  }
}

function toFloat(value: ConstantValue, format: FloatFormat): FloatValue {
  return typeof value === 'bigint' ? fromInteger(value, format) : roundTo(format, value);
}

function floatToInteger(value: FloatValue, to: IntegerType | EnumType, layout: Layout): ConversionResult {
  if (to.kind === 'integer' && to.name === 'bool') return { value: isZero(value) ? 0n : 1n, overflow: false };
  const { min, max } = integerRange(to, layout);
  if (value.kind === 'nan') return { value: 0n, overflow: true };
  if (value.kind === 'infinity') return { value: value.negative ? min : max, overflow: true };
  const integer = toInteger(value)!;
  if (integer < min) return { value: min, overflow: true };
  return integer > max ? { value: max, overflow: true } : { value: integer, overflow: false };
}
