import { describe, expect, it } from 'vitest';
import { libraryTable } from '../../../src/c/builtins/library/table.ts';
import { LIBRARY } from '../../../src/interpreter/library/table.ts';
import { ending, run } from './harness.ts';

const UNDEFINED: Readonly<Record<string, string>> = {
  'null pointer': 'int main(void) { int *p = 0; return *p; }',
  'write through null': 'struct S { int a[9]; } *p; int main(void) { p->a[3] = 1; return 0; }',
  'array index': 'int a[4]; int main(void) { volatile int i = 4; return a[i]; }',
  'array index far beyond': 'int a[4], b[4000]; int main(void) { volatile int i = 100; a[i] = 1; return b[0]; }',
  'negative index': 'int main(void) { int a[4] = { 0 }; volatile int i = -1; return a[i]; }',
  'index beyond a member': 'struct { int a[4], b; } s; int main(void) { volatile int i = 4; return s.a[i]; }',
  'constant index beyond a member':
    'struct S { int a[4], b; } s; int main(void) { struct S *p = &s; p->a[4] = 1; return 0; }',
  'index beyond a row': 'int a[3][4]; int main(void) { volatile long i = -1; return a[1][i]; }',
  'index beyond a member of variable size':
    'int main(void) { volatile int n = 3; struct { int a[n], b; } s; s.b = 0; s.a[n] = 1; return s.b; }',
  'negative index into a flexible member':
    'void *malloc(unsigned long); struct S { int a, b[]; }; int main(void) { struct S *p = malloc(16); volatile int i = -1; p->b[i] = 1; return 0; }',
  'index beyond a vector':
    'struct { int v __attribute__((vector_size(16))), w; } s; int main(void) { volatile int i = 4; return s.v[i]; }',
  'copy of an element beyond a member':
    'struct { struct { int x[9]; } a[2], b; } s; int main(void) { volatile int i = 2; s.a[i] = s.b; return 0; }',
  'a width of %n': 'int printf(const char *, ...); int main(void) { int n; printf("ab%5n", &n); return n; }',
  'pointer past the end':
    'int main(void) { int a[4] = { 0 }, *p = a; for (int i = 0; i < 5; i++) *p++ = i; return 0; }',
  'heap overrun': 'void *malloc(unsigned long); int main(void) { char *p = malloc(5); p[5] = 1; return 0; }',
  'use after free':
    'void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }',
  'double free':
    'void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(4); free(p); free(p); return 0; }',
  'free of a local': 'void free(void *); int main(void) { int x; free(&x); return 0; }',
  'free inside a block':
    'void *malloc(unsigned long); void free(void *); int main(void) { char *p = malloc(4); free(p + 1); return 0; }',
  'dangling local': 'int *f(void) { int x = 5, *p = &x; return p; } int main(void) { return *f(); }',
  'write to a string literal': 'int main(void) { char *p = "abc"; p[0] = 1; return 0; }',
  'write to a constant': 'const int c = 5; int main(void) { *(int *)&c = 1; return c; }',
  'call through null': 'int main(void) { int (*f)(void) = 0; return f(); }',
  'call through data': 'int x; int main(void) { int (*f)(void) = (int (*)(void))&x; return f(); }',
  'call with too few arguments': 'int f(int a, int b) { return a; } int main(void) { return ((int (*)(int))f)(1); }',
  'value of a function that returns none':
    'int f(int x) { if (x) return 1; } int main(void) { int y = f(0); return y == 3; }',
  'memcpy beyond':
    'void *memcpy(void *, const void *, unsigned long); int main(void) { char a[4], b[8] = { 0 }; memcpy(a, b, 5); return 0; }',
  'string without end': 'unsigned long strlen(const char *); char s[3] = "abc"; int main(void) { return strlen(s); }',
  'unreachable is reached': 'int main(void) { __builtin_unreachable(); }',
  'too many variable arguments read':
    '#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); va_arg(l, int); return va_arg(l, int); } int main(void) { return f(1, 2); }',
};

