import { describe, expect, it } from 'vitest';
import { Layout } from '../../../../src/c/types/layout.ts';
import type { DataModel, Field, RecordDefinition } from '../../../../src/c/types/types.ts';
import { gccErrors, gccObjects, hasGcc } from '../gcc.ts';
import { layoutAssertions } from './layout-assertions.ts';
import { type RandomRecord, TypeGenerator } from './random-types.ts';

const TYPES = 2000;
const SEED = Number(process.env.SEED ?? 0);

const LIMIT = 4096n;

/** One object per named bit-field with all its bits set. */
function bitFieldObjects(
  { definition, name }: RandomRecord,
  layout: Layout,
): { source: string[]; expected: [string, number[]][] } {
  const source: string[] = [];
  const expected: [string, number[]][] = [];
  const record = layout.record(definition);
  if (record.size > LIMIT) return { source, expected };
  definition.fields!.forEach((field: Field, index) => {
    if (field.bits === undefined || field.name === null) return;
    const label = `x_${definition.tag}_${field.name}`;
    source.push(`${name} ${label} = { .${field.name} = -1 };`);
    const bytes = new Array<number>(Number(record.size)).fill(0);
    const start = record.fields[index].bitOffset;
    for (let bit = start; bit < start + field.bits; bit++) bytes[bit >> 3] |= 1 << (bit & 7);
    expected.push([label, bytes]);
  });
  return { source, expected };
}

for (const model of ['ILP32', 'LP64'] as const satisfies readonly DataModel[]) {
  describe.skipIf(!hasGcc(model))(`layout for ${model} against gcc`, () => {
    const generator = new TypeGenerator(SEED + (model === 'ILP32' ? 1 : 2), model);
    const records = Array.from({ length: TYPES }, () => generator.next());
    const layout = new Layout({ dataModel: model, byteOrder: 'little' });

    it(`lays out ${TYPES} random types alike`, () => {
      const source = records
        .map((record) => [record.source, ...layoutAssertions(record, layout)].join('\n'))
        .join('\n');
      expect(gccErrors(model, source)).toEqual([]);
    });

    it('puts bit-fields to the same bits', () => {
      const some = records.slice(0, 600);
      const objects = some.map((record) => bitFieldObjects(record, layout));
      const found = gccObjects(
        model,
        some.map((record, index) => [record.source, ...objects[index].source].join('\n')).join('\n'),
      );
      const expected = objects.flatMap((each) => each.expected);
      const wrong = expected
        .filter(([label, bytes]) => found.get(label)?.join() !== bytes.join())
        .map(([label]) => label);
      expect(wrong).toEqual([]);
    });
  });
}

describe('layout', () => {
  const at = { file: 'a.c', line: 1, column: 1 };
  const int = { kind: 'integer', name: 'int' } as const;
  const struct = (id: number, fields: Field[]): RecordDefinition => ({
    id,
    kind: 'struct',
    tag: null,
    fields,
    packed: false,
    align: null,
    pack: null,
    at,
  });

  it('has no size for incomplete types and functions', () => {
    const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });
    expect(layout.sizeOf({ kind: 'void' })).toBeNull();
    expect(layout.sizeOfGnu({ kind: 'void' })).toBe(1n);
    expect(layout.sizeOf({ kind: 'array', element: int, length: 'unknown' })).toBeNull();
    expect(layout.sizeOf({ kind: 'struct', definition: { ...struct(1, []), fields: null } })).toBeNull();
  });

  it('survives deep nesting and huge objects', () => {
    const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });
    let definition = struct(0, [{ name: 'x', type: int, at }]);
    for (let id = 1; id < 100_000; id++) {
      definition = struct(id, [{ name: 'x', type: { kind: 'struct', definition }, at }]);
    }
    expect(layout.record(definition).size).toBe(4n);
    let type: Parameters<Layout['sizeOf']>[0] = int;
    for (let level = 0; level < 20_000; level++) type = { kind: 'array', element: type, length: 1n << 62n };
    expect(layout.sizeOf(type)! > layout.maxObjectSize).toBe(true);
  });
});
