import type { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';

/** A part of an object whose content changed. */
export interface ChangedPart {
  /** The text after the name of the object, such as `.x` or `[2]`. */
  readonly name: string;
  readonly type: CType;
  readonly bytes: Uint8Array;
}

/** Most changed elements of an array that are listed one by one. */
const MOST_ELEMENTS = 8;

/**
 * Lists the parts of an object in which `after` differs from `before`: scalars, and arrays with many
 * changes.
 */
export function changedParts(
  root: CType,
  before: Uint8Array,
  after: Uint8Array,
  layout: Layout,
): readonly ChangedPart[] {
  const found: ChangedPart[] = [];
  const pending = [{ name: '', type: root, start: 0, size: after.length }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name, type, start, size } = next;
    const bytes = after.subarray(start, start + size);
    if (bytes.every((byte, i) => byte === before[start + i])) continue;
    const parts = partsOf(type, size, layout).map((part) => ({
      ...part,
      name: name + part.name,
      start: start + part.start,
    }));
    const changed = parts.filter((part) => differ(before, after, part.start, part.size));
    const split = parts.length > 0 && (type.kind !== 'array' || changed.length <= MOST_ELEMENTS);
    if (split) pending.push(...changed.reverse());
    else found.push({ name, type, bytes });
  }
  return found;
}

function differ(before: Uint8Array, after: Uint8Array, start: number, size: number): boolean {
  for (let i = start; i < start + size; i++) if (before[i] !== after[i]) return true;
  return false;
}

/** Lists members or elements; nothing for scalars, unions, and structs with bit-fields. */
function partsOf(
  type: CType,
  size: number,
  layout: Layout,
): readonly { readonly name: string; readonly type: CType; readonly start: number; readonly size: number }[] {
  if (type.kind === 'array') {
    const { element } = type;
    const step = Number(layout.sizeOf(element) ?? 0n);
    const count = step === 0 ? 0 : Math.floor(size / step);
    return Array.from({ length: count }, (_, i) => ({ name: `[${i}]`, type: element, start: i * step, size: step }));
  }
  if (type.kind !== 'struct') return [];
  const fields = type.definition.fields ?? [];
  if (fields.some(({ bits }) => bits !== undefined)) return [];
  const places = layout.record(type.definition).fields;
  return fields.map((field, i) => ({
    name: field.name === null ? '' : `.${field.name}`,
    type: field.type,
    start: places[i].bitOffset / 8,
    size: Number(layout.sizeOf(field.type) ?? 0n),
  }));
}
