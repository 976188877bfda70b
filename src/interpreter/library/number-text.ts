import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { parseDecimal, parseHex } from '../../base/float-text.ts';
import { infinity, POSITIVE_NAN, zero } from '../../base/softfloat.ts';

/** Readers of numbers for strtol, strtod and scanf. Texts have one character a byte. */

const SPACE = /^[ \t\n\v\f\r]*/;

/** Returns the length of the white space at the start. */
export function spaceLength(text: string): number {
  return SPACE.exec(text)![0].length;
}

/** An integer that was read from a text. */
export interface IntegerText {
  readonly value: bigint;
  /** Number of characters used, including sign and prefix; 0 if there is no number. */
  readonly length: number;
}

/** Reads an integer with optional sign, in base 2..36, or 0 for C's prefixes. */
export function parseInteger(text: string, base: number): IntegerText {
  const sign = /^[+-]?/.exec(text)![0];
  let rest = text.slice(sign.length);
  let radix = base;
  let used = sign.length;
  if ((base === 0 || base === 16) && /^0[xX][0-9a-fA-F]/.test(rest)) {
    rest = rest.slice(2);
    used += 2;
    radix = 16;
  } else if (base === 0) {
    radix = rest.startsWith('0') ? 8 : 10;
  }
  let value = 0n;
  let digits = 0;
  for (const character of rest) {
    const digit = Number.parseInt(character, 36);
    if (!/^[0-9a-zA-Z]$/.test(character) || digit >= radix) break;
    value = value * BigInt(radix) + BigInt(digit);
    digits++;
  }
  if (digits === 0) return { value: 0n, length: 0 };
  return { value: sign === '-' ? -value : value, length: used + digits };
}

const FLOATING =
  /^[+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan(?:\([0-9a-zA-Z_]*\))?)/i;

/** Returns the longest prefix that is a floating number for strtod; '' if there is none. */
export function floatingPrefix(text: string): string {
  return FLOATING.exec(text)?.[0] ?? '';
}

/** Returns the value of a text that {@link floatingPrefix} accepted, rounded to the format. */
export function floatingValue(text: string, format: FloatFormat): FloatValue {
  const negative = text.startsWith('-');
  const body = text.replace(/^[+-]/, '').toLowerCase();
  const value = magnitude(body, format);
  return negative ? { ...value, negative: true } : value;
}

function magnitude(body: string, format: FloatFormat): FloatValue {
  if (body.startsWith('inf')) return infinity(false);
  if (body.startsWith('nan')) return POSITIVE_NAN;
  return (body.startsWith('0x') ? parseHex(body, format) : parseDecimal(body, format)) ?? zero(false);
}
