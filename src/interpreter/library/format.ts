import type { FloatValue } from '../../base/float.ts';
import { fromNumber } from '../../base/float-bits.ts';
import { formatFloat } from '../../base/float-text.ts';
import { DOUBLE, X87_EXTENDED } from '../../base/softfloat.ts';
import type { Wide } from '../../base/wide.ts';
import { undefinedBehaviour, unsupported } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { errnoText } from './errno.ts';
import { stringText } from './text.ts';

/** Reads the arguments of a printf or scanf call, from the call itself or from a `va_list`. */
export interface ArgumentReader {
  /** Reads an integer or pointer of 32, 64 or 128 bits; further bits do not matter. */
  integer(bits: 32 | 64 | 128): bigint;
  pointer(): Wide;
  double(): number;
  longDouble(): FloatValue;
}

interface Directive {
  readonly flags: string;
  readonly width: number | null;
  readonly precision: number | null;
  readonly length: string;
  readonly conversion: string;
}

const DIRECTIVE = /%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(hh|h|ll|l|L|q|j|z|t)?(.)/gs;

/**
 * Expands a printf format in the C locale. @throws {Halt} undefined behaviour for unknown conversions,
 * unsupported for wide ones
 * @returns the text, one character a byte
 */
export function formatText(runtime: Runtime, format: string, reader: ArgumentReader): string {
  let text = '';
  let last = 0;
  const scanner = new RegExp(DIRECTIVE);
  for (let match = scanner.exec(format); match !== null; match = scanner.exec(format)) {
    text += format.slice(last, match.index);
    last = scanner.lastIndex;
    let flags = match[1];
    const [, , width, precision, length = '', conversion] = match;
    let columns = width === undefined ? null : width === '*' ? signed32(reader.integer(32)) : Number(width);
    if (columns !== null && columns < 0) {
      flags += '-';
      columns = -columns;
    }
    const dotted = match[0].includes('.');
    let digits = !dotted ? null : precision === '*' ? signed32(reader.integer(32)) : Number(precision ?? 0);
    if (digits !== null && digits < 0) digits = null;
    const directive = { flags, width: columns, precision: digits, length, conversion };
    text +=
      conversion === 'n' ? storeCount(runtime, directive, reader, text.length) : expand(runtime, directive, reader);
  }
  const rest = format.slice(last);
  if (rest.includes('%')) undefinedBehaviour('a printf format with an incomplete conversion');
  return text + rest;
}

