import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import { DOUBLE, FLOAT, HALF, isZero, QUAD, roundTo, X87_EXTENDED } from '../../base/softfloat.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Value } from '../values.ts';
import { EXACT, type ExactFunction, FAST } from './math-exact.ts';
import { SPLITTING } from './math-split.ts';
import type { Native, NativeCall } from './native.ts';
import { ERRNO, setErrno } from './text.ts';

/**
 * math.h for double and, with suffixes `f` and `l`, for float and long double. Functions that IEEE 754
 * defines exactly are exact. The transcendental functions are JavaScript's, and runs that use them are
 * marked as `approximate`.
 */

interface Variant {
  readonly suffix: string;
  readonly format: FloatFormat;
}

const VARIANTS: readonly Variant[] = [
  { suffix: '', format: DOUBLE },
  { suffix: 'f', format: FLOAT },
  { suffix: 'l', format: X87_EXTENDED },
  { suffix: 'f16', format: HALF },
  { suffix: 'f32', format: FLOAT },
  { suffix: 'f64', format: DOUBLE },
  { suffix: 'f128', format: QUAD },
  { suffix: 'f32x', format: DOUBLE },
  { suffix: 'f64x', format: X87_EXTENDED },
];

/** Returns a floating argument as an exact value. Integers (exponents) are accepted too. */
function exactArgument(value: Value): FloatValue {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'bigint') return fromNumber(Number(value));
  return 'kind' in value && 'significand' in value
    ? value
    : undefinedBehaviour('a wrong type of an argument of a mathematical function');
}

/** Returns an exact value in the representation of the variant. */
function resultOf(value: FloatValue, { format }: Variant): Value {
  const rounded = roundTo(format, value);
  return format === FLOAT || format === DOUBLE ? toNumber(rounded) : rounded;
}

function argumentsOf(call: NativeCall): FloatValue[] {
  return call.values.map(exactArgument);
}

const UNARY: Readonly<Record<string, (x: number) => number>> = {
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
};
const BINARY: Readonly<Record<string, (x: number, y: number) => number>> = {
  pow: (x, y) => (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y),
  atan2: Math.atan2,
  hypot: Math.hypot,
};

/** Whether every library gives exactly this result, at special points. */
function isPlain(name: string, x: number, result: number): boolean {
  if (!Number.isFinite(x) || !Number.isFinite(result)) return true;
  return x === 0 || (x === 1 && name.startsWith('log'));
}

function approximateFunction(name: string, compute: (x: number, y: number) => number, variant: Variant): Native {
  return (call) => {
    const [x, y = Number.NaN] = argumentsOf(call).map(toNumber);
    const result = compute(x, y);
    const whole = name === 'pow' && Number.isInteger(x) && Number.isInteger(y) && y >= 0 && Math.abs(result) < 2 ** 53;
    if (!whole && !isPlain(name, x, result)) call.approximate();
    if (Number.isNaN(result) && !Number.isNaN(x)) setErrno(call.runtime, ERRNO.EDOM);
    return resultOf(fromNumber(result), variant);
  };
}

function variants(name: string, make: (variant: Variant) => Native): [string, Native][] {
  return VARIANTS.map((variant) => [name + variant.suffix, make(variant)]);
}

function exactFunction(name: string, compute: ExactFunction, variant: Variant): Native {
  return (call) => {
    const values = argumentsOf(call);
    if (isUnspecified(name, values)) call.approximate();
    return resultOf(compute(values, variant.format, call.runtime.floats.mode), variant);
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

function mathTable(): Record<string, Native> {
  const entries: [string, Native][] = [];
  for (const [name, compute] of Object.entries(UNARY))
    entries.push(...variants(name, (variant) => approximateFunction(name, compute, variant)));
  for (const [name, compute] of Object.entries(BINARY))
    entries.push(...variants(name, (variant) => approximateFunction(name, compute, variant)));
  for (const [name, compute] of Object.entries(EXACT)) {
    entries.push(...variants(name, (variant) => exactFunction(name, compute, variant)));
  }
  const exact = new Map(entries);
  for (const [name, compute] of Object.entries(FAST)) {
    entries.push(
      [name, fast(compute, exact.get(name)!)],
      [`${name}f`, fast((x) => Math.fround(compute(x)), exact.get(`${name}f`)!)],
    );
  }
  for (const [name, split] of Object.entries(SPLITTING)) {
    entries.push(
      ...variants(name, (variant) => (call) => {
        const result = split(call, argumentsOf(call.values.length > 1 ? withoutPointers(call) : call), variant.format);
        return typeof result === 'object' ? resultOf(result, variant) : result;
      }),
    );
  }
  return Object.fromEntries(entries);
}

/** Returns the call without its out parameters, which come last and are not numbers. */
function withoutPointers(call: NativeCall): NativeCall {
  return Object.assign(Object.create(Object.getPrototypeOf(call)), call, { values: call.values.slice(0, -1) });
}

export const MATH_FUNCTIONS: Readonly<Record<string, Native>> = mathTable();
