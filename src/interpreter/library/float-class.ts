import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import {
  compare,
  DOUBLE,
  FLOAT,
  HALF,
  infinity,
  isZero,
  minExponent,
  POSITIVE_NAN,
  QUAD,
  X87_EXTENDED,
} from '../../base/softfloat.ts';
import { MATH_SUFFIXES } from '../../c/builtins/library/table.ts';
import { signBitOf } from '../../c/builtins/sign-bits.ts';
import { unsupported } from '../outcome.ts';
import type { Value } from '../values.ts';
import { binaryExponent } from './math-exact.ts';
import { formsOf, type Native, type NativeCall } from './native.ts';

/**
 * Classification and ordering of floating values (`isnan`, `__builtin_isless` ...) and GCC's floating
 * constants.
 */

function argument(call: NativeCall, index: number): FloatValue {
  const value = call.value(index);
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'object' && 'significand' in value) return value;
  return unsupported(`${call.name} of a value that is not floating`);
}

/** Returns the format of the argument's type. */
function formatOf(call: NativeCall, index: number): FloatFormat {
  const type = call.types[index];
  if (type?.kind !== 'float') return DOUBLE;
  const { size } = call.runtime.represent(type);
  if (size === 4) return FLOAT;
  if (size === 8) return DOUBLE;
  return type.name === '_Float128' ? QUAD : X87_EXTENDED;
}

function isNormal(call: NativeCall, value: FloatValue, index: number): boolean {
  return value.kind === 'finite' && !isZero(value) && binaryExponent(value) >= minExponent(formatOf(call, index));
}

const test =
  (holds: (value: FloatValue, call: NativeCall) => boolean): Native =>
  (call) =>
    holds(argument(call, 0), call) ? 1 : 0;

const relation =
  (holds: (order: number | null) => boolean): Native =>
  (call) =>
    holds(compare(argument(call, 0), argument(call, 1))) ? 1 : 0;

/** `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`. */
function classify(call: NativeCall): Value {
  const value = argument(call, 5);
  if (value.kind === 'nan') return call.value(0);
  if (value.kind === 'infinity') return call.value(1);
  if (isZero(value)) return call.value(4);
  return isNormal(call, value, 5) ? call.value(2) : call.value(3);
}

/** glibc's `__fpclassify`: FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
function classNumber(call: NativeCall): number {
  const value = argument(call, 0);
  if (value.kind === 'nan') return 0;
  if (value.kind === 'infinity') return 1;
  if (isZero(value)) return 2;
  return isNormal(call, value, 0) ? 4 : 3;
}

const isNan = test((value) => value.kind === 'nan');
const isFiniteValue = test((value) => value.kind === 'finite');
const signBit: Native = (call) => {
  const value = argument(call, 0);
  if (value.kind === 'nan') call.runtime.approximate.add('the sign of a NaN');
  return value.negative ? 1 : 0;
};
/** glibc's `__isinf`, and `__builtin_isinf_sign`: -1 for negative infinity. */
const signedInfinity: Native = (call) => {
  const value = argument(call, 0);
  return value.kind !== 'infinity' ? 0 : value.negative ? -1 : 1;
};

/** GCC's `isinf`: -1 for negative infinity where GCC computes the call itself, and 1 elsewhere. */
const isInfinite: Native = (call) => {
  const value = argument(call, 0);
  if (value.kind === 'infinity' && value.negative) call.runtime.approximate.add(call.name);
  return value.kind === 'infinity' ? 1 : 0;
};

const plain = (native: Native): Native => native;

/** Returns a value in the representation of the suffix. `l` and the wide formats are exact. */
function constant(suffix: string, value: (format: FloatFormat) => FloatValue): Native {
  if (suffix === 'l' || suffix === 'f64x') return () => value(X87_EXTENDED);
  if (suffix === 'q' || suffix === 'f128') return () => value(QUAD);
  if (suffix === 'f16') return () => value(HALF);
  const number = toNumber(value(suffix === 'f' || suffix === 'f32' ? FLOAT : DOUBLE));
  return () => number;
}

const BUILTIN_SUFFIXES = ['', 'f', 'l', 'q', 'f32', 'f64', 'f128', 'f32x', 'f64x'] as const;

export const FLOAT_CLASS_FUNCTIONS = {
  ...formsOf({ isnan: isNan, isinf: isInfinite, finite: isFiniteValue, signbit: signBit }, ['', 'f', 'l'], plain),
  ...formsOf({ __isnan: isNan, __finite: isFiniteValue }, ['', 'f', 'l'], plain),
  ...formsOf({ __fpclassify: classNumber, __isinf: signedInfinity }, ['', 'f', 'l'], plain),
  ...formsOf(
    { __signbit: signBit },
    ['', 'f', 'l'],
    (native, suffix) => (call) => Number(native(call)) * signBitOf(suffix, call.runtime.pointerSize),
  ),
  ...formsOf({ nan: POSITIVE_NAN }, MATH_SUFFIXES, (value, suffix) => constant(suffix, () => value)),
  isfinite: isFiniteValue,
  __isfinite: isFiniteValue,
  __builtin_isfinite: isFiniteValue,
  ...formsOf(
    {
      __builtin_isnan: isNan,
      __builtin_isinf: isInfinite,
      __builtin_finite: isFiniteValue,
      __builtin_signbit: signBit,
    },
    ['', 'f', 'l'],
    plain,
  ),
  ...formsOf({ __builtin_huge_val: 0, __builtin_inf: 0 }, BUILTIN_SUFFIXES, (_, suffix) =>
    constant(suffix, () => infinity(false)),
  ),
  ...formsOf({ __builtin_nan: 0, __builtin_nans: 0 }, BUILTIN_SUFFIXES, (_, suffix) =>
    constant(suffix, () => POSITIVE_NAN),
  ),
  __builtin_isinf_sign: signedInfinity,
  __builtin_isnormal: test((value, call) => isNormal(call, value, 0)),
  __builtin_fpclassify: classify,
  __builtin_isgreater: relation((order) => order !== null && order > 0),
  __builtin_isgreaterequal: relation((order) => order !== null && order >= 0),
  __builtin_isless: relation((order) => order !== null && order < 0),
  __builtin_islessequal: relation((order) => order !== null && order <= 0),
  __builtin_islessgreater: relation((order) => order !== null && order !== 0),
  __builtin_isunordered: relation((order) => order === null),
  __builtin_iseqsig: relation((order) => order === 0),
};
