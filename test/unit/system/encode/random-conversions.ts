import { INPUTS } from './random-program.ts';

/**
 * Random C programs that convert floating values to integers, one conversion on each line. The values
 * lie near the limits of the integer types, and some are infinite or no numbers.
 */

const FLOATS = ['float', 'double', 'long double'];
const INTEGERS = [
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'long',
  'unsigned long',
  '__int128',
  'unsigned __int128',
  '_Bool',
  'enum e',
];
const WIDTHS = [7, 8, 15, 16, 31, 32, 63, 64, 127, 128];
const VARIABLES = 6;
const STATEMENTS = 6;

export function randomConversions(random: (below: number) => number): string {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)];
  /** A number near a power of two, or a small one. */
  const number = (): string => {
    switch (random(12)) {
      case 0:
        return pick(['__builtin_inf()', '-__builtin_inf()', '__builtin_nan("")', '-0.9', '-1.0', '0.5', '1e30']);
      case 1:
      case 2:
      case 3:
        return `${pick(['', '-'])}${random(100)}.${random(100)}`;
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        return `${random(100)}.${random(100)}`;
      default: {
        const exact = `0x1p${pick(WIDTHS)}L`;
        return `${pick(['', '-'])}(${exact} ${pick(['+', '-'])} ${pick(['0.0', '0.25L', '0.5L', '1.0L', '1.5L', '0x1p40L'])})`;
      }
    }
  };
  const from = (): string => `v${random(VARIABLES)}`;
  const to = (): string => `t${random(VARIABLES)}`;
  const value = (): string => {
    switch (random(5)) {
      case 0:
        return `n${random(INPUTS)} * ${from()}`;
      case 1:
        return `(${from()} < ${from()} ? ${from()} : (${pick(FLOATS)})n${random(INPUTS)})`;
      default:
        return from();
    }
  };
  const statement = (): string => {
    switch (random(9)) {
      case 0:
        return `${from()} = ${number()};`;
      case 1:
        return `(${pick(INTEGERS)})(${value()});`;
      case 2:
        return `if ((${pick(INTEGERS)})(${value()}) == 7)\n${to()} = 1;`;
      case 3:
        return `bits.${pick(['s', 'u', 'f'])} = ${value()};`;
      case 4:
        return `${to()} += ${value()};`;
      case 5:
        return `${to()} = ${from()} > 0 && (${pick(INTEGERS)})${from()};`;
      default:
        return `${to()} = ${value()};`;
    }
  };
  const list = (from: (i: number) => string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => from(i));
  return [
    'extern unsigned __VERIFIER_nondet_uint(void);',
    'extern int printf(const char *, ...);',
    'enum e { A, B };',
    'int main(void) {',
    'struct { int s : 5; unsigned u : 7; unsigned f : 32; } bits = {0};',
    ...list((i) => `unsigned n${i} = __VERIFIER_nondet_uint();`, INPUTS),
    ...list((i) => `${pick(FLOATS)} v${i} = ${number()};`, VARIABLES),
    ...list((i) => `${pick(INTEGERS)} t${i} = ${random(2)};`, VARIABLES),
    ...Array.from({ length: STATEMENTS }, statement),
    `printf("${'%lld '.repeat(VARIABLES + 2)}", ${list((i) => `(long long)t${i}`, VARIABLES).join(', ')}, (long long)bits.s, (long long)bits.u);`,
    'return 0;',
    '}',
    '',
  ].join('\n');
}
