import type { BinaryOperator, ComparisonOperator } from '../types/operators.ts';
import { unsupported } from './outcome.ts';
import type { ComplexValue, Representation, Value } from './values.ts';

/** Operators of the part type. */
export interface PartOperations {
  add(a: Value, b: Value): Value;
  subtract(a: Value, b: Value): Value;
  multiply(a: Value, b: Value): Value;
  divide(a: Value, b: Value): Value;
}

/**
 * Complex arithmetic. Products are those of GCC for finite operands. Quotients of floats scale by the
 * larger part (Smith's method, as libgcc's __divdc3 does for ordinary operands).
 */
export function complexBinary(
  operator: BinaryOperator,
  part: Representation,
  on: PartOperations,
): (a: Value, b: Value) => Value {
  switch (operator) {
    case '+':
    case '-': {
      const combine = operator === '+' ? on.add : on.subtract;
      return (a, b) => {
        const [x, y] = [a as ComplexValue, b as ComplexValue];
        return { real: combine(x.real, y.real), imaginary: combine(x.imaginary, y.imaginary) };
      };
    }
    case '*':
      return (a, b) => {
        const [x, y] = [a as ComplexValue, b as ComplexValue];
        return {
          real: on.subtract(on.multiply(x.real, y.real), on.multiply(x.imaginary, y.imaginary)),
          imaginary: on.add(on.multiply(x.real, y.imaginary), on.multiply(x.imaginary, y.real)),
        };
      };
    case '/':
      // The builder has split quotients of integers into parts.
      if (part.kind !== 'float') return unsupported('division of complex numbers of this type');
      return (a, b) => smith(a as ComplexValue, b as ComplexValue, part.size);
    default:
      return unsupported(`operator ${operator} on complex values`);
  }
}

/** libgcc computes float quotients in double. */
function smith(a: ComplexValue, b: ComplexValue, size: 4 | 8): ComplexValue {
  const [ar, ai, br, bi] = [a.real, a.imaginary, b.real, b.imaginary] as [number, number, number, number];
  const round = size === 4 ? Math.fround : (value: number) => value;
  if (Math.abs(br) < Math.abs(bi)) {
    const ratio = br / bi;
    const norm = br * ratio + bi;
    return { real: round((ar * ratio + ai) / norm), imaginary: round((ai * ratio - ar) / norm) };
  }
  const ratio = bi / br;
  const norm = bi * ratio + br;
  return { real: round((ai * ratio + ar) / norm), imaginary: round((ai - ar * ratio) / norm) };
}

/** Compares complex values by `==` or `!=`; `equal` compares their parts. */
export function complexCompare(
  operator: ComparisonOperator,
  left: ComplexValue,
  right: ComplexValue,
  equal: (a: Value, b: Value) => number,
): number {
  const same = equal(left.real, right.real) & equal(left.imaginary, right.imaginary);
  if (operator === '==') return same;
  if (operator === '!=') return 1 - same;
  return unsupported('an order comparison of complex values');
}
