import type { ByteOrder } from '../../base/byte-order.ts';

/**
 * Classes and conversions of characters in the C locale, and the tables from which glibc's ctype.h
 * reads them.
 */

type Test = (code: number) => boolean;

const between = (code: number, first: string, last: string): boolean =>
  code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
const upper: Test = (c) => between(c, 'A', 'Z');
const lower: Test = (c) => between(c, 'a', 'z');
const digit: Test = (c) => between(c, '0', '9');
const alpha: Test = (c) => upper(c) || lower(c);
const alnum: Test = (c) => alpha(c) || digit(c);
const graph: Test = (c) => c > 32 && c < 127;

/** Classes, whose functions have `is` or `isw` in front, in the order of glibc's bits (ctype.h, _ISupper ...). */
export const CLASSES = [
  ['upper', upper],
  ['lower', lower],
  ['alpha', alpha],
  ['digit', digit],
  ['xdigit', (c: number) => digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F')],
  ['space', (c: number) => c === 32 || (c >= 9 && c <= 13)],
  ['print', (c: number) => c >= 32 && c < 127],
  ['graph', graph],
  ['blank', (c: number) => c === 32 || c === 9],
  ['cntrl', (c: number) => (c >= 0 && c < 32) || c === 127],
  ['punct', (c: number) => graph(c) && !alnum(c)],
  ['alnum', alnum],
] as const satisfies readonly (readonly [name: string, test: Test])[];

/** Returns the bit of class number `index` in a table of 16-bit words, whose bytes are the same in either order. */
export function classBit(index: number, order: ByteOrder): number {
  if (order === 'big') return 1 << index;
  return index < 8 ? 1 << (index + 8) : 1 << (index - 8);
}

export function toUpper(code: number): number {
  return lower(code) ? code - 32 : code;
}
export function toLower(code: number): number {
  return upper(code) ? code + 32 : code;
}

/**
 * Converts a character as `tolower` and `toupper` do. glibc treats negative ones but -1 as characters
 * of the upper half.
 */
export function narrowly(convert: (code: number) => number): (code: number) => number {
  return (code) => (code >= -128 && code < -1 ? code + 256 : convert(code));
}

/** Codes of the first and the last entry of a table, both inclusive. */
export const FIRST_CODE = -128;
export const LAST_CODE = 255;

/**
 * Tables that glibc's ctype.h reads, by the function that gives the address of a pointer to the entry
 * for 0.
 */
export const CHARACTER_TABLES: ReadonlyMap<
  string,
  { readonly bytes: 2 | 4; readonly entry: (code: number, order: ByteOrder) => number }
> = new Map([
  ['__ctype_b_loc', { bytes: 2, entry: classWord }],
  ['__ctype_tolower_loc', { bytes: 4, entry: narrowly(toLower) }],
  ['__ctype_toupper_loc', { bytes: 4, entry: narrowly(toUpper) }],
]);

function classWord(code: number, order: ByteOrder): number {
  // -128 .. -2 mirror the upper half, as in glibc's tables, which is empty in the C locale.
  return CLASSES.reduce((word, [, test], index) => (test(code) ? word | classBit(index, order) : word), 0);
}
