import { describe, expect, it } from 'vitest';
import {
  concurrent,
  equalShares,
  inSlices,
  START_SECONDS,
  virtualBest,
} from '../../../../scripts/schedule/policies.ts';
import { raceOf } from '../../../../scripts/schedule/starters.ts';
import { sample } from './samples.ts';

describe('slices one after the other', () => {
  it('cost only what is further than the slice before', () => {
    const time = inSlices([
      { engine: 'kind', seconds: 0.5 },
      { engine: 'sim', seconds: 0.25 },
      { engine: 'kind', seconds: 1 },
    ])(sample({ kind: 1.25, sim: null }));
    expect(time).toBeCloseTo(1.25 + 0.25 + 2 * START_SECONDS);
  });

  it('end where the engine ends, and an engine without a trial costs nothing', () => {
    const one = sample({ kind: null, ai: 3 });
    const trials = new Map(one.trials).set('bmc', { ends: 0.25, solves: false, certificate: 0 });
    const order = [
      { engine: 'bmc', seconds: 1 },
      { engine: 'boxes', seconds: 1 },
      { engine: 'bmc', seconds: 1 },
      { engine: 'ai', seconds: 4 },
    ] as const;
    expect(inSlices(order)({ ...one, trials })).toBeCloseTo(0.25 + 3 + 2 * START_SECONDS);
  });

  it('count the certificate', () => {
    const trials = new Map([['kind', { ends: 1, solves: true, certificate: 0.5 }] as const]);
    const time = inSlices([{ engine: 'kind', seconds: 1 }])({ ...sample({}), trials });
    expect(time).toBeCloseTo(1.5 + START_SECONDS);
  });

  it('go on in turn after the list, until nobody can solve it', () => {
    const order = [
      { engine: 'kind', seconds: 0.5 },
      { engine: 'sim', seconds: 0.5 },
    ] as const;
    const time = inSlices(order)(sample({ kind: null, sim: 3 }));
    expect(time).toBeGreaterThan(3 + 2 * START_SECONDS);
    expect(time).toBeLessThan(12);
    expect(inSlices(order)(sample({ kind: null, sim: null }))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('other ways to schedule', () => {
  it('equal shares take as long as all engines together up to the first answer', () => {
    expect(equalShares()(sample({ kind: 1, ai: null, ic3: 2 }))).toBeCloseTo(3 * (1 + START_SECONDS));
  });

  it('the best engine alone is the fastest one', () => {
    expect(virtualBest()(sample({ kind: 1, ai: null, ic3: 2 }))).toBeCloseTo(1 + START_SECONDS);
    expect(virtualBest()(sample({ kind: null }))).toBe(Number.POSITIVE_INFINITY);
  });

  it('engines start after their delays, or when nobody runs, and leave after their shares', () => {
    const hard = sample({ sim: null, kind: 1 });
    const sim = { engine: 'sim', delay: 0, share: 0.2 } as const;
    const kind = { engine: 'kind', delay: 5, share: 1 } as const;
    // 2 s for one alone, then the other one need not wait.
    expect(concurrent(hard, [sim, kind], { threads: 2, limit: 10 })).toBeCloseTo(2 + 1 + START_SECONDS);
    expect(concurrent(hard, [{ ...sim, share: 1 }, kind], { threads: 1, limit: 10 })).toBe(Number.POSITIVE_INFINITY);
    // Both share the core from the fifth second on.
    expect(concurrent(hard, [{ ...sim, share: 1 }, kind], { threads: 2, limit: 10 })).toBeCloseTo(
      5 + 2 * (1 + START_SECONDS),
    );
    expect(concurrent(hard, [{ ...sim, share: 1 }, kind], { threads: 2, limit: 6 })).toBe(Number.POSITIVE_INFINITY);
  });

  it('a set with delays starts only the stages whose conditions hold', () => {
    const set = {
      stages: [
        { when: { arrays: true }, engines: [{ engine: 'houdini' as const }] },
        { when: { loops: ['one' as const], arrays: false }, engines: [{ engine: 'kind' as const }] },
      ],
    };
    expect(raceOf(set, sample({ kind: 1, houdini: 0.1 }), 10)).toBeCloseTo(1 + START_SECONDS);
    expect(raceOf(set, sample({ kind: 1, houdini: 0.1 }, { facts: { loops: 3, arrays: true } }), 10)).toBeCloseTo(
      0.1 + START_SECONDS,
    );
  });
});
