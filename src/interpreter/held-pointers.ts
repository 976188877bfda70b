import type { Layout } from '../c/types/layout.ts';
import type { CType } from '../c/types/types.ts';

/** A pointer inside an object. */
export interface HeldPointer {
  /** Bytes from the start of the object. */
  readonly offset: number;
  readonly target: CType;
  /** Whether the bytes surely are a pointer; false in a union, which may hold another value there. */
  readonly certain: boolean;
}

/** Limit of the pointers of one type; further ones are left out. */
const MOST_POINTERS = 4096;

const known = new WeakMap<CType, readonly HeldPointer[]>();

/** Lists the pointers in objects of a type. */
export function heldPointers(type: CType, layout: Layout): readonly HeldPointer[] {
  let found = known.get(type);
  if (found === undefined) known.set(type, (found = findPointers(type, layout)));
  return found;
}

function findPointers(root: CType, layout: Layout): readonly HeldPointer[] {
  const found: HeldPointer[] = [];
  const pending = [{ type: root, offset: 0, certain: true }];
  for (let next = pending.pop(); next !== undefined && found.length < MOST_POINTERS; next = pending.pop()) {
    const { type, offset, certain } = next;
    if (type.kind === 'pointer') found.push({ offset, target: type.target, certain });
    else if (type.kind === 'array') {
      const element = heldPointers(type.element, layout);
      const step = Number(layout.sizeOf(type.element) ?? 0n);
      const length = typeof type.length === 'bigint' ? Number(type.length) : 0;
      for (let i = 0; i < length && found.length < MOST_POINTERS && element.length > 0; i++) {
        for (const pointer of element) {
          found.push({ ...pointer, offset: offset + i * step + pointer.offset, certain: certain && pointer.certain });
        }
      }
    } else if ((type.kind === 'struct' || type.kind === 'union') && type.definition.fields !== null) {
      const places = layout.record(type.definition).fields;
      for (const [index, field] of type.definition.fields.entries()) {
        if (field.bits !== undefined) continue;
        pending.push({
          type: field.type,
          offset: offset + places[index].bitOffset / 8,
          certain: certain && type.kind === 'struct',
        });
      }
    }
  }
  return found;
}
