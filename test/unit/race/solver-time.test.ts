import { afterEach, expect, it } from 'vitest';
import { solving, watchSolving } from '../../../src/base/solver-time.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import { SharedStatus } from '../../../src/race/schedule/shared-status.ts';

afterEach(() => watchSolving(null));

const wait = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

/** More pigeons than holes: exponentially hard for resolution. */
function pigeons(count: number): ReturnType<typeof createSatSolver> {
  const solver = createSatSolver();
  const holes = count - 1;
  const sits = Array.from({ length: count }, () => Array.from({ length: holes }, () => 2 * solver.newVariable()));
  for (const row of sits) solver.addClause(row);
  for (let hole = 0; hole < holes; hole++)
    for (let a = 0; a < count; a++)
      for (let b = 0; b < a; b++) solver.addClause([sits[a][hole] + 1, sits[b][hole] + 1]);
  return solver;
}

it('the status tells the time that solvers have searched in a thread, the search that goes on included', () => {
  const status = new SharedStatus();
  const seen = new SharedStatus(status.shared);
  watchSolving(status);
  wait(20);
  expect(seen.solverMilliseconds).toBe(0);
  let during = 0;
  const begun = performance.now();
  expect(
    pigeons(8).solve([], {
      stop: () => {
        wait(5);
        during = Math.max(during, seen.solverMilliseconds);
        return false;
      },
    }),
  ).toBe('unsat');
  expect(during).toBeGreaterThan(0);
  expect(seen.solverMilliseconds).toBeGreaterThanOrEqual(4);
  expect(seen.solverMilliseconds).toBeLessThanOrEqual(performance.now() - begun + 1);
  const before = seen.solverMilliseconds;
  wait(20);
  expect(seen.solverMilliseconds).toBe(before);
});

it('a search within another counts once, and one that throws ends', () => {
  const calls: string[] = [];
  watchSolving({ beginSolving: () => calls.push('begin'), endSolving: () => calls.push('end') });
  expect(solving(() => solving(() => 3))).toBe(3);
  expect(() =>
    solving(() => {
      throw new Error('trap');
    }),
  ).toThrow('trap');
  expect(calls).toEqual(['begin', 'end', 'begin', 'end']);
});
