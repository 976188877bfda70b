import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { ai } from '../../../../src/engines/dataflow/ai.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { certificateBack } from '../../../../src/system/transys/way-back.ts';
import { compile } from '../../system/encode/compile.ts';
import { deadlocking, oddCounter, twoLoops, withDoubt, withGap } from '../../system/transys/examples.ts';
import { contextFor, ownSolversFor, publishedBy, solversFor } from '../context.ts';
import { invariantPrograms } from '../invariants.ts';

import { decideSimplified } from './on-simplified.ts';

describe('k-induction', () => {
  test('the running example of [IMC22] is 1-inductive once the input is eliminated', async () => {
    expect(await decideSimplified(kind, oddCounter())).toBe('safe');
    const system = oddCounter();
    const claim = kind(contextFor(system, await solversFor(system)));
    expect(claim).toMatchObject({ kind: 'safe', certificate: { kind: 'inductive', k: 1 } });
  });

  test('finds bugs, proves by exhaustion, and is not misled by runs that end', async () => {
    expect(await decideSimplified(kind, oddCounter(4))).toBe('unsafe');
    expect(await decideSimplified(kind, twoLoops(6))).toBe('unsafe');
    expect(await decideSimplified(kind, deadlocking(true))).toBe('unsafe');
    expect(await decideSimplified(kind, deadlocking(false))).toBe('safe');
    expect(await decideSimplified(kind, withGap(true))).toBe('unsafe');
    expect(await decideSimplified(kind, withGap(false), { maxDepth: 20 })).toBe('unknown');
  });

  test('without hope of a proof it leaves bugs to bounded model checking, if that takes part', async () => {
    const gap = withGap(true);
    const alone = contextFor(gap, await solversFor(gap));
    expect(kind(alone).kind).toBe('unsafe');
    const raced = contextFor(gap, await solversFor(gap), { otherEngines: ['sim', 'bmc'] });
    expect(kind(raced)).toMatchObject({ kind: 'unknown', reason: { kind: 'gap' }, bound: 4 });
    const doubt = withDoubt(3, 6);
    const doubtful = contextFor(doubt, await solversFor(doubt), { otherEngines: ['bmc'] });
    expect(kind(doubtful)).toMatchObject({ kind: 'unknown', reason: { kind: 'doubt' }, bound: 3 });
    expect(doubtful.offers.length).toBe(1);
  });

  test('a lemma of another engine makes the step case hold, and goes into the certificate', async () => {
    const system = twoLoops(3);
    const { terms } = system;
    const solvers = await solversFor(system);
    const s = terms.find('s') ?? 0;
    const even = terms.eq(terms.extract(s, 0, 0), terms.bv(1, 0));
    const lemma = { id: 1, from: 'other', formula: even } as const;
    const claim = kind(contextFor(system, solvers, { lemmas: [[], [lemma]] }));
    expect(claim).toMatchObject({ kind: 'safe', certificate: { kind: 'inductive', invariant: even, k: 0 } });
    if (claim.kind === 'safe')
      expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
  });

  test('a lemma that comes late gives no larger k than one that comes early', async () => {
    const system = twoLoops(3);
    const { terms } = system;
    const solvers = await solversFor(system);
    const even = terms.eq(terms.extract(terms.find('s') ?? 0, 0, 0), terms.bv(1, 0));
    const lemma = { id: 3, from: 'other', formula: even } as const;
    for (const before of [0, 1, 4]) {
      const lemmas = [...Array.from({ length: before }, () => []), [lemma]];
      const depths = contextFor(system, solvers, { lemmas });
      const claim = kind(depths);
      if (claim.kind !== 'safe' || claim.certificate.kind !== 'inductive') throw new Error(claim.kind);
      expect([claim.certificate.k, claim.uses]).toEqual([0, [3]]);
      expect(Math.max(...depths.bounds)).toBe(before);
      expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
    }
  });
});

describe('programs that need an invariant', () => {
  test('it proves those alone that say so, without lemmas', () => {
    const programs = invariantPrograms();
    const proved = programs.filter(({ system }) => {
      const bare = { ...system, facts: [] };
      return kind(contextFor(bare, ownSolversFor(bare), { options: { maxDepth: 5 } })).kind !== 'unknown';
    });
    expect(proved.map(({ name }) => name)).toEqual(
      programs.flatMap(({ name, isInductive }) => (isInductive ? [name] : [])),
    );
  }, 300_000);

  test('it proves with the lemmas of the dataflow analysis what neither proves alone', async () => {
    const { system } = compile(readFileSync('test/invariants/rotation-after-check.c', 'utf8'));
    const { system: reduced, back } = simplify(system);
    const solvers = await solversFor(system);
    const lemmas = publishedBy(ai, contextFor(reduced, solvers));
    expect(ai(contextFor(reduced, solvers)).kind).toBe('unknown');
    const claim = kind(contextFor(reduced, solvers, { lemmas: [lemmas], options: { maxDepth: 3 } }));
    if (claim.kind !== 'safe') throw new Error(`k-induction says ${claim.kind}`);
    expect(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), solvers)).toMatchObject({
      accepted: true,
    });
  }, 120_000);
});
