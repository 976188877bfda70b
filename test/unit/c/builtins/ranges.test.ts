import { expect, test } from 'vitest';
import { intoRange, rangeOfResult } from '../../../../src/c/builtins/library/ranges.ts';
import { libraryTable } from '../../../../src/c/builtins/library/table.ts';
import { Layout } from '../../../../src/c/types/layout.ts';

const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });

test('each value of an input becomes a result that its library function may have', () => {
  const names = [...libraryTable()].flatMap(([name, { row }]) => (row?.range === undefined ? [] : [name]));
  expect(names).toContain('getpagesize');
  for (const name of names) {
    for (const type of ['int', 'uint', 'long'] as const) {
      const range = rangeOfResult(name, { kind: 'integer', name: type }, layout);
      if (range === null) continue;
      const width = BigInt(layout.integerWidth({ kind: 'integer', name: type }));
      const low = range.signed ? -(1n << (width - 1n)) : 0n;
      const high = low + (1n << width) - 1n;
      for (const value of [low, low + 1n, -2n, -1n, 0n, 1n, 2n, 255n, 256n, high - 1n, high]) {
        if (value < low || value > high) continue;
        const result = intoRange(value, range);
        expect(result, `${name} of ${value}`).toBeGreaterThanOrEqual(range.least);
        expect(result, `${name} of ${value}`).toBeLessThanOrEqual(range.most ?? high);
      }
    }
  }
});
