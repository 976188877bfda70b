import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CertifyingSlots } from '../../../src/race/schedule/certifying-slots.ts';
import { SharedStatus } from '../../../src/race/schedule/shared-status.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A slots, and the cores that it has reserved for claims from time to time. */
function observed(): { readonly slots: CertifyingSlots; readonly reserved: readonly number[] } {
  const reserved: number[] = [];
  return { slots: new CertifyingSlots((cores) => reserved.push(cores)), reserved };
}

describe('cores that are kept for claims', () => {
  test('are one for each claim, until all are certified', () => {
    const { slots, reserved } = observed();
    for (const claims of [1, 2, 2, 1, 0]) slots.claims = claims;
    expect(reserved).toEqual([1, 2, 1, 0]);
  });

  test('go back after some seconds, and are not kept again soon', () => {
    const { slots, reserved } = observed();
    slots.claims = 1;
    vi.advanceTimersByTime(4_900);
    expect(reserved).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(reserved).toEqual([1, 0]);
    slots.claims = 0;
    slots.claims = 1;
    expect(reserved).toEqual([1, 0]);
    slots.claims = 0;
    vi.advanceTimersByTime(7_000);
    slots.claims = 1;
    expect(reserved).toEqual([1, 0, 1]);
    vi.advanceTimersByTime(1_200);
    expect(reserved).toEqual([1, 0, 1, 0]);
  });

  test('are kept for half of the race so far, where it has lasted long', () => {
    const { slots, reserved } = observed();
    vi.advanceTimersByTime(40_000);
    slots.claims = 1;
    vi.advanceTimersByTime(19_900);
    expect(reserved).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(reserved).toEqual([1, 0]);
  });

  test('are kept no longer than the race', () => {
    const { slots, reserved } = observed();
    slots.claims = 1;
    slots.close();
    vi.advanceTimersByTime(60_000);
    expect(reserved).toEqual([1]);
  });
});

test('an engine that is to stop does not wait, whatever it was given', () => {
  const status = new SharedStatus();
  status.askToStop();
  status.rest(10);
  status.allow(0);
  status.rest(10);
  expect(status.stopped).toBe(true);
});
