import type { randomSource } from './random-program.ts';

type Random = ReturnType<typeof randomSource>;

/**
 * A random program of arrays whose lengths are values of the run: matrices, parameters and pointers
 * with run-time strides, types named by `typedef`, arrays in loops. All accesses are in bounds. It
 * prints a checksum and compares it with its last input.
 */
export function randomVariableArrays(random: Random): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)];
  const value = (): string => pick(['x0', 'x1 + i', 'i * 7 + j', 'sum', '5']);
  const row = (): string => pick(['i', 'n - 1', '0', 'n - 1 - i']);
  const column = (): string => pick(['j', 'm - 1', '0', 'm - 1 - j']);
  const statement = (): string =>
    pick([
      () => `a[${row()}][${column()}] = ${value()};`,
      () => `note(a[${row()}][${column()}]);`,
      () => `note(((int *)a)[(${row()}) * m + ${column()}]);`,
      () => `((int *)a)[(${row()}) * m + ${column()}] += ${value()};`,
      () => `b[${row()}][${pick(['0', '1', 'i & 1'])}][${column()}].low = ${value()};`,
      () => `note(b[${row()}][${pick(['0', '1'])}][${column()}].low + b[${row()}][1][${column()}].key);`,
      () => `{ int (*p)[m] = a; p += ${row()}; note((*p)[${column()}]); note(p - a); note((char *)p - (char *)a); }`,
      () => `{ int (*p)[m] = &a[n]; p -= n - (${row()}); (*p)[${column()}] = ${value()}; }`,
      () => `note(total(n, m, a, ${row()}));`,
      () => `put(n, m, b, ${row()}, ${column()}, ${value()});`,
      () => `{ line t[2]; t[1][${column()}] = ${value()}; t[0][m - 1] = 3; note(t[0][m - 1] + sizeof t); }`,
      () => `{ line *t = a; m++; note(sizeof *t + t[n - 1][m - 2]); m--; }`,
      () =>
        `for (int k = 1; k < 4; k++) { short c[k][n]; c[k - 1][${row()}] = ${value()}; note(sizeof c + (c[k - 1][0] = k)); }`,
      () => `note(sizeof a + sizeof a[0] + sizeof b + sizeof(char[n][m + 1]));`,
    ])();
  const statements = Array.from({ length: 4 + random(5) }, statement).join('\n      ');
  return `extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
void reach_error(void) {}
struct pair { unsigned key; short low; };
unsigned sum;
static void note(unsigned value) { sum = sum * 31 + value; }
static unsigned total(int n, int m, int a[n][m], int k) {
  unsigned result = sizeof(*a);
  for (int i = 0; i < m; i++) result = result * 3 + a[k][i];
  n = m = 0;
  return result + a[0][0];
}
static void put(int n, int m, struct pair (*b)[2][m], int i, int j, int value) {
  b[i][1][j].key = value;
  b[n - 1][0][m - 1].low = value;
}
int main(void) {
  unsigned x0 = __VERIFIER_nondet_uint();
  unsigned x1 = __VERIFIER_nondet_uint();
  unsigned x2 = __VERIFIER_nondet_uint();
  int n = x0 % 3 + 1, m = x1 % 4 + 1;
  int a[n][m];
  struct pair b[n][2][m];
  typedef int line[m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i][j] = i - j;
      b[i][0][j].key = b[i][1][j].key = i;
      b[i][0][j].low = b[i][1][j].low = j;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      ${statements}
    }
  printf("%u", sum);
  if (sum == x2) reach_error();
  return 0;
}
`;
}
