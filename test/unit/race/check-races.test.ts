import { describe, expect, test } from 'vitest';
import { byPlace, type Check } from '../../../src/program/cfa/checks/places.ts';
import { type CheckResults, type ProvedChecks, raceChecks } from '../../../src/race/coordinator/check-races.ts';
import { checksProperty } from '../../../src/race/property.ts';
import type { CheckState, UnknownReason, Verdict } from '../../../src/race/verdict.ts';

const property = checksProperty(['overflow']);
const check = (line: number): Check => ({
  name: `check:overflow:${line}`,
  kind: 'overflow',
  at: { file: 'a.c', line, column: 1 },
  function: 'main',
  contested: null,
});

const timeOver = (left: number): UnknownReason | null =>
  left > 0 ? null : { kind: 'time-limit', milliseconds: 1, during: 'solving' };

/** What a check is: one that holds, one that fails, one that a long race proves, and one that is not modelled. */
type Nature = 'holds' | 'fails' | { readonly provedIn: number } | 'unsupported';

interface Played {
  readonly results: CheckResults;
  readonly states: ReadonlyMap<number, CheckState>;
  readonly races: readonly (readonly number[])[];
}

/** Plays the races on checks of the given natures, one on each line from 1. Each race takes its whole time. */
async function play(
  natures: readonly Nature[],
  { limit = null as number | null, first = false } = {},
): Promise<Played> {
  const checks = natures.map((_, i) => check(i + 1));
  const natureOf = ({ at }: Check): Nature => natures[at.line - 1];
  const states = new Map<number, CheckState>();
  const races: number[][] = [];
  let spent = 0;
  const results = await raceChecks({
    checks,
    first,
    decide: async (open, milliseconds) => {
      races.push(open.map(({ at }) => at.line));
      const failing = open.find((one) => natureOf(one) === 'fails');
      if (failing !== undefined)
        return { kind: 'unsafe', run: { kind: 'program', errorFunction: failing.name }, engine: 'bmc' } as Verdict;
      const slow = open.map(natureOf).flatMap((one) => (typeof one === 'object' ? [one.provedIn] : []));
      const isUnsupported = open.some((one) => natureOf(one) === 'unsupported');
      const time = milliseconds ?? Number.POSITIVE_INFINITY;
      if (!isUnsupported && Math.max(0, ...slow) * open.length <= time)
        return { kind: 'safe', engine: 'ai' } as Verdict;
      if (!isUnsupported) spent += time;
      const reason: UnknownReason = isUnsupported
        ? { kind: 'unsupported', construct: 'asm', at: null }
        : { kind: 'time-limit', milliseconds: time, during: 'solving' };
      const end = isUnsupported
        ? ({ kind: 'incomplete', why: '' } as const)
        : ({ kind: 'stopped', aborted: false } as const);
      return {
        kind: 'unknown',
        property,
        reason,
        safeUpTo: open.length,
        engines: [{ engine: 'pdr', end, bound: null }],
      };
    },
    simulate: null,
    encoding: () => 0,
    left: () => (limit === null ? Number.POSITIVE_INFINITY : limit - spent),
    interruption: () => (limit === null ? null : timeOver(limit - spent)),
    known: ({ at }, state) => {
      expect(states.has(at.line)).toBe(false);
      states.set(at.line, state);
    },
  });
  return { results, states, races };
}

const kinds = ({ states }: Played): readonly string[] =>
  [...states].sort(([a], [b]) => a - b).map(([, { kind }]) => kind);

