import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countExchange } from '../../../../scripts/exchange/counts.ts';
import { answers, appendRun, type RunRecord, readRuns } from '../../../../scripts/exchange/journal.ts';
import { report } from '../../../../scripts/exchange/report.ts';
import type { VerifyEventBody } from '../../../../src/race/events.ts';
import { scratchFolder } from '../../../scratch.ts';

function lemma(engine: string, id: number, to: readonly string[]): VerifyEventBody {
  return { kind: 'lemma', engine, id, basis: 'inductive', restsOn: [], to, text: null };
}

const FOLDER = scratchFolder('ablation');
const COUNTS = countExchange([], null);

function run(task: string, exchange: boolean, verdict: boolean | null, more: Partial<RunRecord> = {}): RunRecord {
  const engine = verdict === null ? null : 'kind';
  return {
    task,
    exchange,
    threads: 1,
    expected: true,
    limit: 10,
    verdict,
    engine,
    stage: 'race',
    seconds: 2,
    counts: COUNTS,
    ...more,
  };
}

describe('counting the lemmas of a run', () => {
  test('each sending counts, late ones too; a proof has the lemmas that its claim names', () => {
    const claim = { kind: 'claim', engine: 'kind', claim: 'safe', detail: '', uses: [1, 2, 3] } as const;
    const events: VerifyEventBody[] = [
      lemma('ai', 1, ['kind', 'pdr']),
      lemma('kind', 2, ['pdr']),
      lemma('ic3', 3, []),
      { kind: 'lemmas-sent', engine: 'kind', ids: [3] },
      { kind: 'lemmas-used', engine: 'kind', ids: [1] },
      { kind: 'lemmas-used', engine: 'pdr', ids: [1] },
      { ...claim, engine: 'pdr', uses: [2] },
      claim,
    ];
    expect(countExchange(events, 'kind')).toMatchObject({
      told: 3,
      delivered: 4,
      useful: 1,
      inProof: 2,
      authors: ['ai', 'ic3'],
    });
    expect(countExchange(events, null)).toMatchObject({ told: 3, inProof: 0, authors: [] });
  });

  test('the lemmas of one race are not taken for those of the next', () => {
    const claim = { kind: 'claim', engine: 'kind', claim: 'safe', detail: '', uses: [1] } as const;
    const used = { kind: 'lemmas-used', engine: 'kind', ids: [1] } as const;
    const events = [lemma('ai', 1, ['kind']), used, lemma('poly', 1, ['kind']), used, claim];
    expect(countExchange(events, 'kind')).toMatchObject({
      told: 2,
      delivered: 2,
      useful: 2,
      inProof: 1,
      authors: ['poly'],
    });
  });
});

describe('the journal of an ablation', () => {
  test('the last run of a task in a setting counts, and half a line is cut off', () => {
    const file = join(FOLDER, 'runs.jsonl');
    expect(readRuns(file)).toEqual([]);
    appendRun(file, run('a', true, null));
    appendRun(file, run('a', false, true));
    appendRun(file, run('a', true, true));
    appendFileSync(file, '{"task":"b"');
    expect(readRuns(file)).toEqual([run('a', true, true), run('a', false, true)]);
    appendRun(file, run('b', true, true));
    expect(readRuns(file)).toHaveLength(3);
  });

  test('a run without an answer is made again for a larger limit', () => {
    expect(answers(run('a', true, null), 10)).toBe(true);
    expect(answers(run('a', true, null), 20)).toBe(false);
    expect(answers(run('a', true, true), 20)).toBe(true);
  });
});

describe('the tables of an ablation', () => {
  const joint = { ...COUNTS, told: 5, inProof: 2, authors: ['ai'] };

  test('the tables list tasks that only the runs with exchange solve, with the engine', () => {
    const runs = [
      run('a', false, true),
      run('a', true, true),
      run('b', false, null),
      run('b', true, true, { counts: joint }),
    ];
    const text = report(runs);
    expect(text).toContain('| 1 | 2 | 1 | 2 | 0 | 2.0 | 2.0 |');
    expect(text).toContain('solved with exchange only: `b`. Solved without it only: none.');
    expect(text).toContain('| b | 1 | kind | ai | 2 | 2.0 |');
  });

  test('wrong verdicts are counted, and neither half pairs nor what needs no race are', () => {
    const quick = [run('q', false, true, { stage: 'quick' }), run('q', true, true)];
    const text = report([...quick, run('half', false, true), run('w', false, false), run('w', true, null)]);
    expect(text).toContain('| 1 | 1 | 0 | 0 | 1 | 0.0 | 0.0 |');
    expect(text).toContain('No task was proved by several engines together');
  });
});
