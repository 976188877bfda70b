import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { fromNumber } from '../../base/float-bits.ts';
import { parseDecimal, parseHex } from '../../base/float-text.ts';
import { DOUBLE } from '../../base/softfloat.ts';
import type { DiagnosticArgument, DiagnosticCode } from '../diagnostics.ts';
import { integerBytes } from '../types/layout-scalar.ts';
import { floatFormat, floatType, integerType } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { DataModel, FloatName, FloatType, IntegerName, IntegerType } from '../types/types.ts';

/**
 * Values and types of numeric constants (C11 6.4.4.1, 6.4.4.2 with the GNU extensions). Character
 * constants and strings are in literal-text.ts.
 */

/** Receives errors and warnings. `offset` counts UTF-16 units from the start of the literal. */
export type ReportLiteral = (code: DiagnosticCode, args: readonly DiagnosticArgument[], offset: number) => void;

/**
 * A number. `imaginary`: with the GNU suffix `i` or `j`; the constant then has the type `_Complex
 * type`.
 */
export type NumberLiteral =
  | { readonly kind: 'integer'; readonly type: IntegerType; readonly value: bigint; readonly imaginary: boolean }
  | { readonly kind: 'float'; readonly type: FloatType; readonly value: FloatValue; readonly imaginary: boolean };

/**
 * Reads a preprocessing number (C11 6.4.8). Errors and warnings go to `report`; the result is null
 * after an error.
 */
export function parseNumber(spelling: string, model: DataModel, report: ReportLiteral): NumberLiteral | null {
  const text = spelling.includes("'") ? spelling.replaceAll("'", '') : spelling;
  // Nearly all constants are short decimal ones without a suffix.
  if (text.length <= 9 && text.charCodeAt(0) !== 0x30 && /^\d+$/.test(text)) {
    return { kind: 'integer', type: integerType('int'), value: BigInt(text), imaginary: false };
  }
  const hexadecimal = /^0[xX]/.test(text);
  const floating = hexadecimal
    ? /[.pP]/.test(text)
    : !/^0[bB]/.test(text) && (text.includes('.') || /^\d+[eE]/.test(text));
  return floating ? parseFloating(text, hexadecimal, report) : parseInteger(text, model, report);
}

// -------------------------------------------------------------------------------------------------------------------- integers

interface Radix {
  readonly name: string;
  readonly digits: RegExp;
  readonly prefix: number;
}

const RADIXES = {
  hexadecimal: { name: 'hexadecimal', digits: /^[0-9a-fA-F]*/, prefix: 2 },
  binary: { name: 'binary', digits: /^[0-9]*/, prefix: 2 },
  octal: { name: 'octal', digits: /^[0-9]*/, prefix: 0 },
  decimal: { name: 'decimal', digits: /^[0-9]*/, prefix: 0 },
} as const satisfies Record<string, Radix>;

function parseInteger(text: string, model: DataModel, report: ReportLiteral): NumberLiteral | null {
  const radix = radixOf(text);
  const body = text.slice(radix.prefix);
  const digits = radix.digits.exec(body)![0];
  if (digits === '') {
    report('C1105', [radix.name], 0);
    return null;
  }
  const wrong = radix.name === 'octal' ? /[89]/.exec(digits) : radix.name === 'binary' ? /[2-9]/.exec(digits) : null;
  if (wrong !== null) {
    report('C1103', [wrong[0], radix.name], radix.prefix + wrong.index);
    return null;
  }
  const suffix = integerSuffix(body.slice(digits.length));
  if (suffix === null) {
    report('C1101', [body.slice(digits.length)], radix.prefix + digits.length);
    return null;
  }
  const exact = integerValue(digits, radix.name);
  const value = exact >> 64n === 0n ? exact : BigInt.asUintN(64, exact);
  if (value !== exact) report('C1908', [], 0);
  const type = typeOfInteger(value, radix.name === 'decimal', suffix, model);
  if (type !== null) return { kind: 'integer', type, value, imaginary: suffix.imaginary };
  // The value is larger than any signed type, and the suffix is not unsigned. GCC takes its widest
  // integer type.
  report('C1904', [], 0);
  if (model === 'LP64') return { kind: 'integer', type: integerType('int128'), value, imaginary: suffix.imaginary };
  return { kind: 'integer', type: integerType('llong'), value: BigInt.asIntN(64, value), imaginary: suffix.imaginary };
}

function radixOf(text: string): Radix {
  if (text.charCodeAt(0) !== 0x30) return RADIXES.decimal;
  const second = text.charAt(1).toLowerCase();
  return second === 'x' ? RADIXES.hexadecimal : second === 'b' ? RADIXES.binary : RADIXES.octal;
}

/**
 * Limit of the digits whose value is computed in full. More digits are too large for any type in any
 * case.
 */
const MAX_DIGITS = 10_000;

