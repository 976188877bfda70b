import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { mutantsOf } from './mutants/mutations.ts';
import { compiled, faultOf, sanitised } from './mutants/native.ts';
import { examine } from './mutants/run.ts';

/** A sample of what `scripts/mutants.ts` does: no answer TRUE about a mutant that a sanitiser faults. */

const folder = scratchFolder('mutants');
const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
const PROGRAM = `#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) sum += a[i];
  free(a);
  return 100 / (sum + 1);
}
`;
const SETTINGS = { tool: new URL('../../dist/cli.js', import.meta.url).pathname, seconds: 20, runs: 20 };

it('has each mutation of a program', () => {
  expect(mutantsOf(PROGRAM).map(({ mutation, line }) => `${line}: ${mutation}`)).toEqual([
    '8: bound off by one',
    '9: bound off by one',
    '10: missing free',
    '8: wider index',
    '9: wider index',
    '4: dropped initialisation',
    '8: dropped initialisation',
    '9: dropped initialisation',
  ]);
});

it('widens no declaration, nor its initialiser', () => {
  const text = `static const int t[3] = { 1, 2, 3 };
struct two { int a[2]; };
int f(int v[4], int i) {
  char *p, buffer[8], *names[2];
  if (v[i] > 2) return t[i - 1];
  buffer[0] = 1;
  return v[2] + (int)buffer[0];
}
`;
  const widened = mutantsOf(text).filter(({ mutation }) => mutation === 'wider index');
  expect(widened.map(({ line }) => line)).toEqual([5, 5, 6, 7, 7]);
});

it.skipIf(!hasCompiler)('knows mutants that mean the same', () => {
  const text = 'int main(void) {\n  int n = 0;\n  n = 5;\n  return n;\n}\n';
  const [same] = mutantsOf(text);
  expect(same).toMatchObject({ mutation: 'dropped initialisation', line: 2 });
  expect(compiled(same.text)).toBe(compiled(text));
  const other = PROGRAM.replace('i < n; i++) sum', 'i <= n; i++) sum');
  expect(compiled(other)).not.toBe(compiled(PROGRAM));
});

it.skipIf(!hasCompiler)(
  'finds no answer TRUE about a mutant that a sanitiser faults',
  () => {
    expect(examine(PROGRAM, folder, 'whole', SETTINGS)).toMatchObject({ outcome: 'true' });
    const mutants = mutantsOf(PROGRAM);
    const ofEachKind = mutants.filter(({ mutation }, i) => mutants.findIndex((one) => one.mutation === mutation) === i);
    for (const [index, { text }] of ofEachKind.slice(0, 3).entries())
      expect(examine(text, folder, `mutant${index}`, SETTINGS)).toMatchObject({ outcome: 'false' });
  },
  240_000,
);

it.skipIf(!hasCompiler)('notices an answer that is wrong', () => {
  const [{ text }] = mutantsOf(PROGRAM);
  const program = sanitised(text, folder, 'faulty') ?? '';
  const faults = Array.from({ length: 20 }, (_, seed) => faultOf(program, seed + 1));
  expect(faults).toContainEqual(expect.objectContaining({ kind: 'deref' }));
});
