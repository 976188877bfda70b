import { expect, test } from 'vitest';
import { compile } from './compile.ts';

const PROGRAM = `
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4);
  int n = __VERIFIER_nondet_int();
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    if (n == 7) p = malloc(8);
  }
  free(p);
  return 0;
}`;

test('a loop that may not end has a check of leaks of its own, beside which other checks are proved', () => {
  const places: (readonly [number, string])[] = [];
  const { system } = compile(PROGRAM, 'LP64', {
    checks: ['deref', 'free', 'memtrack'],
    open: (checks) => {
      for (const { at, kind } of checks) places.push([at.line, kind]);
      return checks.map(({ name }) => name);
    },
  });
  expect(places).toContainEqual([8, 'memtrack']);
  expect(system.gaps).toEqual([]);
  // Runs may lose the block and go on.
  const failing = system.blocks.filter(({ bads }) => bads.length > 0);
  expect(failing.length).toBeGreaterThan(0);
  for (const { feasible } of failing) expect(feasible).not.toBe(system.terms.false);
});

test('the size and the life of a block to which a variable leads are measures of the system', () => {
  const { system } = compile(PROGRAM, 'LP64', { checks: ['deref', 'free', 'memtrack'] });
  expect(system.measures?.length).toBeGreaterThan(0);
  for (const t of system.measures ?? []) expect(system.terms.sort(t).kind).toBe('bv');
});
