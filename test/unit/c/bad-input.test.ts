import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../src/c/ast.ts';
import { parseProgram } from '../../../src/c/index.ts';
import { errorsOf, errorText, parse } from './shape.ts';

describe('errors are located', () => {
  it.each([
    ['int a;\nint b = ;\n', ['2:9 C1201']],
    ['int f(void) { return 1', ['1:23 C1201']],
    ['int f(void) {\n  if (1) {\n', ['3:1 C1201']],
    ['int x = "abc', ['1:9 C1122']],
    ['int x; /* no end', ['1:8 C1125']],
    ['int x = 1 @ 2;', ['1:11 C1121']],
    ['\u0001\u0002\u00ff', ['1:1 C1121']],
    ['\udc80\udcff', ['1:1 C1121']],
    ['#define X 1\n', ['1:1 C1124']],
    ['foo x;', ['1:1 C1202']],
    ['void f(void) { foo x; }', ['1:16 C1202']],
    ['void f(foo x);', ['1:8 C1202']],
    ['struct S { struct S s; };', ['1:21 C1311']],
    ['struct S x;', ['1:10 C1340']],
    ['void f(void) { struct S x; }', ['1:25 C1340']],
    ['int a[-1];', ['1:7 C1320']],
    ['int n; int a[n];', ['1:14 C1321']],
    ['int a[1 << 30][1 << 30][1 << 30];', ['1:7 C1325']],
    ['struct { int a : 33; } x;', ['1:18 C1307']],
    ['struct { int a; int a; } x;', ['1:21 C1312']],
    ['int x; float x;', ['1:14 C1327']],
    ['int f(int); int f(char *);', ['1:17 C1327']],
    ['int f(void) { return 1; } int f(void) { return 2; }', ['1:31 C1602']],
    ['static int x = 1; static int x = 2;', ['1:30 C1329']],
    ['void f(void) { int a; char a; }', ['1:28 C1318']],
    ['int y; int x = y;', ['1:16 C1413']],
    ['int f(int); int x = f(1);', ['1:21 C1413']],
    ['void f(int x) { switch (x) { case 1: case 2 ... 4: case 3: ; } }', ['1:52 C1508']],
    ['void f(int x) { switch (x) { default: default: ; } }', ['1:39 C1507']],
    ['void f(int x) { case 1: ; }', ['1:17 C1506']],
    ['void f(void) { goto out; }', ['1:21 C1501']],
    ['void f(void) { l: ; l: ; }', ['1:21 C1503']],
    ['void f(void) { break; }', ['1:16 C1504']],
    ['void f(void) { 1 = 2; }', ['1:18 C1409']],
    ['const int c; void f(void) { c = 2; }', ['1:31 C1410']],
    ['int f(int); void g(void) { f(); }', ['1:28 C1416']],
    ['int f(int); void g(void) { f(1, 2); }', ['1:28 C1416']],
    ['struct S { int a; } s; void g(void) { s.b; }', ['1:40 C1425']],
    ['int i; void g(void) { *i; i.x; }', ['1:23 C1421']],
    ['int i; void g(void) { i(); }', ['1:23 C1426']],
    ['struct S { int a; } s; int g(void) { return s; }', ['1:45 C1404']],
    ['struct S { int a; } s; void g(void) { s + 1; }', ['1:41 C1406']],
    ['_Static_assert(sizeof(int) == 5, "five");', ['1:16 C1414']],
    ['int a[2] = { [5] = 1 };', ['1:15 C1437']],
    ['struct __attribute__((ms_struct)) S { int a : 3; };', ['1:23 C1336']],
    ['#pragma scalar_storage_order big-endian\nint x;', ['1:1 C1336']],
    ['int f(void);\n_Pragma("weak f") int x;', ['2:8 C1336']],
    ['register int r;', ['1:14 C1335']],
    ['else', ['1:1 C1201']],
    ['}', ['1:1 C1201']],
    ['int x = 08;', ['1:10 C1103']],
  ])('%s', (text, expected) => {
    expect(errorsOf(text)).toEqual(expected);
  });

  it('for a byte order that the machine does not have', () => {
    const parsed = (order: string) => () =>
      parseProgram([{ text: `#pragma scalar_storage_order ${order}\nint x;`, file: 'a.c' }], {
        model: 'LP64',
        byteOrder: 'big',
      });
    expect(parsed('big-endian')).not.toThrow();
    expect(parsed('little-endian')).toThrow('scalar_storage_order');
  });

  it('through line marks', () => {
    expect(errorsOf('# 10 "a.h"\nint a;\n# 20 "b.c" 2\nint b;\n\n  int c = ;')).toEqual(['22:11 C1201']);
    expect(errorText('#line 7 "x.c"\nint a = ;')).toContain('x.c:7:9: error[C1201]');
  });

  it('with the source line and the earlier place', () => {
    const text = errorText('int x = 1;\nint x = 2;\n');
    expect(text).toContain('test.c:2:5: error[C1602]');
    expect(text).toContain('int x = 2;\n      ^');
    expect(text).toContain('test.c:1:5: note: first defined here');
  });

  it('and go on where that is easy, up to 20', () => {
    const many = `void f(void) { ${Array.from({ length: 50 }, (_, i) => `x${i}++;`).join(' ')} }`;
    expect(errorsOf(many)).toHaveLength(20);
    expect(errorsOf('void f(void) { a = 1; a = 2; goto l; }')).toEqual(['1:16 C1401', '1:35 C1501']);
  });
});

