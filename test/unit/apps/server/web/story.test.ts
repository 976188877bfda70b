import { expect, it } from 'vitest';
import type { JobEvent, JobSummary, SubmittedTask } from '../../../../../src/apps/server/protocol.ts';
import { jobFacts } from '../../../../../src/apps/server/web/state/facts.ts';
import { ALL_JOBS, filteredJobs, isOver, outcomes } from '../../../../../src/apps/server/web/state/job-list.ts';
import { advance, NO_RACE, type Race } from '../../../../../src/apps/server/web/state/race.ts';
import { raceStory } from '../../../../../src/apps/server/web/state/story.ts';

function race(...events: readonly JobEvent[]): Race {
  return advance(
    NO_RACE,
    events.map((event, index) => ({ number: index + 1, event })),
  );
}

const unknownOf = (property: string): { readonly verdict: string; readonly [field: string]: unknown } => ({
  verdict: 'UNKNOWN',
  property,
  reason: {},
});
const started = (engine: string): JobEvent => ({ kind: 'engine-started', engine, options: {}, time: 1 });
const LEMMA = { kind: 'lemma', basis: 'inductive', restsOn: [], to: ['kind'], text: null } as const;

it('a race is a sentence for each engine', () => {
  const claim = { kind: 'claim', engine: 'kind', claim: 'safe', detail: '2-inductive', uses: [], time: 5 } as const;
  const events: readonly JobEvent[] = [
    started('kind'),
    started('ai'),
    started('sim'),
    started('unheard-of'),
    { kind: 'bound', engine: 'kind', bound: 3, time: 2 },
    { ...LEMMA, id: 1, engine: 'ai', time: 2 },
    { ...LEMMA, id: 2, engine: 'ai', time: 3 },
    { kind: 'lemmas-used', engine: 'kind', ids: [2], time: 4 },
    {
      kind: 'engine-ended',
      engine: 'sim',
      end: { kind: 'incomplete', why: 'no run reaches the error' },
      bound: null,
      time: 4,
    },
    claim,
  ];
  const texts = (of: Race) => Object.fromEntries(raceStory(of).map(({ engine, text }) => [engine, text]));
  expect(texts(race(...events))).toEqual({
    kind: 'excluded errors within 3 steps, and claimed TRUE (2-inductive), which is being certified.',
    ai: 'published 2 lemmas (1 of use to others), and is running.',
    sim: 'gave up: no run reaches the error.',
    'unheard-of': 'is running.',
  });
  const over = race(
    ...events,
    { kind: 'certified', engine: 'kind', claim: 'safe', milliseconds: 1, time: 6 },
    {
      kind: 'verdict',
      result: { verdict: 'TRUE' },
      witness: false,
      time: 7,
    },
  );
  expect(texts(over).kind).toMatch(/which was certified\.$/);
  expect(texts(over).ai).toMatch(/was running at the end\.$/);
  expect(raceStory(over).map(({ method }) => method === null)).toEqual([false, false, false, true]);
});

it('a job says what was asked, and how', () => {
  const task: SubmittedTask = {
    files: [{ name: 'a.c', text: 'x' }],
    errorFunction: 'stop',
    dataModel: 'ILP32',
    timeout: 5,
    seed: 7,
  };
  const facts = (of: Race, asked: SubmittedTask | null) => Object.fromEntries(jobFacts(of, asked));
  expect(facts({ ...NO_RACE, lemmata: '1.2.3' }, task)).toEqual({
    Property: 'no assertion fails, and reach_error or stop is never called',
    'Data model': 'ILP32 (32-bit)',
    Options: '5 s, seed 7',
    Version: 'Lemmata 1.2.3',
  });
  const asked = (property: string) =>
    facts(race({ kind: 'verdict', result: unknownOf(property), witness: false, time: 1 }), null).Property;
  expect(asked('CHECK( init(main()), LTL(G ! call(reach_error())) )')).toBe(
    'no assertion fails, and reach_error is never called',
  );
  const checks = ['! overflow', 'valid-free', '! data-race'].map((one) => `CHECK( init(main()), LTL(G ${one}) )`);
  expect(asked(checks.join('\n'))).toBe('no fault of these kinds: overflow, free, data-race');
  expect(asked('CHECK( init(main()), LTL(F end) )')).toBe('CHECK( init(main()), LTL(F end) )');
});

it('jobs are found by words and by outcome', () => {
  const job = (name: string, verdict: string | null, state: JobSummary['state'] = 'done'): JobSummary => ({
    job: name,
    kind: 'submitted',
    state,
    files: [name],
    submitted: '',
    verdict,
    engine: verdict === 'TRUE' ? 'kind' : null,
    seconds: null,
    last: 1,
  });
  const jobs = [job('queue.c', 'TRUE'), job('Parser.c', 'FALSE'), job('queue-2.c', null, 'running')];
  const names = (filter: Partial<typeof ALL_JOBS>) =>
    filteredJobs(jobs, { ...ALL_JOBS, ...filter }).map(({ job: id }) => id);
  expect(outcomes(jobs)).toEqual(['FALSE', 'TRUE', 'running']);
  expect(names({})).toHaveLength(3);
  expect(names({ text: 'QUEUE' })).toEqual(['queue.c', 'queue-2.c']);
  expect(names({ text: 'queue kind' })).toEqual(['queue.c']);
  expect(names({ outcome: 'running' })).toEqual(['queue-2.c']);
  expect(jobs.map(isOver)).toEqual([true, true, false]);
});
