import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventLog, MOST_SAMPLES } from '../../../../src/apps/server/job/event-log.ts';
import type { JobEvent } from '../../../../src/apps/server/protocol.ts';
import { layLanes } from '../../../../src/apps/server/web/state/lanes.ts';
import { advance, NO_RACE } from '../../../../src/apps/server/web/state/race.ts';

const event = fc.oneof(
  fc.record({
    kind: fc.constant('bound' as const),
    engine: fc.constantFrom('a', 'b'),
    bound: fc.nat(9),
    time: fc.constant(0),
  }),
  fc.record({
    kind: fc.constant('lemmas-used' as const),
    engine: fc.constantFrom('a', 'b'),
    ids: fc.array(fc.nat(9)),
    time: fc.constant(0),
  }),
  fc.record({ kind: fc.constant('started' as const), time: fc.constant(0) }),
);

/** What a reader knows: the newest bound of each engine, and what is never superseded. */
function knowledge(events: Iterable<JobEvent>): unknown {
  const bounds = new Map<string, number>();
  let started = 0;
  for (const one of events) {
    if (one.kind === 'bound') bounds.set(one.engine, one.bound);
    if (one.kind === 'started') started += 1;
  }
  return [[...bounds].sort(), started];
}

it('a reader that begins at any event number ends with the state of a reader from the start', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 5 }),
      (events, joined, most) => {
        const log = new EventLog({ eventsPerJob: most, eventCharacters: Number.MAX_SAFE_INTEGER });
        for (const one of events) log.add(one);
        const seen = events.slice(0, joined);
        const rest = [...log.after(Math.min(joined, log.last))];
        expect(knowledge([...seen, ...rest.map((logged) => logged.event)])).toEqual(knowledge(events));
        expect(log.last).toBe(events.length);
        const numerous = [...log.all()].filter((logged) => logged.event.kind === 'lemmas-used').length;
        const told = events.filter(({ kind }) => kind === 'lemmas-used').length;
        expect([numerous, log.omitted]).toEqual([Math.min(most, told), Math.max(0, told - most)]);
      },
    ),
  );
});

it('of events that are too long together the oldest lemmas go, and nothing else', () => {
  const log = new EventLog({ eventsPerJob: 100, eventCharacters: 1_000 });
  const filler = 'x'.repeat(300);
  log.add({ kind: 'failed', code: 'E-X', message: filler.repeat(4), time: 0 });
  log.add({ kind: 'started', time: 0 });
  expect([log.omitted, log.last]).toEqual([0, 2]);
  log.add({ kind: 'lemmas-used', engine: filler, ids: [], time: 0 });
  expect([[...log.all()].map(({ number }) => number), log.omitted, log.last]).toEqual([[1, 2], 1, 3]);
  const other = new EventLog({ eventsPerJob: 100, eventCharacters: 1_000 });
  for (let time = 0; time < 5; time++) other.add({ kind: 'lemmas-used', engine: filler, ids: [], time });
  for (let time = 5; time < 9; time++) other.add({ kind: 'note', engine: 'bmc', text: 'x', time });
  const kept = [...other.all()];
  expect(kept.map(({ number }) => number)).toEqual([4, 5, 9]);
  expect(other.characters).toBe(kept.reduce((sum, { json }) => sum + json.length, 0));
});

it('a race that is over keeps its bounds and its memory, spread over its time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 5 }), (count, pause) => {
      const log = new EventLog({ eventsPerJob: 10, eventCharacters: Number.MAX_SAFE_INTEGER });
      for (let bound = 0; bound < count; bound++) {
        log.add({ kind: 'bound', engine: 'kind', bound, time: bound * pause });
        log.add({ kind: 'memory', process: bound, engines: [], time: bound * pause });
      }
      const kept = [...log.all()].map((logged) => logged.event);
      for (const kind of ['bound', 'memory'] as const) {
        const times = kept.filter((one) => one.kind === kind).map(({ time }) => time);
        expect(times).toHaveLength(Math.min(count, MOST_SAMPLES));
        expect([times[0], times.at(-1)]).toEqual([0, (count - 1) * pause]);
        const widest = Math.max(0, ...times.slice(1).map((time, index) => time - times[index]));
        expect(widest).toBeLessThanOrEqual(Math.max(pause, (4 * count * pause) / MOST_SAMPLES));
      }
    }),
  );
});

it('a race is drawn alike while it runs, and from what is kept of it', () => {
  const log = new EventLog({ eventsPerJob: 10, eventCharacters: Number.MAX_SAFE_INTEGER });
  const events = ['bmc', 'kind'].flatMap((engine, index): readonly JobEvent[] => [
    { kind: 'engine-started', engine, options: {}, time: 100 },
    ...Array.from({ length: 900 }, (_, bound) => ({
      kind: 'bound' as const,
      engine,
      bound,
      time: 101 + (bound + index) ** 1.2,
    })),
  ]);
  const told = events.sort((a, b) => a.time - b.time).map((one) => log.add(one));
  const width = 600;
  const [live, later] = [told, [...log.all()]].map((list) => {
    const race = advance(NO_RACE, list);
    return layLanes(race, race.time, width).rows.map(({ name, segments, x, width: wide }) => ({
      name,
      segments,
      x,
      wide,
    }));
  });
  for (const [index, row] of live.entries()) {
    const { name, x, wide, segments } = later[index];
    expect([name, x, wide]).toEqual([row.name, row.x, row.wide]);
    expect(segments.at(-1)?.bound).toBe(row.segments.at(-1)?.bound);
    // Each segment of the one picture lies within a few pixels of one in the other.
    for (const { x: left } of row.segments)
      expect(Math.min(...segments.map((segment) => Math.abs(segment.x - left)))).toBeLessThanOrEqual(12);
  }
});
