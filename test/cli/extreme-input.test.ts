import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

/**
 * Programs that are extreme but no rubbish: a verdict, `unknown` with a reason, or one located
 * error; never a crash, within time and memory.
 */

const folder = scratchFolder('cli');
const HEAD = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
void *malloc(unsigned long);
`;
/** Time limit of a program, in seconds, and of one that no time is enough for. */
const LIMIT = 20;
const SHORT_LIMIT = 4;

const body = (text: string): string => `int main(void) { ${text} return 0; }\n`;
const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

const TRUE = /^Verification result: TRUE\n$/;
const FALSE = /^Verification result: FALSE/;
const UNKNOWN = /^Verification result: UNKNOWN \(.+\)\n$/;

async function verify(text: string, limit = LIMIT) {
  const file = `p${Math.random().toString(36).slice(2)}.c`;
  writeFileSync(join(folder, file), HEAD + text);
  return lemmata(['verify', '--timeout', `${limit}`, '--memory', '3000', file], { cwd: folder });
}

describe('extreme programs have a verdict', () => {
  it.each<[string, RegExp, string, number?]>([
    ['a global of 2^40 bytes', TRUE, `char a[1UL << 40]; ${body('a[7] = 1; if (a[7] != 1) reach_error();')}`],
    ['a local of 2^40 bytes', TRUE, body('char a[1UL << 40]; a[7] = 1; if (a[7] != 1) reach_error();')],
    ['malloc of 2^40 bytes', UNKNOWN, body('char *a = malloc(1UL << 40); if (a) reach_error();')],
    [
      'a VLA of 2^45 bytes',
      TRUE,
      body('unsigned long n = 1UL << 45; char a[n]; a[0] = 1; if (a[0] != 1) reach_error();'),
    ],
    [
      'a table with one entry far out',
      TRUE,
      `int a[1UL << 38] = {[1UL << 37] = 3}; ${body('if (a[1UL << 37] != 3) reach_error();')}`,
    ],
    [
      'a type of 4 GB in an expression',
      TRUE,
      body('if (sizeof((struct { char c[0xFFFFFFFFU]; }){{0}}.c) != 0xFFFFFFFFU) reach_error();'),
    ],
    [
      'a string of 2^17 bytes',
      TRUE,
      `const char *s = "${'a'.repeat(2 ** 17)}"; ${body('if (s[100] != 97) reach_error();')}`,
    ],
    ['a name of 10^6 characters', TRUE, `int ${'a'.repeat(1_000_000)}; ${body('')}`],
    ['a number of 10^6 digits', TRUE, body(`if (1.${'9'.repeat(1_000_000)} > 3) reach_error();`)],
    [
      'a case of all numbers',
      TRUE,
      body('switch (__VERIFIER_nondet_uint()) { case 0 ... 4294967295U: break; default: reach_error(); }'),
    ],
    [
      '5,000 parameters',
      TRUE,
      `int f(${repeat(4999, (i) => `int a${i}, `)}int z) { return z; } ${body(`if (f(${'1, '.repeat(4999)}2) != 2) reach_error();`)}`,
    ],
    [
      '16,384 terms of &&',
      TRUE,
      body(`unsigned x = __VERIFIER_nondet_uint(); if (${'x && '.repeat(16_383)}x) { if (x == 0) reach_error(); }`),
    ],
    ['recursion without end', TRUE, `int f(int n) { return f(n + 1) + 1; } ${body('if (f(0) == 3) reach_error();')}`],
    [
      'a call through a wrong type',
      UNKNOWN,
      `int f(int a, int b) { if (a != b) reach_error(); return a; } ${body('((long (*)(double))f)(1.5);')}`,
    ],
    [
      'a call without a prototype',
      FALSE,
      `int f(int a, int b) { if (a != b) reach_error(); return a; } ${body('void (*p)() = (void (*)())f; p(1, 2);')}`,
    ],
    [
      'a pointer made of a float',
      UNKNOWN,
      body('float f = 3.5f; int *p = 0; *(unsigned *)&p = *(unsigned *)&f; if (*p == 3) reach_error();'),
    ],
    [
      'macros that double 28 times',
      UNKNOWN,
      `#define A0 x+x\n${repeat(28, (i) => `#define A${i + 1} A${i}+A${i}\n`)}${body('int x = 1; x = A28;')}`,
      SHORT_LIMIT,
    ],
  ])('%s', async (_, verdict, text, limit = LIMIT) => {
    const ended = await verify(text, limit);
    expect(ended.stdout).toMatch(verdict);
    expect(ended.stderr).not.toMatch(/internal error|\n\s+at .*:\d+/);
    expect(ended.milliseconds).toBeLessThan((limit + 15) * 1000);
  });
});

describe('what is nested too deeply, or too large for any machine, is one located error', () => {
  const deep = /error\[C1703\]: nesting is deeper than/;
  it.each<[string, RegExp, string]>([
    ['40,000 casts', deep, body(`int x = 1; x = ${'(int)'.repeat(40_000)}x;`)],
    ['40,000 sums', deep, body(`int x = 1; x = ${'x + '.repeat(40_000)}x;`)],
    ['100,000 blocks', deep, body(`${'{'.repeat(100_000)}${'}'.repeat(100_000)}`)],
    ['100,000 ifs', deep, body(`int x = 0; ${'if (x) '.repeat(100_000)} x = 1;`)],
    ['100,000 braces of an initialiser', deep, body(`int x = ${'{'.repeat(100_000)}1${'}'.repeat(100_000)};`)],
    ['100,000 stars', deep, body(`int ${'*'.repeat(100_000)}p;`)],
    [
      'a struct that contains itself',
      /error\[C1311\]/,
      'struct s { int a; struct s b; }; int main(void) { return 0; }',
    ],
    ['an array of negative size', /error\[C1320\]/, body('int a[-3];')],
    ['an array beyond the address space', /error\[C1325\]/, `int a[1UL << 63]; ${body('')}`],
  ])('%s', async (_, message, text) => {
    const { code, stdout, stderr } = await verify(text);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^p\w+\.c:4:\d+: error/);
    expect([code, stdout]).toEqual([2, '']);
  });
});
