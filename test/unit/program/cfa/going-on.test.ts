import { expect, test } from 'vitest';
import { ai } from '../../../../src/engines/dataflow/ai.ts';
import type { CheckKind } from '../../../../src/program/cfa/checks/kinds.ts';
import { contextFor, solversFor } from '../../engines/context.ts';
import { compile } from '../../system/encode/compile.ts';

/** The block that is lost is live at the end, too. */
const LEAK = `
extern void *malloc(unsigned long);
int main(void) {
  char *p = malloc(1);
  return 0;
}`;

/** The conversion loses bits exactly where the sum wraps around, and the division fails behind both. */
const WRAP = `
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char c = n;
  return (int)(100 / (n + 1u)) + c;
}`;

test.each([
  ['a leak', LEAK, ['memtrack', 'memcleanup'] as const],
  ['a lossy conversion and a wrapped sum', WRAP, ['truncation', 'wrap', 'division'] as const],
])('a proof of another check is about the runs behind %s, too', async (_, program, checks: readonly CheckKind[]) => {
  const { system } = compile(program, 'LP64', { checks, open: (all) => all.map(({ name }) => name) });
  const context = contextFor(system, await solversFor(system));
  expect(ai(context).kind).toBe('unknown');
  const names = [...new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
  expect(names.length).toBe(checks.length);
  for (const { open } of context.claims) expect(open).toEqual(expect.arrayContaining(names));
});
