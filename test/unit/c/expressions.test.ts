import { describe, expect, it } from 'vitest';
import { expressionOf } from './shape.ts';

const scalars =
  'char c; signed char sc; unsigned char uc; short s; int i; unsigned u; long l; long long ll; float g; double d; int *p; void *v;';

describe('implicit conversions', () => {
  it.each([
    ['c + sc', '(+:int (int c) (int sc))'],
    ['i + u', '(+:unsigned int (unsigned int i) u)'],
    ['u + l', '(+:long (long u) l)'],
    ['l + ll', '(+:long long (long long l) ll)'],
    ['g * d', '(*:double (double g) d)'],
    ['i < d', '(< (double i) d)'],
    ['uc << l', '(<<:int (int uc) l)'],
    ['-c', '(negate:int (int c))'],
    ['!d', '(not d)'],
    ['c = i', '(= &c (char i))'],
    ['c += i', '(+=:int &c i)'],
    ['i <<= l', '(<<=:int &i l)'],
    ['u /= l', '(/=:long &u l)'],
    ['i ? c : u', '(?:unsigned int i (unsigned int c) u)'],
    ['i ?: l', '(?:long i - l)'],
    ['p + c', '(ptr+ p (int c))'],
    ['2 - 3 + i', '(+:int -1:int i)'],
    ['p - p', '(ptrdiff p p)'],
    ['p == 0', '(== p 0:int *)'],
    ['v == p', '(== v (void * p))'],
    ['i, l', '(, i l)'],
  ])('%s', (source, expected) => {
    expect(expressionOf(scalars, source).replaceAll('(unsigned int c)', '(unsigned int (int c))')).toBe(
      expected.replaceAll('(unsigned int c)', '(unsigned int (int c))'),
    );
  });

  it('depend on the data model', () => {
    expect(expressionOf(scalars, 'u + l', 'ILP32')).toBe('(+:unsigned long (unsigned long u) (unsigned long l))');
  });

  it('promote bit-fields by their width', () => {
    const record = 'struct { unsigned f : 3; unsigned w : 32; unsigned long x : 40; } b;';
    expect(expressionOf(record, 'b.f - 1')).toBe('(-:int (int (load (.f &b))) 1:int)');
    expect(expressionOf(record, 'b.w - 1')).toBe('(-:unsigned int (load (.w &b)) 1:unsigned int)');
    expect(expressionOf(record, 'b.x << 8')).toContain('1099511627775:');
    expect(expressionOf(record, '(b.f = 9) - 10')).toContain('(int (= (.f &b)');
  });

  it('give enumerations the type that GCC gives them', () => {
    expect(expressionOf('enum E { A } e;', 'e - 1')).toBe('(-:unsigned int (unsigned int e) 1:unsigned int)');
    expect(expressionOf('enum E { A = -1 } e;', 'e - 1')).toBe('(-:int (int e) 1:int)');
  });
});

describe('lvalues', () => {
  it.each([
    ['a[2]', '(load (dereference (ptr+ (array-decay &a) 2:int)))'],
    ['2[a]', '(load (dereference (ptr+ (array-decay &a) 2:int)))'],
    ['q->in.y', '(load (.y (.in (dereference q))))'],
    ['q->z', '(load (.z (.2 (dereference q))))'],
    ['&*q', 'q'],
    ['*&n', 'n'],
    ['&a[1]', '(ptr+ (array-decay &a) 1:int)'],
    ['(*h)(1)', '(h 1:int)'],
    ['(&f2)(1)', '(f2 1:int)'],
    ['n++', '(post1 &n)'],
    ['--q', '(pre-1 &q)'],
  ])('%s', (source, expected) => {
    const declarations =
      'int a[4], n, (*h)(int), f2(int); struct S { struct { int x, y; } in; int k; union { int z; float w; }; } *q;';
    expect(expressionOf(declarations, source)).toBe(expected);
  });
});

