import { describe, expect, it } from 'vitest';
import { alternatingRefuters } from '../../../src/certify/proof/refuters/alternating.ts';
import type { Refuter, RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { CheckResult } from '../../../src/logic/terms/solver.ts';

/** A refuter that needs so many ms for its answer; `limits` collects what it was given. */
function needing(milliseconds: number, answer: CheckResult, limits: number[] = []): RefuterFactory {
  const refuter: Refuter = {
    assert: () => {},
    check: (_, { milliseconds: limit = Number.POSITIVE_INFINITY } = {}) => {
      limits.push(limit);
      const end = performance.now() + Math.min(limit, milliseconds);
      while (performance.now() < end) {
        // Busy, as a solver is.
      }
      return limit >= milliseconds ? answer : 'unknown';
    },
    reasonUnknown: () => (answer === 'unknown' ? 'not my kind of query' : 'timeout'),
    dispose: () => {},
  };
  return { create: () => refuter };
}

describe('refuters that are asked in turn', () => {
  it('answer what the first one answers in time', () => {
    const limits: number[] = [];
    const both = alternatingRefuters(needing(1, 'unsat'), needing(1, 'sat', limits)).create();
    expect(both.check()).toBe('unsat');
    expect(limits).toEqual([]);
  });

  it('go on to the next where one takes long, and come back with more time', () => {
    const limits: number[] = [];
    expect(
      alternatingRefuters(needing(1e9, 'unsat', limits), needing(300, 'sat'))
        .create()
        .check(),
    ).toBe('sat');
    expect(limits).toEqual([200, 1000]);
  });

  it('have longer turns where they are said to need them', () => {
    const limits: number[] = [];
    const patient = { ...needing(300, 'unsat', limits), patience: 3 };
    expect(alternatingRefuters(needing(1e9, 'sat'), patient).create().check()).toBe('unsat');
    expect(limits).toEqual([600]);
  });

  it('leave the time to the others where one cannot answer at all', () => {
    const limits: number[] = [];
    const both = alternatingRefuters(needing(0, 'unknown', limits), needing(300, 'unsat')).create();
    expect(both.check([], { milliseconds: 5_000 })).toBe('unsat');
    expect(limits).toEqual([200]);
  });

  it('are not held up by one that answered well before, where another one is much faster', () => {
    let asked = 0;
    const slower: RefuterFactory = {
      create: () => ({
        ...needing(0, 'unsat').create(),
        check: (assumptions, limits) => {
          asked += 1;
          return needing(5 * 5 ** asked, 'unsat')
            .create()
            .check(assumptions, limits);
        },
      }),
    };
    const both = alternatingRefuters(slower, needing(20, 'sat')).create();
    expect([both.check(), both.check()]).toEqual(['unsat', 'unsat']);
    // The third query takes 625 ms of the first one.
    const start = performance.now();
    expect([both.check(), both.check(), both.check()]).toEqual(['sat', 'sat', 'sat']);
    expect(performance.now() - start).toBeLessThan(600);
  });

  it('have long turns where the others were asked as long in vain', () => {
    const limits: number[] = [];
    const both = alternatingRefuters(needing(400, 'unsat', limits), needing(1e9, 'sat')).create();
    expect([both.check(), both.check()]).toEqual(['unsat', 'unsat']);
    expect(limits.map((limit) => (limit > 200 && limit !== 1000 ? 'longer' : limit))).toEqual([200, 1000, 'longer']);
  });

  it('answer unknown when nobody can answer, or time is up', () => {
    const none = alternatingRefuters(needing(0, 'unknown'), needing(0, 'unknown')).create();
    expect(none.check()).toBe('unknown');
    expect(none.reasonUnknown()).toBe('not my kind of query');
    const slow = alternatingRefuters(needing(1e9, 'unsat'), needing(1e9, 'unsat')).create();
    expect(slow.check([], { milliseconds: 50 })).toBe('unknown');
  });
});
