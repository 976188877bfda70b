import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownBits, partialWord } from '../../../src/certify/values/known-bits.ts';
import { ANY, type PartialValue } from '../../../src/certify/values/partial-value.ts';
import { PartialValues } from '../../../src/certify/values/partial-values.ts';
import { ArrayVersion } from '../../../src/logic/terms/array-version.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../src/logic/terms/evaluate.ts';
import { ROUNDING_MODES } from '../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { build, recipe } from '../logic/terms/random-terms.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 1500);

function given(value: ModelValue): PartialValue {
  if (typeof value !== 'object') return value;
  return new ArrayVersion<PartialValue>(
    given(value.default),
    new Map([...value.entries].map(([k, v]) => [k, given(v)])),
  );
}

/** Whether the value is one of those that a partial value stands for. */
function covers(partial: PartialValue, value: ModelValue): boolean {
  if (partial === ANY) return true;
  if (partial instanceof KnownBits)
    return (
      typeof value === 'bigint' &&
      (value & partial.zeros) === 0n &&
      (value & partial.ones) === partial.ones &&
      (value !== 0n || !partial.nonzero)
    );
  if (!(partial instanceof ArrayVersion)) return partial === value;
  if (typeof value !== 'object') return false;
  for (let index = 0n; index < 8n; index += 1n)
    if (!covers(partial.read(index), value.entries.get(index) ?? value.default)) return false;
  return true;
}

function other(value: ModelValue, by: bigint): ModelValue {
  if (typeof value === 'boolean') return (by & 1n) === 0n ? value : !value;
  // Each bit of the value is turned or left.
  if (typeof value === 'bigint') return BigInt.asUintN(value.toString(2).length, value ^ by);
  const entries = [...value.entries].map(([k, v]) => [(k + by) % 8n, v] as const);
  return { default: value.default, entries: new Map(entries) };
}

test('whatever is not known has been any value', () => {
  let told = 0;
  fc.assert(
    fc.property(
      recipe,
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      fc.bigInt(0n, 1n << 70n),
      (r, hidden, by) => {
        const store = new TermStore();
        const { all, assignment } = build(store, r);
        const unknown = new Set([...assignment.keys()].filter((_, i) => hidden[i]));
        const terms = all.map(({ term }) => term);
        const partial = new PartialValues(store, terms).of(terms, (v) => {
          const value = assignment.get(v);
          return unknown.has(v) || value === undefined ? ANY : given(value);
        });
        const changed = (v: Term): ModelValue => {
          const value = assignment.get(v) ?? false;
          return unknown.has(v) ? other(value, by) : value;
        };
        for (const values of [new Evaluator(store, (v) => assignment.get(v) ?? false), new Evaluator(store, changed)])
          expect(terms.filter((t, i) => !covers(partial[i], values.value(t)))).toEqual([]);
        if (unknown.size > 0) told += partial.filter((value) => value !== ANY).length;
      },
    ),
    { numRuns: runs },
  );
  expect(told).toBeGreaterThan(runs);
});

test('known bits of words that are not known as a whole are those of all values', () => {
  let told = 0;
  fc.assert(
    fc.property(recipe, fc.bigInt(0n, 1n << 70n), fc.bigInt(0n, 1n << 70n), (r, mask, by) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const terms = all.map(({ term }) => term);
      const isWord = (v: Term): boolean => store.sort(v).kind === 'bv';
      const hidden = (v: Term): bigint => (isWord(v) ? BigInt.asUintN(store.width(v), mask) : 0n);
      const partial = new PartialValues(store, terms, true).of(terms, (v) => {
        const value = assignment.get(v);
        if (value === undefined || typeof value !== 'bigint' || !isWord(v))
          return value === undefined ? ANY : given(value);
        const shown = BigInt.asUintN(store.width(v), ~hidden(v));
        return partialWord(store.width(v), shown & ~value, shown & value) ?? ANY;
      });
      const changed = (v: Term): ModelValue => {
        const value = assignment.get(v) ?? false;
        return typeof value === 'bigint' ? value ^ (by & hidden(v)) : value;
      };
      for (const values of [new Evaluator(store, (v) => assignment.get(v) ?? false), new Evaluator(store, changed)])
        expect(terms.filter((t, i) => !covers(partial[i], values.value(t)))).toEqual([]);
      told += partial.filter((value) => value instanceof KnownBits).length;
    }),
    { numRuns: runs },
  );
  expect(told).toBeGreaterThan(runs);
});

test('nothing is unknown where all variables are known, and values of one assignment do not stay for the next', () => {
  fc.assert(
    fc.property(recipe, fc.bigInt(0n, 1n << 70n), (r, by) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const scalars = all.filter(({ width }) => width >= 0).map(({ term }) => term);
      const partial = new PartialValues(store, scalars);
      for (const turn of [0n, by, 0n]) {
        const value = (v: Term): ModelValue => other(assignment.get(v) ?? false, turn);
        const evaluator = new Evaluator(store, value);
        const equalities = partial.of(scalars, (v) => given(value(v)));
        // Two arrays with the same content are the same to the evaluator alone.
        scalars.forEach((t, i) => {
          if (equalities[i] !== ANY) expect(equalities[i]).toBe(evaluator.value(t));
        });
      }
    }),
    { numRuns: runs },
  );
});

test('what is computed from an unknown float is unknown', () => {
  const store = new TermStore();
  const format = { exponentBits: 8, precision: 24 };
  const [x, y, z] = ['x', 'y', 'z'].map((name) => store.variable(name, { kind: 'float', ...format }));
  const mode = ROUNDING_MODES[0];
  const sum = store.fpAdd(mode, x, y);
  const terms = [
    sum,
    store.fpFma(mode, x, y, z),
    store.fpLt(sum, z),
    store.fpToSigned(mode, z, 16),
    store.fpLt(store.fpAbs(x), z),
  ];
  // 1.0, 2.0 and 4.0.
  const values = new Map<Term, bigint>([
    [x, 0x3f800000n],
    [y, 0x40000000n],
    [z, 0x40800000n],
  ]);
  const partial = new PartialValues(store, terms);
  const of = (unknown: Term | null): readonly PartialValue[] =>
    partial.of(terms, (v) => (v === unknown ? ANY : (values.get(v) ?? ANY)));
  expect(of(null)).toEqual([0x40400000n, 0x40c00000n, true, 4n, true]);
  expect(of(x)).toEqual([ANY, ANY, ANY, 4n, ANY]);
  expect(of(y)).toEqual([ANY, ANY, ANY, 4n, true]);
  expect(of(z)).toEqual([0x40400000n, ANY, ANY, ANY, ANY]);
});

test('a branch that writes nothing keeps an array, wherever the other branch would have written', () => {
  const store = new TermStore();
  const byte = { kind: 'bv', width: 8 } as const;
  const array = store.variable('a', { kind: 'array', index: byte, element: byte });
  const [index, value] = ['i', 'v'].map((name) => store.variable(name, byte));
  const writes = store.variable('writes', { kind: 'bool' });
  const written = store.store(store.store(array, index, value), store.bvNot(index), value);
  const root = store.select(store.ite(writes, written, array), store.bv(8, 3));
  const at = (taken: boolean): PartialValue => {
    const known = (v: Term): PartialValue => {
      if (v === array) return new ArrayVersion<PartialValue>(ANY, new Map([[3n, 7n]]));
      return v === writes ? taken : ANY;
    };
    return new PartialValues(store, [root], true).of([root], known)[0];
  };
  expect(at(false)).toBe(7n);
  expect(at(true)).toBe(ANY);
});
