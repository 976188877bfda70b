import { expect, test } from 'vitest';
import { compile } from './compile.ts';

const HEAD =
  'extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nstatic unsigned table[256];\n';
const blocksOf = (body: string, unwinds: boolean): number =>
  compile(
    `${HEAD}int main(void) {\nunsigned n = __VERIFIER_nondet_uint();\n${body}\nwhile (n != 7) if (table[n++ & 255] == 5) reach_error();\nreturn 0;\n}`,
    'LP64',
    { unwinds },
  ).system.blocks.length;

test.each<[string, string]>([
  ['an array', 'for (int i = 0; i < 256; i++) table[i] = 3 * i;'],
  [
    'in two loops',
    'for (int i = 0; i < 256; i++) { unsigned c = i; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 99 : c >> 1; table[i] = c; }',
  ],
  ['downwards', 'for (int i = 256; i-- > 0;) table[i] = 8;'],
  ['a bound of its own', 'unsigned bound = 100; for (unsigned i = 0; i < bound; i += 3) table[i] = i;'],
])('a loop that fills a table with constants is part of a block: %s', (_, loop) => {
  expect(blocksOf(loop, true)).toBe(2);
  expect(blocksOf(loop, false)).toBeGreaterThan(2);
});

test.each<[string, string]>([
  ['its bound is unknown', 'for (unsigned i = 0; i < (n & 255); i++) table[i] = 3 * i;'],
  ['it takes inputs', 'for (int i = 0; i < 256; i++) table[i] = __VERIFIER_nondet_uint();'],
  ['it stores what is unknown', 'for (int i = 0; i < 256; i++) table[i] = n;'],
  ['it stores what is unknown in the end', 'for (int i = 0; i < 256; i++) table[i] = i < 250 ? 1 : n;'],
  ['unknown values may end it', 'for (int i = 0; i < 256; i++) { table[i] = 1; if (n == i) break; }'],
  ['it has too many turns', 'for (int i = 0; i < 100000; i++) table[i & 255] = 1;'],
  ['it has too many turns in all', 'for (int k = 0; k < 4000; k++) for (int i = 0; i < 4000; i++) table[i & 255] = k;'],
])('a loop is a cut point where %s', (_, loop) => {
  expect(blocksOf(loop, true)).toBe(blocksOf(loop, false));
});

test('a loop that constants end in one turn of an outer loop only is a cut point', () => {
  const loop = 'for (unsigned k = 0; k != n; k++) for (unsigned i = 0; i < k; i++) table[i] = 4;';
  expect(blocksOf(loop, true)).toBe(blocksOf(loop, false));
});
