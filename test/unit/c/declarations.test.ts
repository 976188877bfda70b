import { describe, expect, it } from 'vitest';
import { formatDeclaration, formatType } from '../../../src/c/types/type-format.ts';
import { bodyOf, globalOf, initializerShape, parse, shape } from './shape.ts';

function typeOf(declaration: string, name = 'x'): string {
  return formatType(globalOf(declaration, name).type);
}

describe('declarators', () => {
  it.each([
    ['int x;', 'int'],
    ['unsigned long int const x;', 'const unsigned long'],
    ['int *const *x;', 'int *const *'],
    ['int x[2][3];', 'int[2][3]'],
    ['int (*x)[3];', 'int (*)[3]'],
    ['char *(*x[2])(int, ...);', 'char *(*[2])(int, ...)'],
    ['void (*(*x)(int))(char);', 'void (*(*)(int))(char)'],
    ['typedef int T; T x, T2;', 'int'],
    ['typedef int T[]; T x = { 1, 2 };', 'int[2]'],
    ['__typeof__(1 + 2L) x;', 'long'],
    ['_Atomic(int) x;', '_Atomic int'],
    ['__extension__ unsigned __int128 x;', 'unsigned __int128'],
    ['int x __attribute__((mode(DI)));', 'long'],
    ['typedef int V __attribute__((vector_size(16))); V x;', '__vector(4) int'],
    ['extern int x[]; int x[4];', 'int[4]'],
    ['int x[];', 'int[1]'],
  ])('%s', (source, expected) => {
    expect(typeOf(source).replaceAll(' ', '')).toBe(expected.replaceAll(' ', ''));
  });

  it('tell typedef names from variables by scope', () => {
    const body = bodyOf(parse('typedef int T; int a; void f(int T) { int x = T * a; { typedef char a; a *p; } }'));
    expect(body.map((statement) => statement.kind)).toEqual(['declaration', 'block']);
    const labelled = bodyOf(parse('typedef int T; void f(void) { T: goto T; }'));
    expect(labelled[0].kind).toBe('label');
  });

  it('read K&R definitions and implicit int', () => {
    const unit = parse('f(a, b, c) char a; float b; { return a + c; } static g = 3; main() { return f(1, 2.0, 3); }');
    const f = unit.functions.find((each) => each.name === 'f')!;
    expect(formatDeclaration(f.type.result, '')).toBe('int');
    expect(f.definition!.parameters.map((each) => formatType(each.type))).toEqual(['char', 'float', 'int']);
    expect(f.type.prototyped).toBe(false);
    expect(unit.warnings.map((each) => each.code)).toContain('C1950');
  });

  it('let main return 0 at its end', () => {
    const last = bodyOf(parse('int main(void) { }')).at(-1)!;
    expect(last.kind === 'return' && shape(last.value)).toBe('0:int');
  });
});

