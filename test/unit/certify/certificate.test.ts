import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { CheckerRuns } from '../../../src/certify/proof/runs/unrolling.ts';
import { kind } from '../../../src/engines/bounded/kind.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { Certificate, Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { contextFor, solversFor } from '../engines/context.ts';
import {
  bits,
  build,
  deadlocking,
  deterministicLoop,
  oddCounter,
  twoLoops,
  withDoubt,
  withGap,
} from '../system/transys/examples.ts';

const plain = (system: TransitionSystem, more: Partial<Inductive> = {}): Inductive => ({
  kind: 'inductive',
  invariant: system.terms.true,
  k: 0,
  instances: [],
  ...more,
});

const CHECKERS = ['Z3', 'plain refuters'] as const;

async function refutersFor(by: (typeof CHECKERS)[number], system: TransitionSystem): Promise<RefuterFactory> {
  return by === 'Z3'
    ? solversFor(system)
    : plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
}

async function check(
  by: (typeof CHECKERS)[number],
  system: TransitionSystem,
  certificate: Certificate,
): Promise<string> {
  const result = checkCertificate(system, certificate, await refutersFor(by, system));
  return result.accepted ? 'accepted' : result.condition;
}

/** pc = 0, or bit 0 of x is set. */
function odd(system: TransitionSystem): number {
  const { terms } = system;
  const x = terms.find('x') ?? 0;
  return terms.or(terms.eq(terms.find('pc') ?? 0, terms.bv(4, 0)), terms.eq(terms.extract(x, 0, 0), terms.bv(1, 1)));
}

describe.each(CHECKERS)('k-inductive certificates, checked by %s', (by) => {
  test('a safe inductive invariant', async () => {
    const system = oddCounter();
    expect(await check(by, system, plain(system, { invariant: odd(system) }))).toBe('accepted');
  });

  test('each condition refuses what breaks it', async () => {
    const system = oddCounter();
    const { terms } = system;
    const x = terms.find('x') ?? 0;
    const pc = terms.find('pc') ?? 0;
    const below = terms.ult(x, terms.bv(32, 100));
    expect(await check(by, system, plain(system, { invariant: terms.not(terms.eq(pc, terms.bv(4, 0))) }))).toBe(
      'initiation',
    );
    expect(await check(by, system, plain(system, { invariant: terms.and(odd(system), below) }))).toBe('consecution');
    expect(await check(by, system, plain(system))).toBe('safety');
    expect(await check(by, system, plain(system, { k: 3 }))).toBe('safety');
    const bad = oddCounter(2);
    expect(await check(by, bad, plain(bad, { k: 2 }))).toBe('base');
  });

  test('the certificate of a system is none of its unsafe twin', async () => {
    const system = oddCounter();
    const claim = kind(contextFor(system, await solversFor(system)));
    if (claim.kind !== 'safe') throw new Error('not proven');
    expect(await check(by, system, claim.certificate)).toBe('accepted');
    const twin = oddCounter(2);
    const { certificate } = claim;
    if (certificate.kind !== 'inductive') throw new Error('another kind of certificate');
    expect(await check(by, twin, { ...certificate, invariant: twin.terms.true })).not.toBe('accepted');
  });

  test('instances of inputs are assumed where they are sound, and needed', async () => {
    const system = oddCounter();
    const zero = { block: 1, values: [[0, 0n]] } as const;
    expect(await check(by, system, plain(system, { k: 1, instances: [zero] }))).toBe('accepted');
    expect(await check(by, system, plain(system, { k: 1, instances: [{ block: 1, values: [[0, 5n]] }] }))).toBe(
      'safety',
    );
    expect(await check(by, system, plain(system, { k: 1, instances: [{ block: 0, values: [[0, 0n]] }] }))).toBe('form');
    expect(await check(by, system, plain(system, { k: 1, instances: [{ block: 1, values: [[0, 1n << 32n]] }] }))).toBe(
      'form',
    );
    // In the unsafe twin the base case still finds the error, whatever is assumed.
    const twin = oddCounter(2);
    expect(await check(by, twin, plain(twin, { k: 2, instances: [zero] }))).toBe('base');
  });

  test('gaps count as bad', async () => {
    const system = withGap(false);
    expect(await check(by, system, plain(system, { k: 8 }))).toBe('base');
    expect(await check(by, system, { kind: 'runs', bound: 20 })).toBe('base');
  });

  test('malformed ones are refused', async () => {
    const system = oddCounter();
    const { terms } = system;
    expect(await check(by, system, plain(system, { k: -1 }))).toBe('form');
    expect(await check(by, system, plain(system, { k: 0.5 }))).toBe('form');
    expect(await check(by, system, plain(system, { invariant: -1 }))).toBe('form');
    expect(await check(by, system, plain(system, { invariant: terms.find('x') ?? 0 }))).toBe('form');
    const input = terms.eq(terms.find('in') ?? 0, terms.bv(32, 0));
    expect(await check(by, system, plain(system, { invariant: input }))).toBe('form');
  });
});

