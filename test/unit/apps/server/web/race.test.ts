import { describe, expect, it } from 'vitest';
import type { JobEvent } from '../../../../../src/apps/server/protocol.ts';
import { engineStates } from '../../../../../src/apps/server/web/state/advice.ts';
import { lineNotes, sourceFiles } from '../../../../../src/apps/server/web/state/annotations.ts';
import type { NumberedEvent } from '../../../../../src/apps/server/web/state/event-parts.ts';
import { arrowsOf, durationText, layLanes } from '../../../../../src/apps/server/web/state/lanes.ts';
import { advance, isOpen, lemmasInProof, NO_RACE, type Race } from '../../../../../src/apps/server/web/state/race.ts';

const at = { file: 'a.c', line: 4, column: 3 };

function numbered(events: readonly JobEvent[]): readonly NumberedEvent[] {
  return events.map((event, index) => ({ number: index + 1, event }));
}

const PROOF: JobEvent = {
  kind: 'verdict',
  result: {
    verdict: 'TRUE',
    ...{
      property: 'p',
      seconds: 0.9,
      engine: 'kind',
      stage: 'race',
      restsOn: ['ic3'],
      certificate: {
        kind: 'k-inductive',
        k: 0,
        invariants: [
          {
            at,
            keyword: 'while',
            expression: 'i <= n',
            universal: [],
            conjuncts: 1,
            unprintable: null,
            lines: ['i <= n'],
          },
        ],
      },
    },
  },
  witness: true,
  time: 900,
};

const EVENTS: readonly JobEvent[] = [
  { kind: 'queued', place: 2, time: 0 },
  { kind: 'started', time: 5 },
  { kind: 'engine-started', engine: 'ic3', options: {}, time: 100 },
  { kind: 'engine-started', engine: 'kind', options: {}, time: 110 },
  { kind: 'bound', engine: 'kind', bound: 1, time: 200 },
  { kind: 'bound', engine: 'kind', bound: 3, time: 300 },
  {
    kind: 'lemma',
    engine: 'ic3',
    id: 7,
    basis: 'inductive',
    restsOn: [],
    to: [],
    text: [{ at, expression: 'i <= n' }],
    time: 400,
  },
  {
    kind: 'lemma',
    engine: 'ic3',
    id: 8,
    basis: 'inductive',
    restsOn: [],
    to: ['kind'],
    text: [{ at, expression: 'i >= 0' }],
    time: 410,
  },
  { kind: 'lemmas-sent', engine: 'kind', ids: [7], time: 420 },
  { kind: 'lemmas-used', engine: 'kind', ids: [7, 99], time: 500 },
  { kind: 'claim', engine: 'kind', claim: 'safe', detail: '1-inductive', uses: [7], time: 600 },
  { kind: 'certified', engine: 'kind', claim: 'safe', milliseconds: 50, time: 700 },
  { kind: 'engine-ended', engine: 'ic3', end: { kind: 'stopped', aborted: false }, bound: 4, time: 710 },
  PROOF,
];

