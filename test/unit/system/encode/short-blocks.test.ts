import { expect, test } from 'vitest';
import { checkFunction } from '../../../../src/program/cfa/checks/kinds.ts';
import { compile } from './compile.ts';
import { interpreted, simulated } from './simulated.ts';

/**
 * Calls on `a`, a block with the three characters abc and no zero behind them. They meet no fault if
 * what the block holds decides the result, and one if the function must read on.
 */
const CALLS: readonly (readonly [call: string, faults: boolean])[] = [
  [`strchr(a, 'b')`, false],
  [`strchr(a, 'x')`, true],
  [`strchrnul(a, 'c')`, false],
  [`strrchr(a, 'b')`, true],
  ['strspn(a, "a")', false],
  ['strspn(a, "abc")', true],
  ['strspn("b", a)', true],
  ['strspn("xyz", a)', true],
  ['strcspn(a, "c")', false],
  ['strcspn(a, "xy")', true],
  ['strpbrk(a, "xb")', false],
  ['strpbrk("zab", a)', true],
  ['strstr(a, "ab")', false],
  ['strstr(a, "cd")', true],
  ['strstr("abq", a)', true],
  ['strstr("abc", a)', true],
  ['strcasestr(a, "AB")', false],
  ['strcasestr(a, "CD")', true],
  ['strtok(a, "b")', false],
  ['strtok(a, "x")', true],
  ['strtol(a, 0, 10)', false],
  ['strtol(a, 0, 11)', false],
  ['strtol(a, 0, 16)', true],
  ['strtoul(a, 0, 0)', false],
  ['strtoimax(a, 0, 12)', false],
  ['atoi(a)', false],
  ['sscanf(a, "%d", &n)', true],
  [`memchr(a, 'b', 9)`, false],
  [`memchr(a, 'x', 9)`, true],
  [`memrchr(a, 'b', 3)`, false],
  [`memrchr(a, 'b', 4)`, true],
  [`memrchr(a - 1, 'b', 4)`, true],
  ['memmem(a, 3, "b", 1)', false],
  ['memmem(a, 4, "b", 1)', true],
  ['memmem(a, 9, "b", 0)', false],
  ['memmem(a, 2, "bcde", 4)', false],
  ['memmem("xyzw", 4, a, 4)', true],
];

test.each(CALLS)('%s reads the same in the interpreter and in the system', (call, faults) => {
  const program = `typedef unsigned long size_t;
extern void *malloc(size_t), *memcpy(void *, const void *, size_t);
extern char *strchr(const char *, int), *strchrnul(const char *, int), *strrchr(const char *, int);
extern size_t strspn(const char *, const char *), strcspn(const char *, const char *);
extern char *strpbrk(const char *, const char *), *strstr(const char *, const char *);
extern char *strcasestr(const char *, const char *), *strtok(char *, const char *);
extern long strtol(const char *, char **, int), strtoimax(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern int atoi(const char *), sscanf(const char *, const char *, ...);
extern void *memchr(const void *, int, size_t), *memrchr(const void *, int, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
int main(void) {
  int n;
  char *a = malloc(3);
  memcpy(a, "abc", 3);
  return ${call} != 0;
}
`;
  const compiled = compile(program, 'LP64', { checks: ['deref'] });
  const { outcome } = interpreted(compiled.program, [], [], [checkFunction('deref')]).result;
  expect(outcome.kind).toBe(faults ? 'error' : 'exit');
  const end = simulated(compiled, []);
  expect(end.isDoubtful).toBe(false);
  expect(end.kind === 'bad').toBe(faults);
});
