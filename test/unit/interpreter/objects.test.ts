import { describe } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';

describe('objects and pointers', () => {
  sameAsGcc({
    'bit-fields': `
      int printf(const char *, ...);
      struct S { int a : 3; unsigned b : 5; long c : 40; unsigned long d : 33; _Bool e : 1; signed char f : 4; unsigned : 0; short g : 9; } s, t = { -1, 31, -5, 8589934591, 1, 7, -256 };
      struct __attribute__((packed)) P { unsigned a : 3; unsigned long b : 61; unsigned c : 7; unsigned long d : 39; } p;
      int main(void) { s = t; s.a = 3; s.b += 2; s.c = -549755813888; s.d++; s.f = 9; int r = (s.b = 77);
        printf("%d %u %ld %lu %d %d %d %d\\n", s.a, s.b, (long)s.c, (unsigned long)s.d, s.e, s.f, s.g, r);
        printf("%d %ld %d %d\\n", t.a, (long)t.c, t.e, s.b - 100 < 0);
        p.a = 5; p.b = 0x1234567890abcdef; p.c = 100; p.d = 0x7fffffffff; p.a++; unsigned char *q = (void *)&p;
        for (int i = 0; i < sizeof p; i++) printf("%02x", q[i]); printf(" %lu %lu\\n", (unsigned long)p.b, (unsigned long)p.d); }`,
    'unions and bytes': `
      int printf(const char *, ...);
      int main(void) { union { float f; unsigned u; unsigned char c[8]; double d; } x = { 0 }; x.f = 1.0f; printf("%x\\n", x.u); x.d = -2.5;
        for (int i = 0; i < 8; i++) printf("%02x", x.c[i]);
        long v = 0x0102030405060708; char *p = (char *)&v; short *q = (short *)(p + 1); printf(" %d %d\\n", p[3], *q); *(int *)(p + 2) = -1; printf("%lx\\n", v); }`,
    'structures by value': `
      int printf(const char *, ...);
      struct S { char c; long l[3]; struct { short a, b; } n; };
      struct S f(struct S s, int i) { s.l[i] = s.c; s.n.b *= 2; return s; }
      struct S global = { 'x', { 1, 2, 3 }, { 4, 5 } };
      int main(void) { struct S s = f(global, 1), *p = &s; struct S a[2] = { [1] = *p }; a[0] = a[1]; a[0].l[0] = f(*p, 2).l[2];
        printf("%d %ld %ld %d %d %ld\\n", a[0].c, a[0].l[0], a[1].l[1], a[0].n.b, global.n.b, sizeof a); }`,
    'arrays, pointers and function pointers': `
      int printf(const char *, ...);
      int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }
      int (*table[])(int, int) = { add, sub }; int m[3][4]; int *row = m[1] + 2; char *names[] = { "zero", "one" };
      int apply(int (*f)(int, int), int x) { return (*f)(x, 3); }
      int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
        int *p = &m[2][3]; long d = p - m[0]; char s[] = "hello"; char *q = s + 4; *q-- = '!';
        printf("%d %ld %d %d %s %c %s %d\\n", *row, d, apply(table[1], 10), apply(table[0] == add ? add : sub, 1), s, *q, names[1] + 1, &m[1] > &m[0]);
        void *v = add; printf("%d %d\\n", ((int (*)(int, int))v)(2, 3), (long)p % 4 == 0); }`,
    'variable-length arrays and alloca': `
      int printf(const char *, ...); void *memset(void *, int, unsigned long);
      int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
      int main(void) { for (int n = 1; n < 5; n++) { int a[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j;
          char *p = __builtin_alloca(n * 10); memset(p, n, n * 10); printf("%d %ld %d\\n", sum(n, n + 1, a), (long)sizeof a, p[n * 10 - 1]); } }`,
    'static initialisers': `
      int printf(const char *, ...);
      struct N { int v; struct N *next; char name[4]; } a, b = { 2, &a, "b" }, a = { 1, &b, { 'a' } };
      int r[10] = { [2 ... 4] = 7, [8] = 1 }, *p = r + 3, zero[5]; static struct { unsigned x : 4, y : 12; } bits = { 9, 1000 };
      struct F { int n; short tail[]; } flexible = { 3, { 1, 2, 3 } }; double *dp = &(double){ 2.5 }; wchar_t_dummy;
      int main(void) { static int counter = 5; printf("%d %s %d %d %d %d %d %d %g %d\\n", b.next->v, a.next->name, r[3], *p, r[5], zero[4], bits.x + bits.y, flexible.tail[2], *dp, counter++); }`.replace(
      ' wchar_t_dummy;',
      '',
    ),
    'overlapping assignment of parts': `
      int printf(const char *, ...);
      struct S { int a[4]; }; struct T { struct S x, y; } t = { { { 1, 2, 3, 4 } }, { { 5, 6, 7, 8 } } };
      int main(void) { t.x = t.y; t.y = t.y; struct T *p = &t; *p = *p; printf("%d %d\\n", t.x.a[3], t.y.a[0]); }`,
  });
});