describe('the checks of a program', () => {
  test('are proved in one race if they hold', async () => {
    const played = await play(['holds', 'holds', 'holds']);
    expect(kinds(played)).toEqual(['proved', 'proved', 'proved']);
    expect(played.races).toEqual([[1, 2, 3]]);
  });

  test('are settled by a proof of all but some, and the race begins again on these', async () => {
    const checks = [1, 2, 3, 4].map(check);
    const races: number[][] = [];
    const states = new Map<number, CheckState>();
    await raceChecks({
      checks,
      first: false,
      decide: async (open) => {
        races.push(open.map(({ at }) => at.line));
        const proof = { engine: 'ai', restsOn: [] } as unknown as ProvedChecks;
        if (open.length === 4) return { ...proof, kind: 'partial', open: [checks[1].name, checks[3].name] };
        return { kind: 'safe', engine: 'bmc' } as Verdict;
      },
      simulate: null,
      encoding: () => 0,
      left: () => Number.POSITIVE_INFINITY,
      interruption: () => null,
      known: ({ at }, state) => states.set(at.line, state),
    });
    expect(races).toEqual([
      [1, 2, 3, 4],
      [2, 4],
    ]);
    const engines = [1, 2, 3, 4].map((line) => {
      const state = states.get(line);
      return state?.kind === 'proved' ? state.engine : null;
    });
    expect(engines).toEqual(['ai', 'bmc', 'ai', 'bmc']);
  });

  test('that a proof left open are raced without the engine that can say no more, until they are divided', async () => {
    const checks = [1, 2, 3, 4].map(check);
    const races: [number[], string[]][] = [];
    await raceChecks({
      checks,
      first: false,
      decide: async (open, _milliseconds, kind, finished) => {
        if (kind === 'decide') races.push([open.map(({ at }) => at.line), [...finished]]);
        const proof = { engine: 'ai', restsOn: [], ended: races.length === 2 } as unknown as ProvedChecks;
        if (races.length === 1) return { ...proof, kind: 'partial', open: checks.slice(1).map(({ name }) => name) };
        if (races.length === 2) return { ...proof, kind: 'partial', open: checks.slice(2).map(({ name }) => name) };
        const engines = [{ engine: 'bmc', end: { kind: 'stopped', aborted: false } as const, bound: null }];
        if (open.length > 1) return { kind: 'unknown', property, reason: timeOver(0)!, safeUpTo: null, engines };
        return { kind: 'safe', engine: 'bmc' } as Verdict;
      },
      simulate: null,
      encoding: () => 0,
      left: () => Number.POSITIVE_INFINITY,
      interruption: () => null,
      known: () => {},
    });
    expect(races.filter(([, finished]) => finished.length > 0)).toEqual([[[3, 4], ['ai']]]);
    expect(races.filter(([open]) => open.length === 1)).toHaveLength(2);
  });

  test('that fail end runs without blame in later races', async () => {
    const played = await play(['holds', 'fails', 'holds', 'fails']);
    expect(kinds(played)).toEqual(['proved', 'violated', 'proved', 'violated']);
    expect(played.races).toEqual([
      [1, 2, 3, 4],
      [1, 3, 4],
      [1, 3],
    ]);
    expect(played.results.violations).toHaveLength(2);
  });

  test('that cannot be decided leave the others provable', async () => {
    const played = await play(['holds', 'holds', 'unsupported', 'holds', 'fails']);
    expect(kinds(played)).toEqual(['proved', 'proved', 'open', 'proved', 'violated']);
    expect(played.results.open).toHaveLength(1);
    expect(played.states.get(3)).toEqual({
      kind: 'open',
      reason: { kind: 'unsupported', construct: 'asm', at: null },
      safeUpTo: 4,
    });
  });

  test('that need time get longer races, without a limit as long as they need', async () => {
    const played = await play(['holds', { provedIn: 100_000 }, 'holds']);
    expect(kinds(played)).toEqual(['proved', 'proved', 'proved']);
  });

  test('are open at the limit, where what is known stays known', async () => {
    const played = await play(['fails', 'holds', { provedIn: 1e9 }, { provedIn: 1e9 }], { limit: 60_000 });
    expect(kinds(played)).toEqual(['violated', 'proved', 'open', 'open']);
  });

  test('stay open after the first violation where one is enough', async () => {
    const played = await play(['holds', 'fails', 'fails'], { first: true });
    expect(kinds(played)).toEqual(['open', 'violated', 'open']);
    expect(played.races).toHaveLength(1);
  });
});

test('a check that fails after long is found by searches about all open checks, which grow longer', async () => {
  const checks = Array.from({ length: 64 }, (_, i) => check(i + 1));
  const [last] = checks.slice(-1);
  const violated: Check[] = [];
  const searches: number[] = [];
  let left = 1_000_000;
  await raceChecks({
    checks,
    first: false,
    decide: async (open, milliseconds, aim) => {
      const time = milliseconds ?? left;
      left -= time;
      if (aim === 'search') {
        searches.push(time);
        if (time > 30_000 && open.includes(last))
          return { kind: 'unsafe', run: { kind: 'program', errorFunction: last.name }, engine: 'bmc' } as Verdict;
      }
      const reason = { kind: 'time-limit', milliseconds: time, during: 'solving' } as const;
      const engines = [{ engine: 'bmc', end: { kind: 'stopped', aborted: false }, bound: null }] as const;
      return { kind: 'unknown', property, reason, safeUpTo: null, engines };
    },
    simulate: null,
    encoding: () => 0,
    left: () => left,
    interruption: () => timeOver(left),
    known: (one, state) => {
      if (state.kind === 'violated') violated.push(one);
    },
  });
  expect(violated).toEqual([last]);
  const sorted = searches.toSorted((a, b) => a - b);
  // The last search has no more than half of the time that is left.
  expect(searches.slice(0, -1)).toEqual(sorted.filter((time) => time !== searches.at(-1)));
});

