import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkerStatus } from '../../../../../src/apps/compete/nats/presence.ts';
import { watchForWorkers } from '../../../../../src/apps/compete/nats/worker-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NOBODY = 'lemmata: no worker serves the queue; this command starts one: lemmata work --queue nats://here:4222';

const worker = (tag: string, state: WorkerStatus['state'] = 'working'): WorkerStatus => ({
  ...{ version: 1, worker: 'w', host: 'h', tag, toolVersion: '1', parallel: 1, cores: 1, load: 0 },
  ...{ memory: 1, freeMemory: 1, state, tasks: [], since: '2026-01-01T00:00:00Z' },
});

function watched(workers: readonly WorkerStatus[]) {
  const state = { waits: true, workers, said: [] as string[] };
  const end = watchForWorkers({
    ...{ tag: 'own', place: 'here:4222', waits: () => state.waits, say: (text) => void state.said.push(text) },
    workers: async () => state.workers,
  });
  return { state, end };
}

it('says after a few seconds that no worker is there, and now and again', async () => {
  const { state, end } = watched([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(state.said).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(state.said).toEqual([NOBODY]);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(state.said).toEqual([NOBODY]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.said).toEqual([NOBODY, NOBODY, NOBODY]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.said).toHaveLength(3);
});

it('says nothing while nothing waits, or while a worker of the same version is there', async () => {
  const { state } = watched([worker('own')]);
  await vi.advanceTimersByTimeAsync(20_000);
  state.waits = false;
  state.workers = [];
  await vi.advanceTimersByTimeAsync(120_000);
  expect(state.said).toEqual([]);
  state.waits = true;
  await vi.advanceTimersByTimeAsync(6000);
  expect(state.said).toEqual([NOBODY]);
});

it('does not count workers that are drained, or of other versions', async () => {
  const { state } = watched([worker('own', 'draining'), worker('other')]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(state.said).toEqual([
    'lemmata: no worker of this version (1 of other versions) serves the queue; this command starts one: lemmata work --queue nats://here:4222',
  ]);
});
