import type { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';
import { shapeOf } from './compatible.ts';

/**
 * Targets of a pointer that an external function gives: null, a function of its type, or a place of
 * its type in an object.
 */

/** Name of null among the objects that a pointer may lead to. */
export const NULL_NAME = 'null';
/** Name of an object that a replay cannot identify. */
export const UNNAMED = '?';
/** Limit of the places of one object; further ones are left out. */
const MOST_PLACES = 64;

/** A pointer inside an object. */
export interface PointerPart {
  /** Positions from the object down, as in `StaticValue.path`. */
  readonly path: readonly number[];
  /** Bytes from the start of the object. */
  readonly offset: number;
  readonly target: CType;
  /** The text after the name of the object, such as `.next` or `[2]`. */
  readonly name: string;
}

/** Names a function as an object that a pointer may lead to. */
export function functionName(id: number): string {
  return `function ${id}`;
}

/**
 * Returns the site at which a pointer is chosen: that of the object or of the value, with the path of
 * the pointer in it.
 */
export function pointerSite(site: string, path: readonly number[]): string {
  return `${site}>${path.join('.')}`;
}

/** Whether a pointer to `target` may lead to a function of the type. */
export function fitsFunction(type: CType, target: CType): boolean {
  if (type.kind !== 'function' || target.kind !== 'function') return false;
  if (shapeOf(type.result) !== shapeOf(target.result) || type.variadic !== target.variadic) return false;
  const given = target.parameters;
  return (
    type.prototyped === target.prototyped &&
    type.parameters.length === given.length &&
    type.parameters.every((parameter, i) => shapeOf(parameter.type) === shapeOf(given[i].type))
  );
}

/**
 * Lists the offsets, in bytes, at which an object of the type has a part to which a pointer to
 * `target` may lead.
 */
export function placesFor(type: CType, target: CType, layout: Layout): readonly number[] {
  if (target.kind === 'function' || type.kind === 'function') return [];
  const places = new Set<number>();
  const pending: { readonly type: CType; readonly offset: number }[] = [{ type, offset: 0 }];
  for (let next = pending.pop(); next !== undefined && places.size < MOST_PLACES; next = pending.pop()) {
    const { type: part, offset } = next;
    if (isSame(part, target)) places.add(offset);
    if (part.kind === 'array') {
      const step = Number(layout.sizeOf(part.element) ?? 0n);
      const length = Math.min(typeof part.length === 'bigint' ? Number(part.length) : 0, MOST_PLACES);
      for (let i = length - 1; i >= 0 && step > 0; i--) pending.push({ type: part.element, offset: offset + i * step });
    } else if (part.kind === 'struct' && part.definition.fields !== null) {
      const fields = layout.record(part.definition).fields;
      for (const [index, field] of part.definition.fields.entries()) {
        if (field.bits === undefined) pending.push({ type: field.type, offset: offset + fields[index].bitOffset / 8 });
      }
    }
  }
  // Any object may be accessed as characters, from its start.
  if (target.kind === 'void' || isCharacter(target)) places.add(0);
  return [...places];
}

/**
 * Lists the offsets, in bytes, at which a pointer to `target` may lead into an object that external
 * functions bring along. These are its start and its elements. Members of records do not count, as
 * objects of their own types stand for them.
 */
export function placesInBrought(type: CType, target: CType, layout: Layout): readonly number[] {
  if (target.kind === 'void' || isSame(type, target)) return [0];
  if (type.kind !== 'array' || typeof type.length !== 'bigint' || !isSame(type.element, target)) return [];
  const step = Number(layout.sizeOf(type.element) ?? 0n);
  return Array.from({ length: Math.min(Number(type.length), MOST_PLACES) }, (_, i) => i * step);
}

/** Lists the pointers of an object, without those in unions. */
export function pointerParts(type: CType, layout: Layout): readonly PointerPart[] {
  const found: PointerPart[] = [];
  const pending: {
    readonly type: CType;
    readonly path: readonly number[];
    readonly offset: number;
    readonly name: string;
  }[] = [{ type, path: [], offset: 0, name: '' }];
  for (let next = pending.pop(); next !== undefined && found.length < MOST_PLACES; next = pending.pop()) {
    const { type: part, path, offset, name } = next;
    if (part.kind === 'pointer') found.push({ path, offset, target: part.target, name });
    else if (part.kind === 'array') {
      const step = Number(layout.sizeOf(part.element) ?? 0n);
      const length = Math.min(typeof part.length === 'bigint' ? Number(part.length) : 0, MOST_PLACES);
      if (!mayHoldPointer(part.element)) continue;
      for (let i = length - 1; i >= 0; i--)
        pending.push({ type: part.element, path: [...path, i], offset: offset + i * step, name: `${name}[${i}]` });
    } else if (part.kind === 'struct' && part.definition.fields !== null) {
      const fields = layout.record(part.definition).fields;
      for (const [index, field] of [...part.definition.fields.entries()].reverse()) {
        if (field.bits === undefined && mayHoldPointer(field.type))
          pending.push({
            type: field.type,
            path: [...path, index],
            offset: offset + fields[index].bitOffset / 8,
            name: field.name === null ? name : `${name}.${field.name}`,
          });
      }
    }
  }
  return found;
}

function mayHoldPointer({ kind }: CType): boolean {
  return kind === 'pointer' || kind === 'array' || kind === 'struct';
}

function isCharacter(type: CType): boolean {
  return type.kind === 'integer' && type.name.endsWith('char');
}

/** Whether a part of an object has the type that a pointer leads to. Signs and qualifiers may differ. */
function isSame(part: CType, target: CType): boolean {
  if (part.kind === 'array' || target.kind === 'array')
    return (
      part.kind === 'array' &&
      target.kind === 'array' &&
      part.length === target.length &&
      isSame(part.element, target.element)
    );
  if (part.kind === 'pointer' && target.kind === 'pointer') {
    const [a, b] = [part.target, target.target];
    return a.kind === b.kind && (a.kind === 'pointer' || shapeOf(a) === shapeOf(b));
  }
  return shapeOf(part) === shapeOf(target);
}
