import type { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';

/** A scalar or an array of scalars inside an object. */
export interface Leaf {
  /** Positions from the object down, as in `StaticValue.path`. */
  readonly path: readonly number[];
  /** Bits from the start of the object. */
  readonly bitOffset: number;
  /** Bits of one element: value bits of a bit-field, storage bits otherwise. */
  readonly bits: number;
  /** Number of elements of an array of scalars, or null for a scalar. */
  readonly count: number | null;
}

/** Limit of the leaves of an object. Beyond it the object counts as an array of bytes. */
const MAX_LEAVES = 4096;

/**
 * Returns the leaves of a type, including all members of unions, which overlap. Arrays of scalars of
 * any dimension are one leaf. Null for types with too many leaves, and for those without a fixed size.
 */
export function leavesOf(type: CType, layout: Layout): readonly Leaf[] | null {
  const leaves: Leaf[] = [];
  const pending: { type: CType; path: readonly number[]; bitOffset: number }[] = [{ type, path: [], bitOffset: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (leaves.length + pending.length > MAX_LEAVES) return null;
    const { path, bitOffset } = next;
    const element = scalarElement(next.type);
    const size = layout.sizeOf(next.type);
    if (size === null) {
      if (next.type.kind === 'array' && next.type.length === 'unknown') continue;
      return null;
    }
    if (element !== null) {
      const one = layout.sizeOf(element);
      if (one === null || one === 0n) return null;
      leaves.push({ path, bitOffset, bits: Number(one) * 8, count: element === next.type ? null : Number(size / one) });
    } else if (next.type.kind === 'array') {
      const length = Number(next.type.length);
      if (length > MAX_LEAVES) return null;
      const step = Number(layout.sizeOf(next.type.element) ?? 0n) * 8;
      for (let index = length - 1; index >= 0; index--) {
        pending.push({ type: next.type.element, path: [...path, index], bitOffset: bitOffset + index * step });
      }
    } else if (next.type.kind === 'struct' || next.type.kind === 'union') {
      const { definition } = next.type;
      const fields = definition.fields ?? [];
      const places = layout.record(definition).fields;
      for (let index = fields.length - 1; index >= 0; index--) {
        const { name, type: fieldType, bits } = fields[index];
        const at = bitOffset + places[index].bitOffset;
        if (bits === undefined) pending.push({ type: fieldType, path: [...path, index], bitOffset: at });
        else if (name !== null && bits > 0) leaves.push({ path: [...path, index], bitOffset: at, bits, count: null });
      }
    }
  }
  return leaves;
}

/** The part of an object that {@link partAt} finds; `count` is null where the type does not say it. */
export interface FoundPart {
  readonly bitOffset: number;
  /** Bits of the scalar or of one element of the array. */
  readonly bits: number;
  readonly count: number | null;
}

/**
 * Returns the scalar or array of scalars at a path, leaf or not. An element of an array of scalars has
 * its own path too. A part of another type is an array of bytes. Null if the type has no such part.
 */
export function partAt(type: CType, path: readonly number[], layout: Layout): FoundPart | null {
  let inner = type;
  let bitOffset = 0;
  for (const [level, index] of path.entries()) {
    if (inner.kind === 'array' || inner.kind === 'vector' || inner.kind === 'complex') {
      inner = inner.kind === 'complex' ? inner.base : inner.element;
      bitOffset += index * Number(layout.sizeOf(inner) ?? 0n) * 8;
    } else if (inner.kind === 'struct' || inner.kind === 'union') {
      const field = inner.definition.fields?.[index];
      if (field === undefined) return null;
      bitOffset += layout.record(inner.definition).fields[index].bitOffset;
      if (field.bits !== undefined) return level === path.length - 1 ? { bitOffset, bits: field.bits, count: 1 } : null;
      inner = field.type;
    } else return null;
  }
  const size = layout.sizeOf(inner);
  const element = scalarElement(inner);
  const one = element === null ? 1n : layout.sizeOf(element);
  if (one === null || one === 0n) return null;
  return { bitOffset, bits: Number(one) * 8, count: size === null ? null : Number(size / one) };
}

/**
 * Returns the scalar type, or that of the innermost elements of an array; null for others. Complex
 * numbers and vectors count as arrays of parts.
 */
function scalarElement(type: CType): CType | null {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  if (inner.kind === 'vector') inner = inner.element;
  if (inner.kind === 'complex') inner = inner.base;
  switch (inner.kind) {
    case 'integer':
    case 'float':
    case 'pointer':
    case 'enum':
      return inner;
    default:
      return null;
  }
}
