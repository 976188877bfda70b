import { describe, expect, test } from 'vitest';
import { byPlace } from '../../../src/program/cfa/checks/kinds.ts';
import type { Check } from '../../../src/program/cfa/checks/places.ts';
import { type CheckDecisions, type CheckResults, raceChecks } from '../../../src/race/coordinator/check-races.ts';
import type { CommonOpen, CommonRace, Open } from '../../../src/race/coordinator/target-races.ts';
import type { CheckState, SafeVerdict, UnknownReason, UnsafeVerdict } from '../../../src/race/verdict.ts';

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

const stopped = (engine: string): Open['engines'] => [
  { engine, end: { kind: 'stopped', aborted: false }, bound: null },
];
const openAfter = (milliseconds: number, engine: string, safeUpTo: number | null = null): Open => ({
  reason: { kind: 'time-limit', milliseconds, during: 'solving' },
  safeUpTo,
  engines: stopped(engine),
});
const proof = (engine: string): SafeVerdict => ({ kind: 'safe', engine }) as SafeVerdict;
const failing = ({ name }: Check): UnsafeVerdict =>
  ({ kind: 'unsafe', run: { kind: 'program', errorFunction: name }, engine: 'bmc' }) as UnsafeVerdict;
/** One common race on all checks. */
const one =
  (items: readonly Check[], goOn: (milliseconds: number, decisions: CheckDecisions) => Promise<CommonOpen>) =>
  async (decisions: CheckDecisions): Promise<readonly CommonRace<Check>[]> => [
    { items, goOn: (milliseconds) => goOn(milliseconds, decisions) },
  ];
