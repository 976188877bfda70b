import { describe } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';

/** Compares builtins and library functions with GCC's code on values at the limits. */

const INTEGERS = [
  '0',
  '1',
  '2',
  '3',
  '127',
  '128',
  '255',
  '256',
  '65535',
  '0x7fffffff',
  '0x80000000',
  '0xffffffff',
  '0x100000000',
  '-1',
  '-2',
];
const LONGS = [...INTEGERS, '0x7fffffffffffffff', '0x8000000000000000', '0x0123456789abcdef'];
const CHARACTERS = [...Array.from({ length: 130 }, (_, code) => String(code)), '-1', '255'];
const FLOATS = [
  '0.0',
  '-0.0',
  '1.0',
  '-2.5',
  '1e-310',
  '1e308',
  '1.0 / 0.0',
  '-1.0 / 0.0',
  '0.5',
  '-0.5',
  '2.5',
  '1e18',
];
const STRINGS = ['""', '"a"', '"b"', '"ab"', '"abc"', '"aab"', '"\\xff"', '"hello, world"'];

/** Writes a program that prints each expression for each value of `x`. `nonzero` leaves out 0. */
function table(
  type: string,
  values: readonly string[],
  expressions: readonly string[],
  format: string,
  cast: string,
): string {
  const lines = expressions.map((e) => `    printf("${format} ", (${cast})(${e}));`).join('\n');
  return `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include <math.h>
#include <wchar.h>
${type} values[] = { ${values.join(', ')} };
int main(void) {
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    ${type} x = values[i];
${lines}
    puts("");
  }
}`;
}

const bits = (suffix: string): string[] =>
  ['popcount', 'parity', 'clrsb', 'ffs'].map((name) => `__builtin_${name}${suffix}(x)`);
const ends = (suffix: string): string[] => ['clz', 'ctz'].map((name) => `(x ? __builtin_${name}${suffix}(x) : -1)`);
const overflow = ['add', 'sub', 'mul'].flatMap((operation) =>
  ['1', '-1', '77', '0x7fffffff'].flatMap((other) => [
    `({ int r; __builtin_${operation}_overflow(x, ${other}, &r) * 2 + (r & 1); })`,
    `({ unsigned char r; __builtin_${operation}_overflow(x, ${other}, &r) * 256 + r; })`,
    `__builtin_${operation}_overflow_p(x, ${other}, (short)0)`,
  ]),
);
const classes = 'alnum alpha blank cntrl digit graph lower print punct space upper xdigit'
  .split(' ')
  .map((name) => `is${name}(x) != 0`);
const places = [
  'b',
  'b + 7',
  'b + 100',
  'g.b',
  '&g.e.d',
  '&g.b[3]',
  '"abc"',
  'grid[1]',
  '&grid[1][2]',
  'p',
  'q->b',
  '(char *)&g + 4',
  '(i++, b)',
];

