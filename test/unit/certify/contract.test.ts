import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FloatFormat } from '../../../src/base/float.ts';
import { consequences } from '../../../src/certify/proof/refuters/bounds/contract.ts';
import {
  anyOf,
  type Interval,
  infinityOf,
  intersection,
  ordinalOfPattern,
  type TermRange,
  truth,
  unsignedBits,
} from '../../../src/certify/proof/refuters/bounds/range.ts';
import type { RoundingMode, Term } from '../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../src/logic/terms/evaluate.ts';
import { ROUNDING_MODES } from '../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../src/logic/terms/solver.ts';
import type { Sort } from '../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';

const RUNS = Number(process.env.LEMMATA_RUNS ?? 300) * 20;
const TINY: FloatFormat = { exponentBits: 3, precision: 3 };
const DOUBLE: FloatFormat = { exponentBits: 11, precision: 53 };
const QUAD: FloatFormat = { exponentBits: 15, precision: 113 };
const SMALLER: FloatFormat = { exponentBits: 2, precision: 2 };
const FORMATS: readonly FloatFormat[] = [
  TINY,
  { exponentBits: 3, precision: 4 },
  { exponentBits: 5, precision: 11 },
  { exponentBits: 8, precision: 24 },
  DOUBLE,
  { exponentBits: 15, precision: 64 },
  QUAD,
];

function widthOf({ exponentBits, precision }: FloatFormat): number {
  return exponentBits + precision;
}

/** How far bounds are from the value, on either side; and whether what need not be so is left open. */
interface Room {
  readonly below: bigint;
  readonly above: bigint;
  readonly isOpen: boolean;
}

function around(value: bigint, { below, above }: Room, least: bigint, most: bigint): Interval {
  const [low, high] = [value - below, value + above];
  return { low: low < least ? least : low, high: high > most ? most : high };
}

/** A range with the value in it. */
function rangeAround(sort: Sort, value: ModelValue, room: Room): TermRange {
  if (sort.kind === 'bool') return truth(room.isOpen || value === true, room.isOpen || value === false);
  if (typeof value !== 'bigint' || sort.kind === 'array') return anyOf(sort);
  if (sort.kind === 'bv') {
    const half = 1n << BigInt(sort.width - 1);
    const unsigned = around(value, room, 0n, 2n * half - 1n);
    return {
      kind: 'bits',
      width: sort.width,
      unsigned,
      signed: around(BigInt.asIntN(sort.width, value), room, -half, half - 1n),
    };
  }
  const infinity = infinityOf(sort);
  const isNan = value % (1n << BigInt(widthOf(sort) - 1)) > infinity;
  if (isNan)
    return {
      kind: 'float',
      format: sort,
      numbers: room.isOpen ? { low: -room.below, high: room.above } : null,
      nan: true,
    };
  const numbers = around(ordinalOfPattern(sort, value), room, -infinity, infinity);
  return { kind: 'float', format: sort, numbers, nan: room.isOpen };
}

function contains(range: TermRange, sort: Sort, value: ModelValue): boolean {
  const isBetween = (x: bigint, { low, high }: Interval): boolean => low <= x && x <= high;
  if (range.kind === 'bool') return value === true ? range.mayHold : range.mayFail;
  if (typeof value !== 'bigint') return range.kind === 'array';
  if (range.kind === 'bits')
    return isBetween(value, range.unsigned) && isBetween(BigInt.asIntN(range.width, value), range.signed);
  if (range.kind !== 'float' || sort.kind !== 'float') return false;
  const isNan = value % (1n << BigInt(widthOf(sort) - 1)) > infinityOf(sort);
  return isNan ? range.nan : range.numbers !== null && isBetween(ordinalOfPattern(sort, value), range.numbers);
}

/**
 * Terms over three floats of one format, two integers and two Booleans, by every operator that
 * ranges go backward through.
 */