describe('what GCC accepts is accepted', () => {
  it.each([
    'int *p = 5; char *q; int f(void) { p = q; return p; }',
    'int f(int a) { return; } void g(void) { return f(1); }',
    ';;; int x;; struct S { int a;; };',
    'enum { A, B, }; int f(a, b) { return a; }',
    'void f(void) { l: } ',
    'void f(int x) { switch (x) { case 1: int y; default: } }',
    'struct E { }; int z[0]; union { } u;',
    'int f() { return g(1); } int g(x) { return x; }',
    'asm("nop"); void f(int x) { asm volatile ("" : "+r"(x) : : "memory", "cc"); asm goto ("" : : : : l); l: ; }',
    'int f(void) { __label__ a, b; goto a; a: b: return 0; }',
    'void *t[] = { 0 }; void f(void) { static void *j[] = { &&a, &&b }; goto *j[0]; a: b: ; }',
    'extern inline int f(void) { return 1; } inline int g(void) { return 2; } int g(void);',
    'int f(int n) { struct S { int a; } s = { n }, *p = &s; return p->a; }',
    'typedef struct T T; struct T { T *next; }; T *t(T *x) { return x->next; }',
    'int f(const char *s, ...) { __builtin_va_list l; __builtin_va_start(l, s); int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r; }',
    'int (f)(int x) { return x; } int (*g)(int) = f; int (*h)(int) = &f;',
    'long f(long x) { return x < 0 ? -x : x %: ; }'.replace(' %: ', ''),
    'int a<::> = <% 1, 2 %>;',
    'int x\\\ny = 1; int z = x\\\ny ? 1 : 2;'.replace(' ? 1 : 2', '').replace('int z = x\\\ny;', ''),
    'int f(int x) { __builtin_unknown_thing(x); return x; }',
    'double d = __builtin_inf(); float n = __builtin_nanf("");',
    'void f(void) { __attribute__((unused)) int x; __attribute__((fallthrough)); }',
  ])('%s', (text) => {
    expect(errorText(text)).toBe('');
  });
});

describe('large and deep input', () => {
  it('reports a syntax error on line 3 of 100,000 and reads the others', () => {
    const text = `int a;\nint b;\nint c = ( ;\n${'int f(int x) { return x + 1; }\n'.repeat(100_000)}`;
    const start = performance.now();
    expect(errorsOf(text)).toEqual(['3:11 C1201']);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it.each([
    ['parentheses', (n: number) => `int x = ${'('.repeat(n)}1${')'.repeat(n)};`],
    ['braces', (n: number) => `void f(void) ${'{'.repeat(n)}${'}'.repeat(n)}`],
    ['unary operators', (n: number) => `int y; int f(void) { return ${'!'.repeat(n)}y; }`],
    ['else if', (n: number) => `int y; void f(void) { ${'if (y) ; else '.repeat(n)}; }`],
    ['+', (n: number) => `int y; int f(void) { return y${' + y'.repeat(n)}; }`],
    ['?:', (n: number) => `int y; int f(void) { return ${'y ? 1 : '.repeat(n)}2; }`],
    ['declarators', (n: number) => `int ${'('.repeat(n)}x${')'.repeat(n)};`],
    ['pointers', (n: number) => `int ${'*'.repeat(n)}x;`],
    ['initialisers', (n: number) => `int x = ${'{'.repeat(n)}1${'}'.repeat(n)};`],
    ['calls', (n: number) => `int f(int x) { return ${'f('.repeat(n)}1${')'.repeat(n)}; }`],
    ['labels', (n: number) => `void f(void) { ${Array.from({ length: n }, (_, i) => `l${i}:`).join(' ')} ; }`],
    [
      'typedefs',
      (n: number) => `typedef int t0;\n${Array.from({ length: n }, (_, i) => `typedef t${i} *t${i + 1};`).join('\n')}`,
    ],
  ])('refuses %s nested 100,000 deep', (_, text) => {
    const errors = errorsOf(text(100_000));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^\d+:\d+ C1703$/);
  });

  it.each(['&&', '||'])('takes a chain of 100,000 %s, in the order of its operands', (operator) => {
    const count = 100_000;
    const operands = Array.from({ length: count }, (_, i) => `y == ${i}`);
    const text = `int y; int f(void) { return ${operands.join(` ${operator} `)}; }`;
    expect(errorsOf(text)).toEqual([]);
    const [returned] = parse(text).functions[0].definition!.body.body;
    if (returned.kind !== 'return' || returned.value === null) throw new Error('no result');
    const found: string[] = [];
    let highest = 0;
    const stack: { readonly e: Expression; readonly height: number }[] = [{ e: returned.value, height: 1 }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { e, height } = next;
      highest = Math.max(highest, height);
      if (e.kind === 'logical') stack.push({ e: e.right, height: height + 1 }, { e: e.left, height: height + 1 });
      else if (e.kind === 'compare' && e.right.kind === 'integer') found.push(`y == ${e.right.value}`);
    }
    expect(found).toEqual(operands);
    expect(highest).toBeLessThan(20);
  });

  it('keeps a large table of equal constants small', () => {
    const unit = parse(`int t[] = { ${'0, '.repeat(1_000_000)} };`);
    expect(unit.globals[0].initializer!.entries).toHaveLength(1);
    expect(unit.globals[0].type).toMatchObject({ length: 1_000_000n });
  });
});
