import { describe, expect, test } from 'vitest';
import { checkClosedSet } from '../../../../src/certify/replay/recurrent/closed.ts';
import type { Claim } from '../../../../src/engines/methods/engine.ts';
import { recur } from '../../../../src/engines/termination/recur.ts';
import { unpackTerm } from '../../../../src/logic/terms/pack.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';

const INPUT = 'extern unsigned __VERIFIER_nondet_uint(void);';

function searched(main: string): { readonly system: TransitionSystem; readonly claim: Claim } {
  const { system } = compile(`${INPUT} int main(void) { ${main} return 0; }`, 'LP64', { goal: 'cycle' });
  return { system, claim: recur(contextFor(system, ownSolversFor(system))) };
}

describe('recur', () => {
  test.each([
    ['a counter beside the condition', 'unsigned long long x = 0; unsigned y = 1; while (y > 0) x++;'],
    [
      'inputs that may always keep the run',
      'unsigned x = 1; while (x > 0) { if (__VERIFIER_nondet_uint() == 7) x = 0; }',
    ],
  ])('finds a set that runs never leave: %s', async (_name, main) => {
    const { system, claim } = searched(main);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'recurrent') throw new Error(`no set: ${JSON.stringify(claim)}`);
    const set = unpackTerm(system.terms, claim.run.set);
    const solvers = await solversFor(system);
    expect(checkClosedSet(system, { ...claim.run, set }, solvers)).toMatchObject({ accepted: true });
    const none = { ...claim.run, set: system.terms.not(set) };
    expect(checkClosedSet(system, none, solvers)).toMatchObject({ accepted: false });
  });

  test('claims nothing where all runs end', () => {
    expect(searched('unsigned n = __VERIFIER_nondet_uint(); while (n > 0) n--;').claim.kind).toBe('unknown');
  });
});
