import { describe } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';

describe('control', () => {
  sameAsGcc({
    'loops, switch, goto': `
      int printf(const char *, ...);
      int duff(int n) { int c = 0; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while ((n -= 4) > 0); } return c; }
      int classify(long v) { switch (v) { case -5: return 1; case 10 ... 20: return 2; case 4294967296: return 3; default: return 4; } }
      int main(void) { for (int i = 1; i < 9; i++) printf("%d ", duff(i)); printf("%d%d%d%d%d\\n", classify(-5), classify(15), classify(4294967296), classify(0), classify(20));
        int i = 0; again: if (i++ < 3) { if (i == 2) goto again; printf("%d\\n", i); goto again; } do continue; while (i++ < 6); return i; }`,
    'computed goto': `
      int printf(const char *, ...);
      int main(void) { static void *t[] = { &&a, &&b, &&c }; int i = 0; goto *t[2]; a: printf("a"); b: printf("b"); i++; if (i > 2) return 7; goto *t[i - 1]; c: printf("c"); goto *t[1]; }`,
    'recursion, mutual and deep': `
      int printf(const char *, ...);
      int odd(unsigned n); int even(unsigned n) { return n == 0 || odd(n - 1); } int odd(unsigned n) { return n != 0 && even(n - 1); }
      int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
      int main(void) { printf("%d %d %d\\n", even(20000), ackermann(2, 5), odd(7)); }`,
    'variable arguments': `
      #include <stdarg.h>
      #include <stdio.h>
      struct P { long a, b, c; }; struct Q { char c[3]; };
      double sum(int n, ...) { va_list l, m; double s = 0; va_start(l, n); va_copy(m, l);
        for (int i = 0; i < n; i++) { s += va_arg(l, int); s += va_arg(l, double); s += va_arg(l, struct P).b; s += va_arg(l, long double); s += va_arg(l, struct Q).c[1]; s += *va_arg(l, char *); s += va_arg(l, long long); }
        s += va_arg(m, int); va_end(m); va_end(l); return s; }
      void show(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }
      int pass(va_list *l) { return va_arg(*l, int); } int two(int n, ...) { va_list l; va_start(l, n); int r = pass(&l) * 10 + pass(&l); va_end(l); return r; }
      int main(void) { struct P p = { 1, 20, 3 }; struct Q q = { { 1, 2, 3 } };
        printf("%g\\n", sum(2, 1, 0.5, p, 0.25L, q, "A", 7LL, 2, 1.5, p, 1.25L, q, "B", 9LL)); show("%d %s %5.1f %ld\\n", 1, "two", 3.0, 4L); printf("%d\\n", two(0, 4, 2)); }`,
    'old-style definitions': `
      int printf(const char *, ...);
      int f(a, b, c) char a; float b; short c; { return a + b * 2 + c; }
      g() { return 5; }
      int main() { printf("%d %d\\n", f(300, 1.5, 70000), g()); return 0; }`,
    'comma, conditional, short circuits': `
      int printf(const char *, ...);
      int n; int t(int v) { n = n * 10 + v; return v & 1; }
      int main(void) { int r = (t(1) && t(2)) || t(3) ? t(4) : t(5); int s = (t(6), t(7)); int u = t(8) ?: 9; r += t(1) || t(9); printf("%d %d %d %d\\n", n, r, s, u); }`,
    'statement expressions and nested calls': `
      int printf(const char *, ...);
      #define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
      int f(int x) { return MAX(x, MAX(3, x * x - 10)); }
      int main(void) { printf("%d %d %d\\n", f(2), f(f(4)), MAX(f(1), f(5))); }`,
    'exit handlers': `
      #include <stdio.h>
      #include <stdlib.h>
      void first(void) { puts("first"); } void second(void) { puts("second"); }
      int main(void) { atexit(first); atexit(second); puts("main"); exit(300); }`,
    'overflow builtins and bit counts': `
      int printf(const char *, ...);
      int main(void) { int r; long l; unsigned u; volatile int m = 2147483647; volatile unsigned x = 40;
        int o = __builtin_add_overflow(m, 1, &r); o += 2 * __builtin_mul_overflow(m, m, &l); o += 4 * __builtin_sub_overflow(1u, 2u, &u); printf("%d %d %ld %u ", o, r, l, u);
        printf("%d %d %d %d %d %d\\n", __builtin_popcount(x), __builtin_clz(x), __builtin_ctzl(x), __builtin_ffs(x), __builtin_parity(x), __builtin_clrsb(-1));
        printf("%x %lx %x\\n", __builtin_bswap32(0x12345678), __builtin_bswap64(0x1122334455667788), __builtin_bswap16(0xabcd));
        int a = 5, p = __sync_fetch_and_add(&a, 3), q = __atomic_sub_fetch(&a, 1, 5), s = __sync_bool_compare_and_swap(&a, 7, 9), t = __atomic_exchange_n(&a, 4, 5); printf("%d %d %d %d %d\\n", p, q, s, t, a); }`,
  });
});
