import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import schema from '../../../../../schemas/result.schema.json' with { type: 'json' };
import { CheckLedger } from '../../../../../src/apps/output/report/check-ledger.ts';
import { resultObject } from '../../../../../src/apps/output/report/json.ts';
import { LemmaLedger } from '../../../../../src/apps/output/report/lemma-ledger.ts';
import type { VerifyEvent } from '../../../../../src/race/events.ts';
import { plainProperty } from '../../../../../src/race/property.ts';

const valid = new Ajv({ strict: false }).compile(schema);

const RUNS = { runs: 12, states: 30, values: 90, conjuncts: 60, skipped: 5, milliseconds: 7 };
const EVENTS: readonly VerifyEvent[] = [
  { kind: 'refused', engine: 'bmc', claim: 'unsafe', why: 'the run ended otherwise', time: 1 },
  { kind: 'lemma-refused', engine: 'ai', id: 3, why: 'it does not hold', time: 2 },
  { kind: 'trials', engine: 'kind', ...RUNS, time: 3 },
];

function result(events: readonly VerifyEvent[]): Record<string, unknown> {
  const checks = new CheckLedger();
  for (const event of events) checks.take(event);
  const verdict = {
    kind: 'unknown',
    property: plainProperty(),
    reason: { kind: 'stopped' },
    safeUpTo: null,
    engines: [],
  } as const;
  const ledgers = { statistics: new Map(), lemmas: new LemmaLedger(), checks };
  const object = resultObject(verdict, { files: ['a.c'], milliseconds: 1, properties: [], externals: [], ...ledgers });
  return JSON.parse(JSON.stringify(object));
}

test('the result as JSON names what was refused, and says how the program was run', () => {
  const object = result(EVENTS);
  expect(object.refused).toEqual([
    { engine: 'bmc', claim: 'unsafe', why: 'the run ended otherwise' },
    { engine: 'ai', claim: 'lemma', why: 'it does not hold' },
  ]);
  expect(object.trials).toEqual(RUNS);
  expect([valid(object), valid.errors]).toEqual([true, null]);
  for (const name of Object.keys(RUNS)) {
    const { [name]: _, ...less } = object.trials as Record<string, unknown>;
    expect(valid({ ...object, trials: less })).toBe(false);
  }
});

test('of very many refusals the first ones are listed', () => {
  const many = Array.from({ length: 150 }, () => EVENTS[0]);
  expect(result(many).refused).toHaveLength(100);
  expect(Object.keys(result([]))).not.toContain('refused');
});
