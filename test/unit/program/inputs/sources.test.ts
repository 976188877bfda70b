import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getBits, setBits } from '../../../../src/base/byte-order.ts';
import { parseProgram } from '../../../../src/c/index.ts';
import { Layout } from '../../../../src/c/types/layout.ts';
import { INT } from '../../../../src/c/types/type-basics.ts';
import type { CType } from '../../../../src/c/types/types.ts';
import { NOWHERE } from '../../../../src/program/cfa/make.ts';
import { listInputs, recordContent } from '../../../../src/program/inputs/list.ts';
import { type SeededMode, seededInputs } from '../../../../src/program/inputs/seeded.ts';
import { type InputRequest, InputsExhausted } from '../../../../src/program/inputs/source.ts';

const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });

function request(kind: InputRequest['kind'], type: CType): InputRequest {
  return { kind, site: 'main:1', type, name: 'x', at: NOWHERE };
}

describe('sources of inputs', () => {
  it('fill an object with the content that was recorded of it', () => {
    const word = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const type: CType = { kind: 'array', element: INT, length: BigInt(words.length) };
        const bytes = new Uint8Array(new Int32Array(words).buffer);
        const asked = request('uninitialised', type);
        const recorded = recordContent(asked, bytes, true, layout);
        const again = new Uint8Array(bytes.length);
        expect(listInputs(recorded).content(asked, again, layout)).toBe(true);
        expect([...again]).toEqual([...bytes]);
      }),
    );
  });

  it('fill records with the padding that was recorded of them', () => {
    const text = `struct { char c; int i; } a; struct { int x : 3; unsigned y : 7; } b; struct { char k[3]; short s; } c[2];
      union { char c; struct { char d; long l; } s; } d; struct { short s; struct { char e; int f; } t[2]; } e;`;
    const { globals } = parseProgram([{ text, file: 'test.c' }], { model: 'LP64' });
    expect(globals.length).toBe(5);
    for (const { type } of globals)
      fc.assert(
        fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (stream) => {
          const bytes = Uint8Array.from(stream.take(Number(layout.sizeOf(type))));
          const asked = request('uninitialised', type);
          const again = new Uint8Array(bytes.length);
          listInputs(recordContent(asked, bytes, true, layout)).content(asked, again, layout);
          expect([...again]).toEqual([...bytes]);
        }),
      );
  });

  it('give the values of a list in their order, and then zero, or an error where they must suffice', () => {
    const asked = request('nondet', INT);
    const values = [5n, 7n].map((value) => ({ kind: 'nondet', site: 'main:1', path: [], value }) as const);
    const lenient = listInputs(values);
    expect([1, 2, 3].map(() => Number(lenient.scalar(asked)))).toEqual([5, 7, 0]);
    const strict = listInputs(values, { strict: true });
    expect([1, 2].map(() => Number(strict.scalar(asked)))).toEqual([5, 7]);
    expect(() => strict.scalar(asked)).toThrow(InputsExhausted);
  });

  it('draw the same values for the same seed, and others for another one', () => {
    const draw = (seed: number, mode: SeededMode): string => {
      const source = seededInputs(seed, mode, { layout });
      return Array.from({ length: 50 }, () => Number(source.scalar(request('nondet', INT)))).join();
    };
    for (const mode of ['boundary', 'random', 'small', 'mix', 'sorted'] as const) {
      expect(draw(4, mode)).toBe(draw(4, mode));
      expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => draw(seed, mode))).size).toBeGreaterThan(1);
    }
  });
});

describe('bits of a byte array', () => {
  it('begin with the lowest bit of the first byte, or with its highest', () => {
    const bytes = new Uint8Array([0x12, 0x34, 0x56]);
    expect([getBits(bytes, 0, 16, 'little'), getBits(bytes, 0, 16, 'big')]).toEqual([0x3412n, 0x1234n]);
    expect([getBits(bytes, 4, 12, 'little'), getBits(bytes, 4, 12, 'big')]).toEqual([0x341n, 0x234n]);
    setBits(bytes, 6, 3, 5n, 'big');
    expect([...bytes]).toEqual([0x12, 0xb4, 0x56]);
  });

  it.each(['little', 'big'] as const)('are read as they were set, and their neighbours stay (%s)', (order) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.bigInt(), (offset, bits, n) => {
        const bytes = new Uint8Array(12).fill(0xa5);
        const value = BigInt.asUintN(bits, n);
        const below = getBits(bytes, 0, offset, order);
        const above = getBits(bytes, offset + bits, 96 - offset - bits, order);
        setBits(bytes, offset, bits, value, order);
        expect(getBits(bytes, offset, bits, order)).toBe(value);
        expect(getBits(bytes, 0, offset, order)).toBe(below);
        expect(getBits(bytes, offset + bits, 96 - offset - bits, order)).toBe(above);
      }),
    );
  });
});
