import { describe, expect, test } from 'vitest';
import { type Bounds, boundsOf, type Operation } from '../../../src/certify/values/word-ranges.ts';
import { rangeOf } from '../../../src/engines/runs/states/ranges.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { evaluateBitVector } from '../../../src/logic/terms/evaluate-bv.ts';
import { Op } from '../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';

const terms = new TermStore();
const word = (name: string, width: number): Term => terms.variable(`${name}${width}`, { kind: 'bv', width });

/** Operators over words of few bits. */
function operators(): readonly Term[] {
  const [x, y, short] = [word('x', 3), word('y', 3), word('short', 2)];
  return [
    terms.bvNot(x),
    terms.neg(x),
    terms.eq(x, y),
    terms.ult(x, y),
    terms.slt(x, y),
    terms.add(x, y),
    terms.mul(x, y),
    terms.udiv(x, y),
    terms.urem(x, y),
    terms.sdiv(x, y),
    terms.srem(x, y),
    terms.bvAnd(x, y),
    terms.bvOr(x, y),
    terms.bvXor(x, y),
    terms.shl(x, y),
    terms.lshr(x, y),
    terms.ashr(x, y),
    terms.concat(short, y),
    terms.extract(x, 1, 0),
    terms.extract(x, 2, 1),
    terms.zext(x, 5),
    terms.sext(x, 5),
  ];
}

interface Case {
  readonly t: Term;
  readonly operation: Operation;
  readonly widths: readonly number[];
}

const cases = operators().map((t): Case => {
  const widths = Array.from({ length: terms.arity(t) }, (_, i) => terms.width(terms.arg(t, i)));
  const op = terms.op(t);
  const width = terms.sort(t).kind === 'bool' ? 0 : terms.width(t);
  const lowest = op === Op.EXTRACT ? terms.low(t) : 0;
  return { t, widths, operation: { op, width, from: widths[0], second: widths[1] ?? 0, lowest } };
});

/** All ranges of words in two's complement. */
function ranges(width: number | undefined): readonly Bounds[] {
  if (width === undefined) return [{ low: 0, high: 0 }];
  const half = 2 ** (width - 1);
  const numbers = Array.from({ length: 2 * half }, (_, i) => i - half);
  return numbers.flatMap((low) => numbers.filter((high) => high >= low).map((high) => ({ low, high })));
}

function results({ t, widths }: Case, a: Bounds, b: Bounds): Bounds {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let x = a.low; x <= a.high; x++)
    for (let y = b.low; y <= b.high; y++) {
      const pattern = (value: number, width = 1): bigint => BigInt.asUintN(width, BigInt(value));
      const value =
        terms.op(t) === Op.EQ ? x === y : evaluateBitVector(terms, t, pattern(x, widths[0]), pattern(y, widths[1]));
      const number = typeof value === 'boolean' ? Number(value) : Number(BigInt.asIntN(terms.width(t), value));
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
  return { low, high };
}

/** Two implementations, which share no code: that of the checker, and that of the engine. */
const IMPLEMENTATIONS: readonly (readonly [
  name: string,
  of: (operation: Operation, a: Bounds, b: Bounds) => Bounds,
])[] = [
  ['the checker', boundsOf],
  [
    'the engine',
    ({ op, width, from, second, lowest }, a, b) => {
      const result = { low: 0, high: 0 };
      rangeOf(result, op, width, from, op === Op.CONCAT ? second : lowest, a.low, a.high, b.low, b.high);
      return result;
    },
  ],
];

describe.each(IMPLEMENTATIONS)('ranges of %s', (_, of) => {
  test.each(cases.map((c) => [terms.op(c.t), c] as const))('operator %i holds all results', (_op, c) => {
    for (const a of ranges(c.widths[0]))
      for (const b of ranges(c.widths[1])) {
        const found = of(c.operation, a, b);
        const exact = results(c, a, b);
        const what = `${JSON.stringify(a)} ${JSON.stringify(b)}`;
        expect(found.low, what).toBeLessThanOrEqual(exact.low);
        expect(found.high, what).toBeGreaterThanOrEqual(exact.high);
        const isKnown = a.low === a.high && b.low === b.high;
        // Zeros may have a sign.
        if (isKnown) expect(found.low + found.high === exact.low + exact.high, what).toBe(true);
      }
  });

  test('words of 64 bits keep what is exact, and nothing else', () => {
    const at = (op: number, a: Bounds, b: Bounds): Bounds =>
      of({ op, width: 64, from: 64, second: 64, lowest: 0 }, a, b);
    const all = { low: -(2 ** 63), high: 2 ** 63 };
    expect(at(Op.ADD, { low: 1, high: 2 }, { low: 3, high: 4 })).toEqual({ low: 4, high: 6 });
    expect(at(Op.ADD, all, { low: -5, high: -5 })).toEqual(all);
    expect(at(Op.MUL, { low: 2 ** 40, high: 2 ** 40 }, { low: 2 ** 40, high: 2 ** 40 })).toEqual(all);
    expect(
      of({ op: Op.ULT, width: 0, from: 64, second: 64, lowest: 0 }, { low: -7, high: -7 }, { low: -5, high: -5 }),
    ).toEqual({ low: 1, high: 1 });
  });
});

test('sums of wide words that numbers do not hold exactly have no bounds', () => {
  const wide = { width: 64, from: 64, second: 64, lowest: 0 };
  const all = { low: -(2 ** 63), high: 2 ** 63 };
  const largest = { low: 0, high: 2 ** 53 - 1 };
  const two = { low: 2, high: 2 };
  expect(boundsOf({ op: Op.ADD, ...wide }, largest, two)).toEqual(all);
  expect(boundsOf({ op: Op.ADD, ...wide }, { low: 0, high: 2 ** 53 - 3 }, two)).toEqual({ low: 2, high: 2 ** 53 - 1 });
  expect(boundsOf({ op: Op.MUL, ...wide }, { low: 0, high: 2 ** 31 }, { low: 2 ** 22 + 1, high: 2 ** 22 + 1 })).toEqual(
    all,
  );
});
