import { expect, test } from 'vitest';
import type { Check } from '../../../src/program/cfa/checks/places.ts';
import type { CheckAnswer, CheckAnswers } from '../../../src/race/cache/check-answers.ts';
import { decideEach, type EachCheckSession } from '../../../src/race/coordinator/each-check.ts';
import { NOT_TRIED } from '../../../src/race/coordinator/quick-stage.ts';
import type { RaceOptions, RunningRace } from '../../../src/race/coordinator/races.ts';
import type { RaceResult } from '../../../src/race/coordinator/result.ts';
import type { FarChecks } from '../../../src/race/exchange/far-checks.ts';
import type { BreakingJob } from '../../../src/race/messages/compilation.ts';
import type { Model } from '../../../src/race/messages/model.ts';
import { checksProperty } from '../../../src/race/property.ts';
import type { Break, CheckState } from '../../../src/race/verdict.ts';

const checks = [1, 2, 3].map(
  (line): Check => ({
    name: `check:overflow:${line}`,
    kind: 'overflow',
    at: { file: 'a.c', line, column: 1 },
    function: 'main',
    contested: null,
  }),
);
const names = checks.map(({ name }) => name);
const run = (errorFunction: string) => ({ kind: 'program', errorFunction }) as never;
const fails = (errorFunction: string) =>
  ({ kind: 'unsafe', engine: 'sim', run: run(errorFunction), replayMilliseconds: 0 }) as const;
const holds = { kind: 'safe', engine: 'ai', proof: {} as never, restsOn: [] } as const;
const stopped: RaceResult = { kind: 'unknown', reason: { kind: 'stopped' }, safeUpTo: null, engines: [] };

const broken = {} as Break;

interface Playing {
  /** Number of checks that the errors of the system tell apart. */
  readonly apart?: number;
  readonly engine?: string;
  readonly kept?: readonly CheckAnswer[];
  /** The checks that an earlier run left open. */
  readonly left?: readonly string[];
  readonly retry?: boolean;
  /** The race on all checks; null: it is not over. */
  readonly common?: (options: RaceOptions) => RaceResult | null;
  /** Rejects if the common race met a contradiction while it rested. */
  readonly ended?: () => Promise<RaceResult>;
  /** The numbers of the checks that are decided here; null: all. */
  readonly only?: ReadonlySet<number> | null;
  /** What workers elsewhere answer, once they have been asked. */
  readonly elsewhere?: readonly CheckAnswer[];
  /** Each race that is no common one. */
  readonly race?: (options: RaceOptions) => Promise<void>;
}

/** Plays the races on three checks with a session that has no threads. */
async function play(playing: Playing) {
  const { apart = 3, engine = 'kind', kept = [], left = [], retry = false, only = null, common, ended, race } = playing;
  const states = new Map<string, CheckState['kind']>();
  const encoded: (readonly string[])[] = [];
  const stored: (readonly string[])[] = [];
  const explained: string[] = [];
  const keptOpen: string[] = [];
  const asked: (readonly string[])[] = [];
  const handed: (readonly number[])[] = [];
  let stops = 0;
  /** Resolves when answers from elsewhere have settled all checks of the races. */
  let markSettled = (): void => {};
  const settled = new Promise<null>((resolve) => {
    markSettled = () => resolve(null);
  });
  const whole = { property: { ...checksProperty(['overflow']), errorFunctions: names }, facts: { checks: apart } };
  let options: RaceOptions = { early: null };
  const running: Pick<RunningRace, 'run' | 'known' | 'end' | 'phase'> = {
    run: async () => (playing.elsewhere === undefined ? (common?.(options) ?? null) : settled),
    known: (reason) => ({ kind: 'unknown', reason, safeUpTo: null, engines: [] }),
    end: ended ?? (async () => stopped),
    phase: 'solving',
  };
  const races = {
    begin: (_: Model, __: unknown, chosen: RaceOptions) => {
      options = chosen;
      asked.push(chosen.checks?.open.names ?? []);
      return running;
    },
    on: async (_: Model, __: unknown, chosen: RaceOptions) => {
      await race?.(chosen);
      return stopped;
    },
  };
  const answers: Pick<CheckAnswers, 'answers' | 'candidates' | 'leftOpen' | 'keep' | 'keepOpen' | 'kept'> = {
    answers: async function* () {
      yield* handed.length === 0 ? kept : (playing.elsewhere ?? []);
    },
    candidates: [],
    leftOpen: async () =>
      new Map(left.map((name) => [name, { reason: { kind: 'stopped' }, safeUpTo: null, engines: [] }])),
    keep: async (some) => void stored.push(some),
    keepOpen: async (some) => void keptOpen.push(...some.keys()),
    kept: async () => {},
  };
  const farChecks: FarChecks = {
    handOut: ({ open }) => {
      handed.push(open());
      return { stop: () => void stops++ };
    },
  };
  const session = {
    task: { firstViolation: false, retry, only, set: { stages: [{ order: [{ engine, seconds: 1 }] }] } },
    races: () => races,
    answers: async () => answers,
    tryQuickly: async () => NOT_TRIED,
    emit: () => {},
    runProved: async () => {},
    modelFor: async (some: readonly string[]) => {
      encoded.push(some);
      return { ...whole, property: { ...whole.property, errorFunctions: encoded.at(-1) } };
    },
    breaks: async (_: Model, { checks: some }: BreakingJob) => new Map(some.map((name) => [name, broken])),
    farChecks: playing.elsewhere === undefined ? null : farChecks,
    stored: async () => new Uint8Array(),
    settled: (some: readonly string[]) => {
      options.checks?.open.decide(some);
      if (options.checks?.open.names.length === 0) markSettled();
    },
    left: () => 100_000,
    interruption: () => null,
    known: ({ name }: Check, state: CheckState) => {
      states.set(name, state.kind);
      if (state.kind === 'open' && state.breaks === broken) explained.push(name);
    },
  } as unknown as EachCheckSession;
  const verdict = await decideEach(session, { checks, model: whole as unknown as Model }, 0);
  return { verdict, states, encoded, stored, explained, keptOpen, asked, handed, stops };
}

