import { describe, expect, it } from 'vitest';
import { edgesOf } from '../cfa/support.ts';

const P =
  'int g, a[4]; struct S { int n, m; unsigned f : 3; struct S *next; }; struct S s; int h(int); struct S mk(void); int u(int, int);\n';
const f = (body: string, parameters = 'int x, int y, int *p, struct S *q') =>
  edgesOf(`${P}void f(${parameters}) { ${body} }`);

describe('operands', () => {
  it('keeps what a later call may change, and only that', () => {
    expect(f('x = g + h(y);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = g
      2 -> 3: $t2 = h(y)
      3 -> 1: x = $t1 + $t2"
    `);
    expect(f('y = x + h(x);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = h(x)
      2 -> 1: y = x + $t1"
    `);
    expect(f('y = u(x, x = 3);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = x
      2 -> 3: x = 3
      3 -> 1: y = u($t1, 3)"
    `);
  });

  it('evaluates the right side of an assignment before the target', () => {
    expect(f('a[h(1)] = h(2);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = h(2)
      2 -> 3: $t2 = h(1)
      3 -> 1: a[$t2] = $t1"
    `);
    expect(f('a[x++] += g;')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = g
      2 -> 3: $t2 = x
      3 -> 4: x = x + 1
      4 -> 1: a[$t2] = a[$t2] + $t1"
    `);
  });

  it('keeps indices rather than addresses', () => {
    expect(
      edgesOf(`int m[3][3]; void f(int i, int j) { m[i][j++] = 1; m[i][i] = m[j][h(j)]; }`.replace('h(j)', 'j--')),
    ).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = i
      2 -> 3: $t2 = j
      3 -> 4: j = j + 1
      4 -> 5: m[$t1][$t2] = 1
      5 -> 6: $t3 = j
      6 -> 7: $t4 = j
      7 -> 8: j = j - 1
      8 -> 1: m[i][i] = m[$t3][$t4]"
    `);
  });

  it('calls through members of returned structs', () => {
    expect(f('x = mk().n; y = (s = *q).m;')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = mk()
      2 -> 3: x = $t1.n
      3 -> 4: s = *q
      4 -> 1: y = s.m"
    `);
  });
});

describe('assignments', () => {
  it('give the value as stored', () => {
    expect(f('x = s.f = 9;')).toMatchInlineSnapshot(`
      "0 -> 2: s.f = 9u
      2 -> 1: x = (int)s.f"
    `);
    expect(f('x = y = h(1);')).toMatchInlineSnapshot(`
      "0 -> 2: y = h(1)
      2 -> 1: x = y"
    `);
    expect(f('x = *p = y;')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = y
      2 -> 3: *p = $t1
      3 -> 1: x = $t1"
    `);
    expect(f('x = a[y] = 5;')).toMatchInlineSnapshot(`
      "0 -> 2: a[y] = 5
      2 -> 1: x = 5"
    `);
  });

  it('evaluate the target of compound assignment and increment once', () => {
    expect(f('q->n <<= x; *p++ -= 2; x = q->f++; y = ++*p;')).toMatchInlineSnapshot(`
      "0 -> 2: q->n = q->n << x
      2 -> 3: $t1 = p
      3 -> 4: p = p + 1
      4 -> 5: *$t1 = *$t1 - 2
      5 -> 6: $t2 = q->f
      6 -> 7: q->f = q->f + 1u
      7 -> 8: x = (int)$t2
      8 -> 9: $t3 = *p + 1
      9 -> 10: *p = $t3
      10 -> 1: y = $t3"
    `);
    expect(
      f('signed char b = 100; int v = 256; b /= v; p += x; q--; _Bool t = 1; t--; double d; d++;'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare signed char b
      2 -> 3: b = 100
      3 -> 4: declare int v
      4 -> 5: v = 256
      5 -> 6: b = (signed char)((int)b / v)
      6 -> 7: p = p + x
      7 -> 8: q = q - 1
      8 -> 9: declare _Bool t
      9 -> 10: t = 1
      10 -> 11: t = (_Bool)((int)t - 1)
      11 -> 12: declare double d
      12 -> 1: d = d + 1.0"
    `);
  });
});

describe('short circuits', () => {
  it('stay expressions where the right side is harmless', () => {
    expect(f('x = x && !y || g > 2;')).toMatchInlineSnapshot(`"0 -> 1: x = x && !y || g > 2"`);
    expect(f('x = x ? y : a[1];')).toMatchInlineSnapshot(`"0 -> 1: x = x ? y : a[1]"`);
    expect(f('x = y ?: g;')).toMatchInlineSnapshot(`"0 -> 1: x = y ? y : g"`);
  });

  it('branch where the right side has effects or is guarded', () => {
    expect(f('x = q && q->n;')).toMatchInlineSnapshot(`
      "0 -> 5: assume q
      0 -> 3: assume !q
      2 -> 4: $t1 = 1
      3 -> 4: $t1 = 0
      4 -> 1: x = $t1
      5 -> 2: assume q->n
      5 -> 3: assume !q->n"
    `);
    expect(f('x = y ? g / y : h(1);')).toMatchInlineSnapshot(`
      "0 -> 2: assume y
      0 -> 3: assume !y
      2 -> 4: $t1 = g / y
      3 -> 5: $t2 = h(1)
      4 -> 1: x = $t1
      5 -> 4: $t1 = $t2"
    `);
    expect(f('x || h(2);')).toMatchInlineSnapshot(`
      "0 -> 1: assume x
      0 -> 2: assume !x
      2 -> 1: h(2)"
    `);
    expect(f('x = h(1) ?: h(2);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = h(1)
      2 -> 3: assume $t1
      2 -> 4: assume !$t1
      3 -> 5: $t2 = $t1
      4 -> 6: $t3 = h(2)
      5 -> 1: x = $t2
      6 -> 5: $t2 = $t3"
    `);
  });

  it('decide conditions piece by piece', () => {
    expect(f('if (!(x && (y || !g))) x = 1;')).toMatchInlineSnapshot(`
      "0 -> 3: assume x
      0 -> 2: assume !x
      2 -> 1: x = 1
      3 -> 1: assume y
      3 -> 4: assume !y
      4 -> 2: assume g
      4 -> 1: assume !g"
    `);
    expect(f('if (__builtin_expect(!!(x && p), 1)) x = 1;')).toMatchInlineSnapshot(`
      "0 -> 3: assume x
      0 -> 1: assume !x
      2 -> 1: x = 1
      3 -> 2: assume p
      3 -> 1: assume !p"
    `);
    expect(f('if ((g = x, y) ? x : 0) x = 1;')).toMatchInlineSnapshot(`
      "0 -> 4: g = x
      2 -> 1: x = 1
      3 -> 2: assume x
      3 -> 1: assume !x
      4 -> 3: assume y
      4 -> 1: assume !y"
    `);
  });
});

describe('places', () => {
  it('are brought to normal form', () => {
    expect(
      f('*(a + x) = *&y; *(&a[1] + x) = (*&s).n; (&*q)->n = 2[a]; p = &a[x]; p = a + 1 - x; x = *(a + 3 - y);'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: a[x] = y
      2 -> 3: a[1L + (long)x] = s.n
      3 -> 4: q->n = a[2]
      4 -> 5: p = a + x
      5 -> 6: p = a + 1 - x
      6 -> 1: x = a[3L - (long)y]"
    `);
  });

  it('follow pointers to arrays', () => {
    expect(f('(*w)[x] = w[1][y];', 'int x, int y, int (*w)[5]')).toMatchInlineSnapshot(`"0 -> 1: (*w)[x] = w[1][y]"`);
  });
});

describe('other expressions', () => {
  it('has statement expressions, comma and compound literals', () => {
    expect(
      f('x = ({ int t = y; t + 1; }); x = (g++, y); h((int){3}); q = &(struct S){ .m = x };'),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare int t
      2 -> 3: t = y
      3 -> 4: x = t + 1
      4 -> 5: g = g + 1
      5 -> 6: x = y
      6 -> 7: declare int $literal
      7 -> 8: $literal = 3
      8 -> 9: h($literal)
      9 -> 10: declare struct S $literal
      10 -> 11: zero $literal
      11 -> 12: $literal.m = x
      12 -> 1: q = &$literal"
    `);
  });

  it('computes overflow builtins exactly', () => {
    expect(f('if (__builtin_add_overflow(x, y, p)) g = 1;')).toMatchInlineSnapshot(`
      "0 -> 3: $t1 = (__int128)x + (__int128)y
      2 -> 1: g = 1
      3 -> 4: *p = (int)$t1
      4 -> 2: assume (_Bool)((__int128)(int)$t1 != $t1)
      4 -> 1: assume !(_Bool)((__int128)(int)$t1 != $t1)"
    `);
  });

  it('lowers complex arithmetic to parts', () => {
    expect(
      edgesOf(
        '_Complex double z, w; void f(double d) { z = w + d; __real__ z = 1; d = __imag__ w; if (z == w) d = 0; }',
      ),
    ).toMatchInlineSnapshot(`
      "0 -> 2: z = __builtin_complex(__real__ w + d, __imag__ w)
      2 -> 3: z = __builtin_complex(1.0, __imag__ z)
      3 -> 4: d = __imag__ w
      4 -> 5: assume __real__ z == __real__ w && __imag__ z == __imag__ w
      4 -> 1: assume !(__real__ z == __real__ w && __imag__ z == __imag__ w)
      5 -> 1: d = 0.0"
    `);
  });

  it('lowers atomics to reads and writes', () => {
    expect(f('x = __sync_fetch_and_add(&g, 2); __atomic_store_n(p, 1, 5);')).toMatchInlineSnapshot(`
      "0 -> 2: $t1 = g
      2 -> 3: $t2 = $t1 + 2
      3 -> 4: g = $t2
      4 -> 5: x = $t1
      5 -> 1: *p = 1"
    `);
  });

  it('has variable arguments', () => {
    expect(
      edgesOf(
        'typedef __builtin_va_list L; int f(int n, ...) { L l; __builtin_va_start(l, n); n = __builtin_va_arg(l, int); __builtin_va_end(l); return n; }',
      ),
    ).toMatchInlineSnapshot(`
      "0 -> 2: declare struct __va_list_tag l[1]
      2 -> 3: $va_start(l)
      3 -> 4: $t1 = $va_arg(l)
      4 -> 5: n = $t1
      5 -> 6: $va_end(l)
      6 -> 1: return n"
    `);
  });
});
