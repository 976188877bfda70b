import { describe, expect, it } from 'vitest';
import { driverProgram } from './driver.ts';
import { type Cost, costOf } from './phases.ts';
import * as shapes from './shapes.ts';

/**
 * Largest ratio of the CPU time of a program to that of one of a quarter of its size. Linear work
 * has a ratio of 4, and quadratic work one of 16. Smaller programs count as FLOOR seconds, within
 * which the start of the process outweighs them.
 */
const RATIO = 10;
const FLOOR = 1;

describe('a program in the manner of device drivers', () => {
  const growth = (small: number, large: number): number => Math.log(large / small) / Math.log(4);
  const size = (cost: Cost): number => cost.system?.terms.size ?? Number.NaN;

  it('costs four times as much when it is four times as large', () => {
    const [small, large] = [costOf(driverProgram(3), 'LP64'), costOf(driverProgram(12), 'LP64')];
    expect(growth(small.edges, large.edges)).toBeLessThan(1.1);
    // The decisions on how objects are kept are taken for many objects at once.
    expect(large.rounds).toBeLessThanOrEqual(small.rounds + 1);
    expect(growth(size(small), size(large))).toBeLessThan(1.2);
    expect(large.seconds.total).toBeLessThan(RATIO * Math.max(FLOOR, small.seconds.total));
  }, 180_000);
});

describe('large programs become systems in time that grows with their size', () => {
  it.each<[string, (size: number) => string, number, number]>([
    ['2,000 rules in one loop', shapes.ruleProgram, 500, 2000],
    ['20,000 statements in one function', shapes.straightLine, 5000, 20_000],
    ['5,000 branches', shapes.branches, 1250, 5000],
    ['1,000 loops one after the other', shapes.loopSequence, 250, 1000],
    ['1,000 loops nested in calls', shapes.loopsInCalls, 250, 1000],
    ['a switch of 10,000 cases', shapes.switchProgram, 2500, 10_000],
    ['a table of 100,000 numbers', shapes.tableProgram, 25_000, 100_000],
    ['20,000 globals', shapes.globalsProgram, 5000, 20_000],
    ['a struct of 5,000 members', shapes.membersProgram, 1250, 5000],
    ['four dimensions of 40 elements', shapes.matrixProgram, 28, 40],
    ['arrays of structs of arrays', shapes.nestedArrays, 38, 60],
    ['a chain of 10,000 calls', shapes.callChain, 2500, 10_000],
    ['5,000 functions called by main', shapes.manyCalls, 1250, 5000],
    ['5,000 functions in a table', shapes.functionTable, 1250, 5000],
  ])(
    '%s',
    (_, program, small, large) => {
      const [first, second] = [small, large].map((size) => costOf(program(size), 'LP64'));
      expect(first.system).not.toBeNull();
      expect(second.system).not.toBeNull();
      expect(second.seconds.total).toBeLessThan(RATIO * Math.max(FLOOR, first.seconds.total));
    },
    180_000,
  );
});