describe('initialisers', () => {
  it.each([
    ['int x[4] = { 1, 2 };', '0=1:int 1=2:int'],
    ['int x[] = { [2] = 5, 6, [0] = 1 };', '2=5:int 3=6:int 0=1:int'],
    ['int x[8] = { [1 ... 3] = 7, 8 };', '1..3=7:int 4=8:int'],
    ['int x[6] = { 3, 3, 3, 3, 4 };', '0..3=3:int 4=4:int'],
    [
      'struct { int a; struct { int b, c; } d[2]; int e; } x = { 1, 2, 3, { 4 }, 5 };',
      '0=1:int 1.0.0=2:int 1.0.1=3:int 1.1.0=4:int 2=5:int',
    ],
    ['struct { int a, b; } x[] = { 1, 2, { 3 }, [3].b = 4 };', '0.0=1:int 0.1=2:int 1.0=3:int 3.1=4:int'],
    ['struct { int a : 3; int : 4; int b; } x = { 1, 2 };', '0=1:int 2=2:int'],
    ['union { int a; float b; } x = { .b = 2 };', '1=2:float'],
    ['struct { int a; union { int b; float c; }; } x = { .c = 1, .a = 2 };', '1.1=1:float 0=2:int'],
    ['struct { int a, b; } x = { b: 1, a: 2 };', '1=1:int 0=2:int'],
    ['char x[] = "ab";', '="ab"'],
    ['char x[3][4] = { "ab", { "c" }, { \'d\', 0 } };', '0="ab" 1="c" 2.0=100:char 2.1=0:char'],
    ['int y[3]; int *x = &y[1] + 1;', '=(ptr+ (ptr+ (array-decay &y) 1:int) 1:int)'],
    ['double x = 1 / 4.0 + 1;', '=1.25:double'],
    ['int x = (int)2.75 * 2;', '=4:int'],
    ['unsigned long x = (unsigned long)&((struct { int a, b; } *)0)->b;', '=4:unsigned long'],
    ['static const int k = 4; int x = k;', '=4:int'],
    ['int y[4]; long x = &y[3] - &y[1];', '=2:long'],
    ['int x = { 5 };', '=5:int'],
  ])('%s', (source, expected) => {
    expect(initializerShape(globalOf(source, 'x').initializer!)).toBe(expected);
  });

  it('say whether they cover the object', () => {
    const zero = (source: string) => globalOf(source, 'x').initializer!.zeroFirst;
    expect(zero('int x[2] = { 1, 2 };')).toBe(false);
    expect(zero('int x[3] = { 1, 2 };')).toBe(true);
    expect(zero('struct { int a; struct { int b, c; } d; } x = { 1, 2, 3 };')).toBe(false);
    expect(zero('int x[2] = { [1] = 2 };')).toBe(true);
  });

  it('size flexible array members', () => {
    const { type } = globalOf('struct S { int n; char d[]; } x = { 1, "abc" };', 'x');
    expect(type.kind === 'struct' && formatType(type.definition.fields![1].type)).toBe('char [4]');
  });
});

describe('variable length arrays', () => {
  it('set hidden lengths before the declaration', () => {
    const body = bodyOf(parse('void f(int n) { int a[n][n + 1]; typedef char T[n]; T t; sizeof a; }'));
    expect(body.map((statement) => statement.kind)).toEqual([
      'vla-length',
      'vla-length',
      'declaration',
      'vla-length',
      'declaration',
      'expression',
    ]);
    const last = body.at(-1)!;
    expect(last.kind === 'expression' && last.expression.kind).toBe('sizeof-variable');
  });

  it('set the lengths of parameters on entry', () => {
    const unit = parse('void f(int n, int a[n][n]) { a[1][1] = 2; }');
    expect(bodyOf(unit).map((statement) => statement.kind)).toEqual(['vla-length', 'vla-length', 'expression']);
    const [definition] = unit.functions.map((each) => each.definition!);
    expect(definition.locals.map((each) => [each.name, each.scope])).toEqual([
      ['$length', 0],
      ['$length', 0],
    ]);
  });

  it('are evaluated once in casts', () => {
    const body = bodyOf(parse('void f(int n, void *p) { (int (*)[n++]) p; }'));
    const [only] = body;
    expect(only.kind === 'expression' && only.expression.kind).toBe('statement-expression');
  });
});

describe('storage', () => {
  it('merges declarations of one file', () => {
    const unit = parse(
      'extern int e; int t; int t; static int s; extern int u; int u = 3; int f(void) { static int l = 2; extern int e; return e + l; }',
    );
    const facts = unit.globals.map(({ name, undefined: open, external, scope }) => [name, open, external, scope]);
    expect(facts).toEqual([
      ['e', true, true, null],
      ['t', false, true, null],
      ['s', false, false, null],
      ['u', false, true, null],
      ['l', false, false, 0],
    ]);
  });

  it('notes attributes of functions', () => {
    const unit = parse(
      'void a(void) __attribute__((noreturn)); _Noreturn void b(void); int c(int) __attribute__((const)); int d(int) __asm__("dd");',
    );
    expect(unit.functions.map(({ noreturn, pure, asmName }) => [noreturn, pure, asmName])).toEqual([
      [true, false, null],
      [true, false, null],
      [false, true, null],
      [false, false, 'dd'],
    ]);
  });

  it('obeys pragma pack and _Pragma', () => {
    const sized = (text: string) => parse(`${text} _Static_assert(sizeof(struct S) == 5, "");`);
    sized('#pragma pack(push, 1)\nstruct S { char c; int i; };\n#pragma pack(pop)\n');
    sized('_Pragma("pack(1)") struct S { char c; int i; }; _Pragma("pack()")');
    sized('struct S { char c; int i; } __attribute__((packed));');
  });
});