describe.each(CHECKERS)('certificates by exhaustion, checked by %s', (by) => {
  test('a longer run contradicts a claim, unless its bound counts the steps of an execution', async () => {
    const system = twoLoops(8);
    const refuse = async (bound: number, isExecuted: boolean, of = system) =>
      checkCertificate(of, { kind: 'runs', bound, isExecuted }, await refutersFor(by, of));
    expect(await refuse(7, false)).toMatchObject({ condition: 'exhaustion', decided: true });
    expect(await refuse(7, true)).toMatchObject({ condition: 'exhaustion', decided: false });
    expect(await refuse(8, true, twoLoops(6))).toMatchObject({ condition: 'base', decided: true });
  });

  test('the exact bound and greater ones, not smaller ones', async () => {
    const system = twoLoops(8);
    expect(await check(by, system, { kind: 'runs', bound: 8 })).toBe('accepted');
    expect(await check(by, system, { kind: 'runs', bound: 10 })).toBe('accepted');
    expect(await check(by, system, { kind: 'runs', bound: 7 })).toBe('exhaustion');
    expect(await check(by, system, { kind: 'runs', bound: -1 })).toBe('form');
    expect(await check(by, twoLoops(6), { kind: 'runs', bound: 8 })).toBe('base');
  });

  test('a bad state at a depth where longer runs all end (trap 20)', async () => {
    expect(await check(by, deadlocking(false), { kind: 'runs', bound: 2 })).toBe('accepted');
    expect(await check(by, deadlocking(true), { kind: 'runs', bound: 2 })).toBe('base');
  });

  test('an error in doubt is not accepted, and the claim not called wrong: the program may have been executed', async () => {
    const system = withDoubt(3, null);
    const answer = checkCertificate(system, { kind: 'runs', bound: 30 }, await refutersFor(by, system));
    expect(answer).toMatchObject({ accepted: false, condition: 'base', decided: false });
    if (!answer.accepted) expect(answer.why).toContain('division by zero');
  });

  test('runs out of time, or is stopped, in a refusal', async () => {
    const system = deterministicLoop(3000, 1);
    const solvers = await refutersFor(by, system);
    const certificate = { kind: 'runs', bound: 3001 } as const;
    expect(checkCertificate(system, certificate, solvers, { milliseconds: 1 })).toEqual({
      accepted: false,
      condition: 'base',
      why: 'out of time',
      decided: false,
    });
    expect(checkCertificate(system, certificate, solvers, { stopped: () => true })).toEqual({
      accepted: false,
      condition: 'base',
      why: 'stopped',
      decided: false,
    });
    expect(checkCertificate(system, certificate, solvers)).toMatchObject({ accepted: true });
  });

  test('long runs that no input leads elsewhere, whatever a heap holds at first; an input that decides is seen', async () => {
    const heap = { kind: 'array', index: bits(16), element: bits(8) } as const;
    const system = (seen: number): TransitionSystem =>
      build({
        state: { i: bits(16), h: heap },
        inputs: { any: bits(8) },
        initInputs: { start: heap },
        init: (_, v) => ({ h: v('start') }),
        blocks: [
          (t) => ({ next: { i: t.bv(16, 0) }, successors: [1] }),
          (t, v) => {
            const goOn = t.ult(v('i'), t.bv(16, 5000));
            const last = t.select(v('h'), t.bv(16, seen));
            return {
              feasible: goOn,
              bad: t.and(t.not(goOn), t.eq(last, t.bv(8, 9))),
              next: {
                i: t.add(v('i'), t.bv(16, 1)),
                h: t.store(t.store(v('h'), v('i'), t.extract(v('i'), 7, 0)), t.bv(16, 6000), v('any')),
              },
              inputs: ['any'],
              successors: [1],
            };
          },
        ],
      });
    expect(await check(by, system(8), { kind: 'runs', bound: 6000 })).toBe('accepted');
    expect(await check(by, system(4999), { kind: 'runs', bound: 5001 })).toBe('accepted');
    // What evaluation cannot say is left to the solver, which has no time for it.
    for (const [seen, bound] of [
      [9, 6000],
      [6000, 6000],
      [8, 4999],
    ]) {
      const open = system(seen);
      const solvers = await refutersFor(by, open);
      const answer = checkCertificate(open, { kind: 'runs', bound }, solvers, { milliseconds: 300 });
      expect(answer).toMatchObject({ accepted: false });
    }
  });

  test('a run is not the only one where its start is any', async () => {
    const system = build({
      pc: false,
      state: { x: bits(8) },
      initInputs: { start: bits(8) },
      init: (_, v) => ({ x: v('start') }),
      blocks: [(t, v) => ({ feasible: t.false, bad: t.eq(v('x'), t.bv(8, 9)), next: { x: v('x') }, successors: [0] })],
    });
    expect(await check(by, system, { kind: 'runs', bound: 1 })).toBe('base');
  });
});

describe('a system that is not what its blocks say', () => {
  /** The second block's terms lead to the third one, of which its list of successors says nothing. */
  const system = twoLoops(6);
  const hiding = {
    ...system,
    blocks: system.blocks.map((block) => ({ ...block, successors: block.successors.filter((s) => s < 2) })),
  };

  test('is an internal error, whatever is certified of it', async () => {
    const solvers = await solversFor(system);
    const noInputs = { ...oddCounter(), inputs: [] };
    const certificate = { kind: 'runs', bound: 8 } as const;
    expect(() => checkCertificate(hiding, certificate, solvers)).toThrow('left out');
    expect(() => checkCertificate(noInputs, certificate, solvers)).toThrow('no step input');
  });

  test('the runs of the checker go where its terms lead', () => {
    const depths = [system, hiding].map((s) => {
      const runs = new CheckerRuns(s, 'any');
      return Array.from({ length: 3 }, () => runs.advance().bad);
    });
    expect(depths[1]).toEqual(depths[0]);
    expect(depths[0][2]).not.toBe(system.terms.false);
  });
});
