import type { Random } from '../fuzz/random.ts';
import { declare, FLOATS, INTEGERS } from '../fuzz/types.ts';
import { SANITISED, type Snippet } from './snippets.ts';

/** Operations on boundary values of all types, which UBSan judges. */

const VALUES = ['0', '1', '-1', '2', '7', '31', '32', '33', '63', '64', '100', '127', '128', '-128', '255', '32767'];
const WIDE = [
  '65536',
  '2147483647',
  '-2147483647 - 1',
  '4294967295',
  '1l << 62',
  '9223372036854775807l',
  '-9223372036854775807l - 1',
];
const REAL = [
  '0.5',
  '-0.5',
  '-1.0',
  '127.5',
  '128.0',
  '-129.0',
  '255.9',
  '256.0',
  '32768.0',
  '65536.5',
  '2147483647.0',
  '2147483648.0',
];
const WIDE_REAL = [
  '-2147483648.9',
  '-2147483649.0',
  '4294967296.0',
  '9223372036854775808.0',
  '-9223372036854775808.0',
  '1.9e19',
  '1e30f',
];

/** An operation with operands A and B; types: those of C11 6.5 and 6.3.1.4. */
const OPERATIONS = [
  ...['a + b', 'a - b', 'a * b', 'a / b', 'a % b', 'a << b', 'a >> b', '-a', '~a + b', 'a++ + 0', '--a', '(a > 0) - b'],
  ...[
    '(a += b)',
    '(a -= b)',
    '(a *= b)',
    '(a /= b)',
    '(a %= b)',
    '(a <<= b)',
    '(a >>= b)',
    '(f.s += b)',
    '(f.u -= b)',
    'f.s++ * b',
  ],
];

/** An operation that may overflow, divide by zero, shift too far, or convert a number that does not fit. */
export function randomArithmetic(random: Random): Snippet {
  const value = (): string => random.pick(random.chance(50) ? VALUES : WIDE);
  const type = (): string => declare(random.pick(INTEGERS), '');
  const real = declare(random.pick(FLOATS), '');
  const operation = random.chance(70)
    ? `volatile ${type()} a = bad ? ${value()} : 4;
  volatile ${type()} b = bad ? ${value()} : 1;
  struct { int s : 7; unsigned u : 9; } f = { 5, 6 };
  return (unsigned long)(${random.pick(OPERATIONS)}) % 65536;`
    : `volatile ${real} a = bad ? ${random.pick(random.chance(50) ? REAL : WIDE_REAL)} : 3;
  ${random.pick([`${type()} n = a;`, `volatile ${type()} n = 2; n += a;`, `${type()} n = (${type()})(a + 0.25f);`])}
  return (unsigned long)n % 65536;`;
  return {
    name: 'arithmetic',
    ...{ items: [17, 36, 45, 51, 52], treatment: SANITISED, isContested: false, known: null, value: 0 },
    text: `int planted(int bad) {\n  ${operation}\n}\n`,
  };
}
