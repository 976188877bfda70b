import { describe, expect, it } from 'vitest';
import type { JobEvent } from '../../../../../src/apps/server/protocol.ts';
import { blockFacts, blockLines, cut, placeOf } from '../../../../../src/apps/server/web/state/automaton.ts';
import { memoryCurve, solverCurves } from '../../../../../src/apps/server/web/state/curves.ts';
import { advance, NO_RACE } from '../../../../../src/apps/server/web/state/race.ts';

const head = { file: 'a.c', line: 4, column: 3 };
const body = { file: 'a.c', line: 5, column: 5 };

const MAIN = {
  name: 'main',
  at: head,
  calls: [],
  blocks: [
    {
      operations: [],
      more: 0,
      loops: [head],
      error: false,
      exit: false,
      next: [{ to: 1, condition: { text: 'i < n', at: body } }],
    },
    { operations: [{ text: 'i = i + 1', at: body }], more: 2, loops: [], error: false, exit: true, next: [] },
  ],
};

const LEMMA = { kind: 'lemma', engine: 'ai', basis: 'inductive', restsOn: [], to: [] } as const;

function race(...events: readonly JobEvent[]) {
  return advance(
    NO_RACE,
    events.map((event, index) => ({ number: index + 1, event })),
  );
}

function verdict(result: { readonly verdict: string; readonly [field: string]: unknown }): JobEvent {
  return { kind: 'verdict', result, witness: false, time: 9 };
}

describe('the drawing of an automaton', () => {
  it('says at a loop what the proof and the lemmas say of it', () => {
    const proof = {
      engine: 'kind',
      certificate: {
        kind: 'universal',
        invariants: [{ at: head, expression: 'i <= n', universal: ['\\forall j;'], lines: ['i <= n', '\\forall j;'] }],
      },
    };
    const facts = blockFacts(
      race(
        { ...LEMMA, id: 1, text: [{ at: head, expression: 'i >= 0' }], time: 1 },
        { ...LEMMA, id: 2, text: [{ at: head, expression: 'i != 7' }], time: 2 },
        { kind: 'claim', engine: 'kind', claim: 'safe', detail: '', uses: [2], time: 4 },
        { kind: 'certified', engine: 'kind', claim: 'safe', milliseconds: 1, time: 5 },
        verdict({ verdict: 'TRUE', ...proof }),
      ),
      MAIN,
    );
    expect(facts).toEqual([
      { invariants: ['i <= n', '\\forall j;'], lemmas: 2, inProof: 1, visits: 0 },
      { invariants: [], lemmas: 0, inProof: 0, visits: 0 },
    ]);
  });

  it('says where the run to the error comes by', () => {
    const step = { at: body, function: 'main', depth: 0, text: '', assigned: null };
    const violation = { kind: 'program', steps: [step, { ...step, function: 'other' }, step], error: body };
    const facts = blockFacts(race(verdict({ verdict: 'FALSE', engine: 'bmc', violation })), MAIN);
    expect(facts.map(({ visits }) => visits)).toEqual([2, 2]);
  });

  it('has short lines, and never an empty block', () => {
    expect(MAIN.blocks.map(blockLines)).toEqual([['loop at line 4'], ['i = i + 1', '… 2 more', 'end']]);
    expect(blockLines({ ...MAIN.blocks[0], loops: [] })).toEqual(['·']);
    expect(cut('x'.repeat(100)).length).toBeLessThan(50);
    expect(MAIN.blocks.map(placeOf)).toEqual([head, body]);
  });
});

describe('curves', () => {
  const memory = (
    time: number,
    engines: readonly { readonly engine: string; readonly bytes: number; readonly solverMilliseconds: number }[],
  ): JobEvent => ({
    kind: 'memory',
    process: time * 2 ** 20,
    engines,
    time,
  });
  const started = (engine: string): JobEvent => ({ kind: 'engine-started', engine, options: {}, time: 1 });

  it('have one axis of time for all engines', () => {
    const all = race(
      started('bmc'),
      started('kind'),
      memory(1000, [{ engine: 'bmc', bytes: 1, solverMilliseconds: 400 }]),
      memory(2000, [
        { engine: 'bmc', bytes: 1, solverMilliseconds: 900 },
        { engine: 'kind', bytes: 1, solverMilliseconds: 100 },
      ]),
    );
    expect(solverCurves(all)).toEqual({
      names: ['bmc', 'kind'],
      times: [1, 2],
      columns: [
        [0.4, 0.9],
        [null, 0.1],
      ],
    });
    expect(memoryCurve(all)).toEqual({ names: ['process'], times: [1, 2], columns: [[1000, 2000]] });
    expect(all.lanes.get('bmc')?.bytes).toBe(1);
  });

  it('are none where nobody says how long solvers took', () => {
    expect(solverCurves(race(started('bmc'), { kind: 'memory', process: 1, engines: [], time: 5 })).names).toEqual([]);
  });
});