test('encodes no part of a program for a portfolio that only follows runs', async () => {
  expect((await play({ engine: 'sim' })).encoded).toEqual([]);
  expect((await play({ engine: 'kind' })).encoded).not.toEqual([]);
});

test('encodes the others anew behind a kept run where the system does not tell checks apart', async () => {
  const kept = [{ checks: [names[0]], result: fails(names[0]), isKept: true }];
  const { states, encoded } = await play({
    apart: 1,
    kept,
    race: async ({ checks }) => checks?.proved(names.slice(1), holds),
  });
  expect([...states]).toEqual([
    [names[0], 'violated'],
    [names[1], 'proved'],
    [names[2], 'proved'],
  ]);
  expect(encoded[0]).toEqual(names.slice(1));
});

test('says at the end of each open check what breaks its induction', async () => {
  const race = async ({ checks }: RaceOptions): Promise<void> => checks?.proved(names.slice(1), holds);
  expect((await play({ apart: 1, race })).explained).toEqual([names[0]]);
  expect((await play({ engine: 'sim' })).explained).toEqual(names);
});

test('stores what an earlier version of the program answers, and nothing that is stored', async () => {
  expect((await play({ kept: [{ checks: names, result: holds, isKept: false }] })).stored).toEqual([names]);
  const kept = [
    { checks: [names[0]], result: fails(names[0]), isKept: true },
    { checks: names.slice(1), result: holds, isKept: true },
  ];
  expect((await play({ kept })).stored).toEqual([]);
});

test('asks about what an earlier run left open only where it is told to', async () => {
  const left = names.slice(1);
  const once = await play({ left });
  expect([once.asked, once.keptOpen, once.verdict?.kind]).toEqual([[[names[0]]], [names[0]], 'unknown']);
  expect([...once.states.values()]).toEqual(['open', 'open', 'open']);
  const again = await play({ left, retry: true });
  expect([again.asked, again.keptOpen]).toEqual([[names], names]);
  const kept = [{ checks: [names[0]], result: holds, isKept: true }];
  expect((await play({ left, kept })).asked).toEqual([]);
});

test('hides no contradiction that the common race meets while it rests', async () => {
  const common = ({ checks }: RaceOptions): null => {
    void checks?.proved(names, holds);
    return null;
  };
  expect((await play({ common })).verdict?.kind).toBe('safe');
  const ended = (): Promise<RaceResult> => Promise.reject(new Error('contradicted'));
  await expect(play({ common, ended })).rejects.toThrow('contradicted');
});

test('takes what workers elsewhere answer about the checks that are open, and then asks them no more', async () => {
  const kept = [{ checks: [names[0]], result: fails(names[0]), isKept: true }];
  const elsewhere = [{ checks: names.slice(1), result: holds, isKept: true }];
  const { states, handed, stops, stored } = await play({ kept, elsewhere });
  expect([...states.values()]).toEqual(['violated', 'proved', 'proved']);
  expect([handed, stops > 0, stored]).toEqual([[[1, 2]], true, []]);
});

test('hides no contradiction between answers of workers elsewhere', async () => {
  const elsewhere = [
    { checks: [names[1]], result: holds, isKept: true },
    { checks: [names[1]], result: fails(names[1]), isKept: true },
  ];
  await expect(play({ elsewhere })).rejects.toThrow('contradict');
});

test('asks about its own part alone where others have the rest, and tells nothing else of that', async () => {
  const { asked, encoded, explained, keptOpen, states } = await play({ only: new Set([1]) });
  expect([asked, encoded, explained, keptOpen]).toEqual([[[names[1]]], [], [], []]);
  expect([...states.values()]).toEqual(['open', 'open', 'open']);
});
