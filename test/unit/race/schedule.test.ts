import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, Schedule } from '../../../src/race/schedule/schedule.ts';
import type { Slices } from '../../../src/race/schedule/slices.ts';

/** Slices by engine and ms, in order. */
function slicesOf(order: readonly (readonly [string, number])[], few: typeof order = []): Slices {
  const ids = [...new Set(order.map(([engine]) => engine))];
  const listed = (list: typeof order) => list.map(([engine, milliseconds]) => ({ engine, milliseconds }));
  return {
    engines: ids.map((id) => ({ id, engine: 'kind', options: {} })),
    slices: listed(order),
    nearlyAll: [],
    fewLeft: listed(few),
  };
}

/** An engine as the machine would run it. */
interface Simulated {
  used: number;
  until: number;
  /** CPU time after which it has the answer, ms; infinite: it never has. */
  readonly answer: number;
}

interface Answered {
  /** Null: nobody answered before the limit. */
  readonly engine: string | null;
  /** CPU time of the race, ms. */
  readonly at: number;
  /** What each engine had used when another one came to its tenth second. */
  readonly atTenth: ReadonlyMap<string, number> | null;
}

/** Runs a race on one core in simulated time, ms. `overrun`: by how much an engine uses more than its slice. */
function simulate(all: Slices, answers: Readonly<Record<string, number>>, limit: number, overrun = 0): Answered {
  const schedule = new Schedule(all, 1);
  const engines = new Map<string, Simulated>(
    all.engines.map(({ id }) => [id, { used: 0, until: 0, answer: answers[id] ?? Number.POSITIVE_INFINITY }]),
  );
  const get = (id: string): Simulated => engines.get(id)!;
  let now = 0;
  let atTenth: ReadonlyMap<string, number> | null = null;
  let current: string | null = null;
  const perform = (actions: readonly Action[]): void => {
    for (const action of actions) {
      if (action.kind !== 'start' && action.kind !== 'resume') throw new Error(`not expected: ${action.kind}`);
      get(action.engine).until = action.until;
      current = action.engine;
    }
  };
  perform(schedule.begin());
  while (current !== null) {
    const id: string = current;
    const one = get(id);
    const slice = Math.min(one.until + overrun, one.answer) - one.used;
    if (now + slice > limit) return { engine: null, at: limit, atTenth };
    now += slice;
    one.used += slice;
    if (one.used >= 10_000) atTenth ??= new Map([...engines].map(([name, { used }]) => [name, used]));
    if (one.used >= one.answer) return { engine: id, at: now, atTenth };
    current = null;
    perform(schedule.spent(id, one.used));
  }
  return { engine: null, at: now, atTenth };
}

const LIST = slicesOf([
  ['sim', 100],
  ['kind', 100],
  ['ic3', 200],
  ['kind', 300],
  ['houdini', 500],
  ['ic3', 1000],
  ['imc', 300],
]);
const NAMES = LIST.engines.map(({ id }) => id);
const LIMITS = [10_000, 60_000, 300_000];

