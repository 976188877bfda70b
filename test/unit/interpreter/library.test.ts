import { describe } from 'vitest';
import { sameAsGcc } from './against-gcc.ts';

describe('the C library', () => {
  sameAsGcc({
    'printf of integers and strings': `
      #include <stdio.h>
      int main(void) {
        printf("[%5d|%-5d|%05d|%+d|% d|%5.3d|%.0d|%#x|%#o|%X]\\n", 42, 42, -42, 42, 42, 7, 0, 255, 8, 0xBEEF);
        printf("[%hhd|%hd|%ld|%lld|%zu|%jd|%td|%hhu|%lx]\\n", 300, 70000, -5L, 1LL << 40, sizeof 1, (long)-1, (long)2, 511, -1L);
        printf("[%s|%10s|%-10s|%.2s|%c|%5c|%%|%*d|%-*d|%.*s]\\n", "abc", "abc", "abc", "abc", 'x', 'y', 6, 42, 6, 42, 1, "zw");
        int n; printf("12345%n", &n); printf(" %d %p %u\\n", n, (void *)0, -1);
        char b[8]; int k = snprintf(b, sizeof b, "%s-%d", "long text", 5); printf("%d %s %d\\n", k, b, sprintf(b, "%x", 48879)); printf("%s\\n", b); return puts("end") < 0; }`,
    'printf of floating values': `
      #include <stdio.h>
      int main(void) { double v[] = { 0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.125, 1e100, 0.1, 9.9999995 };
        for (int i = 0; i < 10; i++) { printf("%f %e %g %.0f %.3e %.10g %#g %+.2f %10.3f|%-12.4e|%010.2f %a %G\\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
          printf("%Lf %Lg %La\\n", (long double)v[i], (long double)v[i] / 3, (long double)v[i]); } }`,
    'string.h': `
      #include <stdio.h>
      #include <string.h>
      #define S(x) ((x) < 0 ? -1 : (x) > 0)
      int main(void) { char b[40] = "hello", c[40]; char *save, *p;
        strcat(strcpy(c, b), " world"); strncat(c, "!!!", 2); printf("%s %zu %s %s %s\\n", c, strlen(c), strchr(c, 'w'), strrchr(c, 'o'), strstr(c, "lo"));
        printf("%d %d %d %d %zu %zu %s\\n", S(strcmp("a", "b")), S(strncmp("abc", "abd", 2)), S(memcmp("\\xff", "\\x01", 1)), S(strcmp("\\xff", "a")), strspn("aab", "a"), strcspn("xyz", "z"), strpbrk("hello", "xl"));
        memmove(c + 2, c, 5); printf("%.10s\\n", c); memset(c, 'z', 3); printf("%.5s\\n", c); strncpy(c, "ab", 6); printf("%d%d\\n", c[2], c[5]);
        strcpy(b, "a,b;;c"); for (p = strtok(b, ",;"); p; p = strtok(NULL, ",;")) printf("<%s>", p); strcpy(b, "1-2"); printf("%s\\n", strtok_r(b, "-", &save)); printf("%s %d\\n", save, memchr("abc", 'd', 3) == NULL);
        printf("%s %d\\n", strdup("copy"), strcasecmp("ABC", "abc")); }`,
    'stdlib.h': `
      #include <stdio.h>
      #include <stdlib.h>
      #include <errno.h>
      #include <limits.h>
      static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
      struct R { int key, position; }; static int byKey(const void *a, const void *b) { return ((struct R *)a)->key - ((struct R *)b)->key; }
      int main(void) { int v[] = { 5, 2, 8, 1, 9, 3 }, key = 8; qsort(v, 6, sizeof *v, up); for (int i = 0; i < 6; i++) printf("%d ", v[i]); printf("%ld\\n", (int *)bsearch(&key, v, 6, sizeof *v, up) - v);
        struct R r[6] = { { 2, 0 }, { 1, 1 }, { 2, 2 }, { 1, 3 }, { 2, 4 }, { 0, 5 } }; qsort(r, 6, sizeof *r, byKey); for (int i = 0; i < 6; i++) printf("%d", r[i].position);
        char *end; printf(" %d %ld %ld %lu %s", atoi("  -42x"), strtol("0x1fz", &end, 0), strtol("99999999999999999999", NULL, 10), strtoul("-1", NULL, 10), ""); printf("%s %d\\n", end, errno == ERANGE);
        printf("%g %g %g ", strtod("  1.5e3abc", &end), atof("0x1p-3"), strtod("inf", NULL)); puts(end); printf("%d %ld ", abs(-5), labs(-6L)); printf("%d ", rand()); printf("%d ", rand()); srand(7); printf("%d\\n", rand());
        int *p = malloc(3 * sizeof *p); p[0] = 1; p[2] = 3; p = realloc(p, 100); printf("%d %d ", p[0], p[2]); free(p); long *q = calloc(4, 8); printf("%ld ", q[3]); free(q); void *a; printf("%d %d\\n", posix_memalign(&a, 64, 10), (int)((long)a % 64)); printf("%ld ", strtol("12", &end, 65)); printf("%d %s ", errno == EINVAL, end); printf("%d\\n", getenv("LEMMATA_NO_SUCH") == NULL); return EXIT_SUCCESS; }`,
    'comparisons of qsort': `
      #include <stdio.h>
      #include <stdlib.h>
      static int calls;
      static int circle(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; printf("%d:%d ", x, y); calls++; return (x * 7 + y * 3) % 5 - 2; }
      static int more(const void *a, const void *b) { (void)a, (void)b; return 1; }
      int main(void) { for (int n = 1; n < 12; n++) { int v[] = { 3, 1, 2, 9, 4, 8, 5, 7, 6, 0, 11 }, w[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
        qsort(v, n, sizeof *v, circle); qsort(w, n, sizeof *w, more); for (int i = 0; i < n; i++) printf("%d,%d ", v[i], w[i]); puts(""); } printf("%d\\n", calls); return 0; }`,
    'ctype.h': `
      #include <ctype.h>
      #include <stdio.h>
      int main(void) { for (int c = 0; c < 128; c++) printf("%d%d%d%d%d%d%d%d%d%d%d%d%c%c|", !!isalpha(c), !!isdigit(c), !!isalnum(c), !!isspace(c), !!isupper(c), !!islower(c), !!ispunct(c), !!isprint(c), !!iscntrl(c), !!isxdigit(c), !!isgraph(c), !!isblank(c), isprint(toupper(c)) ? toupper(c) : '.', isprint(c) ? tolower(c) : '.'); }`,
    'sscanf and files': `
      #include <stdio.h>
      int main(void) { int a, b; float f; double d; char s[20], c; long l; int n;
        printf("%d", sscanf("12 0x1f 2.5 word X -7 1e3", "%d %i %f %s %c %ld %lf%n", &a, &b, &f, s, &c, &l, &d, &n)); printf(" %d %d %g %s %c %ld %g %d\\n", a, b, f, s, c, l, d, n);
        printf("%d %d\\n", sscanf("abc", "%d", &a), sscanf("", "%d", &a)); printf("%d %s\\n", sscanf("key=value;", "%[^=]=%*[a-z];", s), s); return 0; }`,
    'errno and strerror': `
      #include <errno.h>
      #include <stdio.h>
      #include <string.h>
      int main(void) { errno = 0; printf("%d %s|%s\\n", errno, strerror(2), strerror(34)); errno = EINVAL; printf("%d\\n", errno); }`,
  });
});

describe('standard input', () => {
  sameAsGcc(
    {
      'getchar, fgets and scanf': `
        #include <stdio.h>
        int main(void) { char line[16]; int a, b; printf("%c", getchar()); printf("%s|", fgets(line, sizeof line, stdin)); int n = scanf("%d,%d", &a, &b); printf("%d %d %d\\n", n, a, b); ungetc('Q', stdin); printf("%c", getchar()); printf("%c", getchar()); while (getchar() != EOF); printf("%d\\n", feof(stdin) != 0); }`,
    },
    'xfirst line\n  3,4\nrest\n',
  );
});
