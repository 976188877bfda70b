import { expect, test } from 'vitest';
import { compile } from './compile.ts';

const PROGRAM = `
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
static void again(int n) {
  int *p = malloc(4);
  if (n > 0) free(p);
  p = 0;
  again(n);
}
int main(void) {
  again(__VERIFIER_nondet_int());
  return 0;
}`;

test.each(['memtrack', 'memcleanup'] as const)('%s: no proof passes over a recursion that loses blocks', (kind) => {
  const { system } = compile(PROGRAM, 'LP64', { checks: [kind] });
  expect(system.gaps.map(({ construct }) => construct)).toContain('a leak in a loop or recursion that may not end');
  expect(system.blocks.some(({ gap }) => gap !== system.terms.false)).toBe(true);
});
