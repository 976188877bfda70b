import { describe } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';

describe('floating-point values', () => {
  sameAsGcc({
    'arithmetic in all formats': `
      int printf(const char *, ...);
      #define T(type, f) { type v[] = { 0, -0.0f, 1, 1.5f, 0.1f, 3, 1e30f, -2.5e-30f, 16777217 }; \\
        for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) { volatile type a = v[i], b = v[j]; \\
          printf(f " " f " " f " %d%d%d\\n", a + b, a - b, a * b, a < b, a == b, a >= b); if (b != 0) printf(f "\\n", a / b); } }
      int main(void) { T(float, "%a") T(double, "%a") T(long double, "%La") }`,
    'conversions from integers round once': `
      int printf(const char *, ...);
      int main(void) { volatile long l = 9007199254740993, m = 36028797018963969; volatile unsigned long u = 18446744073709551615u; volatile int i = 16777217;
        printf("%a %a %a %a %a %a\\n", (double)l, (float)l, (float)m, (double)u, (float)u, (float)i);
        printf("%La %La %Lf\\n", (long double)l, (long double)u, (long double)u);
        volatile __int128 w = (__int128)1 << 100; printf("%a %La\\n", (double)w, (long double)w); }`,
    'conversions to integers, out of range too': `
      int printf(const char *, ...);
      int main(void) {
        volatile double v[] = { 0.9, -0.9, 2147483647.5, -2147483648.5, 4294967295.5, 9.3e18, -9.3e18, 1e20, -1.0, 1.8e19 };
        for (int i = 0; i < 10; i++) { volatile long double x = v[i];
          printf("%d %u %ld %lu %d\\n", (int)v[i], (unsigned)v[i], (long)v[i], (unsigned long)v[i], (_Bool)v[i]);
          if (i < 3) printf("%d %ld %d\\n", (int)x, (long)x, (short)x); } }`,
    'infinities and comparisons': `
      int printf(const char *, ...);
      int main(void) { volatile double z = 0, i = 1 / z, n = i - i; float f = (float)1e-310;
        printf("%f %f %d %d %d %d %d\\n", i, -i, n != n, n < 1, n == n, f <= 1.0f, 1 / -z < 0);
        float g = 0.1f; printf("%d %d\\n", g == 0.1, g == 0.1f); }`,
    'complex numbers': `
      int printf(const char *, ...);
      int main(void) { volatile double _Complex a = 1 + 2i, b = 3 - 0.5i; double _Complex c = a * b, d = a / b, e = ~a + 2; int _Complex k = 3 + 4i;
        printf("%g %g %g %g %g %g %d %d\\n", __real__ c, __imag__ c, __real__ d, __imag__ d, __real__ e, __imag__ e, a == b, __imag__ (k * k)); }`,
    'complex.h': `
      #include <complex.h>
      #include <stdio.h>
      int main(void) { double complex z = conj(1.5 - 2.5 * I); float complex f = conjf(2 + 3 * I); printf("%g %g %g %Lg\\n", creal(z), cimag(z), cimagf(f), creall(4.0L + I)); }`,
    'math.h functions that are exact': `
      #include <math.h>
      #include <stdio.h>
      int main(void) {
        volatile double v[] = { 0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, 123456.789, 5e-324 };
        for (int i = 0; i < 10; i++) { double x = v[i], p; int e;
          printf("%g %g %g %g %g %g %a\\n", floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x), sqrt(fabs(x)));
          printf("%ld %ld %a", lround(x / 1e290), lrint(x / 1e290), frexp(x, &e)); printf(" %d", e);
          printf(" %g", modf(x, &p)); printf(" %g %a %a %d %d\\n", p, nextafter(x, 1), ldexp(x, -3), isnan(x) != 0, signbit(x) != 0);
          printf("%g %g %g %g %a\\n", fmod(x, 0.7), remainder(x, 0.7), fmin(x, 1), fmax(x, 1), fma(x, 3, 0.1)); } }`,
    vectors: `
      int printf(const char *, ...);
      typedef int V __attribute__((vector_size(16)));
      typedef float F __attribute__((vector_size(16)));
      int main(void) { V a = { 1, -2, 3, 4 }, b = { 5, 6, 7, -8 }; V c = a * b + 2, d = a < b, e = -a ^ b; F f = { 1, 2, 3, 4 }; f = f / 3;
        V s = __builtin_shuffle(a, b, (V){ 0, 5, 2, 7 });
        for (int i = 0; i < 4; i++) printf("%d %d %d %a %d\\n", c[i], d[i], e[i], f[i], s[i]); a[2] = 9; printf("%d\\n", a[2]); }`,
  });
});
