import { CLASSES, classBit, digit, narrowly, type Test, toLower, toUpper } from '../../c/builtins/characters.ts';
import type { Native, NativeCall } from './native.ts';

/** The functions of ctype.h and wctype.h in the C locale. */

function classFunction(index: number, test: Test): Native {
  return (call: NativeCall) => (test(call.int(0)) ? classBit(index) : 0);
}

const FUNCTIONS: Readonly<Record<string, Native>> = {
  ...Object.fromEntries(CLASSES.map(([name, test], index) => [name, classFunction(index, test)])),
  // GCC computes this one itself, also without optimisation.
  isdigit: (call) => (digit(call.int(0)) ? 1 : 0),
};

const CONVERSIONS: Readonly<Record<string, (code: number) => number>> = { tolower: toLower, toupper: toUpper };

const toByte: Native = (call) => (call.int(0) >>> 0 < 128 ? call.int(0) : -1);

export const CTYPE_FUNCTIONS: Readonly<Record<string, Native>> = {
  ...FUNCTIONS,
  // In the C locale, characters beyond ASCII belong to no class.
  ...Object.fromEntries(Object.entries(FUNCTIONS).map(([name, native]) => [name.replace(/^is/, 'isw'), native])),
  ...Object.fromEntries(
    Object.entries(CONVERSIONS).flatMap(([name, convert]): [string, Native][] => [
      [name, (call) => narrowly(convert)(call.int(0))],
      [name.replace(/^to/, 'tow'), (call) => convert(call.int(0))],
    ]),
  ),
  btowc: toByte,
  wctob: toByte,
  isascii: (call) => (call.int(0) >>> 0 < 128 ? 1 : 0),
};
