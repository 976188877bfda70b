import type { FloatFormat, FloatValue } from '../base/float.ts';
import { fromNumber, toNumber } from '../base/float-bits.ts';
import {
  add as softAdd,
  compare as softCompare,
  div as softDiv,
  mul as softMul,
  sub as softSub,
} from '../base/softfloat.ts';
import { SIGNED, UNSIGNED, type Wide } from '../base/wide.ts';
import type { BinaryOperator, ComparisonOperator } from '../c/types/operators.ts';
import { complexBinary, complexCompare } from './complex.ts';
import { type FloatEnvironment, formatOfSize } from './float-environment.ts';
import { undefinedBehaviour, unsupported } from './outcome.ts';
import type { ComplexValue, IntRepresentation, Representation, Value } from './values.ts';

/** Binary and unary operators on values of one representation. */

export type Binary = (left: Value, right: Value) => Value;
export type Unary = (operand: Value) => Value;
export type Comparison = (left: Value, right: Value) => number;

/**
 * Returns a function that brings numbers into the range of a small integer type. A number holds an
 * exact integer, or wraps modulo 2^32.
 */
export function wrapper(representation: IntRepresentation): (value: number) => number {
  const { bits, signed } = representation;
  if (bits === 32) return signed ? (value) => value | 0 : (value) => value >>> 0;
  if (bits === 1) return (value) => value & 1;
  const shift = 32 - bits;
  return signed ? (value) => (value << shift) >> shift : (value) => (value << shift) >>> shift;
}

/** Returns the shift count as x86 uses it: modulo the operand's width. */
function shiftCount(count: Value, mask: number): number {
  return typeof count === 'number' ? count & mask : Number((count as bigint) & BigInt(mask));
}

/** Returns the function of a binary operator on values of the representation. */
export function binaryOperation(
  operator: BinaryOperator,
  representation: Representation,
  floats: FloatEnvironment,
): Binary {
  switch (representation.kind) {
    case 'int':
      return intOperation(operator, representation) as Binary;
    case 'wide':
      return wideOperation(operator, representation.signed) as Binary;
    case 'big':
      return bigOperation(operator, representation.signed) as Binary;
    case 'float':
      return floatOperation(operator, representation.size, floats) as Binary;
    case 'soft':
      return softOperation(operator, representation.format, floats) as Binary;
    case 'complex': {
      const { part } = representation;
      const parts = {
        add: binaryOperation('+', part, floats),
        subtract: binaryOperation('-', part, floats),
        multiply: binaryOperation('*', part, floats),
        divide: binaryOperation('/', part, floats),
      };
      return complexBinary(operator, part, parts) as Binary;
    }
    case 'vector': {
      const element = binaryOperation(operator, representation.element, floats);
      if (operator === '<<' || operator === '>>')
        return vectorShift(element, 8 * representation.element.size) as Binary;
      return (left, right) =>
        (left as readonly Value[]).map((item, index) => element(item, (right as readonly Value[])[index]));
    }
    case 'bytes':
      return unsupported(`operator ${operator} on a structure`);
  }
}

function vectorShift(shift: Binary, bits: number): (left: readonly Value[], right: readonly Value[]) => Value {
  return (left, right) =>
    left.map((item, index) => {
      const count = BigInt(right[index] as Wide);
      if (count < 0n || count >= BigInt(bits)) undefinedBehaviour('shift of a vector by too many bits', 'wrong-shift');
      return shift(item, right[index]);
    });
}

function intOperation(operator: BinaryOperator, representation: IntRepresentation): (a: number, b: number) => number {
  const { signed, bits } = representation;
  const wrap = wrapper(representation);
  switch (operator) {
    case '+':
      return (a, b) => wrap(a + b);
    case '-':
      return (a, b) => wrap(a - b);
    case '*':
      return (a, b) => wrap(Math.imul(a, b));
    case '/':
      return (a, b) => {
        checkDivision(a, b, signed, bits);
        return wrap(Math.trunc(a / b));
      };
    case '%':
      return (a, b) => {
        checkDivision(a, b, signed, bits);
        return (a % b) + 0;
      };
    case '&':
      return (a, b) => wrap(a & b);
    case '|':
      return (a, b) => wrap(a | b);
    case '^':
      return (a, b) => wrap(a ^ b);
    case '<<':
      return (a, b) => wrap(a << shiftCount(b, 31));
    case '>>':
      return signed ? (a, b) => a >> shiftCount(b, 31) : (a, b) => a >>> shiftCount(b, 31);
  }
}

