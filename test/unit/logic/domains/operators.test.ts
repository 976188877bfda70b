import { expect, test } from 'vitest';
import { OperatorCases } from './cases.ts';

// scripts/abstract-operators.ts runs a million of them.
test('abstract operators contain what the concrete ones compute', () => {
  const cases = new OperatorCases(7);
  const problems: string[] = [];
  for (let i = 0; i < 8_000; i++) {
    const problem = cases.next();
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
});
