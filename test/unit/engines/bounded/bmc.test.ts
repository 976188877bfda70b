import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { aboutTarget } from '../../../../src/certify/proof/parts.ts';
import { bmc } from '../../../../src/engines/bounded/bmc.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { certificateBack } from '../../../../src/system/transys/way-back.ts';
import { compile } from '../../system/encode/compile.ts';
import {
  deadlocking,
  deterministicLoop,
  oddCounter,
  testThenServe,
  twoLoops,
  withDoubt,
  withGap,
} from '../../system/transys/examples.ts';
import { contextFor, counting, solversFor } from '../context.ts';

import { decideSimplified } from './on-simplified.ts';

/** What the checker says to runs of at most `bound` steps as a proof of some checks. */
async function about(system: TransitionSystem, labels: readonly string[], bound: number): Promise<string> {
  const target = aboutTarget(system, { kind: 'labels', labels });
  const result = checkCertificate(target, { kind: 'runs', bound }, await solversFor(system));
  return result.accepted ? 'accepted' : result.condition;
}

describe('bounded model checking', () => {
  test('finds a bug behind a loop', async () => {
    expect(await decideSimplified(bmc, twoLoops(6))).toBe('unsafe');
    expect(await decideSimplified(bmc, oddCounter(2))).toBe('unsafe');
  });

  test('proves by exhaustion', async () => {
    expect(await decideSimplified(bmc, twoLoops(8))).toBe('safe');
    expect(await decideSimplified(bmc, deterministicLoop(100, 99))).toBe('safe');
  });

  test('proves a check that no longer run comes to, while other runs go on without end', async () => {
    const system = testThenServe(4);
    const openChecks = (): readonly string[] => ['test', 'serve'];
    const context = contextFor(system, await solversFor(system), { openChecks, options: { maxDepth: 9 } });
    expect(bmc(context)).toMatchObject({ kind: 'unknown', bound: 9 });
    const claim = { kind: 'partial', certificate: { kind: 'runs', bound: 4 }, open: ['serve'] };
    expect(context.claims).toEqual([claim]);
    expect(await about(system, ['test'], 4)).toBe('accepted');
    expect(await about(system, ['test'], 3)).toBe('exhaustion');
    expect(await about(system, ['serve'], 4)).toBe('exhaustion');
    expect(await about(testThenServe(3), ['test'], 4)).toBe('base');
  });

  test('proves only what the checker sees to be over, though passes took errors away', async () => {
    const text = `
      extern int __VERIFIER_nondet_int(void);
      int main(void) {
        int a[8], n = 0, sum = 0;
        for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
        while (n < 8) { n++; if (a[n - 1] == 0) break; }
        for (;;) { if (sum > 100) sum = 0; sum += n; }
      }`;
    const open = (checks: readonly { readonly name: string }[]): readonly string[] => checks.map(({ name }) => name);
    const { system } = compile(text, 'LP64', { checks: ['deref', 'overflow'], open });
    const { system: reduced, back } = simplify(system);
    const names = [...new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
    // The range of the counters shows that some accesses are right: no error is left in their blocks.
    const left = reduced.blocks.filter(({ bad }) => bad !== reduced.terms.false);
    expect(left.length).toBeLessThan(system.blocks.filter(({ bad }) => bad !== system.terms.false).length);
    const options = { maxDepth: 30 };
    const context = contextFor(reduced, await solversFor(system), { openChecks: () => names, options });
    bmc(context);
    expect(context.claims.length).toBeGreaterThan(0);
    for (const { certificate, open: rest } of context.claims) {
      const labels = names.filter((name) => !rest.includes(name));
      const original = certificateBack(system.terms, back, certificate);
      const target = aboutTarget(system, { kind: 'labels', labels });
      expect(checkCertificate(target, original, await solversFor(system))).toMatchObject({ accepted: true });
    }
  });

  test('a run that ends in no error is no proof that runs end', async () => {
    const endless = { ...testThenServe(4), question: 'termination' } as const;
    expect(await about(endless, ['test'], 4)).toBe('exhaustion');
  });

  test('a bug at a depth where longer runs all end (trap 20)', async () => {
    expect(await decideSimplified(bmc, deadlocking(true))).toBe('unsafe');
    expect(await decideSimplified(bmc, deadlocking(false))).toBe('safe');
  });

  test('10,000 deterministic iterations ask no solver', async () => {
    const system = deterministicLoop(10_000, 10_000);
    const solvers = counting(await solversFor(system));
    const claim = bmc(contextFor(system, solvers));
    expect(claim.kind).toBe('unsafe');
    expect(solvers.checks).toBeLessThanOrEqual(1);
  });

  test('the certificate of a long deterministic run is checked without a query', async () => {
    const system = deterministicLoop(10_000, 1);
    const solvers = await solversFor(system);
    const claim = bmc(contextFor(system, solvers));
    expect(claim).toMatchObject({ kind: 'safe', certificate: { kind: 'runs', bound: 10_001 } });
    const checkers = counting(solvers);
    expect(checkCertificate(system, { kind: 'runs', bound: 10_001 }, checkers)).toMatchObject({ accepted: true });
    expect(checkers.checks).toBeLessThanOrEqual(1);
  });

  test('a bound is announced only for depths that were decided, and is never taken for a proof', async () => {
    const system = oddCounter();
    const context = contextFor(system, await solversFor(system), { options: { maxDepth: 5 } });
    expect(bmc(context)).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: 5 });
    expect(context.bounds).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('after a gap only a bug can be claimed', async () => {
    expect(await decideSimplified(bmc, withGap(true))).toBe('unsafe');
    const system = withGap(false);
    const claim = bmc(contextFor(system, await solversFor(system)));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'gap', gap: { construct: 'inline assembly' } } });
    if (claim.kind !== 'unknown' || claim.reason.kind !== 'gap' || claim.reason.trace === null)
      throw new Error('no trace');
    expect(simulateTrace(system, claim.reason.trace)).toMatchObject({ kind: 'gap', step: 4 });
  });

  test('of two runs of one length the one without a doubt is claimed', async () => {
    const system = withDoubt(3, 3);
    const context = contextFor(system, await solversFor(system));
    const claim = bmc(context);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
    const doubts: string[] = [];
    const end = simulateTrace(system, claim.run.trace, { doubt: ({ construct }) => doubts.push(construct) });
    expect(end).toMatchObject({ kind: 'bad', step: 4 });
    expect(doubts).toEqual([]);
  });

  test('doubtful runs are offered, some of them, and a longer run without a doubt is claimed', async () => {
    const system = withDoubt(3, 18);
    const context = contextFor(system, await solversFor(system));
    const claim = bmc(context);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
    expect(claim.run.trace.steps.length).toBe(20);
    expect(context.bounds).toEqual([0, 1, 2, 3]);
    expect(context.offers.length).toBeGreaterThan(0);
    expect(context.offers.length).toBeLessThan(15);
    for (const offer of context.offers) {
      if (offer.kind !== 'system') throw new Error('a run of another kind');
      const doubts: string[] = [];
      expect(simulateTrace(system, offer.trace, { doubt: (d) => doubts.push(d.construct) }).kind).toBe('bad');
      expect(doubts).toEqual(['division by zero']);
    }
  });

  test.each([bmc, kind])('an error in doubt only is no alarm, and excludes a proof by exhaustion', async (engine) => {
    const system = withDoubt(3, null);
    const context = contextFor(system, await solversFor(system));
    const doubt = { construct: 'division by zero', block: 1 };
    expect(engine(context)).toMatchObject({ kind: 'unknown', reason: { kind: 'doubt', doubt }, bound: 3 });
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('where it cannot be told which runs use a value, runs are offered only', async () => {
    const system = oddCounter(2);
    const value = system.inputs[0]?.term ?? null;
    const doubt = {
      construct: 'content of a block',
      at: null,
      block: 0,
      condition: system.terms.false,
      input: value,
      hasCondition: false,
    };
    const context = contextFor({ ...system, doubts: [doubt] }, await solversFor(system), { options: { maxDepth: 12 } });
    expect(bmc(context)).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'doubt', doubt: { construct: 'content of a block' } },
    });
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('stops when told to', async () => {
    const system = oddCounter();
    let polls = 0;
    const context = contextFor(system, await solversFor(system), { stopped: () => (polls += 1) > 3 });
    expect(bmc(context)).toEqual({ kind: 'unknown', reason: { kind: 'stopped' }, bound: 2 });
  });

  test("a solver's unknown ends in unknown (trap 36)", async () => {
    const system = oddCounter(2);
    const solvers = await solversFor(system);
    const giveUp = {
      create: () => {
        const solver = solvers.create();
        return {
          assert: (term: Term) => solver.assert(term),
          push: () => solver.push(),
          pop: (levels?: number) => solver.pop(levels),
          check: () => 'unknown' as const,
          value: (term: Term) => solver.value(term),
          core: () => solver.core(),
          reasonUnknown: () => 'gave up',
          dispose: () => solver.dispose(),
        };
      },
    };
    for (const engine of [bmc, kind]) {
      expect(engine(contextFor(system, giveUp))).toMatchObject({ kind: 'unknown', reason: { kind: 'solver' } });
    }
    expect(checkCertificate(system, { kind: 'runs', bound: 3 }, giveUp)).toMatchObject({ accepted: false });
  });
});