function checkDivision(a: number, b: number, signed: boolean, bits: number): void {
  if (b === 0) undefinedBehaviour('division by zero', 'division-by-zero');
  if (b === -1 && signed && bits === 32 && a === -2147483648)
    undefinedBehaviour('overflow of a division', 'division-overflow');
}

function wideOperation(operator: BinaryOperator, signed: boolean): (a: Wide, b: Wide) => Wide {
  const { add, subtract, multiply, divide, remainder, and, or, xor, shiftLeft, shiftRight } = signed
    ? SIGNED
    : UNSIGNED;
  switch (operator) {
    case '+':
      return add;
    case '-':
      return subtract;
    case '*':
      return multiply;
    case '/':
      return (a, b) => {
        checkWideDivision(a, b);
        return divide(a, b);
      };
    case '%':
      return (a, b) => {
        checkWideDivision(a, b);
        return remainder(a, b);
      };
    case '&':
      return and;
    case '|':
      return or;
    case '^':
      return xor;
    case '<<':
      return (a, b) => shiftLeft(a, shiftCount(b, 63));
    case '>>':
      return (a, b) => shiftRight(a, shiftCount(b, 63));
  }
}

function checkWideDivision(a: Wide, b: Wide): void {
  if (b === 0) undefinedBehaviour('division by zero', 'division-by-zero');
  if (b === -1 && a === -0x8000000000000000n) undefinedBehaviour('overflow of a division', 'division-overflow');
}

function bigOperation(operator: BinaryOperator, signed: boolean): (a: bigint, b: bigint) => bigint {
  const wrap = signed ? (value: bigint) => BigInt.asIntN(128, value) : (value: bigint) => BigInt.asUintN(128, value);
  switch (operator) {
    case '+':
      return (a, b) => wrap(a + b);
    case '-':
      return (a, b) => wrap(a - b);
    case '*':
      return (a, b) => wrap(a * b);
    case '/':
    case '%':
      return (a, b) => {
        if (b === 0n) undefinedBehaviour('division by zero', 'division-by-zero');
        return wrap(operator === '/' ? a / b : a % b);
      };
    case '&':
      return (a, b) => a & b;
    case '|':
      return (a, b) => a | b;
    case '^':
      return (a, b) => a ^ b;
    case '<<':
      return (a, b) => wrap(a << BigInt(shiftCount(b, 127)));
    case '>>':
      return (a, b) => a >> BigInt(shiftCount(b, 127));
  }
}

/**
 * Returns an operation on floats. If the size is that of `float`, rounding a double result once more
 * is exact (53 >= 2 * 24 + 2 [FIG95]).
 */
function floatOperation(
  operator: BinaryOperator,
  size: 4 | 8,
  floats: FloatEnvironment,
): (a: number, b: number) => number {
  const nearest = nearestOperation(operator, size);
  if (!floats.changes) return nearest;
  const exact = softOperation(operator, formatOfSize(size), floats);
  return (a, b) => (floats.mode === 'nearest-even' ? nearest(a, b) : toNumber(exact(fromNumber(a), fromNumber(b))));
}

function nearestOperation(operator: BinaryOperator, size: 4 | 8): (a: number, b: number) => number {
  const single = size === 4;
  switch (operator) {
    case '+':
      return single ? (a, b) => Math.fround(a + b) : (a, b) => a + b;
    case '-':
      return single ? (a, b) => Math.fround(a - b) : (a, b) => a - b;
    case '*':
      return single ? (a, b) => Math.fround(a * b) : (a, b) => a * b;
    case '/':
      return single ? (a, b) => Math.fround(a / b) : (a, b) => a / b;
    default:
      return unsupported(`operator ${operator} on floating-point values`);
  }
}

function softOperation(
  operator: BinaryOperator,
  format: FloatFormat,
  floats: FloatEnvironment,
): (a: FloatValue, b: FloatValue) => FloatValue {
  switch (operator) {
    case '+':
      return (a, b) => softAdd(format, a, b, floats.mode);
    case '-':
      return (a, b) => softSub(format, a, b, floats.mode);
    case '*':
      return (a, b) => softMul(format, a, b, floats.mode);
    case '/':
      return (a, b) => softDiv(format, a, b, floats.mode);
    default:
      return unsupported(`operator ${operator} on floating-point values`);
  }
}