describe('builtins and library functions are what GCC and glibc make of them', () => {
  sameAsGcc({
    'bits of int': table(
      'unsigned',
      INTEGERS,
      [...bits(''), ...ends(''), '__builtin_bswap32(x)', '__builtin_bswap16(x)'],
      '%u',
      'unsigned',
    ),
    'bits of long': table(
      'unsigned long',
      LONGS,
      [...bits('l'), ...bits('ll'), ...ends('ll'), '__builtin_bswap64(x)'],
      '%lx',
      'unsigned long',
    ),
    overflow: table('long', LONGS, overflow, '%d', 'int'),
    'hints and barriers': table(
      'long',
      LONGS,
      [
        '__builtin_expect(x, 1)',
        '__builtin_assoc_barrier(x + 1)',
        '__builtin_speculation_safe_value(x)',
        '__builtin_expect_with_probability(x, 3, 0.5)',
      ],
      '%ld',
      'long',
    ),
    'stdlib.h on integers': table(
      'long',
      LONGS,
      ['abs((int)x)', 'labs(x)', 'llabs(x)', 'labs(x | 1) % 7', 'ldiv(x, 7).quot', 'ldiv(x, 7).rem'],
      '%ld',
      'long',
    ),
    'ctype.h': table(
      'int',
      CHARACTERS,
      [...classes, 'toupper(x)', 'tolower(x)', 'toascii(x)', 'isascii(x)'],
      '%d',
      'int',
    ),
    'classes of floats': table(
      'double',
      FLOATS,
      ['isnan', 'isinf_sign', 'isfinite', 'isnormal']
        .map((name) => `__builtin_${name}(x)`)
        .concat(
          '__builtin_fpclassify(1, 2, 3, 4, 5, x)',
          '__builtin_signbit(x) != 0',
          'isinf(x)',
          '__builtin_isless(x, 1.0)',
          '__builtin_isunordered(x, 0)',
        ),
      '%d',
      'int',
    ),
    'exact functions of math.h': table(
      'double',
      FLOATS,
      ['fabs', 'floor', 'ceil', 'trunc', 'round', 'rint', 'nearbyint', 'roundeven']
        .map((name) => `${name}(x)`)
        .concat('copysign(1, x)', 'fmax(x, 1)', 'fmin(x, 1)', 'fdim(x, 1)', 'nextafter(x, 1)'),
      '%a',
      'double',
    ),
    'string.h': table(
      'const char *',
      STRINGS,
      [
        'strlen(x)',
        'strnlen(x, 2)',
        'strspn(x, "ab")',
        'strcspn(x, "lb")',
        '(strcmp(x, "ab") > 0) - (strcmp(x, "ab") < 0)',
        '(strncmp(x, "ac", 1) > 0) - (strncmp(x, "ac", 1) < 0)',
      ].concat(
        [
          'strchr(x, 97)',
          'strrchr(x, 97)',
          'strstr(x, "b")',
          'strpbrk(x, "lb")',
          'memchr(x, 0, 1)',
          'rawmemchr(x, 0)',
          'strchrnul(x, 98)',
        ].map((e) => `({ const char *r = ${e}; r ? r - x : -1; })`),
      ),
      '%ld',
      'long',
    ),
    'wchar.h': table(
      'const wchar_t *',
      STRINGS.map((text) => `L${text}`),
      [
        'wcslen(x)',
        'wcsnlen(x, 2)',
        'wcscmp(x, L"ab")',
        'wcsncmp(x, L"ac", 1)',
        '({ wchar_t b[20]; wcscmp(wcscpy(b, x), x); })',
      ].concat(
        ['wcschr(x, 97)', 'wcschr(x, 0)', 'wmemchr(x, 0, 1)'].map(
          (e) => `({ const wchar_t *r = ${e}; r ? r - x : -1; })`,
        ),
        '({ wchar_t b[3]; wmemset(b, x[0], 3); wmemcmp(b, L"aaa", 3); })',
        '({ mbstate_t s = { 0 }; mbsinit(&s) + 2 * mbsinit(0); })',
      ),
      '%ld',
      'long',
    ),
    'sizes of objects, places of calls, what is constant': `
      #include <stdio.h>
      struct s { int a; char b[10]; struct { short c[4]; int d; } e; } g;
      int f(char *p, struct s *q, int n) { char b[100]; int grid[3][5], i = 0;
        ${places.map((e) => [0, 2].map((mode) => `printf("%ld ", (long)__builtin_object_size(${e}, ${mode}));`).join(' ')).join('\n        ')}
        printf("%ld %ld %ld\\n", (long)__builtin_object_size(g.b, 1), (long)__builtin_object_size(b, 3), (long)__builtin_dynamic_object_size("abc", 0));
        printf("%d %d %d %d %d ", __builtin_constant_p(n), __builtin_constant_p(3), __builtin_constant_p("a"), __builtin_constant_p(&g), __builtin_constant_p(sizeof b));
        printf("%d %d %d %d ", __builtin_classify_type(p), __builtin_classify_type(1.0), __builtin_classify_type(g), __builtin_classify_type('a'));
        return printf("%d %s %d\\n", __builtin_LINE(), __builtin_FUNCTION(), i) == 0; }
      int main(void) { char c[5]; return f(c, &g, 1); }`,
    'error.h and err.h': `
      #include <error.h>
      #include <err.h>
      #include <stdio.h>
      #include <stdlib.h>
      static void last(void) { puts("last"); }
      int main(void) { atexit(last); error(0, 2, "%d", 5); warnx("%s", "text"); puts("on"); errx(7, "end"); }`,
  });
});
