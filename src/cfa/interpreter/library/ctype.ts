import type { Runtime } from '../runtime.ts';
import type { Native, NativeCall } from './native.ts';

/** ctype.h and wctype.h in the C locale, as functions and as the tables that glibc's headers look into. */

type Test = (code: number) => boolean;

const between = (code: number, first: string, last: string): boolean => code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
const upper: Test = (c) => between(c, 'A', 'Z');
const lower: Test = (c) => between(c, 'a', 'z');
const digit: Test = (c) => between(c, '0', '9');
const alpha: Test = (c) => upper(c) || lower(c);
const alnum: Test = (c) => alpha(c) || digit(c);
const graph: Test = (c) => c > 32 && c < 127;

/** In the order of glibc's bits (ctype.h, _ISupper ...). */
const CLASSES: readonly (readonly [name: string, test: Test])[] = [
  ['isupper', upper],
  ['islower', lower],
  ['isalpha', alpha],
  ['isdigit', digit],
  ['isxdigit', (c) => digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F')],
  ['isspace', (c) => c === 32 || (c >= 9 && c <= 13)],
  ['isprint', (c) => c >= 32 && c < 127],
  ['isgraph', graph],
  ['isblank', (c) => c === 32 || c === 9],
  ['iscntrl', (c) => (c >= 0 && c < 32) || c === 127],
  ['ispunct', (c) => graph(c) && !alnum(c)],
  ['isalnum', alnum],
];

/** The bit of class number `index` in a little endian table of 16-bit words. */
function classBit(index: number): number {
  return index < 8 ? 1 << (index + 8) : 1 << (index - 8);
}

function toUpper(code: number): number {
  return lower(code) ? code - 32 : code;
}
function toLower(code: number): number {
  return upper(code) ? code + 32 : code;
}

/**
 * The address of a pointer to the entry for 0 of a table of 384 entries for -128 .. 255; made when first asked for.
 */
function table(runtime: Runtime, name: string, size: 2 | 4, entry: (code: number) => number): number {
  const known = runtime.libraryState.get(name);
  if (known !== undefined) return known;
  const { memory, pointerSize } = runtime;
  const start = memory.reserve(384 * size, 16);
  memory.open(start, 384 * size);
  for (let code = -128; code < 256; code++) {
    const address = start + (code + 128) * size;
    if (size === 2) memory.view.setUint16(address, entry(code), true);
    else memory.view.setInt32(address, entry(code), true);
  }
  const pointer = memory.reserve(pointerSize, pointerSize);
  memory.open(pointer, pointerSize);
  const zero = start + 128 * size;
  if (pointerSize === 4) memory.view.setUint32(pointer, zero, true);
  else memory.view.setBigUint64(pointer, BigInt(zero), true);
  runtime.libraryState.set(name, pointer);
  return pointer;
}

function classWord(code: number): number {
  // -128 .. -2 mirror the upper half, as glibc's tables do; there is nothing in the C locale.
  return CLASSES.reduce((word, [, test], index) => (test(code) ? word | classBit(index) : word), 0);
}

function classFunction(index: number, test: Test): Native {
  return (call: NativeCall) => (test(call.int(0)) ? classBit(index) : 0);
}

const FUNCTIONS: Readonly<Record<string, Native>> = {
  ...Object.fromEntries(CLASSES.map(([name, test], index) => [name, classFunction(index, test)])),
  // GCC computes this one itself, also without optimisation.
  isdigit: (call) => (digit(call.int(0)) ? 1 : 0),
  tolower: (call) => toLower(call.int(0)),
  toupper: (call) => toUpper(call.int(0)),
};

const toByte: Native = (call) => (call.int(0) >>> 0 < 128 ? call.int(0) : -1);

export const CTYPE_FUNCTIONS: Readonly<Record<string, Native>> = {
  ...FUNCTIONS,
  // In the C locale, characters beyond ASCII belong to no class.
  ...Object.fromEntries(Object.entries(FUNCTIONS).map(([name, native]) => [name.replace(/^(is|to)/, '$1w'), native])),
  btowc: toByte,
  wctob: toByte,
  isascii: (call) => (call.int(0) >>> 0 < 128 ? 1 : 0),
  __ctype_b_loc: (call) => table(call.runtime, '__ctype_b_loc', 2, classWord),
  __ctype_tolower_loc: (call) => table(call.runtime, '__ctype_tolower_loc', 4, toLower),
  __ctype_toupper_loc: (call) => table(call.runtime, '__ctype_toupper_loc', 4, toUpper),
};