describe('undefined behaviour ends the run', () => {
  it.each(Object.entries(UNDEFINED))('%s', async (_name, source) => {
    expect(await ending(source)).toBe('undefined-behaviour');
  });

  const counted = [...libraryTable()].filter(
    ([name, { treatment, prototype }]) =>
      ['formula', 'model', 'interpreter'].includes(treatment) &&
      /^\w[^(]*\((const )?void \*, (const void \*|int), (unsigned long|size_t)\)$/.test(prototype?.text ?? '') &&
      LIBRARY.functions.has(name) &&
      // These end with the string.
      !/^wcsn(cat|cmp)$/.test(name),
  );
  it.each(counted)('%s with a count beyond all memory', async (name, { prototype }) => {
    expect(counted.length).toBeGreaterThan(10);
    const declaration = prototype!.text.replace('size_t', 'unsigned long');
    const second = declaration.includes(', int,') ? "'x'" : 'b';
    for (const count of ['1ul << 32', '1ul << 33', '1ul << 53', '1ul << 62', '~0ul >> 1', '~0ul'])
      expect(
        await ending(
          `${declaration}; int main(void) { int a[9] = { 0 }, b[9] = { 0 }; ${name}(a, ${second}, ${count}); return 0; }`,
        ),
        count,
      ).toBe('undefined-behaviour');
  });

  it('says what and where', async () => {
    const { outcome } = await run('int a[2];\nint main(void) {\n  volatile int i = 7;\n  return a[i];\n}\n');
    expect(outcome).toMatchObject({ what: 'access outside of the bounds of `a`', at: { line: 4 } });
  });
});

describe('what is defined stays quiet', () => {
  const DEFINED: Readonly<Record<string, string>> = {
    'one past the end':
      'int a[4]; int main(void) { int *e = a + 4, n = 0; for (int *p = a; p != e; p++) n++; return n - 4; }',
    'rows of a matrix as one array': 'int m[3][4]; int main(void) { int *p = m[0]; p[11] = 1; return m[2][3] - 1; }',
    'flexible and one-element tails':
      'void *malloc(unsigned long); struct S { int n; int d[1]; }; int main(void) { struct S *s = malloc(40); s->d[7] = 3; return s->d[7] - 3; }',
    'misaligned access': 'int main(void) { char b[8] = { 0, 1 }; return *(int *)(b + 1) - 1; }',
    'free of null': 'void free(void *); int main(void) { free(0); return 0; }',
    'surplus arguments': 'int f(); int f(a) int a; { return a; } int main(void) { return f(0, 1, 2.0); }',
    'result not used': 'int f(int x) { if (x) return 1; } int main(void) { f(0); return 0; }',
  };
  it.each(Object.entries(DEFINED))('%s', async (_name, source) => {
    expect(await ending(source)).toBe('exit 0');
  });
});

describe('other ends', () => {
  it.each([
    ['abort', 'void abort(void); int main(void) { abort(); }', 'aborted'],
    ['assert', '#include <assert.h>\nint main(void) { assert(1 > 2); }', 'aborted'],
    ['trap', 'int main(void) { __builtin_trap(); }', 'aborted'],
    ['assumption', 'void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); }', 'assumption-violated'],
    ['setjmp alone', '#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }', 'exit 0'],
    [
      'longjmp to an activation that ended',
      '#include <setjmp.h>\njmp_buf b; void f(void) { setjmp(b); } int main(void) { f(); longjmp(b, 1); }',
      'unsupported',
    ],
    ['inline assembly', 'int main(void) { int x; __asm__("mov $1, %0" : "=r"(x)); return x; }', 'unsupported'],
    ['endless recursion', 'int f(int x) { return f(x + 1) + 1; } int main(void) { return f(0); }', 'limit'],
    ['endless loop', 'int main(void) { for (;;); }', 'limit'],
    [
      'too much memory',
      'void *malloc(unsigned long); int main(void) { for (;;) { char *p = malloc(1 << 20); p[0] = 1; } }',
      'limit',
    ],
    [
      'a line that is too long',
      'int printf(const char *, ...); int main(void) { printf("%2000000000d", 1); }',
      'limit',
    ],
    ['exit status', 'int main(void) { return 300; }', 'exit 44'],
    ['end of main', 'int main(void) { }', 'exit 0'],
  ])('%s', async (_name, source, expected) => {
    expect(await ending(source, { memoryLimit: 1 << 26, maxSteps: 5_000_000 })).toBe(expected);
  });

  it('an unsupported construct that is not reached does no harm', async () => {
    expect(await ending('int main(void) { if (0) __asm__("nop" ::: "memory"); return 0; }')).toBe('exit 0');
    expect(await ending('volatile int z; int main(void) { if (z) { _Decimal64 d = 1; d = d + d; } return 0; }')).toBe(
      'exit 0',
    );
  });

  it('the error function wins over its body', async () => {
    const { outcome } = await run(
      'void reach_error(void) { }\nvoid g(int x) {\n  if (x) reach_error();\n}\nint main(void) {\n  g(1);\n}\n',
    );
    expect(outcome).toMatchObject({
      kind: 'error',
      stack: [
        { function: 'g', at: { line: 3 } },
        { function: 'main', at: { line: 6 } },
      ],
    });
  });

  it('a body wins over the library', async () => {
    expect(await ending('int abs(int x) { return 7; } int main(void) { return abs(-1); }')).toBe('exit 7');
  });

  it('stops when asked', async () => {
    let polls = 0;
    expect(await ending('int main(void) { for (;;); }', { stopped: () => ++polls > 3 })).toBe('stopped');
  });
});

it.each([
  ['(long)n', 'negative-length'],
  ['n * sizeof *to', 'negative-length'],
  ['18446744073709551615ul', 'write-outside'],
  ['-n', 'write-outside'],
])('names a length of memset that is negative in the type of the caller: %s', async (length, weakness) => {
  const { outcome } = await run(
    `void *memset(void *, int, unsigned long); int to[4]; int main(void) { volatile int n = -100; memset(to, 0, ${length}); return 0; }`,
  );
  expect(outcome).toMatchObject({ kind: 'undefined-behaviour', weakness });
});

it.each([
  [3, ['aligned_alloc with an alignment that may fail']],
  [16, []],
])('rests on the library where an alignment of %i is no power of two', async (alignment, approximate) => {
  const { result } = await run(
    `void *aligned_alloc(unsigned long, unsigned long); int main(void) { return aligned_alloc(${alignment}, 48) != 0; }`,
  );
  expect(result.approximate).toEqual(approximate);
});

describe('ILP32', () => {
  it.each([
    ['sizes', 'int main(void) { return sizeof(long) * 10 + sizeof(void *); }', 'exit 44'],
    [
      'unsigned long wraps at 32 bits',
      'int main(void) { unsigned long u = -1; volatile int n = 33; return u + 2 == 1 && (1L << n) == 2; }',
      'exit 1',
    ],
    [
      'pointers as integers',
      'int main(void) { int a[3] = { 1, 2, 3 }; unsigned u = (unsigned)&a[0]; return *(int *)(u + 8) * 10 + (&a[2] - a); }',
      'exit 32',
    ],
    [
      'variable arguments',
      '#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); long long a = va_arg(l, long long); double d = va_arg(l, double); long double e = va_arg(l, long double); return a + d + e + va_arg(l, int); } int main(void) { return f(1, 5LL, 2.5, 1.5L, 4); }',
      'exit 13',
    ],
    [
      'printf through a list',
      '#include <stdarg.h>\nint vsprintf(char *, const char *, va_list); char b[40]; int f(const char *m, ...) { va_list l; va_start(l, m); int n = vsprintf(b, m, l); va_end(l); return n; } int main(void) { return f("%d %lld %s", 1, 2LL, "x") * 10 + b[4] - 32; }',
      'exit 138',
    ],
    [
      'malloc of the whole address space fails',
      'void *malloc(unsigned); int main(void) { return malloc(0xffffffffu) == 0; }',
      'exit 1',
    ],
  ])('%s', async (_name, source, expected) => {
    expect(await ending(source, {}, 'ILP32')).toBe(expected);
  });
});