function signed32(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

function expand(runtime: Runtime, directive: Directive, reader: ArgumentReader): string {
  const { conversion, length, precision } = directive;
  switch (conversion) {
    case '%':
      return '%';
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return integerText(runtime, directive, reader);
    case 'c':
      if (length === 'l') return unsupported('printf of wide characters');
      return pad(directive, '', String.fromCharCode(Number(reader.integer(32) & 255n)), false);
    case 's': {
      if (length === 'l') return unsupported('printf of wide characters');
      const address = reader.pointer();
      const limit = precision ?? Number.MAX_SAFE_INTEGER;
      // glibc prints a null pointer. C forbids it, as a watched program's proof does (C11 7.21.6.1p8).
      const isPrinted = address === 0 && !runtime.program.watched.includes('deref');
      const text = isPrinted ? (limit >= 6 ? '(null)' : '') : stringText(runtime, address, limit);
      return pad(directive, '', text, false);
    }
    case 'p': {
      const address = reader.pointer();
      if (address === 0) return pad({ ...directive, flags: directive.flags.replace('0', '') }, '', '(nil)', false);
      return pad(directive, '', `0x${BigInt(address).toString(16)}`, false);
    }
    case 'm':
      return pad(directive, '', errnoText(runtime.errno.current(true)), false);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return floatText(runtime, directive, reader);
    case 'C':
    case 'S':
      return unsupported('printf of wide characters');
    default:
      return undefinedBehaviour(`the unknown printf conversion %${conversion}`);
  }
}

/** Returns the bits of an integer argument with that length modifier, and of the word that passes it. */
function integerBits(runtime: Runtime, length: string): { bits: number; passed: 32 | 64 } {
  switch (length) {
    case 'hh':
      return { bits: 8, passed: 32 };
    case 'h':
      return { bits: 16, passed: 32 };
    case 'l':
    case 'z':
    case 't':
      return runtime.pointerSize === 8 ? { bits: 64, passed: 64 } : { bits: 32, passed: 32 };
    case 'll':
    case 'L':
    case 'q':
    case 'j':
      return { bits: 64, passed: 64 };
    default:
      return { bits: 32, passed: 32 };
  }
}

function integerText(runtime: Runtime, directive: Directive, reader: ArgumentReader): string {
  const { conversion, flags, precision } = directive;
  const { bits, passed } = integerBits(runtime, directive.length);
  const raw = reader.integer(passed);
  const signed = conversion === 'd' || conversion === 'i';
  const value = signed ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
  const magnitude = value < 0n ? -value : value;
  const base = conversion === 'o' ? 8 : conversion === 'x' || conversion === 'X' ? 16 : 10;
  let digits = precision === 0 && magnitude === 0n ? '' : magnitude.toString(base);
  digits = digits.padStart(precision ?? 1, '0');
  let prefix = signed ? signOf(value < 0n, flags) : '';
  if (flags.includes('#')) {
    if (base === 8 && !digits.startsWith('0')) digits = `0${digits}`;
    if (base === 16 && magnitude !== 0n) prefix = '0x';
  }
  if (precision === 0 && magnitude === 0n && !(flags.includes('#') && base === 8)) digits = '';
  if (conversion === 'X') return pad(directive, prefix.toUpperCase(), digits.toUpperCase(), precision === null);
  return pad(directive, prefix, digits, precision === null);
}

function signOf(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function floatText(runtime: Runtime, directive: Directive, reader: ArgumentReader): string {
  const { conversion, flags, precision, length } = directive;
  const long = length === 'L';
  const value = long ? reader.longDouble() : fromNumber(reader.double());
  if (value.kind === 'nan') runtime.approximate.add('the sign of a NaN');
  const text = formatFloat(value, {
    conversion: conversion.toLowerCase() as 'e' | 'f' | 'g' | 'a',
    precision,
    alternate: flags.includes('#'),
    upper: conversion < 'a',
    format: long ? X87_EXTENDED : DOUBLE,
  });
  const negative = text.startsWith('-');
  let body = negative ? text.slice(1) : text;
  let prefix = signOf(negative, flags);
  if (/^0[xX]/.test(body)) {
    prefix += body.slice(0, 2);
    body = body.slice(2);
  }
  return pad(directive, prefix, body, value.kind === 'finite');
}

/** Pads to the width: on the right, with zeros between sign and digits, or on the left. */
function pad({ flags, width }: Directive, prefix: string, body: string, zeros: boolean): string {
  const missing = (width ?? 0) - prefix.length - body.length;
  if (missing <= 0) return prefix + body;
  if (flags.includes('-')) return prefix + body + ' '.repeat(missing);
  if (zeros && flags.includes('0')) return prefix + '0'.repeat(missing) + body;
  return ' '.repeat(missing) + prefix + body;
}

function storeCount(runtime: Runtime, directive: Directive, reader: ArgumentReader, count: number): string {
  const { flags, width, precision, length } = directive;
  if (flags !== '' || width !== null || precision !== null)
    undefinedBehaviour('a printf format with flags, a width or a precision of %n');
  const { bits } = integerBits(runtime, length);
  const size = bits / 8;
  const address = runtime.memory.writable(reader.pointer(), size);
  for (let index = 0; index < size; index++)
    runtime.memory.bytes[address + index] = Math.floor(count / 256 ** index) & 255;
  return '';
}
