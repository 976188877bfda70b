import type { randomSource } from './random-program.ts';

/** Inputs `x0` ... that a program reads; the last is compared with its checksum. */
const LIBRARY_INPUTS = 5;

type Random = ReturnType<typeof randomSource>;

const DECLARATIONS = `
typedef __typeof__(sizeof 0) size_t;
extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
void reach_error(void) {}
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *);
char *stpcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
int atoi(const char *);
long strtol(const char *, char **, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int sscanf(const char *, const char *, ...);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strsep(char **, const char *);
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
div_t div(int, int);
ldiv_t ldiv(long, long);
int abs(int);
int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);

struct item { int key; short low; char *name; };

/* Small objects have formulas, large ones models. */
char a[12] = "abcAB", b[12] = "ab ", out[400], large[300] = "hello", other[300] = "help";
int v[6] = {3, 1, 2, 9, 7, 5}, w[6], many[90] = {8, 6, 4}, more[90];
struct item s[4] = {{1, 2, "x"}, {3, 4, "yy"}}, t[70];
char *fixed = "abA";
unsigned sum;

static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
static void note(unsigned value) { sum = sum * 31 + value; }
static void sign(int value) { note(value < 0 ? 7 : value > 0 ? 8 : 9); }
`;

/** A program of random calls of library functions, none of them undefined, that prints a checksum. */
export function randomLibraryCalls(random: Random): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)];
  const small = (): string => pick(['n', 'm', 'n + 1', '2', '3', '0']);
  const character = (): string => pick(["'a'", "'b'", "'l'", "'a' + n", "' '", '0']);
  const text = (): string =>
    pick(['a', 'b', 'a + n', 'b + m', 'large', 'other', 'large + n', '(k ? a : b)', '(k ? large : other)', 'fixed']);
  const literal = (): string => pick(['"l"', '"ab"', '"he"', '"lo"', '""', '"A"', 'b']);
  const into = (): string => pick(['a', 'b', 'a + n', 'large', 'large + m', '(k ? a : large)']);
  const found = (call: string, from: string): string => `{ char *f = ${call}; note(f == 0 ? 99 : f - (${from})); }`;
  const printed = (): [string, string] =>
    pick<() => [string, string]>([
      () => [
        `<%${pick(['', '5', '-5', '05', '+', ' ', '+4', '.3', '8.3', '-08', '.0'])}${pick(['d', 'u', 'x', 'X', 'o', 'hhd', 'hu'])}>`,
        `, ${pick(['(int)x3', 'n', 'm - 2', '(int)x3 / 100000'])}`,
      ],
      () => [`%${pick(['ll'])}${pick(['d', 'u', 'x'])}`, ', 0LL + x3'],
      () => [
        `${pick(['', 'q'])}%${pick(['', '4', '-4', '.2', '5.1'])}s%%`,
        `, ${pick(['b', '"ab"', 'large', 'fixed'])}`,
      ],
      () => [`%c%${pick(['', '3', '-2'])}c.`, `, 'a' + n, ${pick(["'z'", '65 + m'])}`],
      () => ['%d %s %u', ', n, "x", m'],
    ])();
  const scanned = (): string => {
    const source = pick(['12 x-7', '  +4,5', '0x1f z', '077q', '', ' ', '-', '30 -2', 'ab cd', '9999', '3%4']);
    const [format, args] = pick([
      ['%d x%d', '&v[0], &v[1]'],
      ['%i%n', '&v[0], &v[1]'],
      ['%x %c', '&v[0], a + 2'],
      ['%2d%u', '&v[0], &v[1]'],
      ['%*d%%%d', '&v[0]'],
      ['%5s%n', 'out, &v[0]'],
      ['%[a-z] %2c', 'out, out + 20'],
      ['%3[^ ]%hhd', 'out, b + 4'],
      ['%o ,%d', '&v[0], &v[1]'],
    ] as const);
    return `strcpy(large, "${source}"); note(sscanf(large${pick(['', ' + n % 2'])}, "${format}", ${args})); a[8] = b[8] = 0;`;
  };
  const call = (): string => {
    const from = text();
    switch (random(30)) {
      case 0:
        return `note(strlen(${from}));`;
      case 1:
        return `note(strnlen(${from}, ${small()}));`;
      case 2:
        return `sign(${pick(['strcmp', 'strcasecmp'])}(${from}, ${text()}));`;
      case 3:
        return `sign(${pick(['strncmp', 'strncasecmp'])}(${from}, ${text()}, ${small()}));`;
      case 4:
        return found(`${pick(['strchr', 'strrchr'])}(${from}, ${character()})`, from);
      case 5:
        return found(`strstr(${from}, ${literal()})`, from);
      case 6:
        return found(`strpbrk(${from}, ${literal()})`, from);
      case 7:
        return `note(${pick(['strspn', 'strcspn'])}(${from}, ${literal()}));`;
      case 8:
        return found(`memchr(${from}, ${character()}, strnlen(${from}, ${small()}))`, from);
      case 9:
        return `a[n + 1] = ${character()}; a[9] = 0;`;
      case 10:
        return `large[n + m] = ${character()}; large[9] = 0;`;
      case 11:
        return `${pick(['strcpy', 'stpcpy'])}(${into()}, ${literal()});`;
      case 12:
        return `strncpy(${into()}, ${literal()}, ${small()}); a[8] = 0; b[8] = 0; large[20] = 0;`;
      case 13:
        return `if (strlen(a) + strlen(b) < 8) ${pick(['strcat(a, b)', 'strncat(a, b, n)'])};`;
      case 14:
        return `strcpy(other, "he"); ${pick(['strcat(other, a)', 'strncat(other, large, n)', 'strcat(other, "lo")'])};`;
      case 15:
        return `memset(${pick(['v', 'w', 'many', 'more', 'v + 1'])}, ${pick(['0', '255', 'm'])}, ${pick(['n', '2', 'm'])} * sizeof(int));`;
      case 16:
        return `${pick(['memcpy', 'mempcpy'])}(${pick(['w', 'more', 'more + m'])}, ${pick(['v', 'many', 'v + 1', 'many + n'])}, ${pick(['n', '3', 'm'])} * sizeof(int));`;
      case 17:
        return `memmove(${pick(['v', 'v + 1', 'v + n'])}, ${pick(['v', 'v + 2', 'v + 1'])}, ${pick(['n', 'm', '2'])} * sizeof(int));`;
      case 18:
        return `memmove(many${pick(['', ' + 1', ' + n'])}, many${pick(['', ' + 1', ' + m'])}, ${pick(['n', 'm', '2'])} * sizeof(int));`;
      case 19:
        return `sign(memcmp(${pick(['v', 'many'])}, ${pick(['w', 'more', 'many + n'])}, ${pick(['n', 'm', '2'])} * sizeof(int)));`;
      case 20:
        return `memcpy(${pick(['t', 's + 1', 't + n'])}, s, ${pick(['m', '2', '1'])} * sizeof(struct item)); note(t[1].key + t[0].low + (t[0].name != 0 ? t[0].name[0] : 50));`;
      case 21:
        return `qsort(${pick(['v', 'many'])}, ${pick(['3', 'n'])}, sizeof(int), compare);`;
      case 22:
        return `strcpy(b, "${pick(['12', '-7', ' +4x', '077', '0x1f', 'q'])}"); ${pick(['note(atoi(b));', `{ char *e; note(strtol(b, &e, ${pick(['10', '0', '16'])})); note(e - b); }`])}`;
      case 23:
      case 24: {
        const print = (format: string, args: string): string =>
          pick([
            `note(sprintf(out, "${format}"${args}));`,
            `note(snprintf(out + 1, ${pick(['n', '6', '30', 'm + 2'])}, "${format}"${args}));`,
          ]);
        return print(...printed());
      }
      case 25:
      case 26:
        return scanned();
      case 27:
        return `strcpy(out, "${pick([',a,,bc ', 'x', '', ' q,r s,'])}"); { char *f = strtok(out, "${pick([',', ', ', ''])}"); while (f) { note(f - out + f[0]); f = strtok(0, ", "); } }`;
      case 28:
        return `strcpy(out, "${pick([',a,,bc ', 'x', '', ' q,r s,'])}"); { char *p = out, *f = ${pick(['strsep(&p, ", ")', 'strtok_r(out, ",", &p)'])}; note(f == 0 ? 70 : f - out + f[0]); note(p == 0 ? 71 : p - out); }`;
      case 29:
        return `{ div_t d = div((int)x3 ${pick(['', '- 9', '/ 7'])}, (int)m - 5); note(d.quot + 3 * d.rem); ldiv_t e = ldiv((long)(int)x2, 7); note(e.quot - e.rem); }`;
      default: {
        const name = pick('alnum alpha blank cntrl digit graph lower print punct space upper xdigit'.split(' '));
        return `note(is${name}((int)(x3 % 130) - 1) != 0); note(${pick(['tolower', 'toupper'])}(n + ${pick(['60', '90', '110'])})); note(abs((int)x3 / 2));`;
      }
    }
  };
  const inputs = Array.from({ length: LIBRARY_INPUTS }, (_, i) => `unsigned x${i} = __VERIFIER_nondet_uint();`).join(
    '\n  ',
  );
  const calls = Array.from({ length: 6 }, call).join('\n  ');
  return `${DECLARATIONS}
int main(void) {
  ${inputs}
  unsigned n = x0 % 3, m = x1 % 4, k = x2 % 2;
  ${calls}
  for (int i = 0; i < 12; i++) note(a[i] + 3 * b[i] + 5 * large[i] + 7 * other[i] + 11 * out[i] + out[i + 12]);
  for (int i = 0; i < 6; i++) note(v[i] + 3 * w[i] + 5 * many[i] + 7 * more[i]);
  printf("%u", sum);
  if (sum == x4) reach_error();
  return 0;
}
`;
}