describe('the schedule', () => {
  it('gives the slices of the list in order, and then turns that grow', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 200],
        ['a', 300],
      ]),
      1,
    );
    const given: string[] = [];
    let actions = schedule.begin();
    for (let slice = 0; slice < 8; slice++) {
      const [action] = actions;
      if (action.kind !== 'start' && action.kind !== 'resume') throw new Error(action.kind);
      given.push(`${action.kind} ${action.engine} ${action.until}`);
      actions = schedule.spent(action.engine, action.until);
    }
    expect(given).toEqual([
      'start a 100',
      'start b 200',
      'resume a 400',
      'resume a 900',
      'resume b 700',
      'resume a 1650',
      'resume b 1450',
      'resume a 2775',
    ]);
  });

  it('gives an answer at the same time under every limit that it comes within', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 80_000 })),
        fc.nat(50),
        (answers, overrun) => {
          const [short, ...longer] = LIMITS.map((limit) => simulate(LIST, answers, limit, overrun));
          let before = short;
          for (const answer of longer) {
            if (before.engine !== null) expect([answer.engine, answer.at]).toEqual([before.engine, before.at]);
            before = answer;
          }
        },
      ),
    );
  });

  it('lets no engine have its tenth second before all have had slices, whatever they overrun', () => {
    fc.assert(
      fc.property(fc.nat(500), (overrun) => {
        const { atTenth } = simulate(LIST, {}, 300_000, overrun);
        for (const id of NAMES) expect(atTenth?.get(id) ?? 0).toBeGreaterThan(100);
      }),
    );
  });

  it('answers within a bounded multiple of what the engine alone takes, and early where that is little', () => {
    for (const id of NAMES) {
      expect(simulate(LIST, { [id]: 50 }, 60_000).at).toBeLessThan(2_500);
      for (const alone of [500, 2_000, 20_000]) {
        const { engine, at } = simulate(LIST, { [id]: alone }, 3_000_000);
        expect(engine).toBe(id);
        expect(at).toBeLessThan(2.5 * NAMES.length * alone + 2_500);
      }
    }
  });

  it('takes what an engine has used too much from its next slices', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
        ['a', 100],
        ['b', 100],
        ['a', 100],
      ]),
      1,
    );
    schedule.begin();
    expect(schedule.spent('a', 250)).toEqual([{ kind: 'start', engine: 'b', until: 100 }]);
    expect(schedule.spent('b', 100)).toEqual([{ kind: 'resume', engine: 'b', until: 200 }]);
    expect(schedule.spent('b', 200)).toEqual([{ kind: 'resume', engine: 'a', until: 300 }]);
  });

  it('has as many engines run as there are slots; one that runs on has its next slice at once', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
        ['a', 200],
        ['c', 100],
      ]),
      2,
    );
    expect(schedule.begin().map(({ engine }) => engine)).toEqual(['a', 'b']);
    expect(schedule.spent('b', 100)).toEqual([
      { kind: 'resume', engine: 'a', until: 300 },
      { kind: 'start', engine: 'c', until: 100 },
    ]);
    expect(schedule.running).toEqual(['a', 'c']);
    expect(schedule.ended('a')).toEqual([{ kind: 'resume', engine: 'b', until: 600 }]);
    schedule.ended('b');
    schedule.ended('c');
    expect(schedule.isOver).toBe(true);
  });

  it('has an engine whose last slice closed no bound yield every second slice after the list', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
        ['a', 100],
      ]),
      1,
    );
    const order: string[] = [];
    let bound = 0;
    let actions = schedule.begin();
    for (let turn = 0; turn < 11; turn++) {
      const [action] = actions;
      if (action.kind !== 'start' && action.kind !== 'resume') throw new Error(`not expected: ${action.kind}`);
      order.push(action.engine);
      bound += 1;
      actions = schedule.spent(action.engine, action.until, action.engine === 'a' ? 7 : bound);
    }
    expect(order.join('')).toBe('abababbabba'.slice(0, order.length));
  });

  it('gives the slices for few checks before it goes on, and more of them while each closes two bounds', () => {
    const order = [
      ['a', 1000],
      ['b', 100],
    ] as const;
    const schedule = new Schedule(
      slicesOf(order, [
        ['b', 200],
        ['a', 50],
      ]),
      1,
    );
    schedule.begin();
    // A certificate holds the only slot while its proof leaves few checks.
    schedule.reserve(1);
    schedule.spent('a', 300, 1);
    expect(schedule.fewLeft()).toEqual([]);
    expect(schedule.reserve(0)).toEqual([{ kind: 'start', engine: 'b', until: 200 }]);
    expect(schedule.spent('b', 200, 2)).toEqual([{ kind: 'resume', engine: 'b', until: 400 }]);
    // One bound is too few; what `a` has left of its slice comes with its own slice for few checks.
    expect(schedule.spent('b', 400, 3)).toEqual([{ kind: 'resume', engine: 'a', until: 1050 }]);
    expect(schedule.spent('a', 1050, 1)).toEqual([{ kind: 'resume', engine: 'b', until: 500 }]);
  });

  it('gives the slices for the last checks before it goes on', () => {
    const order = [
      ['a', 100],
      ['b', 100],
    ] as const;
    const schedule = new Schedule({ ...slicesOf(order), nearlyAll: [{ engine: 'b', milliseconds: 1000 }] }, 1);
    schedule.begin();
    schedule.reserve(1);
    schedule.spent('a', 60, 1);
    schedule.nearlyAll();
    expect(schedule.reserve(0)).toEqual([{ kind: 'start', engine: 'b', until: 1000 }]);
    expect(schedule.spent('b', 1000, 1)).toEqual([{ kind: 'resume', engine: 'a', until: 100 }]);
  });

  it('gives no more than four slices more to an engine that goes on to close bounds of few checks', () => {
    const schedule = new Schedule(
      slicesOf(
        [
          ['a', 1000],
          ['b', 100],
        ],
        [['b', 100]],
      ),
      1,
    );
    schedule.begin();
    schedule.reserve(1);
    schedule.fewLeft();
    const [first] = schedule.reserve(0);
    expect(first.engine).toBe('b');
    const after = [1, 2, 3, 4, 5].map((slice) => schedule.spent('b', 100 * slice, 10 * slice)[0].engine);
    expect(after.join('')).toBe('bbbba');
  });

  it('treats an engine that reports no bounds like one that gets on', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
      ]),
      1,
    );
    schedule.begin();
    schedule.spent('a', 100, null);
    expect(schedule.spent('b', 100, null)).toEqual([{ kind: 'resume', engine: 'a', until: 600 }]);
    expect(schedule.spent('a', 600, null)).toEqual([{ kind: 'resume', engine: 'b', until: 600 }]);
    expect(schedule.spent('b', 600, null)).toEqual([{ kind: 'resume', engine: 'a', until: 1350 }]);
  });

  it('lets one more run, and no further one, while engines do not pause', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
        ['c', 100],
      ]),
      1,
    );
    schedule.begin();
    expect(schedule.overdue('a')).toEqual([{ kind: 'start', engine: 'b', until: 100 }]);
    expect(schedule.overdue('b')).toEqual([]);
    expect(schedule.running).toEqual(['a', 'b']);
    expect(schedule.spent('a', 150)).toEqual([{ kind: 'start', engine: 'c', until: 100 }]);
  });

  it('has engines pause for claims, and these go on first', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
        ['c', 100],
      ]),
      2,
    );
    schedule.begin();
    expect(schedule.reserve(1)).toEqual([{ kind: 'pause', engine: 'b' }]);
    expect(schedule.reserve(2)).toEqual([{ kind: 'pause', engine: 'a' }]);
    expect(schedule.running).toEqual([]);
    expect(schedule.reserve(0)).toEqual([
      { kind: 'resume', engine: 'a', until: 100 },
      { kind: 'resume', engine: 'b', until: 100 },
    ]);
    schedule.reserve(2);
    // Its slice was over before it heard of the pause.
    schedule.spent('a', 100);
    expect(schedule.reserve(1)).toEqual([{ kind: 'resume', engine: 'b', until: 100 }]);
  });

  it('starts no engine on the core where the claim of an ended engine is certified', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
      ]),
      1,
    );
    schedule.begin();
    schedule.reserve(1);
    expect(schedule.ended('a')).toEqual([]);
    expect(schedule.reserve(0)).toEqual([{ kind: 'start', engine: 'b', until: 100 }]);
  });

  it('drops the large paused engine whose turn is the last to come, and begins it anew once it gets further than before', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 300],
        ['b', 300],
        ['c', 100],
        ['d', 100],
        ['b', 100],
        ['a', 100],
        ['b', 100],
        ['a', 100],
      ]),
      1,
    );
    schedule.begin();
    schedule.spent('a', 300);
    schedule.spent('b', 300);
    expect(schedule.spent('c', 100)).toEqual([{ kind: 'start', engine: 'd', until: 100 }]);
    const bytes = new Map([
      ['a', 900],
      ['b', 1000],
      ['c', 10],
      ['d', 5000],
    ]);
    expect(schedule.relieve(bytes)).toEqual([{ kind: 'drop', engine: 'a' }]);
    expect(schedule.spent('d', 100)).toEqual([{ kind: 'resume', engine: 'b', until: 400 }]);
    expect(schedule.spent('b', 400)).toEqual([{ kind: 'resume', engine: 'b', until: 500 }]);
    expect(schedule.spent('b', 500)).toEqual([{ kind: 'start', engine: 'a', until: 700 }]);
  });

  it('ends an engine for good where none is paused, or where it would be dropped again', () => {
    const schedule = new Schedule(
      slicesOf([
        ['a', 100],
        ['b', 100],
      ]),
      1,
    );
    schedule.begin();
    expect(schedule.relieve(new Map([['a', 5]]))).toEqual([
      { kind: 'end', engine: 'a' },
      { kind: 'start', engine: 'b', until: 100 },
    ]);
    expect(schedule.lastOne).toBe('b');
  });

  it('ends an engine after a last slice where more would be in vain', () => {
    const schedule = new Schedule(slicesOf([['a', 100]]), 1);
    schedule.begin();
    expect(schedule.limit('a', 250)).toEqual([]);
    const more = schedule.spent('a', 100);
    expect(more).toEqual([{ kind: 'resume', engine: 'a', until: 350 }]);
    expect(schedule.spent('a', 350)).toEqual([{ kind: 'end', engine: 'a' }]);
    expect(schedule.isOver).toBe(true);
  });
});