describe('a race', () => {
  it('has the state that its events make', () => {
    const race = advance(NO_RACE, numbered(EVENTS));
    expect(race).toMatchObject({
      last: EVENTS.length,
      state: 'done',
      time: 900,
      end: { kind: 'verdict', verdict: 'TRUE', witness: true },
    });
    expect([...race.lanes.keys()]).toEqual(['ic3', 'kind']);
    expect(race.lanes.get('kind')).toMatchObject({
      started: 110,
      bounds: [
        { time: 200, bound: 1 },
        { time: 300, bound: 3 },
      ],
      claims: [{ time: 600, uses: [7], outcome: { certified: true, time: 700 } }],
    });
    expect(race.lanes.get('ic3')).toMatchObject({ bounds: [{ bound: 4 }], ended: { time: 710 } });
    expect(race.lemmas.get(7)).toMatchObject({ from: 'ic3', to: ['kind'], usedBy: [{ engine: 'kind', time: 500 }] });
    expect(race.lemmas.has(99)).toBe(false);
    expect(lemmasInProof(race)).toEqual(new Set([7]));
  });

  it('that is begun again says when and why, and knows nothing of the engines before', () => {
    const again: JobEvent = { kind: 'begun-again', attempt: 2, why: 'it broke down', time: 650 };
    const race = advance(NO_RACE, numbered([...EVENTS.slice(0, 8), again, { kind: 'started', time: 650 }]));
    expect(race).toMatchObject({
      state: 'running',
      restarts: [{ time: 650, why: 'it broke down' }],
      compiled: null,
      time: 650,
    });
    expect([race.lanes.size, race.lemmas.size]).toEqual([0, 0]);
    const { rows, restarts } = layLanes(race, 1300, 1000);
    expect(restarts).toEqual([500]);
    expect(rows).toMatchObject([{ name: 'compile', x: 500, width: 500, open: true }]);
  });

  it('of a queue says which worker has it, also when another one takes it over', () => {
    const started: JobEvent = { kind: 'started', worker: 'build-7', delivery: 1, time: 0 };
    const again: JobEvent = {
      kind: 'begun-again',
      attempt: 2,
      why: 'build-7 no longer answers',
      worker: 'build-9',
      delivery: 2,
      time: 1,
    };
    const broken: JobEvent = { kind: 'begun-again', attempt: 3, why: 'it broke down', time: 2 };
    expect(
      [started, again, broken].map((_, index, all) => advance(NO_RACE, numbered(all.slice(0, index + 1))).worker),
    ).toEqual(['build-7', 'build-9', 'build-9']);
    expect(advance(NO_RACE, numbered([{ kind: 'started', time: 0 }])).worker).toBeNull();
  });

  it('does not depend on how the events come: one by one, together, or again', () => {
    const events = numbered(EVENTS);
    const together = advance(NO_RACE, events);
    let one = NO_RACE;
    for (const event of events) one = advance(one, [event]);
    expect(one).toEqual(together);
    expect(advance(advance(NO_RACE, events.slice(0, 8)), events)).toEqual(together);
    expect(advance(together, events.slice(3, 9))).toBe(together);
  });

  it('leaves the state before as it was', () => {
    const before = advance(NO_RACE, numbered(EVENTS.slice(0, 7)));
    const copy = structuredClone(before);
    advance(before, numbered(EVENTS));
    expect(before).toEqual(copy);
    expect(NO_RACE.lanes.size).toBe(0);
  });

  it.each([
    [{ kind: 'cancelled', time: 9 }, 'cancelled'],
    [{ kind: 'interrupted', time: 9 }, 'interrupted'],
    [{ kind: 'failed', code: 'E-INPUT', message: 'no main', time: 9 }, 'failed'],
  ] as const)('ends with %o', (event, state) => {
    const race = advance(NO_RACE, numbered([{ kind: 'started', time: 1 }, event]));
    expect(race).toMatchObject({ state, end: { kind: event.kind } });
    expect(isOpen(race)).toBe(false);
  });

  it('says what became of claims that were refused; a refused lemma was told to nobody', () => {
    const race = advance(
      NO_RACE,
      numbered([
        ...EVENTS.slice(0, 8),
        { kind: 'lemma-refused', engine: 'ic3', id: 9, why: 'x', time: 450 },
        { kind: 'claim', engine: 'ic3', claim: 'unsafe', detail: 'd', uses: [], time: 452 },
        { kind: 'refused', engine: 'ic3', claim: 'unsafe', why: 'no run', time: 453 },
      ]),
    );
    expect([...race.lemmas.keys()]).toEqual([7, 8]);
    expect(race.lanes.get('ic3')?.claims).toMatchObject([{ outcome: { certified: false, why: 'no run' } }]);
    expect(lineNotes(race, 'a.c').get(4)?.lemmas).toHaveLength(2);
  });

  it('begins anew where the engines do, for the next property', () => {
    const again: JobEvent = { kind: 'engine-started', engine: 'ic3', options: {}, time: 800 };
    const race = advance(
      NO_RACE,
      numbered([...EVENTS.slice(0, 13), { kind: 'property', name: 'b0', verdict: 'TRUE', time: 750 }, again]),
    );
    expect([...race.lanes.keys()]).toEqual(['ic3']);
    expect(race.lemmas.size).toBe(0);
    expect(race.properties).toEqual([{ name: 'b0', verdict: 'TRUE' }]);
  });

  it('stays small however long it takes, and keeps the last bound', () => {
    const bounds = Array.from(
      { length: 5_000 },
      (_, bound): JobEvent => ({ kind: 'bound', engine: 'bmc', bound, time: bound }),
    );
    const lane = advance(NO_RACE, numbered(bounds)).lanes.get('bmc');
    expect(lane?.bounds.length).toBeLessThanOrEqual(2_000);
    expect(lane?.bounds.at(-1)?.bound).toBe(4_999);
    expect(lane?.bounds.every(({ bound }, index, all) => index === 0 || bound > all[index - 1].bound)).toBe(true);
  });

  it('takes no harm from events and results of later versions', () => {
    const later = JSON.parse(
      '[{"kind":"moon-phase","time":3},{"kind":"verdict","result":{"verdict":"MAYBE"},"witness":false,"time":4}]',
    );
    expect(advance(NO_RACE, numbered(later))).toMatchObject({ end: { verdict: 'MAYBE', result: null } });
  });
});

