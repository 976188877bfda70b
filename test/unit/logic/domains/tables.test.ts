import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range } from '../../../../src/logic/domains/range.ts';
import { RANGES } from '../../../../src/logic/domains/ranges.ts';
import { elementsOf, holds, valueAmong } from '../../../../src/logic/domains/value.ts';
import { VALUES } from '../../../../src/logic/domains/values.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 300);
const INDEX = { kind: 'bv', width: 8 } as const;

/** Entries in the order of their writes; some indices are written twice. */
const entries = fc.array(fc.tuple(fc.nat(255), fc.nat(4095)), { maxLength: 300 });

function tableOf(
  store: TermStore,
  written: readonly (readonly [number, number])[],
): { table: Term; content: bigint[] } {
  const content = new Array<bigint>(256).fill(7n);
  let table = store.constArray(INDEX, store.bv(12, 7));
  for (const [index, element] of written) {
    content[index] = BigInt(element);
    table = store.store(table, store.bv(8, index), store.bv(12, element));
  }
  return { table, content };
}

function between(low: number, high: number): Range {
  return VALUES.bounded(VALUES.full(8), BigInt(low), BigInt(high))!;
}

test('a read of a range of indices has exactly the bounds of the elements there', () => {
  fc.assert(
    fc.property(entries, fc.nat(255), fc.nat(255), (written, a, b) => {
      const store = new TermStore();
      const { table, content } = tableOf(store, written);
      const read = store.select(table, store.variable('i', INDEX));
      if (store.isConst(read)) return;
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const there = content.slice(low, high + 1);
      const index = VALUES.bounded(VALUES.full(8), BigInt(low), BigInt(high));
      const value = VALUES.transfer(store, read, [null, index]);
      for (const r of [value, RANGES.transfer(store, read, [null, between(low, high)])]) {
        const sorted = there.toSorted((x, y) => (x < y ? -1 : 1));
        expect([r.low, r.high]).toEqual([sorted[0], sorted.at(-1)]);
        const signed = there.map((x) => BigInt.asIntN(12, x)).toSorted((x, y) => (x < y ? -1 : 1));
        expect([r.signedLow, r.signedHigh]).toEqual([signed[0], signed.at(-1)]);
      }
      expect(there.every((x) => holds(value, x))).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test('a read of listed indices has the elements there and no others', () => {
  const store = new TermStore();
  const { table } = tableOf(
    store,
    Array.from({ length: 200 }, (_, i) => [i, 3 * i]),
  );
  const read = store.select(table, store.variable('i', INDEX));
  const value = VALUES.transfer(store, read, [null, valueAmong(8, [4n, 100n, 250n])]);
  expect(elementsOf(value)).toEqual([7n, 12n, 300n]);
});

test('writes of constants to any index, and choices between tables, add their elements', () => {
  const store = new TermStore();
  const [i, j] = ['i', 'j'].map((name) => store.variable(name, INDEX));
  const { table } = tableOf(
    store,
    Array.from({ length: 256 }, (_, n) => [n, 100 + (n % 50)]),
  );
  const other = store.store(table, i, store.bv(12, 300));
  const chosen = store.ite(store.variable('c', { kind: 'bool' }), other, store.constArray(INDEX, store.bv(12, 9)));
  for (const [array, low, high] of [
    [other, 100n, 300n],
    [chosen, 9n, 300n],
  ] as const) {
    const read = store.make(Op.SELECT, store.elementSort(array), array, j);
    for (const r of [VALUES, RANGES].map((domain) => domain.transfer(store, read, [null, VALUES.full(8)])))
      expect([r.low, r.high]).toEqual([low, high]);
  }
  const unknown = store.select(store.store(table, i, store.variable('x', { kind: 'bv', width: 12 })), j);
  expect(VALUES.transfer(store, unknown, [null, VALUES.full(8)])).toBe(VALUES.full(12));
});
