import { expect, test, vi } from 'vitest';
import { AuditTime } from '../../../../src/race/exchange/audit-time.ts';
import { LIMITS } from '../../../../src/system/transys/lemma-limits.ts';

const { queryMilliseconds, batchMilliseconds } = LIMITS.audit;

test('each query has its time, and all of a batch together', () => {
  const clock = { now: 100 };
  const time = new AuditTime(() => clock.now);
  // The clock is looked at as time goes by.
  let real = 0;
  const performanceNow = vi.spyOn(performance, 'now').mockImplementation(() => (real += 10));
  const endAt = 100 + batchMilliseconds;
  time.beginBatch();
  let queries = 0;
  for (; time.beginQuery(); queries++) {
    const begun = clock.now;
    while (!time.isOver) clock.now += 1;
    expect(clock.now).toBe(Math.min(begun + queryMilliseconds, endAt));
  }
  expect(queries).toBe(Math.ceil(batchMilliseconds / queryMilliseconds));
  expect(time.isOver).toBe(true);
  time.beginBatch();
  expect([time.beginQuery(), time.isOver]).toEqual([true, false]);
  performanceNow.mockRestore();
});
