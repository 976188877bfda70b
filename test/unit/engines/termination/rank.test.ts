import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import type { Claim } from '../../../../src/engines/methods/engine.ts';
import { rank } from '../../../../src/engines/termination/rank.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';

const INPUT = 'extern unsigned __VERIFIER_nondet_uint(void);';

function ranked(main: string): { readonly system: TransitionSystem; readonly claim: Claim } {
  const { system } = compile(`${INPUT} int main(void) { ${main} return 0; }`, 'LP64', { goal: 'cycle' });
  return { system, claim: rank(contextFor(system, ownSolversFor(system))) };
}

describe('rank', () => {
  test.each([
    ['one counter', 'for (unsigned i = 0; i < 100; i++);'],
    ['a limit from outside', 'unsigned n = __VERIFIER_nondet_uint(); while (n > 0) n--;'],
    ['one loop within another', 'for (unsigned i = 0; i < 50; i++) for (unsigned j = i; j < 50; j++);'],
    [
      'a pair that falls in lexicographic order',
      'unsigned x = __VERIFIER_nondet_uint() % 100, y = 9; while (x > 0) { if (y > 0) y--; else { x--; y = 9; } }',
    ],
  ])('proves that runs end: %s', async (_name, main) => {
    const { system, claim } = ranked(main);
    if (claim.kind !== 'safe') throw new Error(`no proof: ${JSON.stringify(claim)}`);
    expect(claim.certificate.kind).toBe('ranking');
    expect(checkCertificate(system, claim.certificate, await solversFor(system))).toMatchObject({ accepted: true });
  });

  test.each([
    ['an even step that passes an odd limit', 'for (unsigned i = 0; i != 7; i += 2);'],
    ['no progress for one value', 'unsigned n = __VERIFIER_nondet_uint(); while (n > 0) if (n != 5) n--;'],
  ])('claims nothing where a run may have no end: %s', (_name, main) => {
    expect(ranked(main).claim.kind).toBe('unknown');
  });

  test('a measure that a step lets grow is refused', async () => {
    const { system, claim } = ranked('for (unsigned i = 0; i < 100; i++);');
    if (claim.kind !== 'safe' || claim.certificate.kind !== 'ranking') throw new Error('no proof');
    const { terms } = system;
    const measures = claim.certificate.measures.map((tuple) => tuple.map((t) => terms.bvNot(t)));
    const check = checkCertificate(system, { ...claim.certificate, measures }, await solversFor(system));
    expect(check).toMatchObject({ accepted: false });
  });
});