/** Returns a comparison with result 0 or 1 (for vectors: see vectors.ts). */
export function comparison(operator: ComparisonOperator, representation: Representation): Comparison {
  switch (representation.kind) {
    case 'int':
    case 'wide':
    case 'big':
    case 'float':
      return orderedComparison(operator) as Comparison;
    case 'soft':
      return (left, right) => softComparison(operator, softCompare(left as FloatValue, right as FloatValue));
    case 'complex': {
      const equal = comparison('==', representation.part);
      return (left, right) => complexCompare(operator, left as ComplexValue, right as ComplexValue, equal);
    }
    case 'vector':
    case 'bytes':
      return unsupported('a comparison of structures');
  }
}

function orderedComparison(operator: ComparisonOperator): (a: Wide, b: Wide) => number {
  switch (operator) {
    case '<':
      return (a, b) => (a < b ? 1 : 0);
    case '<=':
      return (a, b) => (a <= b ? 1 : 0);
    case '>':
      return (a, b) => (a > b ? 1 : 0);
    case '>=':
      return (a, b) => (a >= b ? 1 : 0);
    case '==':
      return (a, b) => (a === b ? 1 : 0);
    case '!=':
      return (a, b) => (a !== b ? 1 : 0);
  }
}

/** `order` is negative, zero or positive, or null when a NaN makes the operands unordered. */
function softComparison(operator: ComparisonOperator, order: number | null): number {
  if (order === null) return operator === '!=' ? 1 : 0;
  switch (operator) {
    case '<':
      return order < 0 ? 1 : 0;
    case '<=':
      return order <= 0 ? 1 : 0;
    case '>':
      return order > 0 ? 1 : 0;
    case '>=':
      return order >= 0 ? 1 : 0;
    case '==':
      return order === 0 ? 1 : 0;
    case '!=':
      return order !== 0 ? 1 : 0;
  }
}

/** Returns the function of unary minus on values of the representation. */
export function negation(representation: Representation): Unary {
  switch (representation.kind) {
    case 'int': {
      const wrap = wrapper(representation);
      return (value) => wrap(0 - (value as number));
    }
    case 'wide':
      return (representation.signed ? SIGNED.negate : UNSIGNED.negate) as Unary;
    case 'big':
      return representation.signed
        ? (value) => BigInt.asIntN(128, -(value as bigint))
        : (value) => BigInt.asUintN(128, -(value as bigint));
    case 'float':
      return (value) => -(value as number);
    case 'soft':
      return (value) => ({ ...(value as FloatValue), negative: !(value as FloatValue).negative });
    case 'complex': {
      const part = negation(representation.part);
      return (value) => ({
        real: part((value as ComplexValue).real),
        imaginary: part((value as ComplexValue).imaginary),
      });
    }
    case 'vector': {
      const element = negation(representation.element);
      return (value) => (value as readonly Value[]).map(element);
    }
    case 'bytes':
      return unsupported('negation of a structure');
  }
}

/** Returns `~`: bitwise complement, or the conjugate of a complex value (GNU). */
export function complement(representation: Representation): Unary {
  switch (representation.kind) {
    case 'int': {
      const wrap = wrapper(representation);
      return (value) => wrap(~(value as number));
    }
    case 'wide':
      return (representation.signed ? SIGNED.complement : UNSIGNED.complement) as Unary;
    case 'big':
      return representation.signed ? (value) => ~(value as bigint) : (value) => BigInt.asUintN(128, ~(value as bigint));
    case 'complex': {
      const part = negation(representation.part);
      return (value) => ({ real: (value as ComplexValue).real, imaginary: part((value as ComplexValue).imaginary) });
    }
    case 'vector': {
      const element = complement(representation.element);
      return (value) => (value as readonly Value[]).map(element);
    }
    case 'float':
    case 'soft':
    case 'bytes':
      return unsupported('bitwise complement of this type');
  }
}

/** Returns a test whether a scalar (or complex) value is different from zero. */
export function truth(representation: Representation): (value: Value) => boolean {
  switch (representation.kind) {
    case 'int':
    case 'wide':
    case 'float':
      return (value) => value !== 0;
    case 'big':
      return (value) => value !== 0n;
    case 'soft':
      return (value) => (value as FloatValue).kind !== 'finite' || (value as FloatValue).significand !== 0n;
    case 'complex': {
      const part = truth(representation.part);
      return (value) => part((value as ComplexValue).real) || part((value as ComplexValue).imaginary);
    }
    case 'vector':
    case 'bytes':
      return unsupported('a structure as a condition');
  }
}
