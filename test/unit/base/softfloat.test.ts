import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBits, fromNumber, toBits, toNumber } from '../../../src/base/float-bits.ts';
import {
  add,
  compare,
  DOUBLE,
  div,
  FLOAT,
  fma,
  fmod,
  fromInteger,
  HALF,
  mul,
  QUAD,
  rem,
  roundTo,
  roundToIntegral,
  sqrt,
  sub,
  toInteger,
  X87_EXTENDED,
} from '../../../src/base/softfloat.ts';

/**
 * Doubles of every kind: by bit pattern, so that subnormals, infinities and NaNs come up, and near
 * each other.
 */
const bits = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  fc.bigInt({ min: 0x3ff0000000000000n, max: 0x4340000000000000n }),
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.constantFrom(0n, 1n << 63n, 0x7ff0000000000000n, 0xfff0000000000000n, 0x7ff8000000000000n, 0x3ff0000000000000n),
);
const double = bits.map((pattern) => toNumber(fromBits(DOUBLE, pattern)));
const float = double.map(Math.fround);
const runs = { numRuns: 2000 };

describe('softfloat against the doubles of JavaScript', () => {
  const same = (value: number, expected: number): void => expect(value).toBe(expected);

  it('adds, subtracts, multiplies, divides and takes remainders', () => {
    fc.assert(
      fc.property(double, double, (x, y) => {
        const [a, b] = [fromNumber(x), fromNumber(y)];
        same(toNumber(add(DOUBLE, a, b)), x + y);
        same(toNumber(sub(DOUBLE, a, b)), x - y);
        same(toNumber(mul(DOUBLE, a, b)), x * y);
        same(toNumber(div(DOUBLE, a, b)), x / y);
        same(toNumber(fmod(a, b)), x % y);
      }),
      runs,
    );
  });

  it('calculates in single precision', () => {
    fc.assert(
      fc.property(float, float, (x, y) => {
        const [a, b] = [fromNumber(x), fromNumber(y)];
        same(toNumber(add(FLOAT, a, b)), Math.fround(x + y));
        same(toNumber(mul(FLOAT, a, b)), Math.fround(x * y));
        same(toNumber(div(FLOAT, a, b)), Math.fround(x / y));
        same(toNumber(sqrt(FLOAT, a)), Math.fround(Math.sqrt(x)));
        // The product of two floats is exact in a double.
        const product = fromNumber(x * y);
        same(toNumber(fma(FLOAT, a, b, a)), toNumber(add(FLOAT, product, a)));
      }),
      runs,
    );
  });

  it('takes roots, rounds and compares', () => {
    fc.assert(
      fc.property(double, double, (x, y) => {
        const a = fromNumber(x);
        same(toNumber(sqrt(DOUBLE, a)), Math.sqrt(x));
        same(toNumber(roundToIntegral(a, 'down')), Math.floor(x));
        same(toNumber(roundToIntegral(a, 'up')), Math.ceil(x));
        same(toNumber(roundToIntegral(a, 'toward-zero')), Math.trunc(x));
        same(toNumber(roundTo(FLOAT, a)), Math.fround(x));
        const order = compare(a, fromNumber(y));
        expect(order).toBe(Number.isNaN(x) || Number.isNaN(y) ? null : x < y ? -1 : x > y ? 1 : 0);
        expect(toInteger(a)).toBe(Number.isFinite(x) ? BigInt(Math.trunc(x)) : null);
      }),
      runs,
    );
  });

  it('converts integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 130n), max: 1n << 130n }), (value) => {
        same(toNumber(fromInteger(value, DOUBLE)), Number(value));
        expect(toInteger(fromInteger(value))).toBe(value);
      }),
      runs,
    );
  });
});

describe('softfloat', () => {
  it('keeps every bit pattern of every format', () => {
    for (const [format, width] of [
      [HALF, 16n],
      [FLOAT, 32n],
      [DOUBLE, 64n],
      [QUAD, 128n],
    ] as const) {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: (1n << width) - 1n }), (pattern) => {
          const value = fromBits(format, pattern);
          if (value.kind !== 'nan') expect(toBits(format, value)).toBe(pattern);
        }),
        { numRuns: 500 },
      );
    }
    for (const pattern of [
      0n,
      1n,
      0x3fff8000000000000000n,
      0x7fff8000000000000000n,
      0xffff8000000000000000n,
      (1n << 63n) - 1n,
    ]) {
      expect(toBits(X87_EXTENDED, fromBits(X87_EXTENDED, pattern))).toBe(pattern);
    }
    expect(fromBits(X87_EXTENDED, 0x3fff0000000000000000n).kind).toBe('nan');
  });

  it('rounds in each direction', () => {
    const third = (mode: Parameters<typeof div>[3]): bigint =>
      toBits(HALF, div(HALF, fromInteger(-1n), fromInteger(3n), mode));
    expect([third('nearest-even'), third('toward-zero'), third('up'), third('down')]).toEqual([
      0xb555n,
      0xb555n,
      0xb555n,
      0xb556n,
    ]);
    const large = fromInteger(65520n);
    expect(roundTo(HALF, large).kind).toBe('infinity');
    expect(toInteger(roundTo(HALF, large, 'toward-zero'))).toBe(65504n);
    expect(toInteger(roundTo(HALF, large, 'down'))).toBe(65504n);
    expect(toInteger(fromNumber(2.5), 'nearest-even')).toBe(2n);
    expect(toInteger(fromNumber(2.5), 'nearest-away')).toBe(3n);
  });

  it('takes the IEEE remainder', () => {
    expect(toNumber(rem(fromNumber(5), fromNumber(3)))).toBe(-1);
    expect(toNumber(rem(fromNumber(5), fromNumber(2)))).toBe(1);
    expect(toNumber(rem(fromNumber(7), fromNumber(2)))).toBe(-1);
    expect(Object.is(toNumber(rem(fromNumber(-4), fromNumber(2))), -0)).toBe(true);
  });

  it('does not round twice in fma', () => {
    const x = 1 + 2 ** -30;
    const [a, c] = [fromNumber(x), fromNumber(-(1 + 2 ** -29))];
    expect(toNumber(fma(DOUBLE, a, a, c))).toBe(2 ** -60);
  });
});
