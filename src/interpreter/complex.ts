import type { BinaryOperator, ComparisonOperator } from '../c/types/operators.ts';
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
 * Complex arithmetic. Products are those of GCC for finite operands. Quotients of floats are
 * libgcc's (`__divdc3`, `__divsc3`).
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
      return (a, b) => quotient(a as ComplexValue, b as ComplexValue, part.size);
    default:
      return unsupported(`operator ${operator} on complex values`);
  }
}

type Parts = readonly [ar: number, ai: number, br: number, bi: number];
/** Real and imaginary part. */
type Pair = readonly [real: number, imaginary: number];

/** libgcc's quotient since GCC 12. Quotients of floats are computed in double. */
function quotient(a: ComplexValue, b: ComplexValue, size: 4 | 8): ComplexValue {
  const parts: Parts = [Number(a.real), Number(a.imaginary), Number(b.real), Number(b.imaginary)];
  const [ar, ai, br, bi] = parts;
  if (size === 8) {
    const [real, imaginary] = Math.abs(br) < Math.abs(bi) ? smith([ai, -ar, bi, -br]) : smith(parts);
    return { real, imaginary };
  }
  const norm = br * br + bi * bi;
  const [real, imaginary] = unlessNaN(parts, [(ar * br + ai * bi) / norm, (ai * br - ar * bi) / norm]);
  return { real: Math.fround(real), imaginary: Math.fround(imaginary) };
}

/** A result, or the quotient of zeros and infinities where both of its parts are NaN (C11 Annex G.5.1). */
function unlessNaN([ar, ai, br, bi]: Parts, result: Pair): Pair {
  if (!result.every(Number.isNaN)) return result;
  const areFinite = (x: number, y: number): boolean => Number.isFinite(x) && Number.isFinite(y);
  const isInfinite = (x: number, y: number): boolean => Math.abs(x) === Infinity || Math.abs(y) === Infinity;
  const boxed = (x: number): number => (Math.abs(x) === Infinity ? Math.sign(x) : Object.is(x, -0) || x < 0 ? -0 : 0);
  if (br === 0 && bi === 0 && !(Number.isNaN(ar) && Number.isNaN(ai))) return [ar / br, ai / br];
  if (isInfinite(ar, ai) && areFinite(br, bi)) {
    const [x, y] = [boxed(ar), boxed(ai)];
    return [Infinity * (x * br + y * bi), Infinity * (y * br - x * bi)];
  }
  if (!isInfinite(br, bi) || !areFinite(ar, ai)) return result;
  const [x, y] = [boxed(br), boxed(bi)];
  return [0 * (ar * x + ai * y), 0 * (ai * x - ar * y)];
}

/** DBL_MIN, DBL_EPSILON, and half of DBL_MAX. */
const [LEAST, EPSILON, HALF] = [2 ** -1022, 2 ** -52, Number.MAX_VALUE / 2];

/** Smith's quotient for a divisor whose real part is not the smaller one, scaled as `__divdc3` does. */
function smith(parts: Parts): Pair {
  const large = Math.abs(parts[2]);
  const factor = large >= HALF ? 0.5 : isSmall(parts) ? 1 / EPSILON : 1;
  const [ar, ai, br, bi] = parts.map((part) => part * factor);
  const ratio = bi / br;
  const norm = bi * ratio + br;
  const [x, y] = Math.abs(ratio) > LEAST ? [ai * ratio, ar * ratio] : [bi * (ai / br), bi * (ar / br)];
  return unlessNaN([ar, ai, br, bi], [(x + ar) / norm, (ai - y) / norm]);
}

/** Whether parts may vanish that larger ones would keep. */
function isSmall(parts: Parts): boolean {
  const [ar, ai, br] = parts.map(Math.abs);
  if (br < EPSILON) return true;
  return Math.min(ar, ai) < LEAST && Math.max(ar, ai) < HALF * EPSILON && br < HALF * EPSILON;
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
