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
