import { describe, expect, test } from 'vitest';
import { type PartRace, type PartRaces, raceParts } from '../../../src/race/coordinator/part-races.ts';
import type { WholeResult } from '../../../src/race/coordinator/result.ts';
import type { UnknownReason } from '../../../src/race/verdict.ts';
import type { Certificate } from '../../../src/system/transys/certificate.ts';
import type { SharedSystem } from '../../../src/system/transys/share.ts';
import { ALL, type Target } from '../../../src/system/transys/target.ts';

const SYSTEM = {} as SharedSystem;

const safe = (engine: string): WholeResult => ({
  kind: 'safe',
  engine,
  proof: { certificate: { kind: 'runs', bound: 3 }, system: SYSTEM, target: ALL, evidence: [] },
  restsOn: [],
});
const unsafe = { kind: 'unsafe', engine: 'bmc', run: {} } as WholeResult;

/** A race that its time ended, or one whose engine gave up. */
function open(kind: 'stopped' | 'incomplete', safeUpTo: number | null = 4): WholeResult {
  const reason: UnknownReason =
    kind === 'stopped'
      ? { kind: 'time-limit', milliseconds: 1, during: 'solving' }
      : { kind: 'incomplete', why: 'given up' };
  const end = kind === 'stopped' ? ({ kind, aborted: false } as const) : ({ kind, why: 'given up' } as const);
  return { kind: 'unknown', reason, safeUpTo, engines: [{ engine: 'ic3', end, bound: safeUpTo }] };
}

interface Script {
  readonly quick?: readonly (WholeResult | null)[];
  /** Results of the races on each part, in order; the last one stays. */
  readonly races: readonly (readonly WholeResult[])[];
  readonly limit?: number;
}

/** Plays the races of a script. Each takes the time that it is given, or 1 ms. */
async function play({ quick = [], races, limit }: Script): Promise<{
  readonly result: WholeResult;
  readonly made: readonly (PartRace & { readonly part: number })[];
}> {
  const made: (PartRace & { readonly part: number })[] = [];
  const parts = races.map((_, i): Target => ({ kind: 'blocks', blocks: [i] }));
  const counts = races.map(() => 0);
  let now = 0;
  const engineHost: PartRaces = {
    parts,
    tryQuickly: async (part) => quick[parts.indexOf(part)] ?? null,
    race: async (target, race) => {
      const part = parts.indexOf(target);
      made.push({ ...race, part });
      const results = races[part];
      const result = results[Math.min(counts[part], results.length - 1)];
      counts[part] += 1;
      now += result.kind === 'unknown' ? (race.milliseconds ?? 1) : 1;
      return result;
    },
    left: () => (limit === undefined ? Number.POSITIVE_INFINITY : limit - now),
    interruption: () =>
      limit !== undefined && now >= limit ? { kind: 'time-limit', milliseconds: limit, during: 'solving' } : null,
    join: async (proofs) => ({
      evidence: [],
      target: ALL,
      certificate: {
        kind: 'parts',
        parts: proofs.map(({ proof: { certificate } }, i) => ({
          blocks: [i],
          certificate: certificate as Certificate,
        })),
      },
      system: SYSTEM,
    }),
  };
  return { result: await raceParts(engineHost), made };
}

describe('races on parts', () => {
  test('proofs of all parts are joined', async () => {
    const { result, made } = await play({ races: [[safe('ic3')], [safe('kind')]] });
    expect(result).toMatchObject({
      kind: 'safe',
      engine: 'kind',
      restsOn: ['ic3'],
      proof: { certificate: { kind: 'parts' } },
    });
    expect(made).toHaveLength(2);
  });

  test('the first violation ends all', async () => {
    const { result, made } = await play({ races: [[open('stopped')], [unsafe], [safe('kind')]] });
    expect(result).toBe(unsafe);
    expect(made.map(({ part }) => part)).toEqual([0, 1]);
  });

  test('what is decided at once is not raced', async () => {
    const { result, made } = await play({ quick: [safe('quick')], races: [[open('stopped')], [safe('kind')]] });
    expect(result).toMatchObject({ kind: 'safe', engine: 'kind' });
    expect(made.map(({ part }) => part)).toEqual([1]);
  });

  test('races grow until a part is decided; the last one has no limit of its own', async () => {
    const { result, made } = await play({
      races: [
        [open('stopped'), open('stopped'), safe('ic3')],
        [open('stopped'), safe('kind')],
      ],
    });
    expect(result).toMatchObject({ kind: 'safe', engine: 'ic3' });
    expect(made.map(({ part }) => part)).toEqual([0, 1, 0, 1, 0]);
    const times = made.map(({ milliseconds }) => milliseconds);
    expect(times[2]).toBeGreaterThan(times[0] ?? 0);
    expect(times[4]).toBeNull();
    expect(made.map(({ isFirst }) => isFirst)).toEqual([true, false, true, false, true]);
  });

  test('parts share a limit, and what is left is known', async () => {
    const { result, made } = await play({ races: [[open('stopped', 4)], [open('stopped', 2)]], limit: 10_000 });
    expect(made.map(({ milliseconds }) => milliseconds)).toEqual([5000, 5000]);
    expect(result).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'time-limit', milliseconds: 10_000 },
      safeUpTo: 2,
    });
  });

  test('a part that its engines gave up is not raced again, and no proof is made without it', async () => {
    const { result, made } = await play({ races: [[open('incomplete')], [open('stopped'), safe('kind')]] });
    expect(made.map(({ part }) => part)).toEqual([0, 1, 1]);
    expect(result).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
  });

  test('a part without engines is not raced again, although none of them gave up', async () => {
    const none: WholeResult = { ...(open('incomplete', null) as WholeResult & { kind: 'unknown' }), engines: [] };
    const { result, made } = await play({ races: [[none], [safe('kind')]] });
    expect(made.map(({ part }) => part)).toEqual([0, 1]);
    expect(result).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
  });

  test('a bound is told only if each open part has one', async () => {
    const { result } = await play({ races: [[open('incomplete', null)], [open('incomplete', 3)]] });
    expect(result).toMatchObject({ kind: 'unknown', safeUpTo: null });
  });
});
