import { describe, expect, test } from 'vitest';
import { raceProperties } from '../../../src/race/coordinator/property-races.ts';
import { checksProperty } from '../../../src/race/property.ts';
import type { UnknownReason, Verdict } from '../../../src/race/verdict.ts';

const property = checksProperty(['overflow']);
const timeOver: UnknownReason = { kind: 'time-limit', milliseconds: 1, during: 'solving' };

interface Played {
  readonly verdict: Verdict;
  readonly known: readonly string[];
  readonly races: readonly string[];
}

/** Plays the races on properties. Each is proved, or violated, by a race of that many ms; null: by none. */
async function play(
  natures: Readonly<Record<string, readonly ['safe' | 'unsafe', number] | null>>,
  limit: number,
): Promise<Played> {
  const known: string[] = [];
  const races: string[] = [];
  let spent = 0;
  const verdict = await raceProperties({
    names: Object.keys(natures),
    property,
    decide: async (name, milliseconds, isFirst) => {
      races.push(isFirst ? name : `${name} again`);
      const time = milliseconds ?? Number.POSITIVE_INFINITY;
      const nature = natures[name];
      if (nature !== null && nature[1] <= time) {
        spent += nature[1];
        return { kind: nature[0], engine: 'bmc', run: { kind: 'hardware', name } } as unknown as Verdict;
      }
      spent += time;
      const engines = [{ id: 'bmc', bound: null, end: { kind: 'stopped', aborted: false } }];
      return { kind: 'unknown', property, reason: timeOver, safeUpTo: 3, engines } as unknown as Verdict;
    },
    left: () => limit - spent,
    interruption: () => (spent >= limit ? timeOver : null),
    known: (name, { kind }) => known.push(`${name} ${kind}`),
  });
  return { verdict, known, races };
}

describe('races on the properties of a hardware model', () => {
  test('a property that takes long does not hold up the others', async () => {
    const { known, races, verdict } = await play(
      { slow: ['safe', 6000], quick: ['safe', 10], late: ['safe', 20] },
      60_000,
    );
    expect(known).toEqual(['quick safe', 'late safe', 'slow safe']);
    expect(races).toEqual(['slow', 'quick', 'late', 'slow again']);
    expect(verdict.kind).toBe('safe');
  });

  test('one violation is the verdict on all, and the others are decided, too', async () => {
    const { known, verdict } = await play({ holds: ['safe', 1], fails: ['unsafe', 1], open: null }, 9000);
    expect(known).toEqual(['holds safe', 'fails unsafe', 'open unknown']);
    expect(verdict.kind).toBe('unsafe');
  });

  test('one open property leaves the whole open, with its bound', async () => {
    const { verdict } = await play({ holds: ['safe', 1], open: null }, 9000);
    expect(verdict).toMatchObject({ kind: 'unknown', safeUpTo: 3 });
  });

  test('properties to which the time did not come are open', async () => {
    const { known, verdict } = await play({ first: null, second: null }, 0);
    expect(known).toEqual(['first unknown', 'second unknown']);
    expect(verdict.kind).toBe('unknown');
  });
});
