import type { Layout } from '../../../../src/c/types/layout.ts';
import type { RandomRecord } from './random-types.ts';

/** Static assertions on size, alignments and offsets of a type, as `layout` has them. */
export function layoutAssertions({ definition, name }: RandomRecord, layout: Layout): string[] {
  const record = layout.record(definition);
  const type = { kind: definition.kind, definition };
  const lines = [
    `_Static_assert(sizeof(${name}) == ${record.size}, "${name} size ${record.size}");`,
    `_Static_assert(__alignof__(${name}) == ${record.align}, "${name} align ${record.align}");`,
    `_Static_assert(_Alignof(${name}) == ${layout.minAlignOf(type)}, "${name} _Alignof ${layout.minAlignOf(type)}");`,
  ];
  definition.fields!.forEach((field, index) => {
    if (field.name === null || field.bits !== undefined) return;
    const { offset, align } = record.fields[index];
    const place = `__builtin_offsetof(${name}, ${field.name})`;
    lines.push(`_Static_assert(${place} == ${offset}, "${name}.${field.name} offset ${offset}");`);
    lines.push(
      `_Static_assert(__alignof__(((${name} *)0)->${field.name}) == ${align}, "${name}.${field.name} align ${align}");`,
    );
  });
  return lines;
}
