import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Rest } from '../../../src/race/coordinator/rest.ts';
import { SharedStatus } from '../../../src/race/schedule/shared-status.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A rest, and the cores that it has reserved for claims from time to time. */
function observed(): { readonly rest: Rest; readonly reserved: readonly number[] } {
  const reserved: number[] = [];
  return { rest: new Rest((cores) => reserved.push(cores)), reserved };
}

describe('claims have cores of their own', () => {
  test('one each, until all are certified', () => {
    const { rest, reserved } = observed();
    for (const claims of [1, 2, 2, 1, 0]) rest.claims = claims;
    expect(reserved).toEqual([1, 2, 1, 0]);
  });

  test('for some seconds at most, and then not soon again', () => {
    const { rest, reserved } = observed();
    rest.claims = 1;
    vi.advanceTimersByTime(4_900);
    expect(reserved).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(reserved).toEqual([1, 0]);
    rest.claims = 0;
    rest.claims = 1;
    expect(reserved).toEqual([1, 0]);
    rest.claims = 0;
    vi.advanceTimersByTime(7_000);
    rest.claims = 1;
    expect(reserved).toEqual([1, 0, 1]);
    vi.advanceTimersByTime(1_200);
    expect(reserved).toEqual([1, 0, 1, 0]);
  });

  test('for half of the race so far, where it has lasted long', () => {
    const { rest, reserved } = observed();
    vi.advanceTimersByTime(40_000);
    rest.claims = 1;
    vi.advanceTimersByTime(19_900);
    expect(reserved).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(reserved).toEqual([1, 0]);
  });

  test('no longer than the race', () => {
    const { rest, reserved } = observed();
    rest.claims = 1;
    rest.close();
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
