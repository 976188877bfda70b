import { describe, expect, it } from 'vitest';
import { Layout } from '../../../../src/c/types/layout.ts';
import * as t from '../../../../src/c/types/type-basics.ts';
import { formatDeclaration, formatType } from '../../../../src/c/types/type-format.ts';
import {
  compatible,
  compatibleUnqualified,
  composite,
  usualArithmetic,
} from '../../../../src/c/types/type-relations.ts';
import { type CType, Qualifier } from '../../../../src/c/types/types.ts';
import { gccErrors, hasGcc } from '../gcc.ts';

const at = { file: 'a.c', line: 1, column: 1 };
const constChar = t.withQualifiers(t.CHAR, Qualifier.const);

describe('types as text', () => {
  it.each([
    [t.pointerTo(constChar), 'const char *p'],
    [t.withQualifiers(t.pointerTo(t.CHAR), Qualifier.const), 'char *const p'],
    [t.pointerTo(t.arrayOf(t.INT, 3n)), 'int (*p)[3]'],
    [t.arrayOf(t.pointerTo(t.INT), 'unknown'), 'int *p[]'],
    [t.pointerTo(t.functionOf(t.INT, [t.CHAR, t.pointerTo(t.VOID)], true)), 'int (*p)(char, void *, ...)'],
    [t.functionOf(t.pointerTo(t.functionOf(t.VOID, [])), [t.INT]), 'void (*p(int))(void)'],
    [t.arrayOf(t.arrayOf(t.DOUBLE, 2n), 3n), 'double p[3][2]'],
    [t.complexOf(t.FLOAT), '_Complex float p'],
  ] as [CType, string][])('%#', (type, expected) => expect(formatDeclaration(type, 'p')).toBe(expected));

  it('prints abstract declarators and bounds long ones', () => {
    expect(formatType(t.pointerTo(t.functionOf(t.VOID, [])))).toBe('void (*)(void)');
    let type: CType = t.INT;
    for (let level = 0; level < 100_000; level++) type = t.pointerTo(type);
    expect(formatType(type).length).toBeLessThan(2100);
  });
});

describe('compatibility', () => {
  const enumeration: CType = { kind: 'enum', definition: { id: 1, tag: 'e', underlying: t.UINT, constants: [], at } };

  it('follows C', () => {
    expect(compatible(t.CHAR, t.SCHAR)).toBe(false);
    expect(compatible(t.LONG, t.LLONG)).toBe(false);
    expect(compatible(enumeration, t.UINT)).toBe(true);
    expect(compatible(t.pointerTo(t.CHAR), t.pointerTo(constChar))).toBe(false);
    expect(compatible(constChar, t.CHAR)).toBe(false);
    expect(compatibleUnqualified(constChar, t.CHAR)).toBe(true);
    expect(compatible(t.arrayOf(t.INT, 3n), t.arrayOf(t.INT, 'unknown'))).toBe(true);
    expect(compatible(t.arrayOf(t.INT, 3n), t.arrayOf(t.INT, 4n))).toBe(false);
    expect(compatible(t.functionOf(t.INT, [t.INT]), t.functionOf(t.INT, [constChar]))).toBe(false);
    expect(compatible(t.functionOf(t.INT, [t.CHAR]), t.functionOf(t.INT, [constChar]))).toBe(true);
    const old: CType = { ...t.functionOf(t.INT, []), prototyped: false };
    expect(compatible(old, t.functionOf(t.INT, [t.INT]))).toBe(true);
    expect(compatible(old, t.functionOf(t.INT, [t.CHAR]))).toBe(false);
    expect(compatible(old, t.functionOf(t.INT, [t.FLOAT]))).toBe(false);
    expect(compatible(old, t.functionOf(t.INT, [t.INT], true))).toBe(false);
  });

  it('completes arrays in composite types', () => {
    const completed = composite(t.pointerTo(t.arrayOf(t.INT, 'unknown')), t.pointerTo(t.arrayOf(t.INT, 5n)));
    expect(formatType(completed)).toBe('int (*)[5]');
  });

  it('puts qualifiers of an array to its elements', () => {
    const type = t.withQualifiers(t.arrayOf(t.arrayOf(t.INT, 2n), 3n), Qualifier.const);
    expect(formatDeclaration(type, 'a')).toBe('const int a[3][2]');
  });
});

for (const model of ['ILP32', 'LP64'] as const) {
  it.skipIf(!hasGcc(model))(`usual arithmetic conversions are gcc's for ${model}`, () => {
    const layout = new Layout({ dataModel: model, byteOrder: 'little' });
    const integers = [
      'bool',
      'char',
      'uchar',
      'short',
      'ushort',
      'int',
      'uint',
      'long',
      'ulong',
      'llong',
      'ullong',
    ] as const;
    const wide = model === 'LP64' ? (['int128', 'uint128'] as const) : [];
    const floats = [
      'float',
      'double',
      'long double',
      '_Float32',
      '_Float64',
      '_Float128',
      '_Float32x',
      '_Float64x',
    ] as const;
    const types: CType[] = [
      ...[...integers, ...wide].map(t.integerType),
      ...floats.map(t.floatType),
      t.complexOf(t.FLOAT),
    ];
    const lines = types.map((type, index) => `${formatDeclaration(type, `x${index}`)};`);
    for (const [i, a] of types.entries()) {
      for (const [j, b] of types.entries()) {
        const common = formatType(usualArithmetic(a, b, layout)!);
        const text = `${formatType(a)} + ${formatType(b)}: ${common}`;
        lines.push(`_Static_assert(_Generic(x${i} + x${j}, ${common}: 1, default: 0), "${text}");`);
      }
    }
    expect(gccErrors(model, lines.join('\n'))).toEqual([]);
  });
}
