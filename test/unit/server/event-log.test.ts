import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventLog } from '../../../src/server/job/event-log.ts';
import type { JobEvent } from '../../../src/server/protocol.ts';

const event = fc.oneof(
  fc.record({ kind: fc.constant('bound' as const), engine: fc.constantFrom('a', 'b'), bound: fc.nat(9), time: fc.constant(0) }),
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

it('one who joins at any number knows in the end what one knows who saw everything', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.nat(60), fc.integer({ min: 1, max: 5 }), (events, joined, most) => {
      const log = new EventLog(most);
      for (const one of events) log.add(one);
      const seen = events.slice(0, joined);
      const rest = [...log.after(Math.min(joined, log.last))];
      expect(knowledge([...seen, ...rest.map((logged) => logged.event)])).toEqual(knowledge(events));
      expect(log.last).toBe(events.length);
      const numerous = [...log.all()].filter((logged) => logged.event.kind === 'lemmas-used').length;
      const told = events.filter(({ kind }) => kind === 'lemmas-used').length;
      expect([numerous, log.omitted]).toEqual([Math.min(most, told), Math.max(0, told - most)]);
    }),
  );
});
