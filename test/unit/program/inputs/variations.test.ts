import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Layout } from '../../../../src/c/types/layout.ts';
import { DOUBLE, INT } from '../../../../src/c/types/type-basics.ts';
import type { CType } from '../../../../src/c/types/types.ts';
import { NOWHERE } from '../../../../src/program/cfa/make.ts';
import { RandomNumbers } from '../../../../src/program/inputs/random.ts';
import { seededInputs } from '../../../../src/program/inputs/seeded.ts';
import { InputsExhausted } from '../../../../src/program/inputs/source.ts';
import { Variations } from '../../../../src/program/inputs/variations.ts';
import { MOST_TAKEN, notingSource, type TakenInput } from '../../../../src/program/inputs/varied.ts';

const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });
const CHAR: CType = { kind: 'integer', name: 'char' };
const LONG: CType = { kind: 'integer', name: 'long' };
const variations = (seed: number): Variations => new Variations(new RandomNumbers(seed), { layout });
const scalar = (type: CType, value: number | bigint): TakenInput => ({ kind: 'scalar', type, value, isChoice: false });
const request = (type: CType) => ({ kind: 'nondet', site: 'main:1', type, name: 'x', at: NOWHERE }) as const;

/** The replacements of inputs that follow from one comparison, as inputs. */
function replaced(inputs: readonly TakenInput[], left: number | bigint, right: number | bigint): TakenInput[][] {
  const all = variations(1);
  return all.replacements(inputs, [{ left, right }]).map((one) => all.replaced(inputs, one));
}

describe('replacements by what a run compared', () => {
  it('give an input the other value and its neighbours, whatever the form of both', () => {
    const inputs = [scalar(INT, 5), scalar(CHAR, 223), scalar(LONG, -33n)];
    const values = replaced(inputs, -33, 58).map((all) =>
      all.map((one) => (one.kind === 'scalar' ? Number(one.value) : null)),
    );
    expect(values).toEqual(
      [58, 59, 57]
        .map((to) => [5, to, -33n])
        .concat([58, 59, 57].map((to) => [5, 223, to]))
        .map((all) => all.map(Number)),
    );
  });

  it('give floating-point inputs the bits of the other value', () => {
    const bits = (value: number): bigint => new BigUint64Array(new Float64Array([value]).buffer)[0];
    const [first] = replaced([scalar(DOUBLE, bits(0.5))], 0.5, 2.25);
    expect(first).toEqual([scalar(DOUBLE, bits(2.25))]);
  });

  it('find integers of several widths in the content of objects', () => {
    const content: TakenInput = { kind: 'content', bytes: new Uint8Array([9, 0x34, 0x12, 0]) };
    const found = replaced([content], 0x1234, 0xabcd).map(([one]) => (one.kind === 'content' ? [...one.bytes!] : []));
    expect(found).toContainEqual([9, 0xcd, 0xab, 0]);
  });

  it('leave choices and other values alone', () => {
    expect(replaced([{ kind: 'scalar', type: INT, value: 1, isChoice: true }, scalar(INT, 3)], 1, 4)).toEqual([]);
  });
});

describe('variations', () => {
  it('are inputs of the same types in a bounded number, and choices stay 0 or 1', () => {
    const content = fc.uint8Array({ maxLength: 9 }).map((bytes): TakenInput => ({ kind: 'content', bytes }));
    const number = fc
      .tuple(fc.constantFrom(INT, CHAR, LONG, DOUBLE), fc.integer())
      .map(([type, value]) => scalar(type, value));
    const choice = fc
      .integer({ min: 0, max: 1 })
      .map((value): TakenInput => ({ kind: 'scalar', type: INT, value, isChoice: true }));
    const pointer = fc.constantFrom<TakenInput>({ kind: 'pointer', name: 'a' }, { kind: 'pointer', name: null });
    const inputs = fc.array(fc.oneof(content, number, choice, pointer), { maxLength: 30 });
    const pair = fc.record({ left: fc.integer(), right: fc.oneof(fc.integer(), fc.double({ noNaN: true })) });
    fc.assert(
      fc.property(inputs, inputs, fc.array(pair, { maxLength: 4 }), fc.nat(), (given, other, compared, seed) => {
        const all = variations(seed);
        const varied = all.varied(given, other, compared, all.replacements(given, compared));
        expect(varied.length).toBeLessThanOrEqual(MOST_TAKEN);
        for (const input of varied) {
          if (input.kind !== 'scalar') continue;
          expect(typeof input.value === 'bigint' || Number.isSafeInteger(input.value)).toBe(true);
          if (input.isChoice) expect([0, 1]).toContain(Number(input.value));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a source of given inputs', () => {
  it('gives them in their order, then what the other source gives, and notes all', () => {
    const rest = (): ReturnType<typeof seededInputs> => seededInputs(3, 'mix', { layout });
    const source = notingSource([scalar(INT, 41), scalar(INT, 42)], rest());
    const other = rest();
    const values = [1, 2, 3, 4].map(() => source.scalar(request(INT)));
    expect(values).toEqual([41, 42, other.scalar(request(INT)), other.scalar(request(INT))]);
    expect(source.taken).toEqual(values.map((value) => scalar(INT, value)));
    const again = notingSource(source.taken, seededInputs(9, 'random', { layout }));
    expect([1, 2, 3, 4].map(() => again.scalar(request(INT)))).toEqual(values);
  });

  it('ends a run that asks for more inputs than there may be', () => {
    const source = notingSource([], seededInputs(0, 'zero', { layout }), 5);
    for (let i = 0; i < 5; i++) source.scalar(request(INT));
    expect(() => source.scalar(request(INT))).toThrow(InputsExhausted);
    expect(source.taken).toHaveLength(5);
  });
});
