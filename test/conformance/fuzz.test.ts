import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadZ3 } from '../../src/logic/z3/index.ts';
import { Fuzzer, type SeedResult } from './fuzz/fuzz.ts';
import { hasCompiler } from './fuzz/native.ts';

/**
 * Verdicts on random programs against what gcc's code does on every input; `scripts/fuzz.ts` runs
 * many more.
 */

const present = hasCompiler();
if (!present) console.log('skipped: no gcc here');

describe.runIf(present)('verdicts on random programs', () => {
  let fuzzer: Fuzzer;
  beforeAll(async () => {
    fuzzer = new Fuzzer({ z3: await loadZ3(), limit: 400, seed: 1 });
  });
  afterAll(() => fuzzer.close());

  const SEEDS = Array.from({ length: 4 }, (_, i) => i + 5);
  const results: SeedResult[] = [];

  it.each(SEEDS)('seed %i', { timeout: 180_000 }, (seed) => {
    const result = fuzzer.seed(seed, null);
    results.push(result);
    const outcomes = result.kind === 'tasks' ? result.outcomes : [];
    const flaws = outcomes.filter(({ result }) => result !== 'right' && result !== 'open');
    expect(
      flaws.map(
        ({ task, verdict, why }) => `${task.name}: ${verdict} instead of ${task.expected}: ${why}\n${task.text}`,
      ),
    ).toEqual([]);
  });

  it('half of the seeds make tasks, and a tenth of the tasks is decided', ({ skip }) => {
    if (results.length < SEEDS.length) skip('not all seeds ran');
    const tasks = results.flatMap((result) => (result.kind === 'tasks' ? [result.outcomes] : []));
    const outcomes = tasks.flat();
    expect(tasks.length).toBeGreaterThanOrEqual(SEEDS.length / 2);
    expect(outcomes.filter(({ result }) => result === 'right').length).toBeGreaterThanOrEqual(outcomes.length / 10);
  });

  it('some tasks about calls are decided', () => {
    const result = fuzzer.seed(4, ['calls']);
    expect(
      result.kind === 'tasks' ? result.outcomes.filter((outcome) => outcome.result === 'right').length : 0,
    ).toBeGreaterThan(0);
  });
});