describe('the lanes', () => {
  const race = advance(NO_RACE, numbered(EVENTS));

  it('show bounds, claims and lemmas where they belong in time', () => {
    const picture = layLanes(race, 0, 900);
    expect(picture.until).toBe(900);
    expect(picture.rows.map(({ name }) => name)).toEqual(['compile', 'ic3', 'kind']);
    expect(picture.rows[2]).toMatchObject({
      x: 110,
      width: 790,
      open: false,
      segments: [
        { x: 200, width: 100, bound: 1 },
        { x: 300, width: 600, bound: 3 },
      ],
      claims: [{ x: 600, outcome: 'certified' }],
    });
    expect(picture.marks).toMatchObject([
      { x: 400, inProof: true },
      { x: 410, inProof: false },
    ]);
    expect(picture.arrows).toMatchObject([{ lemma: 7, from: { x: 400 }, to: { x: 500 } }]);
  });

  it('show how much of the time each engine was in solvers', () => {
    const use = (time: number, solverMilliseconds: number): JobEvent => ({
      kind: 'memory',
      process: 1,
      engines: [{ engine: 'kind', bytes: 1, solverMilliseconds }],
      time,
    });
    const busy = advance(
      NO_RACE,
      numbered([...EVENTS.slice(0, 5), use(210, 50), use(410, 50), use(412, 51), use(610, 500)]),
    );
    expect(layLanes(busy, 0, 610).rows[2].solver).toEqual([
      { x: 110, width: 100, share: 0.5 },
      { x: 210, width: 200, share: 0 },
      { x: 410, width: 200, share: 1 },
    ]);
  });

  it('lay what is too close together into one', () => {
    const narrow = layLanes(race, 0, 45);
    expect(narrow.rows[2].segments).toMatchObject([{ bound: 3 }]);
    expect(narrow.marks).toHaveLength(1);
    expect(narrow.marks[0].lemmas.map(({ id }) => id)).toEqual([7, 8]);
  });

  it('grow with the clock while the race is on', () => {
    const open = advance(NO_RACE, numbered(EVENTS.slice(0, 6)));
    const picture = layLanes(open, 1200, 1200);
    expect(picture.rows[2]).toMatchObject({ x: 110, width: 1090, open: true });
  });

  it('lead from a lemma to all engines that got it', () => {
    const picture = layLanes(race, 0, 900);
    expect(arrowsOf(race, [...race.lemmas.values()].slice(1), picture)).toMatchObject([{ lemma: 8, to: { x: 410 } }]);
  });

  it.each([1, 7, 130, 999, 12_345, 360_000])('have round times below that do not collide, of %i ms', (until) => {
    const { ticks } = layLanes({ ...NO_RACE, time: until }, 0, 400);
    expect(ticks.length).toBeGreaterThan(1);
    for (const [index, { x }] of ticks.entries()) {
      expect(x).toBeLessThanOrEqual(400.001);
      if (index > 0) expect(x - ticks[index - 1].x).toBeGreaterThanOrEqual(69.9);
    }
  });

  it('say durations as people do', () => {
    expect([0, 250, 1500, 65_000, 120_000].map(durationText)).toEqual([
      '0 ms',
      '250 ms',
      '1.5 s',
      '1 min 5 s',
      '2 min',
    ]);
  });
});

