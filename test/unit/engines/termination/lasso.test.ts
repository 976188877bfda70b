import { describe, expect, test } from 'vitest';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { cycleInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import type { Claim } from '../../../../src/engines/methods/engine.ts';
import { lasso } from '../../../../src/engines/termination/lasso.ts';
import { type Compiled, compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';

const INPUT = 'extern unsigned __VERIFIER_nondet_uint(void);';

function searched(main: string, maxDepth = 8): { readonly compiled: Compiled; readonly claim: Claim } {
  const compiled = compile(`${INPUT} int main(void) { ${main} return 0; }`, 'LP64', { goal: 'cycle' });
  const { system } = compiled;
  return { compiled, claim: lasso(contextFor(system, ownSolversFor(system), { options: { maxDepth } })) };
}

describe('lasso', () => {
  test.each([
    ['behind one input value', 'unsigned n = __VERIFIER_nondet_uint(); while (n == 123456789);'],
    ['with a cycle of several steps', 'unsigned x = 0; while (x < 4) { x = x == 2 ? 0 : x + 1; }'],
  ])('finds a run that meets a state twice, and the program repeats it: %s', (_name, main) => {
    const { compiled, claim } = searched(main);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(`no run: ${JSON.stringify(claim)}`);
    const inputs = cycleInputs(compiled.system, claim.run.trace, claim.run.cycle ?? 0);
    const answer = replay({ program: compiled.program, errorFunctions: [], ...inputs, approximations: [] });
    expect(answer.kind).toBe('reproduced');
  });

  test('proves that runs end which are all short', () => {
    expect(searched('for (unsigned i = 0; i < 3; i++);').claim.kind).toBe('safe');
  });

  test('claims nothing about runs in which no state comes twice', () => {
    expect(searched('unsigned long long x = 1; while (x > 0) x++;').claim.kind).toBe('unknown');
  });
});
