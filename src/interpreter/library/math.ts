import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import { DOUBLE, FLOAT, HALF, isZero, QUAD, roundTo, X87_EXTENDED } from '../../base/softfloat.ts';
import { MATH_SUFFIXES } from '../../c/builtins/library/table.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Value } from '../values.ts';
import { EXACT, type ExactFunction, FAST } from './math-exact.ts';
import { SPLITTING, type SplitFunction } from './math-split.ts';
import { formsOf, type Native, type NativeCall } from './native.ts';
import { ERRNO, setErrno } from './text.ts';

/**
 * math.h for double and, with suffixes `f` and `l`, for float and long double. Functions that IEEE 754
 * defines exactly are exact. The transcendental functions are JavaScript's, and runs that use them are
 * marked as `approximate`.
 */

const FORMATS: Readonly<Record<(typeof MATH_SUFFIXES)[number], FloatFormat>> = {
  '': DOUBLE,
  f: FLOAT,
  l: X87_EXTENDED,
  f16: HALF,
  f32: FLOAT,
  f64: DOUBLE,
  f128: QUAD,
  f32x: DOUBLE,
  f64x: X87_EXTENDED,
};

/** Returns a floating argument as an exact value. Integers (exponents) are accepted too. */
function exactArgument(value: Value): FloatValue {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'bigint') return fromNumber(Number(value));
  return 'kind' in value && 'significand' in value
    ? value
    : undefinedBehaviour('a wrong type of an argument of a mathematical function');
}

/** Returns an exact value in the representation of the format. */
function resultOf(value: FloatValue, format: FloatFormat): Value {
  const rounded = roundTo(format, value);
  return format === FLOAT || format === DOUBLE ? toNumber(rounded) : rounded;
}

function argumentsOf(call: NativeCall): FloatValue[] {
  return call.values.map(exactArgument);
}

const UNARY = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  cbrt: Math.cbrt,
} satisfies Readonly<Record<string, (x: number) => number>>;
const BINARY = {
  pow: (x, y) => (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y),
  atan2: Math.atan2,
  hypot: Math.hypot,
} satisfies Readonly<Record<string, (x: number, y: number) => number>>;

/** Whether every library gives exactly this result, at special points. */
function isPlain(name: string, x: number, result: number): boolean {
  if (!Number.isFinite(x) || !Number.isFinite(result)) return true;
  return x === 0 || (x === 1 && name.startsWith('log'));
}

function approximateFunction(name: string, compute: (x: number, y: number) => number, format: FloatFormat): Native {
  return (call) => {
    const [x, y = Number.NaN] = argumentsOf(call).map(toNumber);
    const result = compute(x, y);
    const whole = name === 'pow' && Number.isInteger(x) && Number.isInteger(y) && y >= 0 && Math.abs(result) < 2 ** 53;
    if (!whole && !isPlain(name, x, result)) call.approximate();
    if (Number.isNaN(result) && !Number.isNaN(x)) setErrno(call.runtime, ERRNO.EDOM);
    return resultOf(fromNumber(result), format);
  };
}

function exactFunction(name: string, compute: ExactFunction, format: FloatFormat): Native {
  return (call) => {
    const values = argumentsOf(call);
    if (isUnspecified(name, values)) call.approximate();
    return resultOf(compute(values, format, call.runtime.floats.mode), format);
  };
}

function fast(compute: (x: number) => number, exact: Native): Native {
  return (call) => (call.runtime.floats.mode === 'nearest-even' ? compute(call.double(0)) : exact(call));
}

/** Whether C leaves the result open: fmin and fmax of zeros of different signs, and the sign of a NaN. */
function isUnspecified(name: string, [a, b]: readonly FloatValue[]): boolean {
  switch (name) {
    case 'fmin':
    case 'fmax':
      return isZero(a) && isZero(b) && a.negative !== b.negative;
    case 'copysign':
      return b.kind === 'nan';
    default:
      return false;
  }
}

const EXACT_FUNCTIONS = formsOf(EXACT, MATH_SUFFIXES, (compute, suffix, name) =>
  exactFunction(name, compute, FORMATS[suffix]),
);

function splittingFunction(split: SplitFunction, format: FloatFormat): Native {
  return (call) => {
    const result = split(call, argumentsOf(call.values.length > 1 ? withoutPointers(call) : call), format);
    return typeof result === 'object' ? resultOf(result, format) : result;
  };
}

/** Returns the call without its out parameters, which come last and are not numbers. */
function withoutPointers(call: NativeCall): NativeCall {
  return Object.assign(Object.create(Object.getPrototypeOf(call)), call, { values: call.values.slice(0, -1) });
}

export const MATH_FUNCTIONS = {
  ...formsOf({ ...UNARY, ...BINARY }, MATH_SUFFIXES, (compute, suffix, name) =>
    approximateFunction(name, compute, FORMATS[suffix]),
  ),
  ...EXACT_FUNCTIONS,
  ...formsOf(FAST, [''], (compute, _, name) => fast(compute, EXACT_FUNCTIONS[name])),
  ...formsOf(FAST, ['f'], (compute, _, name) => fast((x) => Math.fround(compute(x)), EXACT_FUNCTIONS[`${name}f`])),
  ...formsOf(SPLITTING, MATH_SUFFIXES, (split, suffix) => splittingFunction(split, FORMATS[suffix])),
};