const names = (checks: readonly Check[]): readonly string[] => checks.map(({ name }) => name);

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
    ...{ first, doubt: null, recall: async () => new Map() },
    common: async () => [],
    decide: async (open, milliseconds, decisions) => {
      races.push(open.map(({ at }) => at.line));
      const failed = open.find((one) => natureOf(one) === 'fails');
      if (failed !== undefined) {
        decisions.failed(failed.name, failing(failed));
        return null;
      }
      const slow = open.map(natureOf).flatMap((one) => (typeof one === 'object' ? [one.provedIn] : []));
      const isUnsupported = open.some((one) => natureOf(one) === 'unsupported');
      const time = milliseconds ?? Number.POSITIVE_INFINITY;
      if (!isUnsupported && Math.max(0, ...slow) * open.length <= time) {
        decisions.proved(names(open), proof('ai'));
        return null;
      }
      if (!isUnsupported) spent += time;
      if (!isUnsupported) return openAfter(time, 'ic3', open.length);
      const reason = { kind: 'unsupported', construct: 'asm', at: null } as const;
      const engines = [{ engine: 'ic3', end: { kind: 'incomplete', why: '' }, bound: null } as const];
      return { reason, safeUpTo: open.length, engines };
    },
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

  test('are settled one by one while a race goes on with the others', async () => {
    const checks = [1, 2, 3, 4].map(check);
    const races: number[][] = [];
    const states = new Map<number, CheckState>();
    await raceChecks({
      checks,
      ...{ first: false, doubt: null, recall: async () => new Map() },
      common: async () => [],
      decide: async (open, _milliseconds, decisions) => {
        races.push(open.map(({ at }) => at.line));
        decisions.proved([checks[0].name, checks[2].name], proof('ai'));
        decisions.failed(checks[3].name, failing(checks[3]));
        decisions.proved([checks[1].name], proof('bmc'));
        return null;
      },
      encoding: () => 0,
      left: () => Number.POSITIVE_INFINITY,
      interruption: () => null,
      known: ({ at }, state) => states.set(at.line, state),
    });
    expect(races).toEqual([[1, 2, 3, 4]]);
    const found = [1, 2, 3, 4].map((line) => {
      const state = states.get(line);
      return state?.kind === 'proved' ? state.engine : state?.kind;
    });
    expect(found).toEqual(['ai', 'bmc', 'ai', 'violated']);
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

describe('the common race', () => {
  interface Common {
    /** The time in ms of each race: positive of the common one, negative of the others. */
    readonly times: readonly number[];
    readonly decided: ReadonlyMap<number, CheckState>;
    readonly finished: readonly (readonly string[])[];
    readonly results: CheckResults;
  }

  /** Plays races of 8 checks. `go` is what the common race decides when it has had a time in ms; true: it is over. */
  async function played(
    go: (spent: number, decisions: CheckDecisions, checks: readonly Check[]) => boolean,
    { limit = 1_000_000, ends = 'stopped' as 'stopped' | 'incomplete', count = 8, without = false } = {},
  ): Promise<Common> {
    const checks = Array.from({ length: count }, (_, i) => check(i + 1));
    const times: number[] = [];
    const finished: string[][] = [];
    const decided = new Map<number, CheckState>();
    let [left, spent] = [limit, 0];
    const results = await raceChecks({
      checks,
      ...{ first: false, doubt: null, recall: async () => new Map() },
      common: one(checks, async (milliseconds, decisions) => {
        times.push(milliseconds);
        left -= milliseconds;
        spent += milliseconds;
        const isOver = go(spent, decisions, checks);
        const end =
          ends === 'stopped' ? ({ kind: 'stopped', aborted: false } as const) : ({ kind: ends, why: '' } as const);
        return {
          open: { ...openAfter(milliseconds, 'bmc', 9), engines: [{ engine: 'ai', end, bound: null }] },
          isOver,
        };
      }),
      decide: async (_, milliseconds, __, ended) => {
        const time = milliseconds ?? left;
        left -= time;
        times.push(-time);
        finished.push([...ended]);
        if (without) return { reason: { kind: 'incomplete', why: 'nobody' }, safeUpTo: null, engines: [] };
        return openAfter(time, 'ic3', 2);
      },
      encoding: () => 0,
      left: () => left,
      interruption: () => timeOver(left),
      known: ({ at }, state) => {
        expect(decided.has(at.line)).toBe(false);
        decided.set(at.line, state);
      },
    });
    return { times, finished, decided, results };
  }

  test('comes first, and goes on between the races on parts', async () => {
    const { times } = await played(() => false);
    expect(times[0]).toBe(20_000);
    expect(times.filter((time) => time > 0).length).toBeGreaterThan(3);
    expect(times.filter((time) => time < 0).length).toBeGreaterThan(3);
  });

  test('goes on while it decides checks, and where no time is left for races on parts', async () => {
    const { times } = await played(
      (spent, decisions, checks) => {
        decisions.proved([checks[Math.floor(spent / 20_000)].name], proof('ai'));
        return false;
      },
      { limit: 67_000 },
    );
    expect(times).toEqual([20_000, 20_000, 20_000, 7_000]);
    expect((await played(() => false, { limit: 27_000 })).times).toEqual([20_000, 7_000]);
  });

  test('finds a check that fails after long', async () => {
    let isFound = false;
    const { decided } = await played((spent, decisions, checks) => {
      if (spent > 60_000 && !isFound) decisions.failed(checks[7].name, failing(checks[7]));
      isFound ||= spent > 60_000;
      return false;
    });
    expect(decided.get(8)?.kind).toBe('violated');
  });

  test('raises the bound of open checks, and leaves why they are open to the races on parts', async () => {
    const { decided, results } = await played(() => false, { limit: 60_000 });
    expect([...decided.values()].map((state) => state.kind === 'open' && state.safeUpTo)).toEqual(Array(8).fill(9));
    expect(new Set(results.open.flatMap(({ engines }) => engines.map(({ engine }) => engine)))).toEqual(
      new Set(['ic3']),
    );
  });

  test('has all the time for a single check', async () => {
    const { times } = await played(() => false, { limit: 60_000, count: 1 });
    expect(times).toEqual([60_000]);
  });

  test('says why checks are open where no engine takes part in the other races', async () => {
    const { results } = await played(() => true, { limit: 60_000, without: true });
    expect(new Set(results.open.map(({ reason }) => reason.kind))).toEqual(new Set(['time-limit']));
    expect(new Set(results.open.flatMap(({ engines }) => engines.map(({ engine }) => engine)))).toEqual(
      new Set(['ai']),
    );
  });

  test('that is over leaves the rest to the others', async () => {
    const { times } = await played(() => true);
    expect(times.filter((time) => time > 0)).toHaveLength(1);
  });

  test('has all the rest where no other race may decide more', async () => {
    const { times } = await played(() => false, { limit: 100_000, without: true });
    expect(times.reduce((sum, time) => sum + Math.abs(time), 0)).toBe(100_000);
  });

  test('settles checks while it rests, and says last why the others are open', async () => {
    const checks = [1, 2, 3].map(check);
    const states = new Map<number, CheckState>();
    const raced: number[][] = [];
    const common: CheckDecisions[] = [];
    let isOver = false;
    const results = await raceChecks({
      checks,
      ...{ first: false, doubt: null, recall: async () => new Map() },
      common: one(checks, async (_, decisions) => {
        isOver = common.push(decisions) > 1;
        if (!isOver) return { open: openAfter(20_000, 'sim'), isOver };
        const reason = { kind: 'unsupported', construct: 'asm', at: null } as const;
        return { open: { reason, safeUpTo: null, engines: stopped('sim') }, isOver };
      }),
      decide: async (open) => {
        raced.push(open.map(({ at }) => at.line));
        common[0].proved([checks[2].name], proof('ai'));
        return { reason: { kind: 'incomplete', why: 'no engine' }, safeUpTo: null, engines: [] };
      },
      encoding: () => 0,
      left: () => 1_000_000,
      interruption: () => null,
      known: ({ at }, state) => states.set(at.line, state),
    });
    expect(raced.flat()).not.toContain(3);
    expect([1, 2, 3].map((line) => states.get(line)?.kind)).toEqual(['open', 'open', 'proved']);
    expect(results.open.map(({ reason }) => reason.kind)).toEqual(['unsupported', 'unsupported']);
  });

  test('settles checks for good, also at the limit', async () => {
    const checks = [1, 2, 3].map(check);
    const states: [number, string][] = [];
    const common: CheckDecisions[] = [];
    let left = 40_000;
    await raceChecks({
      checks,
      ...{ first: false, doubt: null, recall: async () => new Map() },
      common: one(checks, async (milliseconds, decisions) => {
        common.push(decisions);
        left -= milliseconds;
        return { open: openAfter(milliseconds, 'sim'), isOver: false };
      }),
      decide: async () => {
        left = 0;
        common[0].proved([checks[2].name], proof('ai'));
        return openAfter(1000, 'ic3');
      },
      encoding: () => 0,
      left: () => left,
      interruption: () => timeOver(left),
      known: ({ at }, { kind }) => states.push([at.line, kind]),
    });
    common[0].proved([checks[0].name], proof('ai'));
    expect(states.sort(([a], [b]) => a - b)).toEqual([
      [1, 'open'],
      [2, 'open'],
      [3, 'proved'],
    ]);
  });

  test('spares the others engines that ended in it, unless they are about a small part', async () => {
    const { finished } = await played(() => false, { ends: 'incomplete', count: 3 });
    // Of three checks the first part has two.
    expect(finished[0]).toEqual(['ai']);
    expect(finished[1]).toEqual([]);
  });

  test('may prove what another race proved meanwhile, and may not contradict it', async () => {
    const twice = await played(
      (_, decisions, checks) => {
        decisions.proved([checks[0].name], proof('ai'));
        return false;
      },
      { limit: 60_000 },
    );
    expect(twice.decided.get(1)).toEqual({ kind: 'proved', engine: 'ai' });
    const contradicting = played((_, decisions, checks) => {
      decisions.proved([checks[0].name], proof('ai'));
      decisions.failed(checks[0].name, failing(checks[0]));
      return false;
    });
    await expect(contradicting).rejects.toThrow('contradict');
  });
});

describe('two common races', () => {
  /** Plays two races of two checks each, which take all the time that they get. */
  async function played(
    go: (race: number, spent: number, decisions: CheckDecisions, items: readonly Check[]) => void,
    { limit = 1_000_000 } = {},
  ): Promise<{ readonly turns: readonly (readonly [race: number, time: number])[]; readonly open: number }> {
    const checks = [1, 2, 3, 4].map(check);
    const turns: [number, number][] = [];
    const spent = [0, 0];
    let left = limit;
    const results = await raceChecks({
      checks,
      ...{ first: false, doubt: null, recall: async () => new Map() },
      common: async (decisions) =>
        [checks.slice(0, 2), checks.slice(2)].map((items, race) => ({
          items,
          goOn: async (milliseconds) => {
            turns.push([race, milliseconds]);
            const time = Math.min(milliseconds, 10_000_000);
            left -= time;
            spent[race] += time;
            go(race, spent[race], decisions, items);
            return { open: openAfter(milliseconds, `bmc${race}`), isOver: false };
          },
        })),
      decide: async () => ({ reason: { kind: 'incomplete', why: 'no engine' }, safeUpTo: null, engines: [] }),
      encoding: () => 0,
      left: () => left,
      interruption: () => timeOver(left),
      known: () => {},
    });
    return { turns, open: results.open.length };
  }

  test('share the time before the races on parts', async () => {
    const { turns } = await played(() => {});
    expect(turns.slice(0, 2)).toEqual([
      [0, 10_000],
      [1, 10_000],
    ]);
  });

  test('leave their time to each other', async () => {
    const late = await played(
      (race, _, decisions, items) => {
        if (race === 0) decisions.proved(names(items), proof('ai'));
      },
      { limit: 30_000 },
    );
    expect(late.turns.map(([race]) => race)).toEqual([0, 1, 1]);
    expect(late.turns.slice(1).every(([, time]) => time === 10_000)).toBe(true);
    expect(late.open).toBe(2);
  });

  test('both go on to the end, also without a limit', async () => {
    const { open, turns } = await played(
      (_, spent, decisions, items) => {
        if (spent > 500_000) decisions.proved(names(items), proof('ai'));
      },
      { limit: Number.POSITIVE_INFINITY },
    );
    expect(open).toBe(0);
    expect(turns.some(([race]) => race === 1)).toBe(true);
  });
});

test('undecided checks of memory part from others', async () => {
  const kinds = ['overflow', 'deref', 'memtrack', 'division', 'free'] as const;
  const checks = kinds.map((kind, i): Check => ({ ...check(i + 1), kind }));
  const races: string[][] = [];
  await raceChecks({
    checks,
    ...{ first: false, doubt: null, recall: async () => new Map() },
    common: async () => [],
    decide: async (open, _, decisions) => {
      races.push(open.map(({ kind }) => kind));
      if (open.length >= 3)
        return { reason: { kind: 'unsupported', construct: 'asm', at: null }, safeUpTo: null, engines: [] };
      decisions.proved(names(open), proof('ai'));
      return null;
    },
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