test('a search raises the bound of open checks, and leaves why they are open to the races that prove', async () => {
  let left = 20_000;
  const states: CheckState[] = [];
  const results = await raceChecks({
    checks: [check(1), check(2)],
    first: false,
    decide: async (_, milliseconds, aim) => {
      const time = milliseconds ?? left;
      left -= time;
      const isSearch = aim === 'search';
      const reason = { kind: 'time-limit', milliseconds: time, during: 'solving' } as const;
      const engine = isSearch ? 'bmc' : 'pdr';
      const engines = [{ engine, end: { kind: 'stopped', aborted: false }, bound: null }] as const;
      return { kind: 'unknown', property, reason, safeUpTo: isSearch ? 9 : 2, engines };
    },
    simulate: null,
    encoding: () => 0,
    left: () => left,
    interruption: () => timeOver(left),
    known: (_, state) => states.push(state),
  });
  expect(states.map((state) => state.kind === 'open' && state.safeUpTo)).toEqual([9, 9]);
  expect(results.open.map(({ engines }) => engines.map(({ engine }) => engine))).toEqual([['pdr'], ['pdr']]);
});

test('simulations come before searches, and before all races where encoding takes long', async () => {
  const checks = Array.from({ length: 8 }, (_, i) => check(i + 1));
  const played = async (encoding: number): Promise<readonly string[]> => {
    const order: string[] = [];
    let left = 100_000;
    const spend = (milliseconds: number | null): Verdict => {
      const time = milliseconds ?? left;
      left -= time;
      const reason = { kind: 'time-limit', milliseconds: time, during: 'solving' } as const;
      const engines = [{ engine: 'sim', end: { kind: 'stopped', aborted: false }, bound: null }] as const;
      return { kind: 'unknown', property, reason, safeUpTo: null, engines };
    };
    await raceChecks({
      checks,
      first: false,
      decide: async (_, milliseconds, aim) => {
        order.push(aim);
        return spend(milliseconds);
      },
      simulate: async (open, milliseconds, seed) => {
        order.push(`run ${seed}`);
        const failed = open.find(({ at }) => at.line === seed + 2);
        if (failed === undefined || seed > 1) return spend(milliseconds);
        return { kind: 'unsafe', run: { kind: 'program', errorFunction: failed.name }, engine: 'sim' } as Verdict;
      },
      encoding: () => encoding,
      left: () => left,
      interruption: () => timeOver(left),
      known: () => {},
    });
    return order;
  };
  const short = await played(100);
  expect(short.slice(0, 5)).toEqual(['decide', 'run 0', 'run 1', 'run 2', 'search']);
  const long = await played(4000);
  expect(long.slice(0, 4)).toEqual(['run 0', 'run 1', 'run 2', 'decide']);
});

test('undecided checks of memory part from others', async () => {
  const kinds = ['overflow', 'deref', 'memtrack', 'division', 'free'] as const;
  const checks = kinds.map((kind, i): Check => ({ ...check(i + 1), kind }));
  const races: string[][] = [];
  await raceChecks({
    checks,
    first: false,
    decide: async (open) => {
      races.push(open.map(({ kind }) => kind));
      if (open.length < 3) return { kind: 'safe', engine: 'ai' } as Verdict;
      const reason = { kind: 'unsupported', construct: 'asm', at: null } as const;
      return { kind: 'unknown', property, reason, safeUpTo: null, engines: [] };
    },
    simulate: null,
    encoding: () => 0,
    left: () => Number.POSITIVE_INFINITY,
    interruption: () => null,
    known: (_, state) => expect(state.kind).toBe('proved'),
  });
  expect(races).toEqual([[...kinds], ['overflow', 'division'], ['deref', 'free'], ['memtrack']]);
});

test('checks are ordered by file, line, column and kind', () => {
  const at = (file: string, line: number, column: number) => ({ file, line, column });
  const sorted = [
    { kind: 'assertion', at: at('a.c', 2, 1) },
    { kind: 'overflow', at: at('a.c', 10, 1) },
    { kind: 'division', at: at('a.c', 10, 1) },
    { kind: 'overflow', at: at('a.c', 10, 3) },
    { kind: 'overflow', at: at('b.c', 1, 1) },
  ] as const;
  expect([...sorted].reverse().sort(byPlace)).toEqual(sorted);
});
