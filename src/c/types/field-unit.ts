import type { Layout } from './layout.ts';
import type { RecordDefinition } from './types.ts';

/** Bytes around the byte that holds the first bit of a bit-field. */
export interface FieldUnit {
  /** Bytes before that byte. */
  readonly before: number;
  readonly size: number;
}

/**
 * The bytes of its record that code may touch for an access to a bit-field (C11 6.7.2.1p11 leaves the
 * unit open). They are the declared type's units with bits of the field, and the memory location (3.14):
 * the bit-fields beside it, with the padding behind them. GCC accesses a part of these bytes.
 */
export function fieldUnit(layout: Layout, definition: RecordDefinition, index: number): FieldUnit {
  const { fields, size } = layout.record(definition);
  const { bitOffset, bits = 0 } = fields[index];
  const unit = Number(layout.sizeOf(definition.fields![index].type) ?? 1n);
  const byte = Math.floor(bitOffset / 8);
  let start = Math.floor(byte / unit) * unit;
  let end = Math.ceil((bitOffset + bits) / 8 / unit) * unit;
  if (definition.kind === 'struct') {
    const isBeside = (i: number): boolean => (fields[i]?.bits ?? 0) > 0;
    let [first, next] = [index, index + 1];
    while (isBeside(first - 1)) first--;
    while (isBeside(next)) next++;
    while (fields[next]?.bits === 0) next++;
    start = Math.min(start, Math.floor(fields[first].bitOffset / 8));
    end = Math.max(end, next < fields.length ? Math.floor(fields[next].bitOffset / 8) : Number(size));
  }
  return { before: byte - start, size: Math.min(end, Number(size)) - start };
}