describe('the notes at the source', () => {
  const notes = (race: Race) => lineNotes(race, 'a.c').get(4);

  it('have the invariant of the proof, and the lemmas, those of the proof first', () => {
    const race = advance(NO_RACE, numbered(EVENTS));
    expect(notes(race)).toMatchObject({
      invariants: [{ keyword: 'while', lines: ['i <= n'] }],
      lemmas: [
        { expression: 'i <= n', inProof: true },
        { expression: 'i >= 0', inProof: false },
      ],
    });
    expect(lineNotes(race, 'b.c').size).toBe(0);
  });

  it('have the messages of the compiler', () => {
    const diagnostic = { code: 'C1', severity: 'error', message: 'm', at, notes: [], excerpt: null } as const;
    expect(notes(advance(NO_RACE, numbered([{ kind: 'diagnostic', diagnostic, time: 1 }])))?.messages).toEqual([
      { severity: 'error', text: 'm' },
    ]);
  });
});

it('the program is what was submitted, and what else it is made of', () => {
  const task = {
    files: [
      { name: 'src/a.c', text: 'a' },
      { name: 'src/a.h', text: 'h' },
    ],
  };
  const files = [
    { name: 'src/a.h', text: 'other' },
    { name: 'src/inc/b.h', text: 'b' },
  ];
  const race = advance(NO_RACE, numbered([{ kind: 'sources', files, omitted: 0, time: 1 }]));
  expect(sourceFiles(task, race)).toEqual([
    { name: 'src/a.c', text: 'a', label: 'a.c', preprocessed: false },
    { name: 'src/a.h', text: 'h', label: 'a.h', preprocessed: false },
    { name: 'src/inc/b.h', text: 'b', label: 'inc/b.h', preprocessed: true },
  ]);
  const nowhere = { ...at, file: 'src/inc/b.h', line: 1 };
  const diagnostic = {
    code: 'C1001',
    severity: 'warning',
    message: 'm',
    at: nowhere,
    notes: [],
    excerpt: null,
  } as const;
  expect(
    lineNotes(advance(race, [{ number: 2, event: { kind: 'diagnostic', diagnostic, time: 2 } }]), 'src/inc/b.h').get(1)
      ?.messages,
  ).toHaveLength(1);
});

describe('a race without verdict', () => {
  const unknown = {
    verdict: 'UNKNOWN',
    property: 'p',
    seconds: 1,
    reason: { kind: 'stopped', text: 'stopped' },
    safeUpTo: null,
  } as const;
  const race = advance(
    NO_RACE,
    numbered([...EVENTS.slice(0, 6), { kind: 'note', engine: 'kind', text: 'at step 4', time: 310 }]),
  );

  it('says how each engine ended, and what it was at', () => {
    const engines = [{ engine: 'kind', end: { kind: 'stopped', aborted: false }, bound: 3 }] as const;
    expect(engineStates({ ...unknown, engines }, race)).toEqual([
      { engine: 'kind', end: 'stopped', bound: 3, note: 'at step 4' },
    ]);
  });

  it('that was ended from outside says what is known of them', () => {
    expect(engineStates(unknown, race)).toEqual([
      { engine: 'ic3', end: 'cut off', bound: null, note: null },
      { engine: 'kind', end: 'cut off', bound: 3, note: 'at step 4' },
    ]);
  });
});
