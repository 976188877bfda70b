import { afterEach, expect, it, vi } from 'vitest';
import { age } from '../../../src/apps/cli/supervision.ts';
import { countWork, sharedClock, workClock } from '../../../src/base/clock.ts';
import { SharedStatus } from '../../../src/race/schedule/shared-status.ts';
import { SUPERVISED } from '../../../src/race/threads/supervision.ts';

const YEAR = 365 * 24 * 3600 * 1000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.each([YEAR, -YEAR])('a clock that is set by %d ms in the middle moves no limit', (jump) => {
  vi.stubEnv(SUPERVISED, String(sharedClock()));
  const status = new SharedStatus();
  status.reportBytes(1);
  const before = sharedClock();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
  expect(age()).toBeLessThan(performance.now() + 60_000);
  expect(status.silence).toBeLessThan(60_000);
  expect(sharedClock() - before).toBeLessThan(60_000);
});

it('the clock of a thread counts what it is told to count, not the time that passes', async () => {
  let used = 5;
  countWork(() => used);
  expect(workClock()).toBe(5);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(workClock()).toBe(5);
  used = 9;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(workClock()).toBe(9);
});
