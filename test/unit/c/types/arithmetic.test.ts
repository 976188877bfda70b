import { describe, expect, it } from 'vitest';
import { fromNumber, toNumber } from '../../../../src/base/float-bits.ts';
import { POSITIVE_NAN } from '../../../../src/base/softfloat.ts';
import { binary, compare, convert, shift, wrap } from '../../../../src/c/types/arithmetic.ts';
import { Layout } from '../../../../src/c/types/layout.ts';
import * as t from '../../../../src/c/types/type-basics.ts';
import type { FloatType } from '../../../../src/c/types/types.ts';
import { gccErrors, hasGcc } from '../gcc.ts';
import { ExpressionGenerator, expressionAssertions } from '../random-expressions.ts';

const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });

describe('integer arithmetic', () => {
  it('wraps and tells overflow', () => {
    expect(wrap(300n, t.UCHAR, layout)).toBe(44n);
    expect(wrap(200n, t.CHAR, layout)).toBe(-56n);
    expect(wrap(256n, t.BOOL, layout)).toBe(1n);
    expect(binary('+', t.INT, 2147483647n, 1n, layout)).toEqual({ value: -2147483648n, overflow: true });
    expect(binary('+', t.UINT, 4294967295n, 1n, layout)).toEqual({ value: 0n, overflow: false });
    expect(binary('/', t.INT, -2147483648n, -1n, layout)).toEqual({ value: -2147483648n, overflow: true });
    expect(binary('%', t.INT, -2147483648n, -1n, layout)).toEqual({ value: 0n, overflow: true });
    expect(binary('%', t.INT, -7n, 2n, layout)).toEqual({ value: -1n, overflow: false });
    expect(binary('/', t.INT, 1n, 0n, layout)).toBeNull();
  });

  it('shifts', () => {
    expect(shift('<<', t.INT, 1n, 31n, layout)).toEqual({ value: -2147483648n, overflow: true });
    expect(shift('>>', t.INT, -1n, 31n, layout)).toEqual({ value: -1n, overflow: false });
    expect(shift('<<', t.INT, 1n, 32n, layout)).toBeNull();
    expect(shift('<<', t.INT, 1n, -1n, layout)).toBeNull();
  });

  it('converts', () => {
    expect(convert(fromNumber(-1.9), t.INT, layout)).toEqual({ value: -1n, overflow: false });
    expect(convert(fromNumber(1e10), t.INT, layout)).toEqual({ value: 2147483647n, overflow: true });
    expect(convert(POSITIVE_NAN, t.BOOL, layout)).toEqual({ value: 1n, overflow: false });
    expect(convert(-1n, t.pointerTo(t.VOID), layout)!.value).toBe((1n << 64n) - 1n);
    const float = convert(16777217n, t.floatType('float') satisfies FloatType, layout)!.value;
    expect(typeof float === 'bigint' ? null : toNumber(float)).toBe(16777216);
    expect(compare('!=', POSITIVE_NAN, POSITIVE_NAN)).toBe(true);
    expect(compare('<=', POSITIVE_NAN, POSITIVE_NAN)).toBe(false);
  });
});

for (const model of ['ILP32', 'LP64'] as const) {
  it.skipIf(!hasGcc(model))(`random constant expressions have gcc's type and value for ${model}`, () => {
    const generator = new ExpressionGenerator(model === 'LP64' ? 7 : 8, model);
    const source = Array.from({ length: 1500 }, (_, index) =>
      expressionAssertions(generator.next(1 + (index % 4))),
    ).join('\n');
    expect(gccErrors(model, source)).toEqual([]);
  });
}