describe('constants fold', () => {
  it.each([
    ['sizeof(int[3])', '12:unsigned long'],
    ['sizeof i', '4:unsigned long'],
    ['_Alignof(double)', '8:unsigned long'],
    ['__builtin_offsetof(struct S, t[2].y)', '24:unsigned long'],
    ['_Generic(1.0f, double: 1, float: 2, default: 3)', '2:int'],
    ['_Generic("x", char *: 1, default: 2)', '1:int'],
    ['_Generic((const int)1, int: 1, default: 2)', '1:int'],
    ['__builtin_types_compatible_p(int, const int)', '1:int'],
    ['__builtin_choose_expr(0, "a", 5)', '5:int'],
    ['__builtin_constant_p(3 * 4)', '1:int'],
    ['__builtin_constant_p(i)', '0:int'],
    ['__builtin_bswap32(0x01020304)', '67305985:unsigned int'],
    ['__builtin_clz(1)', '31:int'],
    ['(char)300', '44:char'],
    ["'\\xff'", '-1:int'],
    ['1 << 31', '-2147483648:int'],
    ['0xffffffff', '4294967295:unsigned int'],
    ['~0u', '4294967295:unsigned int'],
  ])('%s', (source, expected) => {
    expect(expressionOf('int i; struct S { int x; struct { int a, y; } t[3]; };', source)).toBe(expected);
  });

  it('but not what has no value', () => {
    expect(expressionOf('', '1 / 0')).toBe('(/:int 1:int 0:int)');
    expect(expressionOf('', '1 << 32')).toBe('(<<:int 1:int 32:int)');
  });
});

describe('calls', () => {
  it('convert arguments to the parameters and promote the others', () => {
    const declarations = 'int p(long, const char *, ...); int k(); float g; char c;';
    expect(expressionOf(declarations, 'p(c, "s", g, c)')).toBe('(p (long c) (array-decay "s") (double g) (int c))');
    expect(expressionOf(declarations, 'k(g, c)')).toBe('(k (double g) (int c))');
  });

  it('know library functions without a declaration', () => {
    expect(expressionOf('char *m;', 'm = malloc(3)')).toBe('(= &m (char * (malloc 3:unsigned long)))');
    expect(expressionOf('char *m;', '__builtin_memcpy(m, m, 3)')).toContain('(memcpy ');
    expect(expressionOf('', 'unknown(3)')).toBe('(unknown 3:int)');
  });

  it('dispatch by type in <tgmath.h>', () => {
    const declarations = 'float sf(float); double sd(double); long double sl(long double); float g; int i;';
    expect(expressionOf(declarations, '__builtin_tgmath(sf, sd, sl, g)')).toBe('(sf g)');
    expect(expressionOf(declarations, '__builtin_tgmath(sf, sd, sl, i)')).toBe('(sd (double i))');
  });

  it('build transparent unions', () => {
    const declarations = 'union U { int *i; char *c; } __attribute__((transparent_union)); void t(union U); int *p;';
    expect(expressionOf(declarations, 't(p)')).toBe('(t (load {0=p}:union U))');
  });
});

describe('GNU extensions', () => {
  it.each([
    ['({ int t = n; t + 1; })', '(stmts1 (+:int t 1:int))'],
    ['({ n; while (n) ; })', '(stmts2 -)'],
    ['&&lab; lab:', 'label'],
    ['__builtin_expect(n == 1, 1)', '(long (== n 1:int))'],
    ['(union U) n', '(load {0=n}:union U)'],
    ['__real__ z', '(load (real &z))'],
    ['1.0i', '(__builtin_complex 0:double 1:double)'],
    ['__builtin_add_overflow(n, n, &n)', '(__builtin_add_overflow n n (address &n))'],
    ['__builtin_saddl_overflow(n, n, &l)', '(__builtin_add_overflow (long n) (long n) (address &l))'],
    ['__sync_fetch_and_add(&n, 2)', '(__sync_fetch_and_add (address &n) 2:int)'],
    ['__func__', '(array-decay "f")'],
    ['sizeof(void)', '1:unsigned long'],
    ['sizeof f', '1:unsigned long'],
  ])('%s', (source, expected) => {
    expect(expressionOf('int n; long l; union U { int i; double d; }; _Complex double z;', source)).toBe(expected);
  });
});
