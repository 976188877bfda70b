import { expect, test } from 'vitest';
import { threadColumns } from '../../../../../src/apps/output/report/run-lines.ts';
import type { RunStep } from '../../../../../src/certify/replay/recorded-run.ts';

const step = (thread: number | null, name: string, depth: number, text: string): RunStep => ({
  at: { file: 'a.c', line: 1, column: 1 },
  thread,
  function: name,
  depth,
  text,
  assigned: null,
});

test('each thread has a column behind the longest text of the ones before', () => {
  const steps = [step(0, 'main', 0, 'a long text of main, which starts threads'), step(1, 'work', 0, 'x = 1')];
  const columns = threadColumns(steps, steps);
  expect([...(columns?.starts ?? [])].flat()).toEqual([0, 0, 1, steps[0].text.length + 2]);
  expect(columns?.names.indexOf('thread 1 (work)')).toBe(columns?.starts.get(1));
});

test('a thread has the name of its first function, also where only later steps are shown', () => {
  const shown = [step(1, 'helper', 1, 'y = 1'), step(0, 'main', 0, 'x = 1')];
  expect(threadColumns([step(1, 'work', 0, 'helper()'), ...shown], shown)?.names).toBe(
    'thread 0 (main)  thread 1 (work)',
  );
});

test('very long texts leave room for the columns behind', () => {
  const steps = [0, 1, 2].map((thread) => step(thread, 'f', 0, 'x'.repeat(200)));
  const starts = [...(threadColumns(steps, steps)?.starts.values() ?? [])];
  expect(starts[0]).toBe(0);
  expect(Math.max(...starts)).toBeLessThanOrEqual(72);
});

test('runs of one thread and of many threads have no columns', () => {
  const one = [step(null, 'main', 0, 'x = 1')];
  const many = Array.from({ length: 9 }, (_, thread) => step(thread, 'f', 0, 'x = 1'));
  for (const steps of [one, one.map((s) => ({ ...s, thread: 0 })), many, []])
    expect(threadColumns(steps, steps)).toBe(null);
});
