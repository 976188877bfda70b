/** C texts that read floating numbers for `scanf` models (C11 7.21.6.2, 7.22.1.3). */

/** Pieces of C that read the characters of a number. */
export interface NumberSource {
  /** Distinguishes the variables of this conversion. */
  readonly i: number;
  /** The loaded character. */
  readonly character: string;
  /** Consumes the loaded character, counts it, and loads the next one. */
  readonly step: string;
  /** Condition that the width allows the loaded character, with `&&`; empty without a width. */
  readonly left: string;
  /** Gives the loaded character back. */
  readonly keep: string;
  /** Number of targets that were stored before. */
  readonly stored: number;
}

/**
 * Numbers whose value is a quotient or product of two exact numbers: one rounding, as `strtod` does
 * (Clinger, How to Read Floating Point Numbers Accurately, 1990, section 4).
 */
export interface FloatFormat {
  readonly type: 'float' | 'double' | 'long double';
  /** Mantissas up to this one take one more digit and stay exact. */
  readonly mantissa: bigint;
  /** Largest exponent of a power of ten that is exact. */
  readonly power: number;
}

/** Returns the format of a conversion with that length modifier; null for other modifiers. */
export function floatOf(length: string): FloatFormat | null {
  switch (length) {
    case '':
      return { type: 'float', mantissa: ((1n << 24n) - 10n) / 10n, power: 10 };
    case 'l':
      return { type: 'double', mantissa: ((1n << 53n) - 10n) / 10n, power: 22 };
    case 'L':
      return { type: 'long double', mantissa: ((1n << 64n) - 10n) / 10n, power: 27 };
    default:
      return null;
  }
}

/**
 * Reads a number after white space: sign `n`, digits `v` scaled by ten to the power of `g`, or
 * infinity `f`. The number's value is any (`o`) if it is a NaN, hexadecimal, or beyond
 * {@link FloatFormat}. Where glibc and the C standard disagree about what is a number or which
 * characters are consumed, the text allows both.
 */
export function readFloat(
  { i, character: c, step, left, keep, stored }: NumberSource,
  { mantissa }: FloatFormat,
): string {
  const fail = `{ ${keep} return ${stored}; }`;
  const is = (letter: string): string => `${left}(${c} == '${letter}' || ${c} == '${letter.toUpperCase()}')`;
  // glibc consumes the first wrong character of a name, and C does not.
  const wrong = `{ if (${left === '' ? '' : `w${i} == 0 || `}__any()) { ${keep} } return ${stored}; }`;
  const spell = (letters: string): string =>
    [...letters].map((letter) => `if (!(${is(letter)})) ${wrong} ${step}`).join('\n    ');
  return `int n${i} = ${c} == '-', o${i} = 0, k${i} = 0, f${i} = 0, g${i} = 0;
  unsigned long long v${i} = 0;
  if (${c} == '-' || ${c} == '+') { ${step} }
  if (${is('n')}) {
    o${i} = 1;
    ${spell('nan')}
    if (${left}${c} == '(' && __any()) __broken();
  } else if (${is('i')}) {
    f${i} = 1;
    ${spell('inf')}
    if (${is('i')}) { ${spell('inity')} }
  } else {
    int h${i} = 0, t${i} = 0, e${i} = 0, l${i} = 0, x${i} = 0, q${i} = 0, m${i} = 0;
    if (${left}${c} == '0') {
      ${step}
      if (${is('x')}) { h${i} = 1; o${i} = 1; ${step} } else k${i} = 1;
    }
    for (;;) {
      int last = l${i};
      l${i} = 0;
      ${left === '' ? '' : `if (w${i} == 0) break;`}
      if (e${i} ? ${c} >= '0' && ${c} <= '9' : digit(${c}) < (h${i} ? 16 : 10)) {
        if (e${i}) {
          x${i} = 0;
          if (q${i} > 999) o${i} = 1; else q${i} = q${i} * 10 + digit(${c});
        } else {
          k${i} = 1;
          if (v${i} > ${mantissa}ULL) o${i} = 1; else v${i} = v${i} * 10 + digit(${c});
          if (t${i} && g${i} > -999) g${i}--;
        }
      } else if (last && (${c} == '-' || ${c} == '+')) m${i} = ${c} == '-';
      else if (k${i} && !e${i} && (h${i} ? ${c} == 'p' || ${c} == 'P' : ${c} == 'e' || ${c} == 'E')) {
        e${i} = 1;
        l${i} = 1;
        x${i} = 1;
      } else if (${c} == '.' && !t${i} && !e${i}) t${i} = 1;
      else break;
      ${step}
    }
    if (!k${i} && !(h${i} && t${i} && __any())) ${fail}
    if (x${i} && __any()) ${fail}
    g${i} += m${i} ? -q${i} : q${i};
  }`;
}

/** Declares `r` with the value of the number. */
export function floatValue({ i }: NumberSource, { type, power }: FloatFormat): string {
  const powers = Array.from({ length: power }, (_, k) => k + 1);
  const ten = (g: string): string =>
    `(${powers.slice(1).reduceRight((rest, k) => `${g} == ${k} ? ${powerOf(type, k)} : ${rest}`, powerOf(type, 1))})`;
  return `${type} r${i} = n${i} ? -(${type})v${i} : (${type})v${i};
  if (f${i}) r${i} = (n${i} ? -(${type})1 : (${type})1) / (${type})0;
  else if (g${i} > ${power} || g${i} < -${power}) o${i} = 1;
  else if (g${i} > 0) r${i} = r${i} * ${ten(`g${i}`)};
  else if (g${i} < 0) r${i} = r${i} / ${ten(`(-g${i})`)};
  if (o${i}) __mix(&r${i});`;
}

function powerOf(type: string, k: number): string {
  return `${10n ** BigInt(k)}.0${type === 'float' ? 'f' : type === 'double' ? '' : 'L'}`;
}
