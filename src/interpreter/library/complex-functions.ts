import type { FloatValue } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { ComplexValue, Value } from '../values.ts';
import { formsOf, type Native, type NativeCall, type Natives } from './native.ts';

/** The functions of complex.h that split numbers, and (approximate) absolute value and argument. */

function argument(call: NativeCall): ComplexValue {
  const value = call.value(0);
  return typeof value === 'object' && 'imaginary' in value
    ? value
    : undefinedBehaviour(`wrong type of an argument of ${call.name}`);
}

/** Returns a part as a double; exact for float and double. */
function part(value: Value): number {
  return typeof value === 'number' ? value : toNumber(value as FloatValue);
}

function negated(value: Value): Value {
  return typeof value === 'number' ? -value : { ...(value as FloatValue), negative: !(value as FloatValue).negative };
}

function approximately(compute: (real: number, imaginary: number) => number): Native {
  return (call) => {
    const { real, imaginary } = argument(call);
    call.approximate();
    const result = compute(part(real), part(imaginary));
    if (typeof real !== 'number') return fromNumber(result);
    return call.name.endsWith('f') ? Math.fround(result) : result;
  };
}

const PARTS = {
  creal: (call) => argument(call).real,
  cimag: (call) => argument(call).imaginary,
  conj: (call) => {
    const { real, imaginary } = argument(call);
    return { real, imaginary: negated(imaginary) };
  },
  cabs: approximately(Math.hypot),
  carg: approximately((real, imaginary) => Math.atan2(imaginary, real)),
} satisfies Natives;

export const COMPLEX_FUNCTIONS = formsOf(PARTS, ['', 'f', 'l'], (native) => native);
