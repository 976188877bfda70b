import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { ownSolversFor } from '../../engines/context.ts';
import { compile } from './compile.ts';
import { randomArithmetic } from './random-arithmetic.ts';
import { randomHeap } from './random-heap.ts';
import { randomSource } from './random-program.ts';

/** The number of blocks whose errors have names; each of them is bad if and only if one of these holds. */
function namedBlocks(system: TransitionSystem, text: string): number {
  const { terms } = system;
  const named = system.blocks.filter(({ bads }) => bads.length > 0);
  for (const { bad, bads } of named) {
    const some = terms.orAll(bads.map(({ term }) => term));
    const solver = ownSolversFor(system).create({ seed: 1 });
    expect(solver.check([terms.not(terms.eq(bad, some))]), text).toBe('unsat');
    solver.dispose();
  }
  return named.length;
}

test.each([
  ['arithmetic', randomArithmetic, ['overflow']],
  ['memory', randomHeap, ['overflow', 'deref', 'free']],
] as const)(
  'a step of random %s is bad if and only if it fails one of the checks',
  (_, generate, checks) => {
    let named = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = generate(randomSource(seed));
        const { system } = compile(text, 'LP64', { checks, open: (all) => all.map(({ name }) => name) });
        expect(() => validateSystem(system), text).not.toThrow();
        named += namedBlocks(system, text);
      }),
      { numRuns: 40 },
    );
    expect(named).toBeGreaterThan(20);
  },
  120_000,
);

test('a condition with a value that nothing else depends on is the whole of bad', () => {
  const { system } = compile(
    `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int t[4], sum = 0;
  for (int k = 0; k < 4; k++) t[k] = __VERIFIER_nondet_int();
  for (int k = 0; k < 5; k++)
    if (t[k] > 50) sum = t[k];
  return sum;
}`,
    'LP64',
    { checks: ['deref'], open: (all) => all.map(({ name }) => name) },
  );
  expect(() => validateSystem(system)).not.toThrow();
  // The path to the second access depends on the element, which no error depends on.
  expect(system.blocks.some(({ bad, bads }) => bads.length > 1 && bads.some(({ term }) => term === bad))).toBe(true);
  expect(namedBlocks(system, '')).toBeGreaterThan(0);
});
