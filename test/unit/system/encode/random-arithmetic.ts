import { INPUTS } from './random-program.ts';

/**
 * Random C programs that compute with signed and unsigned numbers near the limits of their types, one
 * operation or a few on each line. Some overflow; divisors are not zero and shift counts fit. Conditions
 * contain no sums, and no operation has constants alone, since GCC folds those without its sanitiser.
 */

/** Types of one width: GCC computes the sum of an assignment to a narrower type without its sanitiser. */
const WIDTHS = [
  ['int', 'int', 'unsigned'],
  ['long', 'long long', 'unsigned long'],
] as const;
const VARIABLES = 6;
const STATEMENTS = 14;
/** Numbers near the limits of types, and small ones. */
const NUMBERS = ['0', '1', '2', '3', '7', '127', '255', '32767', '65535', '46340', '46341', '1073741824'].concat([
  '2147483646',
  '2147483647',
  '(-2147483647 - 1)',
  '-1',
  '-2',
]);
/** Numbers near the limits of 64 bits. */
const LARGE = ['3037000499', '3037000500', '4611686018427387904', '9223372036854775807'];

export function randomArithmetic(random: (below: number) => number): string {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)];
  const types = pick(WIDTHS);
  const numbers = types === WIDTHS[0] ? NUMBERS : [...NUMBERS, ...LARGE];
  const operand = (): string => (random(3) === 0 ? pick(numbers) : `v${random(VARIABLES)}`);
  const variable = (): string => `v${random(VARIABLES)}`;
  const expression = (depth: number): string => {
    if (depth === 0 || random(4) === 0) return operand();
    const e = (): string => expression(depth - 1);
    switch (random(9)) {
      case 0:
      case 1:
        return `(${variable()} ${pick(['+', '-'])} ${e()})`;
      case 2:
        return `(${e()} * ${variable()})`;
      case 3:
        return `(${e()} / ((${e()} & 3) + 1))`;
      case 4:
        return `((${e()} & 255) << (${e()} & 31))`;
      case 5:
        return `-${variable()}`;
      case 6:
        return `(${operand()} > ${operand()} ? ${e()} : ${e()})`;
      case 7:
        return `(${operand()} ${pick(['&&', '||'])} (${e()} & 1))`;
      default:
        return `(${e()} ${pick(['&', '^', '>>'])} (${e()} & 15))`;
    }
  };
  const statement = (): string => {
    const target = `v${random(VARIABLES)}`;
    switch (random(6)) {
      case 0:
        return `${target}${pick(['++', '--'])};`;
      case 1:
        return `${target} ${pick(['+=', '-=', '*='])} ${operand()};`;
      case 2:
        return `if (v${random(VARIABLES)})\n${target} = ${expression(2)};`;
      default:
        return `${target} = ${expression(2)};`;
    }
  };
  return [
    'extern unsigned __VERIFIER_nondet_uint(void);',
    'extern int printf(const char *, ...);',
    'extern void reach_error(void);',
    'int main(void) {',
    ...Array.from({ length: INPUTS }, (_, i) => `unsigned n${i} = __VERIFIER_nondet_uint();`),
    ...Array.from(
      { length: VARIABLES },
      (_, i) => `${pick(types)} v${i} = ${random(2) ? `n${i % 4}` : pick(numbers)};`,
    ),
    ...Array.from({ length: STATEMENTS }, statement),
    `printf("${'%lld '.repeat(VARIABLES)}", ${Array.from({ length: VARIABLES }, (_, i) => `(long long)v${i}`).join(', ')});`,
    'return 0;',
    '}',
    '',
  ].join('\n');
}
