import { describe, expect, it } from 'vitest';
import { driverProgram } from './driver.ts';
import { type Cost, costOf } from './phases.ts';
import * as shapes from './shapes.ts';

/** Generous, since machines differ: a step that is quadratic in the program takes minutes. In CPU seconds. */
const LIMIT = 30;

describe('a program in the manner of device drivers', () => {
  const growth = (small: number, large: number): number => Math.log(large / small) / Math.log(4);
  const size = (cost: Cost): number => cost.system?.terms.size ?? Number.NaN;

  it('costs four times as much when it is four times as large', () => {
    const [small, large] = [costOf(driverProgram(3), 'LP64'), costOf(driverProgram(12), 'LP64')];
    expect(growth(small.edges, large.edges)).toBeLessThan(1.1);
    // The decisions on how objects are kept are taken for many objects at once.
    expect(large.rounds).toBeLessThanOrEqual(small.rounds + 1);
    expect(growth(size(small), size(large))).toBeLessThan(1.2);
    expect(large.seconds.total).toBeLessThan(LIMIT);
  }, 180_000);
});

describe('large programs become systems in bounded time', () => {
  it.each<[string, string]>([
    ['2,000 rules in one loop', shapes.ruleProgram(2000)],
    ['20,000 statements in one function', shapes.straightLine(20_000)],
    ['5,000 branches', shapes.branches(5000)],
    ['1,000 loops one after the other', shapes.loopSequence(1000)],
    ['1,000 loops nested in calls', shapes.loopsInCalls(1000)],
    ['a switch of 10,000 cases', shapes.switchProgram(10_000)],
    ['a table of 100,000 numbers', shapes.tableProgram(100_000)],
    ['20,000 globals', shapes.globalsProgram(20_000)],
    ['a struct of 5,000 members', shapes.membersProgram(5000)],
    ['four dimensions of 40 elements', shapes.matrixProgram(40)],
    ['arrays of structs of arrays', shapes.nestedArrays(60)],
    ['a chain of 10,000 calls', shapes.callChain(10_000)],
    ['5,000 functions called by main', shapes.manyCalls(5000)],
    ['5,000 functions in a table', shapes.functionTable(5000)],
  ])('%s', (_, text) => {
    const { system, seconds } = costOf(text, 'LP64');
    expect(system).not.toBeNull();
    expect(seconds.total).toBeLessThan(LIMIT);
  });
});
