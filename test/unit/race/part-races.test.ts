import { describe, expect, test } from 'vitest';
import { type PartRaces, type PartTurn, raceParts } from '../../../src/race/coordinator/part-races.ts';
import type { WholeResult } from '../../../src/race/coordinator/result.ts';
import type { UnknownReason } from '../../../src/race/verdict.ts';
import type { Certificate } from '../../../src/system/transys/certificate.ts';
import type { SharedSystem } from '../../../src/system/transys/share.ts';

const SYSTEM = {} as SharedSystem;

const safe = (engine: string): WholeResult => ({
  kind: 'safe',
  engine,
  proof: { certificate: { kind: 'runs', bound: 3 }, system: SYSTEM, evidence: [] },
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
  return { kind: 'unknown', reason, safeUpTo, engines: [{ engine: 'pdr', end, bound: safeUpTo }] };
}

interface Script {
  readonly quick?: readonly (WholeResult | null)[];
  /** Results of the races on each part, in order; the last one stays. */
  readonly races: readonly (readonly WholeResult[])[];
  readonly limit?: number;
}

/** Plays the races of a script. Each takes the time that it is given, or 1 ms. */
async function play({
  quick = [],
  races,
  limit,
}: Script): Promise<{ readonly result: WholeResult; readonly turns: readonly PartTurn[] }> {
  const turns: PartTurn[] = [];
  const counts = races.map(() => 0);
  let now = 0;
  const engineHost: PartRaces = {
    count: races.length,
    tryQuickly: async (part) => quick[part] ?? null,
    race: async (turn) => {
      turns.push(turn);
      const results = races[turn.part];
      const result = results[Math.min(counts[turn.part], results.length - 1)];
      counts[turn.part] += 1;
      now += result.kind === 'unknown' ? (turn.milliseconds ?? 1) : 1;
      return result;
    },
    left: () => (limit === undefined ? null : limit - now),
    interruption: () =>
      limit !== undefined && now >= limit ? { kind: 'time-limit', milliseconds: limit, during: 'solving' } : null,
    join: async (proofs) => ({
      evidence: [],
      certificate: {
        kind: 'parts',
        parts: proofs.map(({ certificate }, i) => ({ blocks: [i], certificate: certificate as Certificate })),
      },
      system: SYSTEM,
    }),
  };
  return { result: await raceParts(engineHost), turns };
}

describe('races on parts', () => {
  test('proofs of all parts are joined', async () => {
    const { result, turns } = await play({ races: [[safe('ic3')], [safe('kind')]] });
    expect(result).toMatchObject({
      kind: 'safe',
      engine: 'kind',
      restsOn: ['ic3'],
      proof: { certificate: { kind: 'parts' } },
    });
    expect(turns).toHaveLength(2);
  });

  test('the first violation ends all', async () => {
    const { result, turns } = await play({ races: [[open('stopped')], [unsafe], [safe('kind')]] });
    expect(result).toBe(unsafe);
    expect(turns.map(({ part }) => part)).toEqual([0, 1]);
  });

  test('what is decided at once is not raced', async () => {
    const { result, turns } = await play({ quick: [safe('quick')], races: [[open('stopped')], [safe('kind')]] });
    expect(result).toMatchObject({ kind: 'safe', engine: 'kind' });
    expect(turns.map(({ part }) => part)).toEqual([1]);
  });

  test('races grow until a part is decided; the last one has no limit of its own', async () => {
    const { result, turns } = await play({
      races: [
        [open('stopped'), open('stopped'), safe('pdr')],
        [open('stopped'), safe('kind')],
      ],
    });
    expect(result).toMatchObject({ kind: 'safe', engine: 'pdr' });
    expect(turns.map(({ part }) => part)).toEqual([0, 1, 0, 1, 0]);
    const times = turns.map(({ milliseconds }) => milliseconds);
    expect(times[2]).toBeGreaterThan(times[0] ?? 0);
    expect(times[4]).toBeNull();
    expect(turns.map(({ isFirst }) => isFirst)).toEqual([true, false, true, false, true]);
  });

  test('parts share a limit, and what is left is known', async () => {
    const { result, turns } = await play({ races: [[open('stopped', 4)], [open('stopped', 2)]], limit: 10_000 });
    expect(turns.map(({ milliseconds }) => milliseconds)).toEqual([5000, 5000]);
    expect(result).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'time-limit', milliseconds: 10_000 },
      safeUpTo: 2,
    });
  });

  test('a part that its engines gave up is not raced again, and no proof is made without it', async () => {
    const { result, turns } = await play({ races: [[open('incomplete')], [open('stopped'), safe('kind')]] });
    expect(turns.map(({ part }) => part)).toEqual([0, 1, 1]);
    expect(result).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
  });

  test('a bound is told only if each open part has one', async () => {
    const { result } = await play({ races: [[open('incomplete', null)], [open('incomplete', 3)]] });
    expect(result).toMatchObject({ kind: 'unknown', safeUpTo: null });
  });
});