const OPERATIONS: readonly ((store: TermStore, v: Variables) => Term)[] = [
  (s, v) => s.fpNeg(v.x),
  (s, v) => s.fpAdd(v.mode, v.x, v.y),
  (s, v) => s.fpAdd(v.mode, v.x, v.x),
  (s, v) => s.fpSub(v.mode, v.x, v.y),
  (s, v) => s.fpSub(v.mode, v.x, v.x),
  (s, v) => s.fpToFp(v.mode, v.x, v.other),
  (s, v) => s.ite(v.p, v.x, v.y),
  (s, v) => s.ite(s.fpLt(v.z, v.x), v.x, v.y),
  (s, v) => s.ite(v.p, v.n, v.m),
  (s, v) => s.ite(v.p, v.q, s.fpLt(v.x, v.y)),
  (s, v) => s.not(v.p),
  (s, v) => s.and(v.p, v.q),
  (s, v) => s.eq(v.n, v.m),
  (s, v) => s.eq(v.x, v.y),
  (s, v) => s.eq(v.p, v.q),
  (s, v) => s.ult(v.n, v.m),
  (s, v) => s.slt(v.n, v.m),
  (s, v) => s.fpLt(v.x, v.y),
  (s, v) => s.fpLe(v.x, v.y),
  (s, v) => s.fpEq(v.x, v.y),
  (s, v) => s.fpIsNan(v.x),
  (s, v) => s.fpIsInfinite(v.x),
  (s, v) => s.fpMul(v.mode, v.x, v.y),
  (s, v) => s.fpMul(v.mode, v.x, v.x),
  (s, v) => s.fpDiv(v.mode, v.x, v.y),
  (s, v) => s.fpDiv(v.mode, v.x, v.x),
  (s, v) => s.fpSqrt(v.mode, v.x),
  (s, v) => s.fpAbs(v.x),
  (s, v) => s.fpFma(v.mode, v.x, v.y, v.z),
];

interface Variables {
  readonly mode: RoundingMode;
  readonly other: FloatFormat;
  readonly x: Term;
  readonly y: Term;
  readonly z: Term;
  readonly n: Term;
  readonly m: Term;
  readonly p: Term;
  readonly q: Term;
}

const bigRoom = fc.integer({ min: 0, max: 70 }).map((bits) => (1n << BigInt(bits)) - 1n);
const width = fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, fc.bigInt(0n, 3n), bigRoom);
const room = fc.record({ below: width, above: width, isOpen: fc.boolean() });
/**
 * Any pattern; or one near a zero, one, the greatest number or a NaN, of either sign; or near that
 * of the first variable, or half a step of it.
 */
const drawn = fc.oneof(
  fc.bigInt(0n, (1n << 128n) - 1n).map((bits) => () => bits),
  fc.tuple(fc.nat(4), fc.bigInt(-2n, 2n), fc.boolean()).map(([which, by, isNegative]) => (format: FloatFormat) => {
    const one = ((1n << BigInt(format.exponentBits - 1)) - 1n) << BigInt(format.precision - 1);
    const marks = [0n, one, infinityOf(format), 1n << BigInt(format.precision - 1), one / 2n];
    return (marks[which] ?? 0n) + by + (isNegative ? 1n << BigInt(widthOf(format) - 1) : 0n);
  }),
  fc
    .tuple(fc.nat(2), fc.bigInt(-2n, 2n), fc.boolean())
    .map(([steps, by, isNegated]) => (format: FloatFormat, first: bigint) => {
      const sign = isNegated ? 1n << BigInt(widthOf(format) - 1) : 0n;
      // So many exponents less that the other number is about half a unit of it.
      return first + by + sign - (BigInt(steps * (format.precision - 1)) << BigInt(format.precision - 1));
    }),
);

const situation = fc.record({
  operation: fc.nat(OPERATIONS.length - 1),
  format: fc.nat(FORMATS.length - 1),
  other: fc.nat(FORMATS.length - 1),
  mode: fc.nat(ROUNDING_MODES.length - 1),
  values: fc.tuple(drawn, drawn, drawn),
  integers: fc.oneof(
    fc.tuple(fc.nat(255), fc.nat(255)),
    // Neighbours.
    fc.tuple(fc.integer({ min: 1, max: 254 }), fc.integer({ min: -1, max: 1 })).map(([n, by]) => [n, n + by] as const),
  ),
  truths: fc.tuple(fc.boolean(), fc.boolean()),
  rooms: fc.array(room, { minLength: 4, maxLength: 4 }),
});