function integerValue(digits: string, radix: string): bigint {
  const kept = digits.length > MAX_DIGITS && radix !== 'decimal' ? digits.slice(-MAX_DIGITS) : digits;
  switch (radix) {
    case 'hexadecimal':
      return BigInt(`0x${kept}`);
    case 'binary':
      return BigInt(`0b${kept}`);
    case 'octal':
      return BigInt(`0o${kept}`);
    default:
      return BigInt(kept);
  }
}

interface IntegerSuffix {
  readonly unsigned: boolean;
  /** 0: none, 1: `l`, 2: `ll`. */
  readonly longs: number;
  readonly imaginary: boolean;
}

/** Reads `u`, `l`, `ll` (but not `lL`), and GNU's `i` or `j`, in any order; null for other suffixes. */
function integerSuffix(text: string): IntegerSuffix | null {
  let unsigned = false;
  let longs = 0;
  let imaginary = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if ((letter === 'u' || letter === 'U') && !unsigned) unsigned = true;
    else if ((letter === 'l' || letter === 'L') && longs === 0) {
      longs = text[index + 1] === letter ? 2 : 1;
      index += longs - 1;
    } else if (/[iIjJ]/.test(letter) && !imaginary) imaginary = true;
    else return null;
  }
  return { unsigned, longs, imaginary };
}

const SIGNED: readonly IntegerName[] = ['int', 'long', 'llong'];
const UNSIGNED: readonly IntegerName[] = ['uint', 'ulong', 'ullong'];

/** Returns the first type of the list in C11 6.4.4.1p5 that can represent the value. */
function typeOfInteger(value: bigint, decimal: boolean, suffix: IntegerSuffix, model: DataModel): IntegerType | null {
  for (let rank = suffix.longs; rank < 3; rank++) {
    const bits = BigInt(8 * integerBytes(SIGNED[rank], model));
    if (!suffix.unsigned && value >> (bits - 1n) === 0n) return integerType(SIGNED[rank]);
    if ((suffix.unsigned || !decimal) && value >> bits === 0n) return integerType(UNSIGNED[rank]);
  }
  return null;
}

// -------------------------------------------------------------------------------------------------------------------- floating

const FLOAT_SUFFIXES: Readonly<Record<string, FloatName>> = {
  '': 'double',
  f: 'float',
  d: 'double',
  l: 'long double',
  w: '_Float64x',
  q: '_Float128',
  f16: '_Float16',
  f32: '_Float32',
  f64: '_Float64',
  f128: '_Float128',
  f32x: '_Float32x',
  f64x: '_Float64x',
  df: '_Decimal32',
  dd: '_Decimal64',
  dl: '_Decimal128',
};

function parseFloating(text: string, hexadecimal: boolean, report: ReportLiteral): NumberLiteral | null {
  const pattern = hexadecimal ? /^0[xX][0-9a-fA-F]*(?:\.[0-9a-fA-F]*)?/ : /^\d*(?:\.\d*)?/;
  const mantissa = pattern.exec(text)![0];
  if (!/[0-9a-fA-F]/.test(hexadecimal ? mantissa.slice(2) : mantissa)) {
    report('C1105', [hexadecimal ? 'hexadecimal' : 'floating'], 0);
    return null;
  }
  let end = mantissa.length;
  const letter = text.charAt(end).toLowerCase();
  if (letter === (hexadecimal ? 'p' : 'e')) {
    const exponent = /^.[+-]?\d+/.exec(text.slice(end));
    if (exponent === null) {
      report('C1106', [], end);
      return null;
    }
    end += exponent[0].length;
  } else if (hexadecimal) {
    report('C1107', [], end);
    return null;
  }
  const suffix = floatSuffix(text.slice(end));
  if (suffix === null) {
    report('C1102', [text.slice(end)], end);
    return null;
  }
  const type = floatType(suffix.name);
  const format = floatFormat(type);
  if (format === null) {
    report('C1115', [text], 0);
    return null;
  }
  const value = floatingValue(text.slice(0, end), hexadecimal, format);
  if (value.kind === 'infinity') report('C1905', [formatType(type)], 0);
  return { kind: 'float', type, value, imaginary: suffix.imaginary };
}

function floatingValue(text: string, hexadecimal: boolean, format: FloatFormat): FloatValue {
  // JavaScript reads decimal numbers into doubles with correct rounding, and fast.
  if (format === DOUBLE && !hexadecimal) return fromNumber(Number(text));
  return (hexadecimal ? parseHex(text, format) : parseDecimal(text, format))!;
}

/**
 * Reads a suffix of the table in one case (`f`, `F`, `dl`, `DL`), before or after an imaginary `i` or
 * `j`.
 */
function floatSuffix(text: string): { name: FloatName; imaginary: boolean } | null {
  const bare = text.replace(/^[iIjJ]|[iIjJ]$/, '');
  const mixed = /^[dD][fFdDlL]$/.test(bare) && bare !== bare.toLowerCase() && bare !== bare.toUpperCase();
  const name = mixed ? undefined : FLOAT_SUFFIXES[bare.toLowerCase()];
  return name === undefined ? null : { name, imaginary: bare !== text };
}
