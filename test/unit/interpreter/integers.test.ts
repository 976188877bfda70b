import { describe, expect, it } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';
import { ending } from './harness.ts';

const VALUES =
  '0, 1, -1, 2, 7, 100, 127, 128, 255, 256, 32767, 65535, 2147483647, -2147483647-1, 4294967295u, 9007199254740992, 9223372036854775807, -9223372036854775807-1, 18446744073709551615u';

/** Every operator on all pairs of values of a type; results as a hash. */
function pairs(type: string, operators: string): string {
  const lines = operators.split(' ').map((operator) => {
    const guard = operator === '/' || operator === '%' ? 'b != 0 && !(b == (T)-1) && ' : '';
    const right = operator === '<<' || operator === '>>' ? `(b & (sizeof a < 4 ? 31 : sizeof a * 8 - 1))` : 'b';
    return `if (${guard}1) { unsigned long r = (unsigned long)(a ${operator} ${right}); h = (h ^ r) * 1099511628211u; }`;
  });
  return `
    typedef ${type} T;
    int printf(const char *, ...);
    T values[] = { ${VALUES} };
    int main(void) {
      int n = sizeof values / sizeof *values;
      for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
        unsigned long h = 14695981039346656037u;
        T a = values[i], b = values[j];
        ${lines.join('\n        ')}
        h += (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b);
        h += (unsigned long)-a + 3 * (unsigned long)~a + !a;
        printf("%lx\\n", h);
      }
    }`;
}

const OPERATORS = '+ - * / % & | ^ << >>';

describe('integer operators on all pairs of edge values', () => {
  sameAsGcc(
    Object.fromEntries(
      [
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
      ].map((type) => [type, pairs(type, OPERATORS)]),
    ),
  );
});

describe('integer conversions', () => {
  sameAsGcc({
    'between all types': `
      int printf(const char *, ...);
      long values[] = { 0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 2147483648, -2147483649, 4294967296, 9007199254740993, -9007199254740993 };
      int main(void) {
        for (int i = 0; i < sizeof values / sizeof *values; i++) {
          long v = values[i];
          printf("%d %d %d %d %d %u %lu %d\\n", (signed char)v, (unsigned char)v, (short)v, (unsigned short)v, (int)v, (unsigned)v, (unsigned long)v, (_Bool)v);
          printf("%ld %ld %lu\\n", (long)(int)v, (long)(unsigned)v, (unsigned long)(signed char)v);
          __int128 w = v; unsigned __int128 u = v;
          printf("%lx %lx %lx\\n", (long)(w >> 64), (long)(u >> 64), (long)(u >> 3));
        }
      }`,
    'shift counts beyond the width are taken modulo the width': `
      int printf(const char *, ...);
      int main(void) { volatile int n = 33; volatile long m = 65; printf("%d %d %ld\\n", 1 << n, -8 >> n, 3L << m); }`,
    'char is signed, and promotions': `
      int printf(const char *, ...);
      int main(void) { char c = '\\xff'; unsigned char x = 200, y = 100; unsigned u = 1; int i = -2; signed char b = 100; int a = 256;
        b /= a; printf("%d %d %d %d\\n", c, x + y, i + u > 0, b); }`,
  });
});

describe('operations without a result', () => {
  it.each(['x / 0', 'x % 0', 'm / -y', 'm % -y', '(long)x / 0', 'l / -y', 'l % -y'])('%s', async (expression) => {
    const source = `int main(void) { volatile int x = 5, y = 1, m = -2147483647 - 1; volatile long l = -9223372036854775807L - 1;
      long r = ${expression.replaceAll(' 0', ' (y - 1)')}; return r != 0; }`;
    expect(await ending(source)).toBe('undefined-behaviour');
  });
});
