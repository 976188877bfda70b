import { expect, it } from 'vitest';
import { RaceTable } from '../../../../src/apps/cli/race-table.ts';
import type { VerifyEventBody } from '../../../../src/race/events.ts';

const told = { basis: 'inductive', restsOn: [], to: ['bmc'], text: null } as const;

function tableOf(...events: readonly VerifyEventBody[]): RaceTable {
  const table = new RaceTable();
  for (const [index, event] of events.entries()) table.take({ ...event, time: 100 * index });
  return table;
}

const text = (table: RaceTable, size: { width: number; height: number }): readonly string[] =>
  table.lines(10_000, size).map((line) => line.text);

const race = [
  { kind: 'engine-started', engine: 'bmc', options: {} },
  { kind: 'engine-started', engine: 'ai', options: {} },
  { kind: 'engine-started', engine: 'sim', options: {} },
  { kind: 'bound', engine: 'bmc', bound: 12 },
  { kind: 'lemma', engine: 'ai', id: 1, ...told },
  { kind: 'lemma', engine: 'ai', id: 2, ...told },
  { kind: 'lemmas-used', engine: 'bmc', ids: [2] },
  { kind: 'lemmas-used', engine: 'bmc', ids: [2] },
  { kind: 'memory', process: 300 * 2 ** 20, engines: [{ engine: 'bmc', bytes: 1, solverMilliseconds: 4_210 }] },
  { kind: 'note', engine: 'ai', text: 'round 2\u001b[2J\nof many' },
  { kind: 'engine-ended', engine: 'sim', end: { kind: 'share-used' }, bound: null },
] as const satisfies readonly VerifyEventBody[];

it('shows bound, solver time and lemmas of each engine, those that ended last', () => {
  expect(text(tableOf(...race), { width: 80, height: 24 })).toEqual([
    'compiling 10.0 s, 300 MB',
    '  engine  bound  solver  lemmas  used  for',
    '  bmc        12   4.2 s       -     1  10.0 s',
    '  ai          -       -       2     -  9.9 s  round 2 [2J of many',
    '  sim         -       -       -     -  its share of the time was used up',
  ]);
});

it('keeps to the size of the terminal', () => {
  const lines = text(tableOf(...race), { width: 12, height: 4 });
  expect(lines).toEqual(['compiling 10', '  engine  bo', '  bmc       ', '  ... and 2 ']);
});

it('says the same in one line', () => {
  expect(tableOf(...race).summary(10_000)).toBe(
    'lemmata: compiling 10.0 s, 300 MB: bmc at bound 12, ai; 2 lemmas published',
  );
});