test('nothing is cut off that has a value in the range', () => {
  fc.assert(
    fc.property(situation, ({ operation, format: at, other, mode, values, integers, truths, rooms }) => {
      const store = new TermStore();
      const format = FORMATS[at];
      const assignment = new Map<Term, ModelValue>();
      const first = BigInt.asUintN(widthOf(format), values[0](format, 0n));
      const float = (name: string, i: 0 | 1 | 2): Term => {
        const bits = store.variable(name, { kind: 'bv', width: widthOf(format) });
        assignment.set(bits, i === 0 ? first : BigInt.asUintN(widthOf(format), values[i](format, first)));
        return store.fpFromBits(bits, format);
      };
      const assigned = (name: string, sort: Sort, value: ModelValue): Term => {
        const variable = store.variable(name, sort);
        assignment.set(variable, value);
        return variable;
      };
      const t = OPERATIONS[operation](store, {
        mode: ROUNDING_MODES[mode],
        other: FORMATS[other],
        x: float('x', 0),
        y: float('y', 1),
        z: float('z', 2),
        n: assigned('n', { kind: 'bv', width: 8 }, BigInt(integers[0])),
        m: assigned('m', { kind: 'bv', width: 8 }, BigInt(integers[1])),
        p: assigned('p', { kind: 'bool' }, truths[0]),
        q: assigned('q', { kind: 'bool' }, truths[1]),
      });
      const model = new Evaluator(store, (v) => assignment.get(v) ?? 0n);
      const rangeOf = (u: Term): TermRange => {
        const place = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i)).indexOf(u);
        return rangeAround(store.sort(u), model.value(u), rooms[1 + Math.max(0, place)]);
      };
      const found = consequences(store, t, rangeAround(store.sort(t), model.value(t), rooms[0]), rangeOf);
      expect(found).not.toBe(null);
      for (const { term, range } of found ?? [])
        expect(contains(range, store.sort(term), model.value(term)), 'the value that a term has').toBe(true);
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/**
 * Floats that are very small or large, of either sign, with neighbours of powers of two; and what
 * is no such number.
 */
function extremeFloats(format: FloatFormat): readonly bigint[] {
  const octave = 1n << BigInt(format.precision - 1);
  const sign = 1n << BigInt(widthOf(format) - 1);
  const bias = 2 ** (format.exponentBits - 1) - 1;
  const powers = [-300, -192, -160, -100, -70, -1, 0, 100].map((exponent) => BigInt(exponent + bias) * octave);
  const magnitudes = [
    ...powers.flatMap((power) => [power - 1n, power, power + 1n]),
    0n,
    1n,
    infinityOf(format) - 1n,
    infinityOf(format),
  ];
  return [...magnitudes.flatMap((magnitude) => [magnitude, magnitude + sign]), infinityOf(format) + 1n];
}

describe.each([
  ['all floats of a tiny format', TINY, Array.from({ length: 2 ** widthOf(TINY) }, (_, i) => BigInt(i))],
  ['extreme doubles', DOUBLE, extremeFloats(DOUBLE)],
  ['extreme quads', QUAD, extremeFloats(QUAD)],
] as const)('operations on %s', (_, format, patterns) => {
  const store = new TermStore();
  const width = widthOf(format);
  const [p, q] = ['p', 'q'].map((name) => store.variable(name, { kind: 'bv', width }));
  const [x, y] = [store.fpFromBits(p, format), store.fpFromBits(q, format)];
  const exactly: Room = { below: 0n, above: 0n, isOpen: false };
  const isPositive = (bits: bigint): boolean => bits < 1n << BigInt(width - 1);

  test.each(ROUNDING_MODES)('%s: of each value all that could be meant is left', (mode) => {
    const binary = [store.fpAdd(mode, x, y), store.fpSub(mode, x, y), store.fpMul(mode, x, y), store.fpDiv(mode, x, y)];
    const unary = [
      store.fpToFp(mode, x, SMALLER),
      store.fpSqrt(mode, x),
      store.fpMul(mode, x, x),
      store.fpNeg(x),
      store.fpAbs(x),
    ];
    for (const a of patterns) {
      for (const b of patterns.filter(isPositive)) {
        const model = new Evaluator(store, (v) => (v === p ? a : b));
        for (const t of b === 0n ? [...binary, ...unary] : binary) {
          const range = (u: Term): TermRange => rangeAround(store.sort(u), model.value(u), exactly);
          const found = consequences(store, t, range(t), range);
          const lost = found?.filter(
            (known) => !contains(known.range, store.sort(known.term), model.value(known.term)),
          );
          // Few calls of `expect`: they would take most of the time.
          if (lost?.length !== 0) expect.fail(`of the patterns ${a} and ${b} one is cut off`);
        }
      }
    }
  });
});

describe('what follows', () => {
  const SINGLE = { kind: 'float', exponentBits: 8, precision: 24 } as const;
  const HALF = { kind: 'float', exponentBits: 5, precision: 11 } as const;
  const store = new TermStore();
  const float = (name: string): Term => store.fpFromBits(store.variable(name, { kind: 'bv', width: 32 }), SINGLE);
  const integer = (name: string): Term => store.variable(name, { kind: 'bv', width: 8 });
  const truthOf = (name: string): Term => store.variable(name, { kind: 'bool' });
  const [x, y, z] = ['x', 'y', 'z'].map(float);
  const [n, m] = ['n', 'm'].map(integer);
  const [p, q] = ['p', 'q'].map(truthOf);
  const place = (value: number): bigint =>
    ordinalOfPattern(SINGLE, BigInt(new Uint32Array(new Float32Array([value]).buffer)[0]));
  const numbers = (low: number, high: number, nan = false): TermRange => ({
    kind: 'float',
    format: SINGLE,
    numbers: { low: place(low), high: place(high) },
    nan,
  });
  const bits = (low: number, high: number): TermRange => unsignedBits(8, BigInt(low), BigInt(high));
  const [holds, fails, open] = [truth(true, false), truth(false, true), truth(true, true)];

  const followsFrom = (
    t: Term,
    range: TermRange,
    args: readonly (readonly [Term, TermRange])[],
  ): readonly (readonly [Term, TermRange])[] | null => {
    const found = consequences(store, t, range, (u) => args.find(([arg]) => arg === u)?.[1] ?? anyOf(store.sort(u)));
    return found?.map(({ term, range: known }) => [term, known] as const) ?? null;
  };
  /** The range of a term, met with what it was before. */
  const leftOf = (
    t: Term,
    range: TermRange,
    args: readonly (readonly [Term, TermRange])[],
    of: Term,
  ): TermRange | null => {
    const before = args.find(([arg]) => arg === of)?.[1] ?? anyOf(store.sort(of));
    return (followsFrom(t, range, args) ?? []).reduce<TermRange | null>(
      (known, [term, more]) => (known === null || term !== of ? known : intersection(known, more)),
      before,
    );
  };

  test('of a sum: what is left without the other operand, and one unit on either side', () => {
    const left = leftOf(store.fpAdd('RNE', x, y), numbers(8, 12), [[y, numbers(1, 2, true)]], x);
    expect(left).toEqual(numbers(6 - 2 ** -21, 11 + 2 ** -20));
  });

  test('of a difference', () => {
    const t = store.fpSub('RNE', x, y);
    const args = [
      [x, numbers(1, 20)],
      [y, numbers(1, 20, true)],
    ] as const;
    expect(leftOf(t, numbers(8, 12), args, x)).toEqual(numbers(9, 20));
    expect(leftOf(t, numbers(8, 12), args, y)).toEqual(numbers(1, 12));
  });

  test('of a product and a quotient: nothing where the other operand may be zero', () => {
    const t = store.fpMul('RNE', x, y);
    expect(leftOf(t, numbers(8, 12), [[y, numbers(2, 4)]], x)).toEqual(numbers(2 - 2 ** -23, 6 + 2 ** -21));
    expect(leftOf(t, numbers(-12, 8), [[y, numbers(-4, -2)]], x)).toEqual(numbers(-4 - 2 ** -21, 6 + 2 ** -21));
    expect(leftOf(t, numbers(8, 12), [[y, numbers(0, 4)]], x)).toEqual({ ...anyOf(store.sort(x)), nan: false });
    const quotient = store.fpDiv('RNE', x, y);
    expect(leftOf(quotient, numbers(8, 12), [[y, numbers(2, 4)]], x)).toEqual(numbers(16 - 2 ** -20, 48 + 2 ** -18));
    expect(leftOf(quotient, numbers(8, 12), [[x, numbers(16, 24)]], y)).toEqual(
      numbers(Math.fround(4 / 3) - 2 ** -23, 3),
    );
    expect(leftOf(quotient, numbers(-1, 1), [[x, numbers(16, 24)]], y)).toEqual({
      ...anyOf(store.sort(y)),
      nan: false,
    });
  });

  test('of a square, a square root and a magnitude', () => {
    expect(leftOf(store.fpMul('RNE', x, x), numbers(-1, 4), [], x)).toEqual(numbers(-2, 2));
    expect(leftOf(store.fpSqrt('RNE', x), numbers(2, 3), [], x)).toEqual(numbers(4 - 2 ** -22, 9 + 2 ** -20));
    expect(leftOf(store.fpSqrt('RNE', x), numbers(-0, 3), [], x)).toEqual(numbers(0, 9 + 2 ** -20));
    expect(leftOf(store.fpAbs(x), numbers(2, 3), [], x)).toEqual(numbers(-3, 3));
  });

  test('of a negation and of a conversion', () => {
    expect(leftOf(store.fpNeg(x), numbers(-3, 5), [], x)).toEqual(numbers(-5, 3));
    const half = store.fpToFp('RTZ', x, HALF);
    const one = 15n << 10n;
    const range: TermRange = {
      kind: 'float',
      format: { exponentBits: 5, precision: 11 },
      numbers: { low: one, high: one },
      nan: false,
    };
    expect(leftOf(half, range, [], x)).toEqual(numbers(1 - 2 ** -11, 1 + 2 ** -10));
    // There is no single between two singles.
    const DOUBLE_SORT = { kind: 'float', ...DOUBLE } as const;
    const between = (1023n << 52n) + 1n;
    const inexact: TermRange = {
      kind: 'float',
      format: DOUBLE_SORT,
      numbers: { low: between + 1n, high: between + 9n },
      nan: false,
    };
    expect(followsFrom(store.fpToFp('RNE', x, DOUBLE_SORT), inexact, [])).toBe(null);
  });

  test('of a result that may be a NaN: nothing', () => {
    for (const t of [
      store.fpNeg(x),
      store.fpAdd('RNE', x, y),
      store.fpSub('RNE', x, y),
      store.fpMul('RNE', x, y),
      store.fpSqrt('RNE', x),
    ])
      expect(followsFrom(t, numbers(1, 2, true), [])).toEqual([]);
  });

  test('of a sum that cannot be: nothing is left', () => {
    const nothing: TermRange = { kind: 'float', format: SINGLE, numbers: null, nan: true };
    expect(followsFrom(store.fpAdd('RNE', x, y), numbers(1, 2), [[x, nothing]])).toBe(null);
    expect(followsFrom(store.fpSub('RNE', x, y), numbers(1, 2), [[y, nothing]])).toBe(null);
  });

  test('of a choice: the branch that gives the value, and its condition', () => {
    const t = store.ite(p, x, y);
    const args = [
      [x, numbers(1, 2)],
      [y, numbers(4, 5, true)],
    ] as const;
    expect(followsFrom(t, numbers(4.5, 9), args)).toEqual([
      [p, fails],
      [y, numbers(4.5, 5)],
    ]);
    expect(followsFrom(t, numbers(0, 1), args)).toEqual([
      [p, holds],
      [x, numbers(1, 1)],
    ]);
    expect(followsFrom(t, numbers(2, 4), args)).toEqual([]);
    expect(followsFrom(t, numbers(2, 4), [...args, [p, holds]])).toEqual([
      [p, holds],
      [x, numbers(2, 2)],
    ]);
    expect(followsFrom(t, numbers(2, 4), [...args, [p, fails]])).toEqual([
      [p, fails],
      [y, numbers(4, 4)],
    ]);
    expect(followsFrom(t, numbers(3, 3.5), args)).toBe(null);
    expect(followsFrom(store.ite(p, n, m), bits(0, 9), [[n, bits(10, 20)]])).toContainEqual([p, fails]);
  });

  test('of what holds and what does not', () => {
    expect(followsFrom(store.not(p), holds, [])).toEqual([[p, fails]]);
    expect(followsFrom(store.and(p, q), open, [])).toEqual([]);
    expect(new Map(followsFrom(store.and(p, q), holds, []))).toEqual(
      new Map([
        [p, holds],
        [q, holds],
      ]),
    );
    expect(followsFrom(store.and(p, q), fails, [])).toEqual([]);
    expect(followsFrom(store.and(p, q), fails, [[p, holds]])).toEqual([[q, fails]]);
    expect(followsFrom(store.and(p, q), fails, [[q, holds]])).toEqual([[p, fails]]);
  });

  test('of an equation', () => {
    expect(leftOf(store.eq(n, m), holds, [[m, bits(3, 4)]], n)).toEqual(bits(3, 4));
    expect(leftOf(store.eq(n, m), holds, [[n, bits(3, 4)]], m)).toEqual(bits(3, 4));
    expect(leftOf(store.eq(n, m), fails, [[m, bits(3, 4)]], n)).toEqual(anyOf(store.sort(n)));
    expect(leftOf(store.eq(p, q), fails, [[p, holds]], q)).toEqual(fails);
    expect(leftOf(store.eq(p, q), fails, [[q, fails]], p)).toEqual(holds);
    expect(leftOf(store.fpEq(x, y), holds, [[y, numbers(3, 4, true)]], x)).toEqual(numbers(3, 4));
  });

  test('of orders', () => {
    const args = [
      [n, bits(3, 30)],
      [m, bits(5, 20)],
    ] as const;
    expect(leftOf(store.ult(n, m), holds, args, n)).toEqual(bits(3, 19));
    expect(leftOf(store.ult(n, m), fails, args, n)).toEqual(bits(5, 30));
    expect(leftOf(store.slt(m, n), holds, args, n)).toEqual(bits(6, 30));
    expect(leftOf(store.slt(m, n), fails, args, n)).toEqual(bits(3, 20));
    expect(followsFrom(store.ult(n, m), holds, [[m, bits(0, 0)]])).toBe(null);
    const floats = [
      [x, numbers(0, 8)],
      [y, numbers(1, 4)],
    ] as const;
    expect(leftOf(store.fpLe(x, y), holds, floats, x)).toEqual(numbers(0, 4));
    expect(leftOf(store.fpLt(x, y), holds, floats, x)).toEqual(numbers(0, 4 - 2 ** -22));
    expect(leftOf(store.fpLt(x, y), fails, floats, x)).toEqual(numbers(1, 8));
    expect(leftOf(store.fpLe(x, y), fails, floats, x)).toEqual(numbers(1 + 2 ** -23, 8));
    const infinite = numbers(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
    expect(followsFrom(store.fpLt(x, y), holds, [[y, infinite]])).toBe(null);
    const mayBeNan = [...floats, [z, numbers(1, 4, true)]] as const;
    expect(followsFrom(store.fpLt(x, z), fails, mayBeNan)).toEqual([]);
    expect(leftOf(store.fpLt(x, z), holds, mayBeNan, z)).toEqual(numbers(1, 4));
    expect(leftOf(store.fpIsNan(z), fails, mayBeNan, z)).toEqual(numbers(1, 4));
    expect(leftOf(store.fpIsNan(x), holds, mayBeNan, x)).toBe(null);
  });
});
