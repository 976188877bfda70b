import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Layout } from '../../../../src/c/types/layout.ts';
import type { CType, RecordDefinition } from '../../../../src/c/types/types.ts';
import { mod } from '../../../../src/system/offsets/congruence.ts';
import { allFit, type Wanted } from '../../../../src/system/shapes/fit.ts';
import { Shapes } from '../../../../src/system/shapes/shape.ts';

const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });
const shapes = new Shapes(layout, { objectWidth: 8, numberWidth: 8, instanceWidth: 0, offsetWidth: 32 });
const NOWHERE = { file: '', line: 1, column: 1 };

const scalars = fc.constantFrom<CType>(
  { kind: 'integer', name: 'uchar' },
  { kind: 'integer', name: 'short' },
  { kind: 'integer', name: 'int' },
  { kind: 'integer', name: 'long' },
  { kind: 'float', name: 'double' },
);
const types = fc.letrec<{ type: CType }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc
      .record({ element: tie('type'), length: fc.bigInt({ min: 1n, max: 6n }) })
      .map(({ element, length }): CType => ({ kind: 'array', element, length })),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((members): CType => {
      const fields = members.map((type, i) => ({ name: `m${i}`, type, at: NOWHERE }));
      const definition: RecordDefinition = {
        id: -1,
        kind: 'struct',
        tag: null,
        fields,
        packed: false,
        align: null,
        pack: null,
        at: NOWHERE,
      };
      return { kind: 'struct', definition };
    }),
  ),
})).type;

function accessOf(type: CType): Wanted {
  const shape = shapes.of(type);
  return { type, root: type, field: null, size: shape.size, shape };
}

describe('whether all accesses at offsets of a congruence fit a shape', () => {
  it('is true only where the access at each single offset fits', () => {
    const moduli = fc.integer({ min: 1, max: 24 });
    fc.assert(
      fc.property(types, scalars, moduli, fc.nat(23), (type, wanted, modulus, start) => {
        const shape = shapes.of(type);
        const access = accessOf(wanted);
        const residue = mod(BigInt(start), BigInt(modulus));
        if (!allFit(shape, { modulus: BigInt(modulus), residue }, access)) return;
        for (let offset = residue; offset < BigInt(shape.size); offset += BigInt(modulus))
          expect(allFit(shape, { modulus: 0n, residue: offset }, access)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is true for an array at the multiples of its element, and false between', () => {
    const element: CType = { kind: 'integer', name: 'int' };
    const shape = shapes.of({ kind: 'array', element, length: 5n });
    expect(allFit(shape, { modulus: 4n, residue: 0n }, accessOf(element))).toBe(true);
    expect(allFit(shape, { modulus: 2n, residue: 0n }, accessOf(element))).toBe(false);
    expect(allFit(shape, { modulus: 0n, residue: 18n }, accessOf(element))).toBe(false);
  });
});
