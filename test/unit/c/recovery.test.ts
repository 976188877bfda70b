import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../src/c/ast.ts';
import { visitExpression, visitStatement } from '../../../src/program/lowering/children.ts';
import { errorsOf, parse } from './shape.ts';

/** Lists `column construct` for every unsupported statement of the first function with a body. */
function unsupportedIn(text: string): string[] {
  const found: string[] = [];
  const visitor = {
    statement(s: Statement) {
      if (s.kind === 'unsupported') found.push(`${s.at.column} ${s.construct}`);
      visitStatement(s, visitor);
    },
    expression: (e: Parameters<typeof visitExpression>[0]) => visitExpression(e, visitor),
  };
  const fn = parse(text).functions.find(({ definition }) => definition !== null);
  visitor.statement(fn!.definition!.body);
  return found;
}

describe('what is lacking is given up piece by piece', () => {
  it.each([
    ['int f(int x) { x = __builtin_ia32_a(x); return x; }', ['20 __builtin_ia32_a']],
    ['int f(int x) { int y = 1, z = __builtin_ia32_a(x, 2), w = y; return z; }', ['31 __builtin_ia32_a']],
    ['int f(int x) { return __builtin_ia32_a(x); }', ['23 __builtin_ia32_a']],
    ['int f(int x) { if (__builtin_ia32_a(x)) return 1; else return x; }', ['20 __builtin_ia32_a']],
    ['int f(int x) { while (x < __builtin_ia32_a((x))) x++; return x; }', ['27 __builtin_ia32_a']],
    [
      'int f(int x) { for (__builtin_ia32_a(x); __builtin_ia32_b(x); __builtin_ia32_c(x)) x++; return x; }',
      ['21 __builtin_ia32_a', '42 __builtin_ia32_b', '63 __builtin_ia32_c'],
    ],
    [
      'int f(int x) { switch (__builtin_ia32_a(x)) { case 1: case 1ll << 32: return 2; } return 0; }',
      ['24 __builtin_ia32_a'],
    ],
    ['int f(int x) { x = ({ int y = 2; __builtin_ia32_a(y); y; }); return x; }', ['34 __builtin_ia32_a']],
    ['int f(int x) { x = ({ l: x--; __builtin_ia32_a(1) + 1; }); goto l; }', ['31 __builtin_ia32_a']],
    ['int f(int x) { x = ({ int y = 2; __builtin_ia32_a(y); }); return x; }', ['34 __builtin_ia32_a']],
    ['int f(int x) { int a[] = { __builtin_ia32_a(x) }; return a[0]; }', ['28 __builtin_ia32_a']],
    ['int f(void) { return 1.5dd > 1; }', ["22 decimal floating constant '1.5dd'"]],
    [
      'struct S { int a, b; } t; int f(void) { struct { struct S s; } x = { .s = t, .s.a = 1 }; return x.s.a; }',
      ['75 a value of which a part is replaced'],
    ],
    ['struct { long a : 40; } s; int f(void) { typeof(s.a + 1) x; }', ["53 'typeof' a bit-field"]],
  ])('%s', (text, expected) => {
    expect(unsupportedIn(text)).toEqual(expected);
  });

  it('and leaves names, line numbers and packing as they were', () => {
    const text = [
      'struct A { int x; };',
      'void f(void) {',
      '  struct A { char y; } a;',
      '# 50 "other.h"',
      '  __builtin_ia32_a(({ struct A { long z; } b; b.z; }',
      '#pragma pack(push, 1)',
      '  ));',
      '  struct P { char c; int i; };',
      '  _Static_assert(sizeof(struct P) == 5, "packed");',
      '  _Static_assert(sizeof(struct A) == 1, "inner");',
      '}',
      '#pragma pack(pop)',
      'struct Q { char c; int i; };',
      '_Static_assert(sizeof(struct Q) == 8 && sizeof(struct A) == 4, "outer");',
      'int bad = ;',
    ].join('\n');
    expect(errorsOf(text)).toEqual(['60:11 C1201']);
  });

  it('but no error of the program', () => {
    expect(errorsOf('void f(int x) { __builtin_ia32_a(y); }')).toEqual([]);
    expect(errorsOf('void f(int x) { y = 1; __builtin_ia32_a(x); }')).toEqual(['1:17 C1401']);
    expect(errorsOf('void f(int x) { __builtin_ia32_a(x; }')).toEqual(['1:38 C1201']);
  });
});
