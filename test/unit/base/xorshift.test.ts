import { expect, test } from 'vitest';
import { numbersBelow } from '../../../src/base/xorshift.ts';

test('different seeds give different numbers, also neighbours', () => {
  const first = Array.from({ length: 200 }, (_, seed) => {
    const below = numbersBelow(seed);
    return Array.from({ length: 4 }, () => below(2 ** 30)).join();
  });
  expect(new Set(first).size).toBe(first.length);
});