describe('a schedule', () => {
  const all = slicesOf([
    ['a', 100],
    ['b', 200],
    ['a', 300],
  ]);

  it('rests with all its engines, and goes on where it was', () => {
    const schedule = new Schedule(all, 1);
    expect(schedule.begin()).toEqual([{ kind: 'start', engine: 'a', until: 100 }]);
    expect(schedule.rest(true)).toEqual([{ kind: 'pause', engine: 'a' }]);
    expect(schedule.spent('a', 60)).toEqual([]);
    expect(schedule.rest(false)).toEqual([{ kind: 'resume', engine: 'a', until: 100 }]);
    expect(schedule.spent('a', 100)).toEqual([{ kind: 'start', engine: 'b', until: 200 }]);
  });

  it('lets an engine begin again for as long as its last slice was', () => {
    const schedule = new Schedule(all, 1);
    schedule.begin();
    schedule.spent('a', 100);
    expect(schedule.again('b')).toEqual([{ kind: 'start', engine: 'b', until: 200 }]);
    expect(schedule.spent('b', 200)).toEqual([{ kind: 'resume', engine: 'a', until: 400 }]);
    schedule.ended('a');
    expect(schedule.again('a')).toEqual([]);
    expect(schedule.ended('b')).toEqual([{ kind: 'start', engine: 'a', until: 300 }]);
  });
});
