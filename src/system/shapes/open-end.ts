import type { Layout } from '../../c/types/layout.ts';
import type { ArrayType, CType, RecordDefinition } from '../../c/types/types.ts';

/**
 * Structs whose last member is an array that extends to the end of their block. It is a flexible array
 * member, or an array of at most one element, which old programs use for the same purpose.
 */

/** The last array of such a struct. */
export interface OpenEnd {
  readonly definition: RecordDefinition;
  readonly array: ArrayType;
  /** Bytes from the struct's start to the array. */
  readonly start: bigint;
  /** Bytes of one element. */
  readonly unit: bigint;
}

/** Returns the last array of a struct that may extend to the end of its block; null for other types. */
export function openEnd(layout: Layout, type: CType): OpenEnd | null {
  if (type.kind !== 'struct' || type.definition.fields === null) return null;
  const { definition } = type;
  const array = type.definition.fields.at(-1)?.type;
  if (array?.kind !== 'array' || array.length === 'variable') return null;
  if (array.length !== 'unknown' && array.length > 1n) return null;
  const unit = layout.sizeOf(array.element) ?? 0n;
  return unit === 0n ? null : { definition, array, start: layout.record(definition).fields.at(-1)!.offset, unit };
}

/** The types that {@link extended} made, by the length of the array. */
const known = new WeakMap<RecordDefinition, Map<ArrayType['length'] | 'long', Extended>>();

/** A struct whose last array has another length. */
interface Extended {
  readonly type: CType;
  readonly array: ArrayType;
}

/**
 * Returns the struct with as many elements as fit into `size` bytes; null: a variable number. `isLong`: such a number
 * is one of those that only long arrays have.
 */
export function extended({ definition, array, start, unit }: OpenEnd, size: bigint | null, isLong: boolean): Extended {
  const length = size === null ? 'variable' : (size - start) / unit;
  const key = isLong && size === null ? 'long' : length;
  let types = known.get(definition);
  if (types === undefined) known.set(definition, (types = new Map()));
  let made = types.get(key);
  if (made === undefined) {
    const fields = [...definition.fields!];
    const last: ArrayType = { ...array, length };
    fields.push({ ...fields.pop()!, type: last });
    types.set(key, (made = { type: { kind: 'struct', definition: { ...definition, fields } }, array: last }));
  }
  return made;
}
